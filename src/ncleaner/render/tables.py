"""Data tables: telling them from layout tables, and finding their rows and columns.

A data table has at least two non-empty rows and two non-empty columns, and its cells contain at most a few sentences:
no headings, lists, quotes, code, nested tables or several paragraphs.

Rows and cells come from the elements, so empty cells keep their columns. ``colspan`` and ``rowspan`` are honoured up to
a limit. Every element is visited a bounded number of times.
"""

from __future__ import annotations

from ncleaner.page.blocks import PRE, TABLE
from ncleaner.read.html.tokenizer import START_TAG, Tokenizer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ncleaner.page.blocks import Blocks

MOST_COLUMNS = 64
MOST_ROWS_SPANNED = 1000
LONGEST_CELL = 1000  # bytes
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
    cells_by_table: dict[int, dict[int, list[int]]] = {}
    layout_tables: set[int] = set()
    for index in shown:
        if blocks.items[index].state & TABLE:
            _add_block(blocks, index, cells_by_table, layout_tables)
    result = {}
    for table, cells in cells_by_table.items():
        if table not in layout_tables:
            rows = _without_empty(_rows(blocks, table, cells))
            if rows:
                result[table] = rows
    return result


def _add_block(
    blocks: Blocks, index: int, cells_by_table: dict[int, dict[int, list[int]]], layout_tables: set[int]
) -> None:
    """Add a block to its cell, and add the tables that cannot be data tables because of it to ``layout_tables``."""
    cell = table = -1
    simple = not blocks.items[index].state & PRE
    for element in blocks.ancestors(index):
        tag = blocks.tag(element)
        if table < 0:
            if tag == "table":
                table = element
            elif tag in _CELLS:
                cell = element if cell < 0 else cell
            elif cell < 0 and tag in _NOT_IN_CELLS:
                simple = False
        elif tag == "table":
            if element in layout_tables:
                break  # and so are all tables around it
            layout_tables.add(element)
    if table < 0 or cell < 0:
        return
    indices = cells_by_table.setdefault(table, {}).setdefault(cell, [])
    indices.append(index)
    if not simple or not _is_short(blocks, indices):
        layout_tables.add(table)


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
    """Remove empty rows and columns; return no rows if fewer than two rows or columns remain."""
    rows = [row for row in rows if row]
    columns = sorted({column for row in rows for column in row})
    if len(rows) < 2 or len(columns) < 2:
        return []
    numbers = {column: number for number, column in enumerate(columns)}
    return [{numbers[column]: indices for column, indices in row.items()} for row in rows]
