"""Plain text of all kinds: every format renders, and every span covers the text of its segment."""

from __future__ import annotations

import sys
from random import Random

import pytest
from text_grammar import SPACES, generate, generate_bytes

from ncleaner import Cleaner
from ncleaner.page.document import Document
from ncleaner.page.segment import Segment
from ncleaner.read.text import lines
from ncleaner.render import FORMATS

TEXTS = [generate(Random(seed)) for seed in range(200)] + [generate_bytes(Random(seed)) for seed in range(200, 250)]


def covers(document: Document, segment: Segment) -> bool:
    """Return whether the source of a segment has all characters of its text, in order."""
    characters = iter(document.page.text[segment.start : segment.end])
    return all(character in characters for character in segment.text.replace(" ", ""))


@pytest.mark.parametrize("engine", ["dump", "forest", "ngram"])
def test_every_format_of_every_text(engine: str) -> None:
    cleaner = Cleaner(engine=engine)
    for text in TEXTS:
        document = cleaner.clean(text, kind="text")
        for name in FORMATS:
            assert document.to(name, all=True).encode("utf-8"), (name, text)


def test_spans_are_in_order_and_cover_the_text() -> None:
    cleaner = Cleaner(engine="dump")
    for text in TEXTS:
        document = cleaner.clean(text, kind="text")
        end = 0
        for segment in document.segments:
            assert end <= segment.start < segment.end, text
            assert covers(document, segment), text
            end = segment.end


@pytest.mark.parametrize("space", ["\xa0", "\u2003", "\u3000", "\ufeff", "\0"])
def test_white_space_of_several_bytes_before_a_quotation(space: str) -> None:
    document = Cleaner(engine="dump").clean(f"{space}>{space}]{space}", kind="text")
    (segment,) = document.segments
    assert (segment.text, document.page.text[segment.start : segment.end]) == ("]", "]")
    assert "]</ins>" in document.to("decisions")


@pytest.mark.once
def test_all_white_space_is_known() -> None:
    white = {chr(code) for code in range(sys.maxunicode + 1) if chr(code).isspace()}
    assert white <= set(lines._BLANK)
    assert white - {"\n", "\r"} <= set(SPACES)
