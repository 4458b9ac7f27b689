from __future__ import annotations

import re

import pytest
from hypothesis import given
from render_documents import document, every_second, soups

from ncleaner.page.metadata import Metadata


def parse(text: str) -> tuple[str | None, list[tuple[str, str]]]:
    """Read a CleanEval file: return its URL, and the kind and text of its segments."""
    lines = text.removesuffix("\n").split("\n") if text else []
    url = lines.pop(0).removeprefix("URL: ") if lines and lines[0].startswith("URL: ") else None
    segments: list[tuple[str, str]] = []
    for line in lines:
        if re.match("<[phl]>", line):
            segments.append((line[1], line[3:]))
        else:
            kind, before = segments.pop()
            segments.append((kind, before + "\n" + re.sub("^ ( *<[phl]>)", r"\1", line)))
    return url, segments


@given(soups)
def test_output_can_be_parsed_back(page: str) -> None:
    cleaned = document(page, drop=every_second, metadata=Metadata())
    expected = [(segment.kind, segment.text) for segment in cleaned.segments if segment.keep]
    assert parse(cleaned.to("cleaneval")) == (None, expected)


@pytest.mark.parametrize("text", ["<p>x", "a\n<p>x", "a\n <h>x", "a\n   <l>x", "a\n\n<p>\n<p", "URL: x", "a\nURL: x"])
def test_text_that_looks_like_marks_is_escaped(text: str) -> None:
    source = text.replace("<", "&lt;")
    cleaned = document(f"<pre><code>{source}</code></pre>", metadata=Metadata())
    assert parse(cleaned.to("cleaneval")) == (None, [("p", text)])


def test_the_url_comes_first() -> None:
    page = "<h1>Title</h1><p>Text<ul><li>Item</ul>"
    expected = "URL: http://a.example/x\n<h>Title\n<p>Text\n<l>Item\n"
    assert document(page, url="http://a.example/x").to("cleaneval") == expected
    assert document(page, metadata=Metadata(url="http://a.example/x")).to("cleaneval") == expected


def test_all_includes_dropped_segments() -> None:
    cleaned = document("<p>one<p>two", drop=lambda block, text: text == "one", metadata=Metadata())
    assert cleaned.to("cleaneval") == "<p>two\n"
    assert cleaned.to("cleaneval", all=True) == "<p>one\n<p>two\n"


def test_a_continuing_block_is_a_further_line_without_a_mark() -> None:
    page = "<div>Harbour Street 7<p>&lt;l> Quay<p>Phone<p>Boats"
    cleaned = document(page, kinds="lLph", metadata=Metadata())
    assert cleaned.to("cleaneval") == "<l>Harbour Street 7\n <l> Quay\n<p>Phone\n<h>Boats\n"
    assert parse(cleaned.to("cleaneval"))[1] == [("l", "Harbour Street 7\n<l> Quay"), ("p", "Phone"), ("h", "Boats")]


def test_a_dropped_block_splits_a_segment_only_if_it_is_shown() -> None:
    cleaned = document("<p>one<p>two<p>three", kinds="ppP", drop=lambda block, text: text == "two", metadata=Metadata())
    assert cleaned.to("cleaneval") == "<p>one\nthree\n"
    assert cleaned.to("cleaneval", all=True) == "<p>one\n<p>two\n<p>three\n"
