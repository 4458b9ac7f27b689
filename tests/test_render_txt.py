from __future__ import annotations

import pytest
from hypothesis import given
from render_documents import document, every_second, kept, soups

from ncleaner.page.metadata import Metadata


@given(soups)
def test_the_text_is_the_kept_segments_one_a_line(page: str) -> None:
    found = document(page, drop=every_second)
    assert found.to("txt") == "".join(f"{text}\n" for text in kept(found))


@pytest.mark.parametrize(
    ("dropped", "expected"),
    [("", "one\ntwo\nthree\n"), ("one", "two\nthree\n"), ("two", "one\nthree\n"), ("three", "one\ntwo\n")],
)
def test_dropped_segments_leave_no_gap(dropped: str, expected: str) -> None:
    found = document("<p>one<p>two<p>three", drop=lambda block, text: text == dropped)
    assert found.to("txt") == found.text == expected


def test_with_all_each_line_says_whether_it_was_kept() -> None:
    found = document("<p>one<p>two<pre>a\n  b</pre>", drop=lambda block, text: text != "one")
    assert found.to("txt", all=True) == "+ one\n- two\n- a\n-   b\n"


def test_the_header_has_what_is_known() -> None:
    metadata = Metadata(title="A\n title", url="http://a.example/declared", site_name="Site")
    found = document("<p>text", metadata=metadata, url="http://a.example/real")
    assert found.to("txt", metadata=True) == "Title: A title\nURL: http://a.example/real\nSite name: Site\n\ntext\n"
    assert document("<p>text", metadata=Metadata()).to("txt", metadata=True) == "text\n"


def test_a_block_that_continues_has_a_line_of_its_own_all_the_same() -> None:
    assert document("<p>Harbour Street 7<p>Quay", marks="pP").to("txt") == "Harbour Street 7\nQuay\n"
