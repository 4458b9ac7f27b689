"""Kinds: the kind of segment that each kept block is, and which blocks continue the segment before them.

The trees that decide on blocks test all candidate blocks. The trees for kinds test only the kept ones, in a table of
their own, so that the neighbours of a block are those that readers of the text see before and after it. The table has
some columns of the table of features (`ncleaner.engines.forest.features`) and further ones that only matter here: how a
block is set off from the one before, how far apart the two are in the markup, how the text begins, and what most of the
text is like (`ncleaner.engines.forest.kind_columns`).

There are trees for each of the three kinds and for continuing; the one with the highest score wins. Two kinds are not
left to the trees: text in ``<h1>`` to ``<h6>`` is a heading, and text that begins with a bullet or a number is an item.
For such blocks the trees only decide whether they continue. List markup does not count, because menus, comments and
whole articles are made of lists.

The table is made in one pass over the blocks and one over the columns. The path from a block to the one before it is
followed for at most `FARTHEST` steps, so that deep pages take no longer than others.
"""

from __future__ import annotations

from array import array

from ncleaner.engines.forest.columns import COLUMNS
from ncleaner.engines.forest.features import Features

# isort: off
from ncleaner.engines.forest.kind_columns import (
    COPIED, KIND_COLUMNS,
    COL_BREAKS, COL_GAP, COL_NUMBER, COL_RISE, COL_FALL, COL_NEAR, COL_ALIKE, COL_WITHIN, COL_BEGINNING,
    COL_UPPER_CASE, COL_PREFORMATTED, COL_QUOTED,
    COL_MEAN_WORDS, COL_SHORT_SHARE, COL_BOLD_BLOCKS, COL_ITEMS, COL_LINES, COL_HEADINGS,
)  # fmt: skip
from ncleaner.engines.forest.trees import EDGE, UNITS, Trees, table
from ncleaner.page.blocks import (
    HEADING, ITEM, LIST, PRE, QUOTE, BY_BR, CONTINUES, Block, Blocks,
)  # fmt: skip
from ncleaner.page.tags import CODE, NAMES

# isort: on

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.models.format import Model

CLASSES = ("p", "h", "l", "continues")
"""The names of the trees in a model; the first three are kinds of segments."""

FARTHEST = 32  # steps from block to block

# How a text begins; 0 for all other characters of ASCII.
_SMALL, _CAPITAL, _DIGIT, _BULLET, _OPENING, _BEYOND_ASCII = range(1, 7)
_FIRST_CHARACTERS = {
    "abcdefghijklmnopqrstuvwxyz": _SMALL,
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ": _CAPITAL,
    "0123456789": _DIGIT,
    "*-+": _BULLET,
    "\"'([": _OPENING,
}
_BEGINNING_OF = {ord(character): code for characters, code in _FIRST_CHARACTERS.items() for character in characters}
_BEGINNINGS = bytes(_BEGINNING_OF.get(byte, 0) if byte < 0x80 else _BEYOND_ASCII for byte in range(256))

# The parts of lists and tables that two blocks may both be in: an item, a cell or a row. Where a list or a table is
# reached first, they are in no part.
_NO_PART = 4
_PART_OF = {
    "li": 1, "dd": 1, "dt": 1, "td": 2, "th": 2, "tr": 3,
    "ul": _NO_PART, "ol": _NO_PART, "dl": _NO_PART, "table": _NO_PART,
}  # fmt: skip
_PART_OF_CODE = {CODE[name]: part for name, part in _PART_OF.items()}
_PARTS = bytes(_PART_OF_CODE.get(code, 0) for code in range(len(NAMES)))

_TAG_COUNT = len(NAMES)
_COLUMN_COUNT = len(KIND_COLUMNS)
_SOURCES = bytes(COLUMNS.index(name) for name in COPIED)  # the column of the table of features for each copied one
_COPIED_COUNT = len(COPIED)
_FARTHEST = FARTHEST
_SAMPLE = 64  # bytes at the beginning of a text
_SHORT = 8  # words
SURE = 3  # bits by which a heading without a heading tag must be more likely than anything else
_SURE = SURE * UNITS
_NO_ROWS = array("i", bytes(4))


