"""Data tables: telling them from tables that only lay out the page, by markup, borders and the text of their cells.

Everything that readers can see counts, whatever an engine keeps, so the answer is the same before and after decisions.

A table lays out the page if it says so (``role=presentation``), if it has fewer than two rows or columns with text, if
a table with text or a part of the page such as ``<nav>`` is inside it, or if it shows code beside the numbers of its
lines. Otherwise, its markup decides what it may contain:

- header cells, captions and ``<thead>`` are made for data: cells may contain lists, code, several paragraphs, and some
  headings;
- borders, summaries and the classes of some frameworks are hints: cells may contain all of that, but less text;
- any other table has data if all its cells are short and simple, and if it is more than links.

There is one pass over the elements; one over the blocks, which adds their text to cells; and one back over the
elements, which adds cells to rows and rows to tables, and judges each table by its sums. So the time is linear in the
page. A page without the text of a table ends before the first pass.
"""

from __future__ import annotations

from array import array

from ncleaner.octets import arrays
from ncleaner.page.blocks import FORM, PRE, TABLE, Block, Blocks
from ncleaner.page.elements import ELEMENT_WIDTH, Element
from ncleaner.page.tags import CODE, NAMES
from ncleaner.read.table_tags import DATA, HINT, LAYOUT, TableTags

# What is inside a cell: bits. Tags add the first ones to all that is inside them.
_LIST = 1
_QUOTE = 2
_HEADING = 4
_CODE = 8
_FIELD = 16
_PART = 32
_HEADER = 64  # a cell of <thead>
_SEVERAL = 128  # paragraphs
_TEXT = 256  # that is neither code nor a number
_WORD = 512  # a letter or a digit: no mere bullet

_COMPLEX = _LIST | _QUOTE | _HEADING | _CODE | _SEVERAL

_TAGS = {
    _LIST: "ul ol menu dir dl",
    _QUOTE: "blockquote",
    _HEADING: "h1 h2 h3 h4 h5 h6",
    _CODE: "pre listing xmp plaintext",
    _FIELD: "form button select option optgroup textarea fieldset",
    _PART: "main nav article aside section header footer",
    _HEADER: "thead",
}
_BIT_OF = {name: bit for bit, names in _TAGS.items() for name in names.split()}
_TAG_COUNT = len(NAMES)
_BITS = bytes(_BIT_OF.get(NAMES[code], 0) if code < _TAG_COUNT else 0 for code in range(256))

# The first bytes of punctuation and symbols in UTF-8 are those of ASCII, of the part of Latin-1 up to U+00BF, and of
# the characters from U+2000 to U+2FFF. All others stand for a letter or a digit.
_LETTERS = bytes((byte >= 0xC3 and byte != 0xE2) or (chr(byte).isalnum() and byte < 0x80) for byte in range(256))

_PARENT = Element.__slots__.index("parent")
_TAG = Element.__slots__.index("tag")
_START = Element.__slots__.index("start")
_TABLE_TAG = CODE["table"]
_TR = CODE["tr"]
_TD = CODE["td"]
_TH = CODE["th"]
_CAPTION = CODE["caption"]
_P = CODE["p"]

# The sums of a table, as the columns of its row. ``_FULL`` counts the cells with text.
(_IS_DATA, _ROWS, _WORDY_ROWS, _COLUMNS, _WORDY_COLUMNS, _CELLS, _FULL, _HEADERS, _CAPTIONS, _LONGEST,
 _COMPLEX_CELLS, _HEADED, _FIELDS, _PARTS, _LISTINGS, _NUMBERED, _NESTED, _CHARS, _LINK_CHARS) = range(19)  # fmt: skip
_WIDTH = 19

_MOST_COLUMNS = 62  # that are told apart
_ONE = 1
_FIRST_ELEMENTS = 16  # of a table: the attributes of cells among them are read
_LONG = 1000  # bytes: no cell of data has more, unless markup or
_LONGER = 2500  # hints say that it is a table of data
_LONGEST_OF_ALL = 10000
_LARGE = 4000  # cells: in larger tables, one of four must have text

_NO_INTS = array("i", bytes(4))
_NO_SUMS = array("q", bytes(8 * _WIDTH))
_NOTHING = array("i")


class DataTables:
    """The data tables of a page.

    ``elements`` are the tables, as indices of elements in the order of the page. ``tables`` and ``cells`` have, for
    each block, the element of its table and that of its cell: ``<td>``, ``<th>`` or ``<caption>``. For a block that is
    in no data table, or in none of its cells, that is -1. Both are empty if there are no data tables.
    """

    def __init__(self, elements: list[int], tables: array[int], cells: array[int]) -> None:
        self.elements = elements
        self.tables = tables
        self.cells = cells

    def __len__(self) -> int:
        return len(self.elements)

    def table(self, index: int) -> int:
        """Return the element of the data table that a block is in, or -1."""
        return self.tables[index] if self.elements else -1

    def cell(self, index: int) -> int:
        """Return the element of the cell of a data table that a block is in, or -1."""
        return self.cells[index] if self.elements else -1


