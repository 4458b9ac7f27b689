"""Data tables: telling them from layout tables, and finding their rows and columns.

A data table has at least two non-empty rows and two non-empty columns, and its cells contain at most a few sentences:
no headings, lists, quotes, code, nested tables or several paragraphs.

Rows and cells come from the elements, so empty cells keep their columns. ``colspan`` and ``rowspan`` are honoured up to
a limit. Every element is visited a bounded number of times.
"""

from __future__ import annotations

from typing import NamedTuple

from ncleaner.page.blocks import PRE, TABLE
from ncleaner.read.html.tokenizer import START_TAG, Tokenizer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ncleaner.page.blocks import Blocks

MOST_COLUMNS = 64
MOST_ROWS_SPANNED = 1000
LONGEST_CELL = 1000  # bytes
LARGE_TABLE = 4000  # cells; in larger tables, most must be full
LONGEST_TAG = 4096  # bytes; attributes of longer start tags are ignored

_CELLS = ("td", "th")
_NOT_IN_CELLS = frozenset(["ul", "ol", "menu", "dir", "dl", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6"])

Row = dict[int, list[int]]  # column number -> indices of the blocks in the cell


def attributes(blocks: Blocks, element: int) -> dict[str, str]:
    """Read the attributes of an element from the source."""
    start = blocks.elements[element].start
    tokens = Tokenizer(blocks.source[start : start + LONGEST_TAG])
    return tokens.attributes() if tokens.next() == START_TAG else {}


def data_tables(blocks: Blocks, shown: Iterable[int]) -> dict[int, list[Row]]:
    """Return the rows of the data tables among the shown blocks, by the element of the table."""
    finder = _Finder(blocks)
    for index in shown:
        if blocks.items[index].state & TABLE:
            finder.add(index)
    result = {}
    for table, cells in finder.cells.items():
        if table not in finder.layout_tables:
            rows = _without_empty(_rows(blocks, table, cells))
            if rows:
                result[table] = rows
    return result


class _Place(NamedTuple):
    """Where an element is: in which table, in which of its cells, and whether what it is in is allowed in a cell."""

    table: int = -1
    cell: int = -1
    simple: bool = True


class _Finder:
    """Collects the blocks of each cell of each table, and the tables that cannot be data tables.

    The place of an element is that of its parent, but for tables, cells and what is not allowed in cells. Places are
    cached by element, so all of them together take time linear in the number of elements.
    """

    def __init__(self, blocks: Blocks) -> None:
        self.cells: dict[int, dict[int, list[int]]] = {}  # table -> cell -> indices of blocks
        self.layout_tables: set[int] = set()
        self._blocks = blocks
        self._places = {-1: _Place()}

    def add(self, index: int) -> None:
        """Add a block to its cell, and the tables that cannot be data tables because of it to ``layout_tables``."""
        block = self._blocks.items[index]
        table, cell, simple = self._place(block.element)
        if table < 0:
            return
        if table not in self.cells:
            self._mark_outer_tables(table)
            self.cells[table] = {}
        if cell < 0:
            return
        indices = self.cells[table].setdefault(cell, [])
        indices.append(index)
        if not simple or block.state & PRE or not _is_short(self._blocks, indices):
            self.layout_tables.add(table)

    def _mark_outer_tables(self, table: int) -> None:
        """Mark the tables around a table as layout tables."""
        outer = self._place(self._blocks.elements.parent(table)).table
        while outer >= 0 and outer not in self.layout_tables:
            self.layout_tables.add(outer)
            outer = self._place(self._blocks.elements.parent(outer)).table

    def _place(self, element: int) -> _Place:
        uncached = []
        while element not in self._places:
            uncached.append(element)
            element = self._blocks.elements.parent(element)
        place = self._places[element]
        for inner in reversed(uncached):
            tag = self._blocks.tag(inner)
            if tag == "table":
                place = _Place(inner)
            elif tag in _CELLS:
                place = _Place(place.table, inner)
            elif tag in _NOT_IN_CELLS:
                place = place._replace(simple=False)
            self._places[inner] = place
        return place


def _is_short(blocks: Blocks, indices: list[int]) -> bool:
    """Return whether the blocks in a cell are short in total and include no second paragraph."""
    first, last = blocks.items[indices[0]], blocks.items[indices[-1]]
    if last.text_end - first.text_start > LONGEST_CELL:
        return False
    return first.element == last.element or blocks.tag(last.element) != "p" or blocks.tag(first.element) != "p"


def _rows(blocks: Blocks, table: int, cells: dict[int, list[int]]) -> list[Row]:
    """Return the rows of a table with their non-empty cells, or no rows if there are too many columns."""
    row: Row = {}
    rows = [row]
    spans: dict[int, int] = {}  # column -> number of rows, from this one on, that a cell occupies
    column = 0
    for element in _parts(blocks, table):
        if blocks.tag(element) == "tr":
            row = {}
            rows.append(row)
            column = 0
            spans = {occupied: height - 1 for occupied, height in spans.items() if height > 1}
            continue
        while column in spans:
            column += 1
        if column >= MOST_COLUMNS:
            return []
        if element in cells:
            row[column] = cells[element]
        width, height = _spans(blocks, element)
        spans.update(dict.fromkeys(range(column, column + width), height))
        column += width
    return rows


def _parts(blocks: Blocks, table: int) -> Iterator[int]:
    """Yield the rows and cells of a table, but not those of nested tables."""
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
            elif tag == "tr" or tag in _CELLS:
                yield element


def _spans(blocks: Blocks, cell: int) -> tuple[int, int]:
    values = attributes(blocks, cell)
    return _number(values.get("colspan", "1"), MOST_COLUMNS), _number(values.get("rowspan", "1"), MOST_ROWS_SPANNED)


def _number(value: str, most: int) -> int:
    digits = value.strip()
    if not (digits.isascii() and digits.isdigit()):
        return 1
    return min(int(digits[:9]), most) or 1


def _without_empty(rows: list[Row]) -> list[Row]:
    """Remove empty rows and columns; return no rows if fewer than two of either remain, or if the table is sparse."""
    rows = [row for row in rows if row]
    columns = sorted({column for row in rows for column in row})
    if len(rows) < 2 or len(columns) < 2 or _is_sparse(rows):
        return []
    numbers = {column: number for number, column in enumerate(columns)}
    return [{numbers[column]: indices for column, indices in row.items()} for row in rows]


def _is_sparse(rows: list[Row]) -> bool:
    """Return whether a large table has four times as many cells before the ends of its rows as it has full cells."""
    return sum(1 + max(row) for row in rows) > LARGE_TABLE + 4 * sum(map(len, rows))
