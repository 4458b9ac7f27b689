"""The rows and cells of a data table, read from the containers, so that empty cells are there too.

Every container is visited a bounded number of times, and ``colspan`` and ``rowspan`` are honoured up to a limit.
"""

from __future__ import annotations

from typing import NamedTuple

from ncleaner.page.node import Node
from ncleaner.read.html.start_tag import attributes_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ncleaner.page.blocks import Blocks

MOST_COLUMNS_SPANNED = 64
MOST_ROWS_SPANNED = 1000
_LARGE = 4000  # cells
_MOST_SPANNED = 64  # columns that cells above span to, for each cell of a table

_CELLS = ("td", "th")


class Grid(NamedTuple):
    """The nodes of a table: the table itself, and its caption and cells by their containers."""

    table: Node
    cells: dict[int, Node]


def grid_of(blocks: Blocks, table: int) -> Grid:
    """Return the nodes of a table with all of its rows and cells, still empty."""
    node = Node("table")
    parts: dict[str, list[Node | str]] = {"thead": [], "tbody": [], "tfoot": []}
    cells: dict[int, Node] = {}
    row: Node | None = None
    for element in _parts(blocks, table):
        tag = blocks.tag(element)
        if tag == "tr":
            row = Node("tr")
            group = blocks.tag(blocks.elements.parent(element))
            parts.get(group, parts["tbody"]).append(row)
        elif tag == "caption":
            cells[element] = Node("caption")
            node.children.append(cells[element])
        elif row is not None:
            cells[element] = Node(tag, _spans(blocks, element))
            row.children.append(cells[element])
    node.children += [*parts["thead"], *parts["tbody"], *parts["tfoot"]]
    return Grid(node, cells)


def without_empty(table: Node) -> None:
    """Remove the rows and the caption of a table that have no text; an empty first row stays, as the head."""
    rows = table.find_all("tr")
    first = rows[0] if any(row.text.strip() for row in rows) else None
    table.children = [part for part in table.nodes if part is first or part.text.strip()]


def columns(table: Node) -> list[list[Node | None]]:
    """Return the cells of each row by columns: ``None`` where a row has no cell, or where another cell spans to.

    Columns without text are left out. A large table of which most would be empty or spanned has no columns.
    """
    rows: list[dict[int, Node]] = []
    room = _MOST_SPANNED * _LARGE
    spans: dict[int, int] = {}  # column -> number of rows, from this one on, that a cell occupies
    for part in table.nodes:
        if part.tag != "tr":
            continue
        row: dict[int, Node] = {}
        column = 0
        for cell in part.nodes:
            while column in spans:
                column += 1
            row[column] = cell
            width = int(cell.attributes.get("colspan", "1"))
            spans.update(dict.fromkeys(range(column, column + width), int(cell.attributes.get("rowspan", "1"))))
            column += width
        rows.append(row)
        room += _MOST_SPANNED * len(row) - len(spans)
        if room < 0:
            return []
        spans = {occupied: height - 1 for occupied, height in spans.items() if height > 1}
    full = sorted({column for row in rows for column, cell in row.items() if cell.text.strip()})
    if len(rows) * len(full) > _LARGE + 4 * sum(map(len, rows)):
        return []
    return [[row.get(column) for column in full] for row in rows]


def _parts(blocks: Blocks, table: int) -> Iterator[int]:
    """Yield the caption, the rows and the cells of a table, but not those of nested tables."""
    elements = blocks.elements
    inner = len(elements)  # the nested table that is being skipped
    for element in range(table + 1, len(elements)):
        parent = elements.parent(element)
        if parent < table:
            return
        if parent < inner:
            inner = len(elements)
            tag = blocks.tag(element)
            if tag == "table":
                inner = element
            elif tag in ("tr", "caption") or tag in _CELLS:
                yield element


def _spans(blocks: Blocks, cell: int) -> dict[str, str]:
    """Return ``colspan`` and ``rowspan`` of a cell where they are more than 1."""
    values = attributes_at(blocks.source, blocks.elements[cell].start)
    numbers = {
        "colspan": _number(values.get("colspan", "1"), MOST_COLUMNS_SPANNED),
        "rowspan": _number(values.get("rowspan", "1"), MOST_ROWS_SPANNED),
    }
    return {name: str(number) for name, number in numbers.items() if number > 1}


def _number(value: str, most: int) -> int:
    digits = value.strip()
    if not (digits.isascii() and digits.isdigit()):
        return 1
    return min(int(digits[:9]), most) or 1
