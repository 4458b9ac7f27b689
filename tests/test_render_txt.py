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


RIVERS = "<tr><th>River<th>Length<th>Mouth<tr><td>Rhine<br>Rhein<td><td>Rotterdam<tr><td>Elbe<td>1,094 km<td>Cuxhaven"


def test_a_row_of_a_data_table_is_one_line_with_tabs() -> None:
    page = f"<p>one<table><caption>The rivers</caption>{RIVERS}</table><p>two"
    lines = ["one", "The rivers", "River\tLength\tMouth", "Rhine Rhein\t\tRotterdam", "Elbe\t1,094 km\tCuxhaven", "two"]
    assert document(page).text.splitlines() == lines


def test_cells_that_are_dropped_are_empty_and_rows_without_text_are_left_out() -> None:
    dropped = ("Elbe", "1,094 km", "Cuxhaven", "Length", "two")
    cleaned = document(f"<p>one<table>{RIVERS}</table><p>two", drop=lambda block, text: text in dropped)
    assert cleaned.text == "one\nRiver\t\tMouth\nRhine Rhein\t\tRotterdam\n"
    assert document(f"<p>one<table>{RIVERS}</table>", drop=lambda block, text: text != "one").text == "one\n"


def test_a_cell_has_neither_tabs_nor_line_feeds() -> None:
    table = "<table><tr><th>Run<th>Shows<tr><td><pre>a\n\tb</pre><td><ul><li>one<li>two</ul></table>"
    assert document(table).text == "Run\tShows\na  b\tone two\n"


def test_tables_that_lay_out_the_page_have_lines() -> None:
    assert document(f"<table role=none>{RIVERS}</table>").text.splitlines()[:4] == ["River", "Length", "Mouth", "Rhine"]


def test_text_between_the_rows_has_a_line_of_its_own() -> None:
    table = f"<table>{RIVERS}</table>".replace("<tr><td>Elbe", "</tr>and more<tr><td>Elbe")
    assert document(table).text.splitlines()[2:] == ["and more", "Elbe\t1,094 km\tCuxhaven"]


def test_all_has_a_line_for_what_is_kept_of_a_row_and_one_for_the_rest() -> None:
    cleaned = document(f"<p>one<table>{RIVERS}</table><p>two", drop=lambda block, text: text in ("Length", "Elbe"))
    assert cleaned.to("txt", all=True).splitlines() == [
        "+ one",
        "+ River\t\tMouth",
        "- \tLength\t",
        "+ Rhine Rhein\t\tRotterdam",
        "- Elbe\t\t",
        "+ \t1,094 km\tCuxhaven",
        "+ two",
    ]


@given(soups)
def test_rows_have_the_words_of_their_segments(page: str) -> None:
    cleaned = document(page + f"<table>{RIVERS}</table>", drop=every_second)
    assert sorted(cleaned.text.split()) == sorted(word for text in kept(cleaned) for word in text.split())
