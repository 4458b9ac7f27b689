"""Printed tables, with a heading above and remarks below.

On a terminal (``show``) rich prints the best figure of each column in bold; elsewhere the same tables are plain aligned
text (``lines``). A table that is too wide is split into tables below each other, so that no figure is cut off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from textwrap import wrap
from typing import TYPE_CHECKING

from ncleaner.system.printable import printable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as RichTable

WIDTH = 100  # of plain text
GAP = 2  # spaces between columns
ITEM = "- "  # beginning of a list item
NAMED = 5  # names to list before "and N more"


@dataclass(frozen=True, slots=True)
class Column:
    """A column: two lines of heading, the format of its figures, and a function that selects the best one, if any."""

    group: str
    name: str
    format: str = ".2f"
    best: Callable[[list[float]], float] | None = max

    def text(self, value: float | None) -> str:
        """Format a figure."""
        return "–" if value is None else format(value, self.format)

    def best_text(self, values: Sequence[float | None]) -> str | None:
        """Return the best figure, formatted, or None if all figures look the same."""
        measured = [value for value in values if value is not None]
        if self.best is None or len(set(map(self.text, measured))) < 2:
            return None
        return self.text(self.best(measured))


@dataclass(frozen=True, slots=True)
class Table:
    """A table: the labels of its rows, its columns, and the figures of each column."""

    title: str
    labels: list[str]
    columns: list[Column] = field(default_factory=list)
    figures: list[list[float | None]] = field(default_factory=list)

    def add(self, column: Column, figures: Sequence[float | None]) -> None:
        """Add a column."""
        self.columns.append(column)
        self.figures.append(list(figures))

    def cells(self, index: int) -> list[str]:
        """Return the cells of a column: two lines of heading, then the figures."""
        column = self.columns[index]
        first = index == 0 or self.columns[index - 1].group != column.group
        return [column.group if first else "", column.name, *map(column.text, self.figures[index])]

    def width(self, index: int) -> int:
        """Return the width of a column."""
        return max(map(len, self.cells(index)))

    @property
    def label_width(self) -> int:
        """The width of the labels."""
        return max(map(len, self.labels))

    def narrowed(self, width: int) -> Iterator[Table]:
        """Split the table into tables that fit the width, if possible."""
        room = width - self.label_width
        part = Table(self.title, self.labels)
        for index, column in enumerate(self.columns):
            if GAP + self.width(index) > room and part.columns:
                yield part
                part, room = Table("", self.labels), width - self.label_width
            part.add(column, self.figures[index])
            room -= GAP + part.width(len(part.columns) - 1)
        yield part


@dataclass(frozen=True, slots=True)
class Printout:
    """A heading, tables, and remarks about them; `lines` and `show` print them without control characters."""

    heading: str
    tables: list[Table]
    remarks: list[str]

    @property
    def printable(self) -> Printout:
        """The same without control characters, which names of files may have."""
        tables = [
            Table(
                printable(table.title),
                [printable(label) for label in table.labels],
                [replace(each, group=printable(each.group), name=printable(each.name)) for each in table.columns],
                table.figures,
            )
            for table in self.tables
        ]
        return Printout(printable(self.heading), tables, [printable(remark) for remark in self.remarks])


def unpaired_note(unpaired: Sequence[str]) -> str:
    """Return a remark that names the files without a partner."""
    files = "1 file has" if len(unpaired) == 1 else f"{len(unpaired)} files have"
    return f"{files} no partner: {first_names(unpaired)}"


def first_names(names: Sequence[str]) -> str:
    """List the first names, and the number of the others."""
    more = len(names) - NAMED
    return ", ".join(names[:NAMED]) + (f" and {more} more" if more > 0 else "")


def lines(printout: Printout, width: int = WIDTH) -> Iterator[str]:
    """Yield the lines of a printout as plain text."""
    printout = printout.printable
    yield from wrap(printout.heading, width)
    for table in printout.tables:
        for part in table.narrowed(width):
            yield ""
            if part.title:
                yield from wrap(part.title, width)
            yield from _plain(part)
    for remark in printout.remarks:
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


def show(printout: Printout, console: Console) -> None:
    """Print to a terminal, with the best figures in bold."""
    from rich.text import Text

    printout = printout.printable
    console.print(Text(printout.heading, "bold"))
    for table in printout.tables:
        for part in table.narrowed(console.width):
            console.print()
            if part.title:
                console.print(Text(part.title, "cyan"))
            console.print(_rich(part))
    for remark in printout.remarks:
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
