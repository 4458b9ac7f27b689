"""``ncleaner evaluate SET --structure``: what Markdown loses of the structures of pages."""

from __future__ import annotations

import csv
import io
import json
import os
from pathlib import Path

import pytest
from render_documents import document

from ncleaner.cli import main
from ncleaner.evaluate.structure.evaluation import page_losses
from ncleaner.evaluate.structure.losses import PageLosses, losses
from ncleaner.evaluate.structure.markdown import read_markdown
from ncleaner.evaluate.structure.source import read_source

pytestmark = pytest.mark.once

Captured = pytest.CaptureFixture[str]

TABLE = "<table><tr><th>Boat</th><th>Crew</th></tr><tr><td>“Ragna” – a</td><td>four *hands*</td></tr></table>"
LIST = "<ul><li>rope</li><li>lamp oil<ol><li>in a can</li></ol></li></ul>"
CODE = "<pre>def sail():\n\n    return 'far away'</pre>"
FORMULA = (
    '<p>so <span class="katex"><span class="katex-mathml"><math><semantics><mi>a</mi><annotation'
    ' encoding="application/x-tex">a^2 + b^2 = c^2</annotation></semantics></math></span></span> holds'
)


def compare(page: str, markdown: str) -> PageLosses:
    return losses(read_source(page), read_markdown(markdown))


def counts(page: str, markdown: str, kind: str) -> tuple[int, ...]:
    """Return all structures and the whole ones; all pieces, and those that are whole, loose and absent."""
    found = getattr(compare(page, markdown), kind)
    return found.structures, found.whole_structures, found.pieces, found.whole, found.loose, found.absent


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ('| Boat | Crew |\n| --- | --- |\n| "Ragna" -  a | four \\*hands\\* |', (1, 1, 4, 4, 0, 0)),
        ("| Boat | Crew |\n| --- | --- |\n| “Ragna” – a |", (1, 0, 4, 3, 0, 1)),
        ("| Boat | Crew |\n| --- | --- |\n| “Ragna” – a |\n\nfour \\*hands\\* of ours", (1, 0, 4, 3, 1, 0)),
        ("Boat\n\nCrew\n\n“Ragna” – a\n\nfour \\*hands\\*", (1, 0, 4, 0, 4, 0)),
        ("<table>\n<tr><td>Boat<td>Crew</tr>\n<tr><td>“Ragna” – a<td>four *hands*</tr>\n</table>", (1, 1, 4, 4, 0, 0)),
    ],
    ids=["whole", "a lost cell", "a cell beside the table", "no table", "as HTML"],
)
def test_cells(markdown: str, expected: tuple[int, ...]) -> None:
    assert counts(TABLE, markdown, "tables") == expected


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("- rope\n- lamp oil\n  1. in a can", (2, 2, 3, 3, 0, 0)),
        ("- rope\n- lamp oil", (2, 1, 3, 2, 0, 1)),
        ("- rope\n\nlamp oil\n\n1. in a can", (2, 1, 3, 2, 1, 0)),
        ("rope, lamp oil, in a can", (2, 0, 3, 0, 3, 0)),
    ],
    ids=["whole", "a lost item", "an item beside the list", "no list"],
)
def test_items(markdown: str, expected: tuple[int, ...]) -> None:
    assert counts(LIST, markdown, "lists") == expected


