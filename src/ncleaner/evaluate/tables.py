"""The summary of an evaluation as tables for a terminal or a text file.

Several engines get a table for each measure with a line for each engine; a single engine gets one table with a line
for each measure. Where the gold texts have no marks, the figures for marks mean nothing and are left out. On a terminal
(``show``) rich makes the best figure of each column bold; elsewhere the same tables are plain aligned text
(``lines``). Columns that do not fit next to each other go below, so that no figure is ever cut off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from textwrap import wrap
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as RichTable

WIDTH = 100  # of plain text
GAP = 2  # columns of a terminal between columns of a table
ITEM = "- "  # what the entry of a list begins with
NAMED = 5  # pages that are named where there may be many
LONGEST = 120  # characters of an error

Summary = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Column:
    """A heading of two lines, how to write a figure, and which figure is the best: ``max``, ``min`` or none."""

    group: str
    name: str
    format: str = ".2f"
    best: Callable[[list[float]], float] | None = max

    def text(self, value: float | None) -> str:
        """A figure as it is printed."""
        return "–" if value is None else format(value, self.format)

    def best_text(self, values: Sequence[float | None]) -> str | None:
        """The best of several figures, as it is printed; equals share the honour, but not if all are equal."""
        known = [value for value in values if value is not None]
        if self.best is None or len(set(map(self.text, known))) < 2:
            return None
        return self.text(self.best(known))


@dataclass(frozen=True, slots=True)
class Table:
    """Labels, and a column of figures for each of the headings."""

    title: str
    labels: list[str]
    columns: list[Column] = field(default_factory=list)
    figures: list[list[float | None]] = field(default_factory=list)

    def add(self, column: Column, figures: Sequence[float | None]) -> None:
        """Add a column."""
        self.columns.append(column)
        self.figures.append(list(figures))

    def cells(self, index: int) -> list[str]:
        """A column as it is printed: two lines of heading, then the figures."""
        column = self.columns[index]
        first = index == 0 or self.columns[index - 1].group != column.group
        return [column.group if first else "", column.name, *map(column.text, self.figures[index])]

    def width(self, index: int) -> int:
        """The width of a column."""
        return max(map(len, self.cells(index)))

    @property
    def label_width(self) -> int:
        """The width of the labels."""
        return max(map(len, self.labels))

    def narrowed(self, width: int) -> Iterator[Table]:
        """The table in pieces that are not wider than this, if it can be done."""
        room = width - self.label_width
        piece = Table(self.title, self.labels)
        for index, column in enumerate(self.columns):
            if GAP + self.width(index) > room and piece.columns:
                yield piece
                piece, room = Table("", self.labels), width - self.label_width
            piece.add(column, self.figures[index])
            room -= GAP + piece.width(len(piece.columns) - 1)
        yield piece


def tables(summary: Summary) -> Iterator[Table]:
    """All tables of a summary."""
    engines: dict[str, Summary] = summary["engines"]
    if len(engines) == 1:
        yield from _tables_of_one(next(iter(engines.values())), summary["marked"])
    else:
        yield from _tables_of_many(engines, summary["marked"])
    yield _costs(engines)


def _tables_of_one(engine: Summary, marks: bool) -> Iterator[Table]:
    measures = {"words": engine["words"]}
    if marks:
        measures |= {
            "words+marks": engine["words+marks"],
            "marks": engine["marks"],
            "marks, unlabelled": engine["marks"]["unlabelled"],
        }
    measures |= {"bag": engine["bag"], "shingles": engine["shingles"]}
    table = Table("", list(measures))
    _add_averages(table, list(measures.values()))
    yield _unrivalled(table)
    parts = _edit_parts(marks)
    table = Table("Edit distance: the share of words that need no editing", [f"edit, {part}" for part in parts])
    for name in ("average", "min", "max"):
        table.add(Column("", name), [engine["edit"][part][name] for part in parts])
    yield _unrivalled(table)
    if engine["types"]:
        table = Table("Page types", list(engine["types"]))
        types = list(engine["types"].values())
        table.add(Column("", "pages", "d"), [type["pages"] for type in types])
        _add_figures(table, "words", "micro", [type["words"] for type in types])
        table.add(Column("macro", "F"), [type["words"]["macro"]["f"] for type in types])
        table.add(Column("bag", "F"), [type["bag"]["macro"]["f"] for type in types])
        yield _unrivalled(table)


def _unrivalled(table: Table) -> Table:
    """The same without a best figure: its lines do not compete."""
    table.columns[:] = [Column(column.group, column.name, column.format, None) for column in table.columns]
    return table


def _tables_of_many(engines: dict[str, Summary], marks: bool) -> Iterator[Table]:
    names, found = list(engines), list(engines.values())
    table = Table("Words", names)
    _add_averages(table, [engine["words"] for engine in found])
    yield table
    if marks:
        table = Table("Words and marks, and marks alone (micro)", names)
        _add_figures(table, "words+marks", "micro", [engine["words+marks"] for engine in found])
        _add_figures(table, "marks", "micro", [engine["marks"] for engine in found])
        table.add(Column("unlabelled", "F"), [engine["marks"]["unlabelled"]["micro"]["f"] for engine in found])
        yield table
    table = Table("Edit distance: the share of words that need no editing", names)
    for part in _edit_parts(marks):
        for name in ("average", "min", "max"):
            table.add(Column(part, name), [engine["edit"][part][name] for engine in found])
    yield table
    table = Table("Bags of words, and shingles of four (means of the pages)", names)
    for measure in ("bag", "shingles"):
        _add_figures(table, measure, "macro", [engine[measure] for engine in found])
    yield table
    for measure, title in (("words", "Words by page type (macro F)"), ("bag", "Bags of words by page type (mean F)")):
        if found[0]["types"]:
            table = Table(title, names)
            for type, first in found[0]["types"].items():
                values = [engine["types"][type][measure]["macro"]["f"] for engine in found]
                table.add(Column(type, f"{first['pages']} pages"), values)
            yield table


def _costs(engines: dict[str, Summary]) -> Table:
    found = list(engines.values())
    table = Table("Costs", list(engines))
    table.add(Column("CPU", "ms/page", ".2f", min), [engine["cpu_ms_per_page"] for engine in found])
    table.add(Column("", "MB/s", ".1f"), [engine["mb_per_s"] for engine in found])
    if any(engine["memory_mb"] is not None for engine in found):
        table.add(Column("memory", "MB", ".0f", min), [engine["memory_mb"] for engine in found])
    table.add(Column("", "failures", "d", min), [len(engine["failures"]) for engine in found])
    return table


def _edit_parts(marks: bool) -> tuple[str, ...]:
    return ("text", "marks", "both") if marks else ("text",)


def _add_averages(table: Table, measures: Sequence[Summary]) -> None:
    _add_figures(table, "micro", "micro", measures)
    table.add(Column("micro", "± 95 %", ".1f", None), [_margin(measure["micro"]) for measure in measures])
    _add_figures(table, "macro", "macro", measures)
    table.add(Column("macro", "± sd", ".1f", None), [measure["macro"]["f_sd"] for measure in measures])


def _margin(figures: Summary) -> float | None:
    """Half of the interval of F, where one is known."""
    low, high = figures.get("f_low"), figures.get("f_high")
    return None if low is None or high is None else (high - low) / 2


def _add_figures(table: Table, group: str, average: str, measures: Sequence[Summary]) -> None:
    for key, name in (("precision", "precision"), ("recall", "recall"), ("f", "F")):
        table.add(Column(group, name), [measure[average][key] for measure in measures])


def heading(summary: Summary) -> str:
    """What was evaluated, in a line."""
    engines, pages = list(summary["engines"]), summary["pages"]
    names = f"engine {engines[0]}" if len(engines) == 1 else f"{len(engines)} engines"
    folds = f", cross-validated in {summary['cross_validated']} folds" if summary["cross_validated"] else ""
    return printable(f"{summary['set']}: {pages} {'page' if pages == 1 else 'pages'}, {names}{folds}")


def remarks(summary: Summary) -> Iterator[str]:
    """What is said below the tables: how sure the differences are, and what went wrong."""
    if summary["comparisons"]:
        yield "By the F of words on each page (paired t-test):"
    for comparison in summary["comparisons"]:
        yield f"{ITEM}{printable(comparison['sentence'])}"
    for name, engine in summary["engines"].items():
        failures = engine["failures"]
        if failures:
            shown = [f"{failure['page']} ({failure['error'].splitlines()[0][:LONGEST]})" for failure in failures]
            count = "1 page" if len(failures) == 1 else f"{len(failures)} pages"
            yield printable(f"{name} failed on {count}: {_some(shown)}")
    if summary["unpaired"]:
        yield left_out(summary["unpaired"])
    if summary["empty"]:
        texts = "1 gold text has" if len(summary["empty"]) == 1 else f"{len(summary['empty'])} gold texts have"
        yield printable(f"{texts} no words, so that only an empty output is right: {_some(summary['empty'])}")


def left_out(unpaired: Sequence[str]) -> str:
    """What to say about pages without gold texts and gold texts without pages."""
    files = "1 file has" if len(unpaired) == 1 else f"{len(unpaired)} files have"
    return printable(f"{files} no partner: {_some(unpaired)}")


def _some(names: Sequence[str]) -> str:
    more = len(names) - NAMED
    return ", ".join(names[:NAMED]) + (f" and {more} more" if more > 0 else "")


def printable(text: str) -> str:
    """A text that does nothing to a terminal but appear on it."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)


