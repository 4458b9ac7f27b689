"""Tables of data, told from tables for layout and put into rows and columns.

A table is one of data if it has at least two rows and two columns with something to show, and its cells hold no
more than a few words or sentences: no headings, lists, quotes, code, several paragraphs or further tables.

Rows and cells come from the elements, so empty cells keep their columns; ``colspan`` and ``rowspan`` count within
bounds. Every element is looked at a bounded number of times.
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
LONGEST_TAG = 4096  # bytes; longer start tags are taken to have no attributes

_CELLS = ("td", "th")
_NOT_IN_CELLS = frozenset(["ul", "ol", "menu", "dir", "dl", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6"])

Row = dict[int, list[int]]  # from the number of the column to the indices of the blocks in the cell


def attributes(blocks: Blocks, element: int) -> dict[str, str]:
    """The attributes of an element, read from the source again."""
    start = blocks.elements[element].start
    tokens = Tokenizer(blocks.source[start : start + LONGEST_TAG])
    return tokens.attributes() if tokens.next() == START_TAG else {}


def data_tables(blocks: Blocks, shown: Iterable[int]) -> dict[int, list[Row]]:
    """The tables of data among the blocks to be shown: from the element of the table to its rows."""
    cells: dict[int, dict[int, list[int]]] = {}
    layout: set[int] = set()
    for index in shown:
        if blocks.items[index].state & TABLE:
            _sort_in(blocks, index, cells, layout)
    result = {}
    for table, filled in cells.items():
        if table not in layout:
            rows = _dense(_rows(blocks, table, filled))
            if rows:
                result[table] = rows
    return result


def _sort_in(blocks: Blocks, index: int, cells: dict[int, dict[int, list[int]]], layout: set[int]) -> None:
    """Note the cell that a block stands in, and which tables it proves to be for layout."""
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
            if element in layout:
                break  # and so are those around it
            layout.add(element)
    if table < 0 or cell < 0:
        return
    filled = cells.setdefault(table, {}).setdefault(cell, [])
    filled.append(index)
    if not simple or not _is_short(blocks, filled):
        layout.add(table)


def _is_short(blocks: Blocks, filled: list[int]) -> bool:
    """Whether the blocks in a cell are short together, and no second paragraph is among them."""
    first, last = blocks.items[filled[0]], blocks.items[filled[-1]]
    if last.text_end - first.text_start > LONGEST_CELL:
        return False
    return first.element == last.element or blocks.tag(last.element) != "p" or blocks.tag(first.element) != "p"


def _rows(blocks: Blocks, table: int, filled: dict[int, list[int]]) -> list[Row]:
    """The rows of a table, with the cells that have something to show; none if there are too many columns."""
    row: Row = {}
    rows = [row]
    spans: dict[int, int] = {}  # for how many rows a column is taken by a cell from above
    column = 0
    for element in _parts(blocks, table):
        if blocks.tag(element) == "tr":
            row = {}
            rows.append(row)
            column = 0
            spans = {taken: height - 1 for taken, height in spans.items() if height > 1}
            continue
        while column in spans:
            column += 1
        if column >= MOST_COLUMNS:
            return []
        if element in filled:
            row[column] = filled[element]
        width, height = _spans(blocks, element)
        spans.update(dict.fromkeys(range(column, column + width), height))
        column += width
    return rows


def _parts(blocks: Blocks, table: int) -> Iterator[int]:
    """The rows and cells of a table itself, without those of tables inside it."""
    elements = blocks.elements
    inner = len(elements)  # the table inside this one that is being passed over
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


def _dense(rows: list[Row]) -> list[Row]:
    """The rows and columns that are not empty, or none at all if there are too few of them."""
    rows = [row for row in rows if row]
    columns = sorted({column for row in rows for column in row})
    if len(rows) < 2 or len(columns) < 2:
        return []
    place = {column: number for number, column in enumerate(columns)}
    return [{place[column]: filled for column, filled in row.items()} for row in rows]
