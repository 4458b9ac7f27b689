from __future__ import annotations

import pytest
from hypothesis import given
from render_documents import document, every_second, kept, soups

from ncleaner.page.metadata import Metadata


@given(soups)
def test_the_text_is_the_kept_segments_one_per_line(page: str) -> None:
    cleaned = document(page, drop=every_second)
    assert cleaned.to("txt") == "".join(f"{text}\n" for text in kept(cleaned))


@pytest.mark.parametrize(
    ("dropped", "expected"),
    [("", "one\ntwo\nthree\n"), ("one", "two\nthree\n"), ("two", "one\nthree\n"), ("three", "one\ntwo\n")],
)
def test_dropped_segments_leave_no_gap(dropped: str, expected: str) -> None:
    cleaned = document("<p>one<p>two<p>three", drop=lambda block, text: text == dropped)
    assert cleaned.to("txt") == cleaned.text == expected


def test_all_prefixes_each_line_with_the_decision() -> None:
    cleaned = document("<p>one<p>two<pre>a\n  b</pre>", drop=lambda block, text: text != "one")
    assert cleaned.to("txt", all=True) == "+ one\n- two\n- a\n-   b\n"


def test_the_header_has_the_metadata() -> None:
    metadata = Metadata(title="A\n title", url="http://a.example/declared", site_name="Site")
    cleaned = document("<p>text", metadata=metadata, url="http://a.example/real")
    assert cleaned.to("txt", metadata=True) == "Title: A title\nURL: http://a.example/real\nSite name: Site\n\ntext\n"
    assert document("<p>text", metadata=Metadata()).to("txt", metadata=True) == "text\n"


def test_a_continuing_block_has_its_own_line() -> None:
    assert document("<p>Harbour Street 7<p>Quay", kinds="pP").to("txt") == "Harbour Street 7\nQuay\n"
