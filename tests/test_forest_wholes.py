"""Wholes: tables, code and lists that are kept or dropped as one."""

from __future__ import annotations

from array import array

import pytest
from forest_examples import ARTICLE, PROSE, model

from ncleaner import Cleaner
from ncleaner.engines.forest.engine import Forest
from ncleaner.engines.forest.trees import UNITS
from ncleaner.engines.forest.wholes import CELL, ITEM, LINE, Wholes
from ncleaner.page.blocks import HIDDEN
from ncleaner.read.html.reader import read

TABLE = "<table><tr><th>Rivers +5<th>Length -1<tr><td>Rhine +1<td>km -1<tr><td>Elbe +1<td>km -9</table>"
CODE = "<pre>one +3\n\ntwo -1\n\nthree -1</pre>"
LIST = "<ul><li>two ferries +2<li>three ferries +2<li>four ferries +2<li>five -1</ul>"
LINKS = "<ul><li>two ferries +2<li>three ferries +2<li><a href=a>four ferries here</a> +2<li><a href=b>five</a> -1</ul>"


def settled(html: str, *, threshold: float = 0.0, is_article: bool = False) -> tuple[list[str], dict[str, int]]:
    """Return the texts that are kept, and those whose decision was changed with what they are.

    The last word of a block is its score in bits.
    """
    blocks = read(html.encode())
    rows = [index for index, block in enumerate(blocks.items) if not block.state & HIDDEN]
    texts = [blocks.text(index).rpartition(" ") for index in range(len(blocks))]
    bits = [float(texts[index][2]) for index in rows]
    keep = bytearray(len(blocks))
    for index, score in zip(rows, bits, strict=True):
        keep[index] = score >= threshold and not blocks.items[index].rule
    wholes = Wholes(blocks, array("i", rows), [blocks.items[index] for index in rows])
    sums = array("i", [round(score * UNITS) for score in bits])
    wholes.settle(sums, round(threshold * UNITS), keep, is_article)
    turned = {texts[index][0]: part for index, part in wholes.turned.items()}
    return [text for (text, _, _), kept in zip(texts, keep, strict=True) if kept], turned


def test_the_cells_of_a_table_are_kept_together() -> None:
    kept, turned = settled(TABLE)
    assert kept == ["Rivers", "Length", "Rhine", "km", "Elbe", "km"]
    assert turned == {"Length": CELL, "km": CELL}


def test_or_dropped_together() -> None:
    assert settled(TABLE.replace("+5", "-9") + "<p>text +1") == (["text"], {"Rhine": CELL, "Elbe": CELL})


def test_a_table_of_which_some_is_kept_may_be_somewhat_below_the_threshold() -> None:
    table = "<table><tr><th>River 1<th>Length -{0}<tr><td>Rhine -{0}<td>km -{0}</table><p>text +1"
    assert len(settled(table.format("2.9"))[0]) == 5
    assert settled(table.format("3.1"))[0] == ["text"]
    assert len(settled(table.replace("1<", "-1<").format("4.9"), threshold=-2.0)[0]) == 5


def test_but_not_one_of_which_nothing_is_kept() -> None:
    table = "<table><tr><th>a river {}<th>of that length -1<tr><td>Rhine and Elbe -1<td>km -1</table><p>text +1"
    assert len(settled(table.format("0"))[0]) == 5
    assert settled(table.format("-1"))[0] == ["text"]


def test_nor_one_with_many_links() -> None:
    table = "<table><tr><th>River 1<th>Length -2<tr><td><a href=a>{}</a> -1<td>km -1</table><p>text +1"
    assert len(settled(table.format("Rhine"))[0]) == 5
    assert settled(table.format("Rhine"), is_article=True)[0] == ["text"]
    assert settled(table.format("InternationaleRheinschifffahrtsverwaltung"))[0] == ["text"]
    assert len(settled(table.format("Rhine").replace("-1", "0.5"), is_article=True)[0]) == 5


def test_long_cells_count_for_more() -> None:
    table = f"<table><tr><th>a<th>b -1<tr><td>{PROSE} +3<td>d -9<tr><td>e -9<td>f -9</table>".replace("a<", "a -1<")
    assert len(settled(table)[0]) == 6
    assert len(settled(table.replace(PROSE, "c"))[0]) == 0


def test_a_layout_table_is_no_whole() -> None:
    assert settled(TABLE.replace("<table", "<table role=none"))[0] == ["Rivers", "Rhine", "Elbe"]


def test_the_lines_of_code_share_their_fate() -> None:
    assert settled(CODE) == (["one", "two", "three"], {"two": LINE, "three": LINE})
    assert settled(CODE.replace("-1", "-2") + "<p>text +1") == (["text"], {"one": LINE})


