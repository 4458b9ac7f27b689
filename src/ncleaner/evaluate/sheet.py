"""Tables for a terminal or a text file, with a line above and remarks below.

On a terminal (``show``) rich makes the best figure of each column bold; elsewhere the same tables are plain aligned
text (``lines``). Columns that do not fit next to each other go below, so that no figure is ever cut off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from textwrap import wrap
from typing import TYPE_CHECKING

from ncleaner.system.printable import printable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as RichTable

WIDTH = 100  # of plain text
GAP = 2  # columns of a terminal between columns of a table
ITEM = "- "  # what the entry of a list begins with
NAMED = 5  # pages that are named where there may be many


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


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that is printed: what it is about, tables, and what is to be said about them."""

    heading: str
    tables: list[Table]
    remarks: list[str]


def left_out(unpaired: Sequence[str]) -> str:
    """What to say about pages without gold texts and gold texts without pages."""
    files = "1 file has" if len(unpaired) == 1 else f"{len(unpaired)} files have"
    return printable(f"{files} no partner: {some(unpaired)}")


def some(names: Sequence[str]) -> str:
    """The first of many names."""
    more = len(names) - NAMED
    return ", ".join(names[:NAMED]) + (f" and {more} more" if more > 0 else "")


def lines(sheet: Sheet, width: int = WIDTH) -> Iterator[str]:
    """All of it as plain text."""
    yield from wrap(sheet.heading, width)
    for table in sheet.tables:
        for piece in table.narrowed(width):
            yield ""
            if piece.title:
                yield from wrap(piece.title, width)
            yield from _plain(piece)
    for remark in sheet.remarks:
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


def show(sheet: Sheet, console: Console) -> None:
    """Print all of it to a terminal, the best figures bold."""
    from rich.text import Text

    console.print(Text(sheet.heading, "bold"))
    for table in sheet.tables:
        for piece in table.narrowed(console.width):
            console.print()
            if piece.title:
                console.print(Text(piece.title, "cyan"))
            console.print(_rich(piece))
    for remark in sheet.remarks:
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
