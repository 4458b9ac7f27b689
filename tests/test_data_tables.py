"""Data tables: which tables of a page have data, and which blocks are in their cells."""

from __future__ import annotations

import pytest

from ncleaner.read.data_tables import data_tables
from ncleaner.read.html.reader import read

RIVERS = "<tr><td>Rhine<td>1,233 km<td>Basel<tr><td>Elbe<td>1,094 km<td>Dresden<tr><td>Ems<td>371 km<td>Rheine"
LISTS = "<tr><td>Bread<td><ul><li>flour<li>water</ul><tr><td>Soup<td><ul><li>leeks<li>cream</ul>"
BULLETS = "<tr><td>•<td>Bring a warm coat<tr><td>•<td>Bring a torch<tr><td>•<td>Leave the dog at home"
PROSE = "The ferry left the quay in the dark, with forty people and a piano on board. "


def count(html: str) -> int:
    """Return the number of data tables of a page."""
    return len(data_tables(read(html.encode())))


@pytest.mark.parametrize(
    "table",
    [
        f"<table>{RIVERS}</table>",
        f"<table border=0><caption>Rivers</caption>{RIVERS}</table>",
        f"<table><thead><tr><td>Dish<td>What it takes</thead>{LISTS}</table>",
        f"<table><tr><th>Dish<th>What it takes{LISTS}</table>",
        f"<table border=1>{LISTS}</table>",
        f"<table summary='What dishes take'>{LISTS}</table>",
        f"<table class='wide wikitable'>{LISTS}</table>",
        f"<table rules=all>{LISTS}</table>",
        f"<table role=table>{LISTS}</table>",
        "<table><tr><td scope=row>Bread<td><p>flour<p>water<tr><td>Soup<td><p>leeks<p>cream</table>",
        "<table><tr><th>Run<th>Shown<tr><td><pre>echo 1</pre><td>1<tr><td><pre>pwd</pre><td>the folder</table>",
        "<table><tr><td>Path<td>On foot<td>By bike<tr><td>Quay<td>✓<td>✓<tr><td>Steps<td>✓<td>-</table>",
        f"<form><table>{RIVERS}</table></form>",
        "<table><tr><td><table><tr><td></table>Bread<td scope=row><p>oats<p>rye<tr><td>Soup<td>leeks</table>",
        f"<table><tr><td>{PROSE}<td><table>{RIVERS}</table></table>",
    ],
)
def test_a_table_with_data(table: str) -> None:
    assert count(f"<h1>Title</h1>{table}<p>{PROSE}") == 1


@pytest.mark.parametrize(
    "table",
    [
        f"<table role=presentation border=1>{RIVERS}</table>",
        f"<table role=none><caption>Rivers</caption>{RIVERS}</table>",
        f"<table>{LISTS}</table>",
        f"<table border=0 summary=''>{LISTS}</table>",
        f"<table>{BULLETS}</table>",
        f"<table><tr><th>Menu<tr><td>{PROSE}</table>",
        f"<table><tr><td>{PROSE}<td>{PROSE}</table>",
        f"<table><tr><td>Home<td>{PROSE * 20}<tr><td>News<td>{PROSE * 20}</table>",
        f"<table border=1><tr><td><h2>Home</h2><td><h1>Ferry</h1>{PROSE}<tr><td>News<td>{PROSE}</table>",
        f"<table border=1><tr><td>Home<td><nav>News</nav><tr><td>{PROSE}<td>{PROSE}</table>",
        f"<table border=1><tr><td>Home<td>News<tr><td>{PROSE}<td><table>{BULLETS}</table></table>",
        "<table border=1><tr><td>Name<td><button>Ask</button><tr><td>Age<td><button>Tell</button></table>",
        "<table>" + "<tr><td><a href=a>Home</a><td><a href=b>News</a>" * 4 + "</table>",
        "<table border=1>" + "".join(f"<tr><td>{n}<td><pre>line {n}</pre>" for n in range(1, 5)) + "</table>",
        "<table border=1><tr><td><pre>1\n2</pre><td><pre>a = 1\nb = 2</pre><tr><td>3<td><pre>c</pre></table>",
        f"<table hidden>{RIVERS}</table>",
        "<p>No table.",
        "",
    ],
)
def test_a_table_that_lays_out_the_page_or_none(table: str) -> None:
    assert count(f"<h1>Title</h1>{table}<p>{PROSE}") == 0


def test_blocks_know_their_table_and_cell() -> None:
    rows = "<tr><th>Name<th>Length<tr><td>Rhine<br>Rhein<td>1,233 km"
    blocks = read(f"<p>Before<table><caption>Rivers</caption>{rows}</table>{PROSE}".encode())
    tables = data_tables(blocks)
    (table,) = tables.elements
    assert blocks.tag(table) == "table"
    places = [(blocks.text(index), tables.table(index), tables.cell(index)) for index in range(len(blocks))]
    names = [(text, table, blocks.tag(cell) if cell >= 0 else "") for text, table, cell in places]
    assert names == [
        ("Before", -1, ""),
        ("Rivers", table, "caption"),
        ("Name", table, "th"),
        ("Length", table, "th"),
        ("Rhine", table, "td"),
        ("Rhein", table, "td"),
        ("1,233 km", table, "td"),
        (PROSE.strip(), -1, ""),
    ]
    assert tables.cell(4) == tables.cell(5) != tables.cell(6)
    assert list(tables.tables) == [place[1] for place in places]


def test_a_page_without_data_tables_has_no_arrays() -> None:
    tables = data_tables(read(f"<p>{PROSE}<table><tr><td>{PROSE}</table>".encode()))
    assert (tables.elements, len(tables.tables), len(tables.cells), tables.table(0), tables.cell(1)) == (
        [],
        0,
        0,
        -1,
        -1,
    )


def test_a_page_read_as_text_has_none() -> None:
    from ncleaner.read.text.reader import read as read_text

    assert not len(data_tables(read_text(b"a | b\nc | d\n")))


def test_nested_tables_are_judged_each_by_itself() -> None:
    table = f"<table>{RIVERS}</table>"
    blocks = read(f"<table border=1><tr><td>{PROSE}<td>{table}<tr><td>{PROSE}<td>{table}</table>".encode())
    tables = data_tables(blocks)
    assert len(tables) == 2
    assert [tables.table(index) >= 0 for index in range(len(blocks))] == [False, *[True] * 9, False, *[True] * 9]


def test_a_sparse_table_is_none() -> None:
    table = "<table><tr><th>a<th>b" + "<tr><td>c<td>d" * 2 + "<tr><td><td>" * 3000 + "</table>"
    assert count(table) == 0
    assert count(table.replace("<tr><td><td>", "<tr><td>e<td>f")) == 1
