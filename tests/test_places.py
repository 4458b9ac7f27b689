"""Stretches: the characters of a block's text lead back to their source."""

from __future__ import annotations

from html import unescape
from pathlib import Path

import hostile
import pytest
from conftest import ROOT

import ncleaner
from ncleaner.read.html.places import Stretch, stretches

EXAMPLES = sorted((ROOT / "examples").glob("*.html")) + sorted((ROOT / "examples").glob("*.txt"))


def placed(document: ncleaner.Document) -> list[tuple[str, list[Stretch]]]:
    """Return the text of each block with its stretches."""
    spans = document.blocks.spans()
    return [(document.blocks.text(i), stretches(document, i, start)) for i, (start, _) in enumerate(spans)]


def source_of(document: ncleaner.Document) -> list[str]:
    """Return the source of each stretch of the only block of a page."""
    ((_, found),) = placed(document)
    return [document.page.text[stretch.start : stretch.end] for stretch in found]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_every_character_has_its_source(path: Path) -> None:
    document = ncleaner.clean(path.read_bytes(), kind="text" if path.suffix == ".txt" else "html")
    source = document.page.text
    for text, found in placed(document):
        covered = "".join(text[stretch.text_start : stretch.text_end] for stretch in found)
        assert "".join(covered.split()) == "".join(text.split())
        for stretch in found:
            there = unescape(source[stretch.start : stretch.end])
            assert there.split() == text[stretch.text_start : stretch.text_end].split()


def test_a_paragraph_without_markup_is_one_stretch() -> None:
    assert source_of(ncleaner.clean(b"<p>It rained all day long.</p>")) == ["It rained all day long."]


def test_tags_references_and_folded_white_space_separate_stretches() -> None:
    page = "<p>Fish &amp;\n  chips, gr\u00fcn<b>es</b> Ger\u00adm\u00fcse</p>"
    assert source_of(ncleaner.clean(page)) == ["Fish", "&amp;", "chips, gr\u00fcn", "es", "Ger", "m\u00fcse"]


@pytest.mark.parametrize(
    "unseen", ["<!-- a tram -->", "<script>a tram</script>", "<i hidden>a tram</i>", "<template>a tram</template>"]
)
def test_text_that_readers_do_not_see_is_skipped(unseen: str) -> None:
    assert "".join(source_of(ncleaner.clean(f"<p>There goes {unseen}a train.</p>"))) == "There goesa train."


def test_visible_text_replaces_hidden_text_that_matched_by_chance() -> None:
    pieces = source_of(ncleaner.clean("<p>Take <i hidden>a</i>another <i hidden>t</i>train.</p>"))
    assert pieces == ["Take", "another", "train."]


def test_hostile_pages_do_not_take_forever() -> None:
    for name in ("nested-unclosed-div", "unclosed-b-p", "misnested-pairs"):
        placed(ncleaner.clean(hostile.GENERATORS[name](1 << 16)))