def test_signs_of_notes_are_no_text_but_code_is() -> None:
    page = '<ul><li>tar<sup><a href="#n1">[1]</a></sup> and <code>[^a]</code></li></ul>'
    for sign in ("[^1]", "[1](#n1)", "<sup>[\\[1\\]](#n1)</sup>"):
        assert counts(page, f"- tar{sign} and `[^a]`", "lists") == (1, 1, 1, 1, 0, 0)
    assert counts(page, "- tar and", "lists") == (1, 0, 1, 0, 0, 1)


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("```\ndef sail():\n\n    return 'far away'\n```", (1, 1, 2, 2, 0, 0)),
        ("```\ndef sail():\n```", (1, 0, 2, 1, 0, 1)),
        ("```\ndef sail():\n\nreturn 'far away'\n```", (1, 0, 2, 1, 1, 0)),
        ("```\ndef sail():\n```\n\n```\n    return 'far away'\n```", (1, 0, 2, 1, 1, 0)),
    ],
    ids=["whole", "a lost line", "a lost indent", "two blocks"],
)
def test_lines_of_code(markdown: str, expected: tuple[int, ...]) -> None:
    assert counts(CODE, markdown, "code") == expected


@pytest.mark.parametrize(
    ("markdown", "fate"),
    [
        ("so $a^2 + b^2 = c^2$ holds", "once"),
        ("so holds", "never"),
        ("so $a^2 + b^2 = c^2$ $a^2 + b^2 = c^2$ holds", "repeated"),
        ("so a^2 + b^2 = c^2 $a^2 + b^2 = c^2$ holds", "repeated"),
        ("so a^2 + b^2 = c^2 holds", "loose"),
    ],
)
def test_formulas(markdown: str, fate: str) -> None:
    found = compare(FORMULA, markdown).formulas
    assert found.formulas == 1
    assert getattr(found, fate) == 1


def test_a_formula_that_was_converted_is_the_same() -> None:
    page = "<p><math><mfrac><mi>a</mi><mi>b</mi></mfrac></math>"
    assert compare(page, "$\\frac{a}{b}$").formulas.once == 1
    assert compare(page, "$\\frac{a}{c}$").formulas.never == 1


def test_headings_that_are_none_in_the_page() -> None:
    found = compare("<h2>The <em>sea</em></h2><p><b>No heading</b>", "## The *sea*\n\n## No heading").headings
    assert (found.headings, found.unmarked) == (2, 1)


@pytest.mark.parametrize(
    "page",
    [
        f'<div style="display: none">{TABLE}</div>',
        f"<div hidden>{TABLE}</div>",
        f"<template>{TABLE}</template>",
        TABLE.replace("<table>", "<table role=presentation>"),
        "<table><tr><td>one row<td>of two</table>",
        "<table><tr><td>one<tr><td>column</table>",
        f"<table><tr><td>Menu<td>{'A long text. ' * 20}<tr><td>Foot<td>Imprint</table>",
        "<table><tr><td>a<td><table><tr><td>b</table><tr><td>c<td>d</table>",
        '<table><tr><td class="gutter">1<td class="code">x<tr><td class="gutter">2<td class="code">y</table>',
    ],
)
def test_hidden_tables_and_layout_tables_do_not_count(page: str) -> None:
    assert read_source(page).tables == []


@pytest.mark.parametrize("attributes", ["border=1", 'class="x wikitable"'])
def test_tables_that_say_so_are_data(attributes: str) -> None:
    long = "A long text. " * 20
    page = f"<table><tr><td>Menu<td>{long}<tr><td>Foot<td>Imprint</table>"
    assert read_source(page).tables == []
    assert len(read_source(page.replace("<table>", f"<table {attributes}>")).tables) == 1


