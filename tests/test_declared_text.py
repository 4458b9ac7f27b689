"""Pages that show next to nothing of their text, but declare it in JSON-LD."""

from __future__ import annotations

import copy
import gzip
import json
import pickle
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import ncleaner
from ncleaner import Document, Site, clean
from ncleaner.cli import main
from ncleaner.page.declared import WARNING, as_shown
from ncleaner.read.declared import declared_lines
from ncleaner.render import FORMATS

FIRST = "The keeper of the lighthouse counted the stairs every night, and every night there were ninety-nine of them."
SECOND = "On the first evening of March, when the fog lay over the bay, he counted a hundred, and then counted again."
THIRD = (
    "Nobody in the village believed him, so in the morning the baker climbed up himself, with a piece of chalk in hand."
)
BODY = f"{FIRST}\n\n{SECOND}\n{THIRD}"
TITLE = "The hundredth stair"
LINES = [FIRST, SECOND, THIRD]


def page(content: str = '<div id="app"></div>', body: Any = BODY, **more: object) -> str:
    node = {"@context": "https://schema.org", "@type": "NewsArticle", "headline": TITLE, "articleBody": body, **more}
    script = json.dumps(node).replace("</", "<\\/")
    head = f'<title>{TITLE}</title><script type="application/ld+json">{script}</script>'
    return f"<!doctype html><html lang=en><head>{head}</head><body>{content}</body></html>"


def kept(document: Document) -> list[str]:
    return [segment.text for segment in document.segments if segment.keep]


def test_a_page_that_a_script_draws_has_the_text_that_it_declares() -> None:
    document = clean(page())
    assert kept(document) == LINES
    assert document.text == "\n".join(LINES) + "\n"
    assert document.warnings == (WARNING,)
    for segment in document.segments:
        assert (segment.start, segment.end, segment.path, segment.kind) == (-1, -1, "html", "p")
        assert "articleBody" in segment.reason


def test_a_teaser_is_replaced_and_the_title_stays() -> None:
    document = clean(page(f"<h1>{TITLE}</h1><p>The keeper counted.</p><p>Subscribe now.</p>"))
    assert kept(document) == [TITLE, *LINES]
    title = document.segments[0]
    assert (title.reason, title.kind) == ("the title of the page", "h")
    assert document.page.text[title.start : title.end] == TITLE
    assert not any(segment.keep for segment in document.segments[1:3])


def test_a_title_that_begins_the_text_is_there_once() -> None:
    document = clean(page(f"<h1>{TITLE}</h1>", f"{TITLE}\n{BODY}"))
    assert kept(document) == [TITLE, *LINES]


def test_a_page_that_shows_its_text_stays_as_it_is() -> None:
    shown = "".join(f"<p>{line}</p>" for line in LINES)
    document = clean(page(f"<h1>{TITLE}</h1><article>{shown}</article>"))
    assert WARNING not in document.warnings
    assert all(segment.start >= 0 for segment in document.segments)
    assert set(LINES) <= set(kept(document))


def test_a_tenth_of_the_text_is_enough_to_stay() -> None:
    teaser = f"<h1>{TITLE}</h1><article><p>{FIRST}</p></article>"
    assert WARNING not in clean(page(teaser)).warnings
    assert WARNING in clean(page(teaser, f"{BODY}\n" * 4)).warnings


def test_a_text_that_readers_see_but_the_engine_drops_stays_dropped() -> None:
    shown = "".join(f"<p>{line}</p>" for line in LINES)
    assert clean(page(shown), bias=60.0).warnings == ()
    assert clean(page(shown), bias=60.0).text == ""
    assert clean(page(f"<div hidden>{FIRST}</div>"), bias=60.0).warnings == (WARNING,)


def test_a_short_text_or_one_of_many_articles_is_not_taken() -> None:
    assert clean(page(body=FIRST)).warnings == ()
    others = [{"@type": "BlogPosting", "headline": str(number), "articleBody": BODY} for number in range(3)]
    script = json.dumps({"@graph": others})
    assert clean(f'<script type="application/ld+json">{script}</script><p>Blog').warnings == ()


@pytest.mark.parametrize("body", [None, 7, {"@type": "Text"}, [[BODY]], "", "{", True, [None, 3]])
def test_anything_else_in_its_place_is_ignored(body: object) -> None:
    assert clean(page(body=body)).warnings == ()


def test_paragraphs_may_be_a_list_or_have_a_language() -> None:
    assert kept(clean(page(body=LINES))) == LINES
    assert kept(clean(page(body={"@value": BODY, "@language": "en"}))) == LINES


def test_other_engines_decide_on_what_the_page_shows() -> None:
    for engine in ("heuristics", "dump", "ngram"):
        assert clean(page("<p>Please wait."), engine=engine).warnings == ()
    assert clean(page(), kind="text").warnings == ()


def test_words_of_chinese_count() -> None:
    body = "灯塔的守护人每天晚上都数楼梯每天晚上都有九十九级。" * 5
    assert kept(clean(page(body=body))) == [body]