NO_TABLES = DataTables([], _NOTHING, _NOTHING)
_NONE = NO_TABLES


def data_tables(blocks: Blocks, keep: bytes = b"") -> DataTables:
    """Return the data tables of a page.

    With ``keep``, which has a 1 for each kept block, return none if no kept block is in any table: that takes no time.
    """
    if keep and len(keep) != len(blocks.items):
        raise IndexError(len(keep))
    if not _has_table(blocks, keep):
        return _NONE
    return _Survey(blocks).result()


def _has_table(blocks: Blocks, keep: bytes) -> bool:
    """Return whether any block, or any kept one, is inside a table."""
    everything = not keep
    for index, block in enumerate(blocks.items):
        if block.state & TABLE and (everything or keep[index]):
            return True
    return False


class _Survey:
    """The tables of a page with what is in them.

    By element there are: the number of the innermost table, the innermost cell, what is around inside the cell, and
    four more numbers that cells and rows need. By table there is a row of sums.
    """

    def __init__(self, blocks: Blocks) -> None:
        self.blocks = blocks
        self.hidden = blocks.hidden_bits()
        self.tags: TableTags | None = None  # once they are needed: most tables are judged without
        self.count = len(blocks.elements)
        self.rows = self.blocks.elements.rows
        held = [_NO_INTS * self.count for _ in range(7)]
        self.held = held
        self.table_of = arrays.ints(held[0])
        self.cell_of = arrays.ints(held[1])
        self.around = arrays.ints(held[2])
        self.size = arrays.ints(held[3])  # of a cell: the bytes of its text; of a row: its cells with text
        self.inside = arrays.ints(held[4])  # of a cell: what is inside; of a row: what is inside its first such cell
        self.place = arrays.ints(held[5])  # of a cell: its number in its row; of a row: the number of cells so far
        self.paragraph = arrays.ints(held[6])  # of a cell: its last paragraph
        self.elements: list[int] = []
        self.first = self._first_table()
        self._find_places()
        self.held_sums = _NO_SUMS * (1 + len(self.elements))
        self.sums = arrays.longs(self.held_sums)
        self._add_blocks()
        self._add_elements()

    def _first_table(self) -> int:
        """Return the first table, or the number of elements."""
        for i in range(1, self.count):
            if self.rows[i * ELEMENT_WIDTH + _TAG] == _TABLE_TAG:
                return i
        return self.count

    def _find_places(self) -> None:
        """Find the table and the cell around each element; tables have numbers from 1 on."""
        rows = self.rows
        number = 0
        for i in range(self.first, self.count):
            tag = rows[i * ELEMENT_WIDTH + _TAG]
            up = max(0, rows[i * ELEMENT_WIDTH + _PARENT])
            if tag == _TABLE_TAG:
                number += 1
                self.elements.append(i)
                self.table_of[i] = number
                self.cell_of[i] = -1
                continue
            self.table_of[i] = self.table_of[up]
            if not self.table_of[i]:
                continue
            if tag == _TD or tag == _TH or tag == _CAPTION:
                self.cell_of[i] = i
                self.inside[i] = self.around[up] & _HEADER
                self.place[i] = self.place[up]
                self.place[up] += 1
            else:
                self.cell_of[i] = self.cell_of[up]
                self.around[i] = self.around[up] | (_BITS[tag] if tag < _TAG_COUNT else 0)

    def _add_blocks(self) -> None:
        """Add the visible blocks to their cells."""
        for block in self.blocks.items:
            if not block.state & TABLE or block.state & self.hidden:
                continue
            element = block.element
            if not 0 <= element < self.count:
                raise IndexError(element)
            at = self.table_of[element] * _WIDTH
            self.sums[at + _CHARS] += block.chars
            self.sums[at + _LINK_CHARS] += block.link_chars
            if self.table_of[element] and self.cell_of[element] >= 0:
                self._add_block(block, element, self.cell_of[element])

    def _add_block(self, block: Block, element: int, cell: int) -> None:
        self.size[cell] += block.text_end - block.text_start
        bits = self.around[element]
        if block.state & PRE:
            bits |= _CODE | _WORD
        else:
            bits |= self._characters(block)
        if block.state & FORM:
            bits |= _FIELD
        if self.rows[element * ELEMENT_WIDTH + _TAG] == _P:
            if self.paragraph[cell] and self.paragraph[cell] != element:
                bits |= _SEVERAL
            self.paragraph[cell] = element
        self.inside[cell] |= bits

    def _characters(self, block: Block) -> int:
        """Return whether a text has a letter or digit, and whether it has anything but digits and blanks."""
        buffer = self.blocks.buffer
        bits = 0
        for i in range(block.text_start, block.text_end):
            c = buffer[i]
            if 0x30 <= c <= 0x39:
                bits |= _WORD
            elif c > 0x20:
                bits |= _TEXT | (_WORD if _LETTERS[c] else 0)
                if bits & _WORD:
                    break
        return bits

    def _add_elements(self) -> None:
        """Add cells to rows and tables, and rows to tables, from the last element to the first; judge the tables."""
        for i in range(self.count - 1, self.first - 1, -1):
            if not self.table_of[i]:
                continue
            at = self.table_of[i] * _WIDTH
            tag = self.rows[i * ELEMENT_WIDTH + _TAG]
            if tag == _TABLE_TAG:
                outer = self.table_of[max(0, self.rows[i * ELEMENT_WIDTH + _PARENT])]
                self.sums[outer * _WIDTH + _NESTED] += self.sums[at + _CHARS] + self.sums[at + _NESTED] > 0
                self.sums[at + _IS_DATA] = self._is_data(i, at)
            elif self.cell_of[i] == i and tag == _CAPTION:
                self.sums[at + _CAPTIONS] += self.size[i] > 0
            elif self.cell_of[i] == i:
                self.sums[at + _CELLS] += 1
                if self.size[i]:
                    self._add_cell(i, at, tag)
            elif tag == _TR:
                self.sums[at + _ROWS] += self.size[i] > 0
                self.sums[at + _WORDY_ROWS] += self.size[i] > 1 and self.inside[i] & _WORD != 0

    def _add_cell(self, i: int, at: int, tag: int) -> None:
        """Add a cell with text to its row and its table."""
        sums = self.sums
        inside = self.inside[i]
        row = self.rows[i * ELEMENT_WIDTH + _PARENT]
        column = _ONE << min(self.place[i], _MOST_COLUMNS)
        self.inside[row] = inside
        self.size[row] += 1
        sums[at + _FULL] += 1
        sums[at + _COLUMNS] |= column
        sums[at + _WORDY_COLUMNS] |= column if inside & _WORD else 0
        sums[at + _HEADERS] += tag == _TH or inside & _HEADER != 0
        sums[at + _LONGEST] = max(sums[at + _LONGEST], self.size[i])
        sums[at + _COMPLEX_CELLS] += inside & _COMPLEX != 0
        sums[at + _HEADED] += inside & _HEADING != 0
        sums[at + _FIELDS] += inside & _FIELD != 0
        sums[at + _PARTS] += inside & _PART != 0
        sums[at + _LISTINGS] += inside & _CODE != 0 and not inside & _TEXT
        sums[at + _NUMBERED] += not inside & (_CODE | _TEXT)

    def _marks(self, element: int) -> int:
        """Return what the tags of a table and of its first cells say."""
        if self.tags is None:
            self.tags = TableTags(self.blocks.source)
        marks = self.tags.table(self.rows[element * ELEMENT_WIDTH + _START])
        for i in range(element + 1, min(element + _FIRST_ELEMENTS, self.count)):
            if self.cell_of[i] == i and self.elements[self.table_of[i] - 1] == element:
                marks |= self.tags.cell(self.rows[i * ELEMENT_WIDTH + _START])
        return marks

    def _is_data(self, element: int, at: int) -> bool:
        """Return whether a table has data."""
        sums = self.sums
        columns = sums[at + _COLUMNS]
        full = sums[at + _FULL]
        if sums[at + _ROWS] < 2 or not columns & (columns - 1) or sums[at + _NESTED] or sums[at + _PARTS]:
            return False
        if sums[at + _LISTINGS] and sums[at + _LISTINGS] + sums[at + _NUMBERED] == full:
            return False
        if sums[at + _CELLS] > _LARGE + 4 * full:
            return False
        marks = self._marks(element)
        if marks & LAYOUT:
            return False
        if marks & DATA or sums[at + _CAPTIONS] or 0 < sums[at + _HEADERS] < full:
            fits = sums[at + _LONGEST] <= _LONGEST_OF_ALL
            return fits and 2 * sums[at + _HEADED] <= full and 2 * sums[at + _FIELDS] <= full
        if marks & HINT:
            fits = sums[at + _LONGEST] <= _LONGER
            return fits and 4 * sums[at + _HEADED] <= full and 4 * sums[at + _FIELDS] <= full
        columns = sums[at + _WORDY_COLUMNS]
        rows = sums[at + _WORDY_ROWS]
        if not columns & (columns - 1) or rows < 2 or 2 * rows < sums[at + _ROWS]:
            return False
        is_short = sums[at + _LONGEST] <= _LONG and not sums[at + _COMPLEX_CELLS] and not sums[at + _FIELDS]
        return is_short and 10 * sums[at + _LINK_CHARS] < 9 * sums[at + _CHARS]

    def result(self) -> DataTables:
        """Return the data tables and what is in them."""
        sums = self.sums
        found = [i for number, i in enumerate(self.elements) if sums[(number + 1) * _WIDTH + _IS_DATA]]
        if not found:
            return _NONE
        items = self.blocks.items
        held_tables, held_cells = _NO_INTS * len(items), _NO_INTS * len(items)
        tables, cells = arrays.ints(held_tables), arrays.ints(held_cells)
        for index, block in enumerate(items):
            number = self.table_of[block.element] if block.state & TABLE else 0
            is_data = sums[number * _WIDTH + _IS_DATA] != 0
            tables[index] = self.elements[number - 1] if is_data else -1
            cells[index] = self.cell_of[block.element] if is_data else -1
        return DataTables(found, held_tables, held_cells)