class KeptTable:
    """The table of the kept blocks: those with a 1 in ``keep``, which must all be candidates.

    ``indices`` are the indices of these blocks, ``rows`` their rows in the table of features, and ``data`` is the
    table, which has ``count`` rows.
    """

    def __init__(self, blocks: Blocks, features: Features, keep: bytes) -> None:
        self.blocks = blocks
        self.rows = _NO_ROWS * features.count
        self.indices = _NO_ROWS * features.count
        self.count = self._choose(features.rows, keep)
        self.stride = self.count + 2 * EDGE
        self.data = table(_COLUMN_COUNT, self.count)
        self._copy(features.data, features.stride)
        self._compare()
        self._sum_up()

    def _choose(self, indices: array[int], keep: bytes) -> int:
        """List the kept blocks, and return their number."""
        count = 0
        for row in range(len(indices)):
            if keep[indices[row]]:
                self.rows[count] = row
                self.indices[count] = indices[row]
                count += 1
        return count

    def block(self, row: int) -> Block:
        """Return the block of a row."""
        block: Block = self.blocks.items[self.indices[row]]
        return block

    def may_continue(self, row: int) -> bool:
        """Return whether a block can continue the one before; a heading does so only within the same element."""
        if not row:
            return False
        return not self.block(row).level or self.block(row).element == self.block(row - 1).element

    def _copy(self, source: bytearray, source_stride: int) -> None:
        """Copy columns from the table of features."""
        data = self.data
        rows = self.rows
        for column in range(_COPIED_COUNT):
            start = _SOURCES[column] * source_stride + EDGE
            to = column * self.stride + EDGE
            for row in range(self.count):
                data[to + row] = source[start + rows[row]]

    def _set(self, column: int, row: int, value: int) -> None:
        self.data[column * self.stride + EDGE + row] = value if value < 255 else 255

    def _compare(self) -> None:
        """Set the columns about each block and the one before."""
        before = -1  # the index of the block before
        for row in range(self.count):
            block = self.block(row)
            self._set(COL_BREAKS, row, block.breaks)
            self._set(COL_GAP, row, self.indices[row] - before - 1)
            self._set(COL_NUMBER, row, row)
            if row:
                self._relate(row, self.block(row - 1).element, block.element)
            self._set(COL_BEGINNING, row, _BEGINNINGS[self.blocks.buffer[block.text_start]])
            end = min(block.text_end, block.text_start + _SAMPLE)
            self._set(COL_UPPER_CASE, row, self._upper_case(block.text_start, end))
            self._set(COL_PREFORMATTED, row, block.state & PRE != 0)
            self._set(COL_QUOTED, row, block.state & QUOTE != 0)
            before = self.indices[row]

    def _relate(self, row: int, before: int, here: int) -> None:
        """Set the columns about the containers of a block and the one before: the path between them, and tags."""
        elements = self.blocks.elements
        first = before
        last = here
        rise = fall = 0
        while before != here and rise + fall < _FARTHEST:
            if here > before:  # children come after their parents
                here = elements.parent(here)
                rise += 1
            else:
                before = elements.parent(before)
                fall += 1
        self._set(COL_RISE, row, rise)
        self._set(COL_FALL, row, fall)
        if before == here:
            self._set(COL_NEAR, row, 2 if rise + fall == 0 else rise == 1 and fall == 1)
            self._set(COL_WITHIN, row, self._within(here))
        if elements.tag(first) == elements.tag(last):
            self._set(COL_ALIKE, row, 2 if rise == fall and self._is_alike(first, last, rise) else 1)

    def _is_alike(self, one: int, other: int, steps: int) -> bool:
        """Return whether two containers and those around them have the same tags for ``steps`` steps, then meet."""
        elements = self.blocks.elements
        for _ in range(steps):
            if elements.tag(one) != elements.tag(other):
                return False
            one = elements.parent(one)
            other = elements.parent(other)
        return one == other

    def _within(self, element: int) -> int:
        """Return the part of a list or table that a container is or is inside of."""
        elements = self.blocks.elements
        for _ in range(_FARTHEST):
            tag = elements.tag(element)
            part = _PARTS[tag] if tag < _TAG_COUNT else 0
            if part:
                return part if part != _NO_PART else 0
            element = elements.parent(element)
            if element < 0:
                break
        return 0

    def _upper_case(self, start: int, end: int) -> int:
        """Return the share of capitals among the ASCII letters of a text."""
        buffer = self.blocks.buffer
        letters = capitals = 0
        for i in range(start, end):
            code = _BEGINNINGS[buffer[i]]
            if code == _CAPITAL:
                capitals += 1
            if code == _CAPITAL or code == _SMALL:
                letters += 1
        return 255 * capitals // letters if letters else 0

    def _sum_up(self) -> None:
        """Set the columns about all kept blocks."""
        words = short = bold = items = lines = headings = 0
        for row in range(self.count):
            block = self.block(row)
            words += block.words
            short += block.words <= _SHORT
            bold += 2 * block.bold_chars > block.chars
            items += block.kind == ITEM
            lines += block.breaks == BY_BR
            headings += block.level > 0
        if self.count:
            self._fill(COL_MEAN_WORDS, 4 * words)
            self._fill(COL_SHORT_SHARE, 255 * short)
            self._fill(COL_BOLD_BLOCKS, 255 * bold)
            self._fill(COL_ITEMS, 255 * items)
            self._fill(COL_LINES, 255 * lines)
            self._fill(COL_HEADINGS, 255 * headings)

    def _fill(self, column: int, whole: int) -> None:
        """Set a column to the mean of a sum over all rows."""
        mean = whole // self.count
        for row in range(self.count):
            self._set(column, row, mean)