class TestDecisions:
    """What the engine drops is no loss of the Markdown."""

    def test_dropped_pieces_are_counted_apart(self) -> None:
        cleaned = document(f"<p>Text.</p>{LIST}{CODE}", drop=lambda block, text: text == "rope")
        found = page_losses(cleaned).lists
        assert (found.structures, found.whole_structures, found.pieces, found.dropped) == (2, 1, 3, 1)
        assert (found.whole, found.loose, found.absent) == (2, 0, 0)

    def test_dropped_structures_do_not_count(self) -> None:
        cleaned = document(f"<p>rope</p>{LIST}", drop=lambda block, text: block.element > 0 and text != "rope" * 2)
        found = page_losses(cleaned)
        assert (found.lists.structures, found.lists.pieces) == (0, 0)

    def test_a_dropped_part_of_an_item_is_not_missed(self) -> None:
        page = "<ul><li><p>kept</p><p>dropped</p></li><li>kept, too</li></ul>"
        found = page_losses(document(page, drop=lambda block, text: text == "dropped")).lists
        assert (found.pieces, found.whole) == (2, 2)

    def test_a_formula_in_a_dropped_part_does_not_count(self) -> None:
        page = "<p>kept</p><div><p>dropped \\(x + y\\)</p><p>dropped</p></div>"
        cleaned = document(page, drop=lambda block, text: text.startswith("dropped"))
        assert page_losses(cleaned).formulas.formulas == 0


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    """Return a set of two pages with page types."""
    folder = tmp_path / "harbour"
    pages = {"1": f"<h1>Boats</h1>{TABLE}<p>Text.", "2": f"<p>Text.{LIST}{CODE}"}
    for name in ("html", "gold"):
        (folder / name).mkdir(parents=True)
    for id, page in pages.items():
        (folder / "html" / f"{id}.html").write_text(page, encoding="utf-8")
        (folder / "gold" / f"{id}.txt").write_text("text\n", encoding="utf-8")
    (folder / "page_types.tsv").write_text("1\tarticle\n2\tforum\n")
    return folder


def evaluate(*arguments: str | os.PathLike[str]) -> int:
    return main(["evaluate", *(os.fspath(argument) for argument in arguments), "--structure"])


def test_the_tables(harbour: Path, capsys: Captured) -> None:
    assert evaluate(harbour, "--engine", "dump") == 0
    out, err = capsys.readouterr()
    assert out.startswith("harbour: structures of 2 pages in the Markdown of dump\n")
    rows = {line.split("  ")[0]: line.split()[-7:] for line in out.splitlines()}
    assert rows["tables: cells"] == ["1", "1", "4", "4", "0", "0", "0"]
    assert rows["lists: items"] == ["2", "2", "3", "3", "0", "0", "0"]
    assert err == ""


def test_json(harbour: Path, capsys: Captured) -> None:
    assert evaluate(harbour, "--engine", "dump", "--json") == 0
    summary = json.loads(capsys.readouterr().out)
    assert (summary["set"], summary["engine"], summary["pages"]) == ("harbour", "dump", 2)
    assert summary["tables"]["pieces"] == summary["types"]["article"]["tables"]["whole"] == 4
    assert summary["types"]["forum"]["headings"]["headings"] == 0
    assert all(example.keys() == {"page", "kind", "fate", "text"} for example in summary["examples"])


def test_csv(harbour: Path, tmp_path: Path, capsys: Captured) -> None:
    assert evaluate(harbour, "--engine", "dump", "--csv") == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [(row["page"], row["type"], row["lists_pieces"]) for row in rows] == [
        ("1", "article", "0"),
        ("2", "forum", "3"),
    ]
    assert evaluate(harbour, "--engine", "dump", "--csv", tmp_path / "pages.csv") == 0
    assert (tmp_path / "pages.csv").read_text().startswith("page,type,tables_structures,")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--metadata"], "leave out --metadata"),
        (["--html", "x.html"], "leave out --html"),
        (["--workers", "2"], "leave out --workers"),
        (["--engine", "dump", "--engine", "forest"], "give --engine once"),
        (["--engine", "peer:trafilatura"], "our own engines"),
        (["--json", "--csv"], "--csv FILE"),
    ],
)
def test_wrong_arguments(harbour: Path, capsys: Captured, arguments: list[str], message: str) -> None:
    assert evaluate(harbour, *arguments) == 2
    assert message in capsys.readouterr().err


def test_a_set_must_be_named(capsys: Captured) -> None:
    assert evaluate() == 2
    assert "name a SET" in capsys.readouterr().err
