from __future__ import annotations

import re

import pytest
from hypothesis import given
from render_documents import document, every_second, soups

from ncleaner.page.metadata import Metadata


def parse(text: str) -> tuple[str | None, list[tuple[str, str]]]:
    """The inverse: address, and kind and text of the segments."""
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
def test_what_is_written_can_be_read_back(page: str) -> None:
    found = document(page, drop=every_second, metadata=Metadata())
    expected = [(segment.kind, segment.text) for segment in found.segments if segment.keep]
    assert parse(found.to("cleaneval")) == (None, expected)


@pytest.mark.parametrize("text", ["<p>x", "a\n<p>x", "a\n <h>x", "a\n   <l>x", "a\n\n<p>\n<p", "URL: x", "a\nURL: x"])
def test_text_that_looks_like_marks_is_not_taken_for_them(text: str) -> None:
    source = text.replace("<", "&lt;")
    found = document(f"<pre><code>{source}</code></pre>", metadata=Metadata())
    assert parse(found.to("cleaneval")) == (None, [("p", text)])


def test_the_address_stands_first() -> None:
    page = "<h1>Title</h1><p>Text<ul><li>Item</ul>"
    expected = "URL: http://a.example/x\n<h>Title\n<p>Text\n<l>Item\n"
    assert document(page, url="http://a.example/x").to("cleaneval") == expected
    assert document(page, metadata=Metadata(url="http://a.example/x")).to("cleaneval") == expected


def test_with_all_the_dropped_segments_are_there_too() -> None:
    found = document("<p>one<p>two", drop=lambda block, text: text == "one", metadata=Metadata())
    assert found.to("cleaneval") == "<p>two\n"
    assert found.to("cleaneval", all=True) == "<p>one\n<p>two\n"


def test_a_block_that_continues_is_a_further_line_without_a_mark() -> None:
    page = "<div>Harbour Street 7<p>&lt;l> Quay<p>Phone<p>Boats"
    found = document(page, marks="lLph", metadata=Metadata())
    assert found.to("cleaneval") == "<l>Harbour Street 7\n <l> Quay\n<p>Phone\n<h>Boats\n"
    assert parse(found.to("cleaneval"))[1] == [("l", "Harbour Street 7\n<l> Quay"), ("p", "Phone"), ("h", "Boats")]


def test_what_is_dropped_between_two_blocks_cuts_them_apart_only_where_it_is_shown() -> None:
    found = document("<p>one<p>two<p>three", marks="ppP", drop=lambda block, text: text == "two", metadata=Metadata())
    assert found.to("cleaneval") == "<p>one\nthree\n"
    assert found.to("cleaneval", all=True) == "<p>one\n<p>two\n<p>three\n"