def lines(summary: Summary, width: int = WIDTH) -> Iterator[str]:
    """All of it as plain text."""
    yield from wrap(heading(summary), width)
    for table in tables(summary):
        for piece in table.narrowed(width):
            yield ""
            if piece.title:
                yield from wrap(piece.title, width)
            yield from _plain(piece)
    for remark in remarks(summary):
        if not remark.startswith(ITEM):
            yield ""
        indent = " " * len(ITEM)
        yield from wrap(remark, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _plain(table: Table) -> Iterator[str]:
    columns = [[cell.rjust(table.width(index)) for cell in table.cells(index)] for index in range(len(table.columns))]
    labels = ["", "", *table.labels]
    for label, *cells in zip(labels, *columns, strict=True):
        line = (" " * GAP).join([label.ljust(table.label_width), *cells]).rstrip()
        if line:
            yield line


def show(summary: Summary, console: Console) -> None:
    """Print all of it to a terminal, the best figures bold."""
    from rich.text import Text

    console.print(Text(heading(summary), "bold"))
    for table in tables(summary):
        for piece in table.narrowed(console.width):
            console.print()
            if piece.title:
                console.print(Text(piece.title, "cyan"))
            console.print(_rich(piece))
    for remark in remarks(summary):
        if not remark.startswith(ITEM):
            console.print()
        console.print(Text(remark))


def _rich(table: Table) -> RichTable:
    from rich.table import Table as RichTable
    from rich.text import Text

    grid = RichTable.grid(padding=(0, GAP, 0, 0))
    grid.add_column(no_wrap=True)
    for _ in table.columns:
        grid.add_column(justify="right", no_wrap=True)
    columns = []
    for index, column in enumerate(table.columns):
        best = column.best_text(table.figures[index])
        group, name, *figures = table.cells(index)
        cells = [Text(group, "dim"), Text(name, "dim")]
        columns.append(cells + [Text(figure, "bold" if figure == best else "") for figure in figures])
    labels = [Text(""), Text(""), *map(Text, table.labels)]
    for row in zip(labels, *columns, strict=True):
        if any(cell.plain for cell in row):
            grid.add_row(*row)
    return grid