FORMS = {
    "One line.": [("One line.", 0)],
    " One \t line.\r\n\r\nAnother\u2028Third\n ": [("One line.", 0), ("Another", 0), ("Third", 0)],
    "Rain &amp; fog, it&rsquo;s &lt; 3": [("Rain & fog, it’s < 3", 0)],
    "• one\n•two\n•\n- dash": [("one", 2), ("two", 2), ("•", 0), ("- dash", 0)],
    "<h2>Rain</h2><p>It <b>rained</b> all&nbsp;day.<br>And on.</p><ul><li>fog</ul>": [
        ("Rain", 1), ("It rained all day.", 0), ("And on.", 0), ("fog", 2),
    ],
    "&lt;p&gt;It rained &amp;amp; rained.&lt;/p&gt;&lt;p&gt;Again.&lt;/p&gt;": [
        ("It rained & rained.", 0), ("Again.", 0),
    ],
    "Rain<br/>fog": [("Rain", 0), ("fog", 0)],
    "Use <b> for bold type, if a < b.": [("Use <b> for bold type, if a < b.", 0)],
    "<p>Seen.</p><script>alert(1)</script><p style='display:none'>Unseen.</p>": [("Seen.", 0)],
    "a\0b\ud800c \x06 d\ufffe\xad": [("ab?c d", 0)],
    "": [],
}  # fmt: skip


@pytest.mark.parametrize("text", FORMS)
def test_the_forms_of_declared_texts(text: str) -> None:
    assert declared_lines(text, 100) == FORMS[text]


def test_there_are_at_most_so_many_lines() -> None:
    assert declared_lines("a\nb\n\nc\nd", 3) == [("a", 0), ("b", 0), ("c d", 0)]
    assert declared_lines("<p>a<p>b<p>c", 1) == [("a b c", 0)]


@pytest.mark.parametrize(
    "content", ["", f"<h1>{TITLE}</h1><ul><li><a href=/>Home</a></ul><table><tr><td>1<td>2</table>"]
)
def test_every_format_and_copy(content: str) -> None:
    document = clean(page(content, BODY + "\n</p><script>alert(1)</script>"))
    assert document.warnings == (WARNING,)
    for other in (pickle.loads(pickle.dumps(document)), copy.copy(document), copy.deepcopy(document)):
        assert other.segments == document.segments
        assert other.warnings == document.warnings
        assert other.metadata.title == document.metadata.title == TITLE
        assert other.page_types == document.page_types
        for format in FORMATS:
            assert other.to(format) == document.to(format)
    for format in FORMATS:
        assert "ninety-nine" in document.to(format)
    assert "<script>alert" not in document.to("html")


def test_markup_in_the_text_is_escaped_in_every_format_of_markup() -> None:
    document = clean(page(body=f"{BODY} Write &amp;lt;img src=x onerror=alert(1)> there"))
    for format in ("html", "xml", "tei"):
        assert "<img" not in document.to(format)


def test_blocks_can_be_dropped_and_explained() -> None:
    document = clean(page(f"<h1>{TITLE}</h1>"))
    number = next(index for index, segment in enumerate(document.segments) if segment.text == SECOND)
    assert kept(document.without([number])) == [TITLE, FIRST, THIRD]
    assert document.segments[number].explain()[-1][0] == ""
    assert document.confidence is None
    assert document.engine == "forest"
    assert document.decisions.grounds.evidence(number) == []


def test_what_the_page_shows_is_still_there() -> None:
    source = page(f"<h1>{TITLE}</h1><p>The keeper counted.</p>")
    shown = as_shown(clean(source))
    assert shown.warnings == ()
    assert len(shown.blocks) == 2
    assert as_shown(shown) is shown
    learnt = Site.learn([clean(source), clean(source + "<p>Again.")])
    assert repr(learnt) == repr(Site.learn([source, source + "<p>Again."]))


def test_metadata_are_those_of_the_page() -> None:
    content = f"<h1>{TITLE}</h1><p>By Anna Berg</p>"
    body = f"By Nobody\n21 March 1909\n{BODY}"
    document, bare = clean(page(content, body)), clean(page(content, ""))
    assert document.warnings == (WARNING,)
    assert [getattr(document.metadata, name) for name in ("title", "authors", "date")] == [
        getattr(bare.metadata, name) for name in ("title", "authors", "date")
    ]


def test_the_functions_of_trafilatura() -> None:
    assert (ncleaner.extract(page()) or "").splitlines() == LINES
    for format in ("markdown", "xml", "json", "html", "xmltei", "csv"):
        assert "ninety-nine" in (ncleaner.extract(page(), output_format=format) or "")


def test_the_command_and_corpora(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "crawl").mkdir()
    path = tmp_path / "crawl" / "page.html"
    path.write_text(page(), "utf-8")
    assert main([str(path)]) == 0
    assert capsys.readouterr().out.splitlines() == LINES
    assert main(["explain", str(path)]) == 0
    assert "articleBody" in capsys.readouterr().out
    out = tmp_path / "out"
    assert main(["corpus", str(tmp_path / "crawl"), "-o", str(out), "--workers", "1"]) == 0
    (shard,) = out.rglob("*.jsonl.gz")
    (record,) = map(json.loads, gzip.decompress(shard.read_bytes()).decode().splitlines())
    assert record["text"].splitlines() == LINES
    assert record["warnings"] == [WARNING]


def test_nothing_is_imported_for_ordinary_pages() -> None:
    program = (
        "import sys, ncleaner\n"
        "ncleaner.clean(b'<p itemprop=articleBody>It rained all day.').text\n"
        "print([name for name in sys.modules if name.startswith(('ncleaner.metadata', 'ncleaner.read.declared'))])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    "body", ["<p>a " * 20_000, "a\n" * 70_000, "<div>" * 100_000 + BODY, "&lt;br&gt;" * 20_000 + BODY]
)
def test_hostile_texts_take_bounded_time_and_room(body: str) -> None:
    started = time.process_time()
    source = page(body=body)
    document = clean(source)
    assert document.warnings == (WARNING,)
    for format in FORMATS:
        assert len(document.to(format).encode()) <= 12 * len(source) + 1_000_000
    assert time.process_time() - started < 30