class KindTrees:
    """The trees of a model that decide on kinds of segments.

    The parameter ``marks`` says whether the model has them. If not, blocks keep the kinds of their markup.
    """

    def __init__(self, model: Model) -> None:
        names = CLASSES if model.parameter("marks", bool) else ()
        self.trees = [Trees(model, f"mark.{name}.", _COLUMN_COUNT) for name in names]

    def kinds(self, blocks: Blocks, features: Features, keep: bytes) -> bytes:
        """Return the kind of each block, with `CONTINUES` added for kept blocks that continue a segment."""
        kinds = bytearray([block.kind for block in blocks.items])
        if self.trees:
            kept = KeptTable(blocks, features, keep)
            self._choose(kept, [trees.scores(kept.data, kept.count) for trees in self.trees], kinds)
        return bytes(kinds)

    def headings(self, blocks: Blocks, features: Features, keep: bytes) -> bytes:
        """Return a 1 for each block that surely is a heading: because of its tag, or because the trees are sure."""
        headings = bytearray([block.level > 0 for block in blocks.items])
        if self.trees:
            kept = KeptTable(blocks, features, keep)
            self._choose_sure(kept, [trees.scores(kept.data, kept.count) for trees in self.trees], headings)
        return bytes(headings)

    def _choose_sure(self, kept: KeptTable, sums: list[array[int]], headings: bytearray) -> None:
        paragraph, heading, item, continues = sums
        for row in range(kept.count):
            most = max(paragraph[row], item[row], continues[row])
            if heading[row] > most + _SURE:
                headings[kept.indices[row]] = 1

    def _choose(self, kept: KeptTable, sums: list[array[int]], kinds: bytearray) -> None:
        """Set the kinds of kept blocks by the highest score among the kinds that each block can have."""
        paragraph, heading, item, continues = sums
        kind = 0
        for row in range(kept.count):
            block = kept.block(row)
            if block.level:
                own, most = HEADING, heading[row]
            elif block.kind == ITEM and not block.state & LIST:
                own, most = ITEM, item[row]
            else:
                own, most = 0, paragraph[row]
                if heading[row] > most:
                    own, most = HEADING, heading[row]
                if item[row] > most:
                    own, most = ITEM, item[row]
            if continues[row] > most and kept.may_continue(row):
                kinds[kept.indices[row]] = kind | CONTINUES
            else:
                kind = own
                kinds[kept.indices[row]] = kind