def test_code_in_a_cell_belongs_to_its_table() -> None:
    table = f"<table><tr><th>Run +1<th>What it does -1<tr><td>{CODE}<td>counts +1</table>".replace("-1", "-4")
    assert len(settled(table.replace("+1", "+4"))[0]) == 6


def test_the_items_of_a_list_follow_those_that_are_kept() -> None:
    assert settled(LIST) == (["two ferries", "three ferries", "four ferries", "five"], {"five": ITEM})


def test_but_not_if_the_trees_are_certain() -> None:
    assert len(settled(LIST.replace("-1", "-3.9"))[0]) == 4
    assert len(settled(LIST.replace("-1", "-4.1"))[0]) == 3


def test_nor_if_too_little_of_the_list_is_kept() -> None:
    less = "<ul><li>two ferries +2" + "<li>three ferries and more -1" * 2 + "</ul>"
    assert len(settled(less)[0]) == 3
    assert settled(less, is_article=True)[0] == ["two ferries"]
    assert settled(less.replace("-1", "-1<li>and so on -1") * 2)[0] == ["two ferries"] * 2
    assert settled(LIST.replace("+2", "-1"))[0] == []


def test_a_list_far_below_the_threshold_loses_its_last_items() -> None:
    html = "<ul><li>one ferry +1" + "<li>three ferries -9" * 2 + "</ul><p>text +1"
    assert settled(html) == (["text"], {"one ferry": ITEM})


def test_lists_with_links_stay_as_they_are_on_articles() -> None:
    assert len(settled(LINKS)[0]) == 4
    assert len(settled(LINKS, is_article=True)[0]) == 3
    assert len(settled(LINKS.replace("two ferries", "<a href=c>two ferries and a boat</a>"))[0]) == 3


@pytest.mark.parametrize(
    "html",
    [
        "<ul>" + "<li><p>ferries +2<p>and a boat +2<p>five -1" * 3 + "</ul>",
        LIST.replace("ul>", "dl>").replace("<li>", "<dd>"),
        "<ul><li>ferries +2<p>five -1</ul>",
        LIST.replace("<ul>", "<div>").replace("</ul>", "</div>").replace("<li>", "<p>"),
    ],
)
def test_what_is_no_list_of_simple_items_stays_as_it_is(html: str) -> None:
    assert not settled(html)[1]


def test_a_list_in_a_list_has_a_fate_of_its_own() -> None:
    html = LIST.replace("five -1", "five -1<ul><li>six -1<li>seven -1</ul>")
    assert settled(html)[1] == {"five": ITEM}


@pytest.mark.parametrize(("cell", "kept"), [("---", 1), ("<select><option>choose</select>", 0)])
def test_of_what_rules_decide_on_only_punctuation_follows(cell: str, kept: int) -> None:
    blocks = read(f"<table><tr><th>River<th>Length<tr><td>Rhine<td>{cell}</table>".encode())
    assert blocks.items[3].rule
    for score, expected in ((UNITS, [1, 1, 1, kept]), (-3 * UNITS, [0, 0, 0, 0])):
        keep = bytearray([1, 1, 1, 0])
        Wholes(blocks, array("i", range(4)), blocks.items).settle(array("i", [score] * 4), 0, keep)
        assert list(keep) == expected


def test_nothing_changes_on_a_page_of_which_nothing_is_kept() -> None:
    assert settled(TABLE.replace("+", "-").replace("-9", "-1").replace("-5", "-1")) == ([], {})


def test_arguments_of_other_sizes_are_refused() -> None:
    blocks = read(b"<ul><li>one<li>two</ul>")
    for rows, sums, keep in (([0, 1], [1], b"\1\1"), ([0, 1], [1, 1], b"\1")):
        with pytest.raises(IndexError):
            Wholes(blocks, array("i", rows), blocks.items).settle(array("i", sums), 0, bytearray(keep))
    for rows in ([0], [0, 2], [0, -1]):
        with pytest.raises(IndexError):
            Wholes(blocks, array("i", rows), blocks.items).settle(array("i", [1, 1]), 0, bytearray(b"\1\1"))


def test_reasons_say_which_whole_a_block_is_part_of() -> None:
    page = f"{ARTICLE}<table><tr><th>Share<th>Print<tr><td>{PROSE}<td>3</table>"
    document = Cleaner(engine=Forest(model())).clean(page.encode())
    assert all(document.decisions)
    reasons = {segment.text: segment.reason for segment in document.segments}
    assert reasons["Print"] == "a cell of a table that is kept; by itself boilerplate with a probability of 67 %"
    assert not reasons[PROSE].startswith("a cell")
    assert document.decisions.grounds.evidence(len(document.blocks) - 1)
