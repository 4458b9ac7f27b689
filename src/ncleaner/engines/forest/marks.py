"""Marks: what kind of segment each block is that was kept, and which blocks go on with the segment before them.

The trees that say what is kept look at all blocks in play. These look at the blocks that were kept, in a table of their
own, so that the neighbours of a block are what readers of the text will find before and behind it. The table has some
columns of the large one (`ncleaner.engines.forest.features`), and further facts that only matter here: how a block is set off
from the one before, how far apart the two are in the markup, how the text begins, and what most of the text is like.

There are trees for each of the three kinds and for going on, and what more speaks for than for the others is taken.
What is there in so many words is no question: text in ``<h1>`` to ``<h6>`` is a heading, and text that begins with a
bullet or a number is an item. All that is left for such blocks is whether they go on. What is in a list by its tags may
be anything: lists are made of menus, comments and whole articles.

The table is made in one pass over the blocks and the columns. The way from one block up to what it has in common with
the one before is followed for `FARTHEST` steps, so that deep pages take no longer than others.
"""

from __future__ import annotations

from array import array

from ncleaner.engines.forest.columns import COLUMNS
from ncleaner.engines.forest.features import Features
from ncleaner.engines.forest.trees import EDGE, Trees, table
from ncleaner.page import blocks as facts
from ncleaner.page.blocks import Block, Blocks
from ncleaner.page.tags import CODE, NAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.models.format import Model

COPIED = (
    "words", "word length", "link share", "links", "bold share", "kind", "level", "tag", "list", "table",
    "punctuation", "ending", "capitals", "digits", "from start", "to end", "share 1", "words per block of 1",
    "path blocks", "path words", "siblings", "record words", "record blocks", "family words", "family headings",
    "place", "record row", "repeats", "after title", "since heading", "page words", "page blocks", "page table share",
    "page headings",
)  # fmt: skip
# Of a block and the one before: how it is set off, how many were dropped between them, its number, how far it is up to
# what the two have in common and down again, whether they are siblings (1) or in one element (2), whether their tags
# (1) and all those above (2) are the same, and the part of a list or table that both are in. Then how the text begins.
OWN = (
    "breaks", "gap", "number", "rise", "fall", "near", "alike", "within", "beginning", "upper case", "preformatted",
    "quoted",
)  # fmt: skip
TEXT = ("mean words", "short share", "bold blocks", "items", "lines", "headings")  # of all the text that was kept

MARK_COLUMNS = (*COPIED, *OWN, *TEXT)

CLASSES = ("p", "h", "l", "continues")
"""The names of the trees in a model; the first three are kinds of segments."""

FARTHEST = 32  # steps from block to block
ENOUGH = 64  # bytes at the beginning of a text
SHORT = 8  # words

# How a text begins; 0 for all other characters of ASCII.
_SMALL, _CAPITAL, _DIGIT, _BULLET, _OPENING, _BEYOND = range(1, 7)
_FIRSTS = {
    "abcdefghijklmnopqrstuvwxyz": _SMALL,
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ": _CAPITAL,
    "0123456789": _DIGIT,
    "*-+": _BULLET,
    "\"'([": _OPENING,
}
_RANKS = {ord(character): rank for characters, rank in _FIRSTS.items() for character in characters}
_BEGINNINGS = bytes(_RANKS.get(byte, 0) if byte < 0x80 else _BEYOND for byte in range(256))

# What two blocks may both be within: an item, a cell, a row, and nothing of these where a list or a table is reached.
_WITHIN = {"li": 1, "dd": 1, "dt": 1, "td": 2, "th": 2, "tr": 3, "ul": 4, "ol": 4, "dl": 4, "table": 4}
_NUMBERED = {CODE[name]: part for name, part in _WITHIN.items()}
_PARTS = bytes(_NUMBERED.get(code, 0) for code in range(len(NAMES)))
_KNOWN = len(NAMES)
_NEITHER = 4

# Public names again as C variables of the compiled module.
_EDGE = EDGE
_COUNT = len(MARK_COLUMNS)
_C_OWN = len(COPIED)
_C_TEXT = _C_OWN + len(OWN)
_SOURCES = bytes(COLUMNS.index(name) for name in COPIED)
_FARTHEST = FARTHEST
_ENOUGH = ENOUGH
_SHORT = SHORT
_HEADING = facts.HEADING
_ITEM = facts.ITEM
_LIST = facts.LIST
_PRE = facts.PRE
_QUOTE = facts.QUOTE
_BY_BR = facts.BY_BR
_CONTINUES = facts.CONTINUES
_NO_ROWS = array("i", bytes(4))


class Kept:
    """The table of the blocks that have a 1 in ``keep``, all of which are in play.

    ``indices`` are those of the blocks, ``data`` is the table.
    """

    def __init__(self, blocks: Blocks, features: Features, keep: bytes) -> None:
        self.blocks = blocks
        self.rows = _NO_ROWS * features.count  # of the table of features, as many as there are here
        self.indices = _NO_ROWS * features.count
        self.count = self._choose(features.rows, keep)
        self.stride = self.count + 2 * EDGE
        self.data = table(_COUNT, self.count)
        self._copy(features.data, features.stride)
        self._compare()
        self._sum_up()

    def _choose(self, indices: array[int], keep: bytes) -> int:
        count = 0
        for row in range(len(indices)):
            if keep[indices[row]]:
                self.rows[count] = row
                self.indices[count] = indices[row]
                count += 1
        return count

    def block(self, row: int) -> Block:
        """The block of a row."""
        block: Block = self.blocks.items[self.indices[row]]
        return block

    def may_continue(self, row: int) -> bool:
        """Whether a block can go on with that of the row before; headings do so within one element only."""
        if not row:
            return False
        return not self.block(row).level or self.block(row).element == self.block(row - 1).element

    def _copy(self, source: bytearray, source_stride: int) -> None:
        """Take the columns over that the table of features has."""
        data = self.data
        rows = self.rows
        for column in range(_C_OWN):
            start = _SOURCES[column] * source_stride + _EDGE
            to = column * self.stride + _EDGE
            for row in range(self.count):
                data[to + row] = source[start + rows[row]]

    def _set(self, column: int, row: int, value: int) -> None:
        self.data[(_C_OWN + column) * self.stride + _EDGE + row] = value if value < 255 else 255

    def _compare(self) -> None:
        """Facts about each block and the one before."""
        before = -1  # the index of the block
        for row in range(self.count):
            block = self.block(row)
            self._set(0, row, block.breaks)
            self._set(1, row, self.indices[row] - before - 1)
            self._set(2, row, row)
            if row:
                self._relate(row, self.block(row - 1).element, block.element)
            self._set(8, row, _BEGINNINGS[self.blocks.buffer[block.text_start]])
            self._set(9, row, self._upper_case(block.text_start, min(block.text_end, block.text_start + _ENOUGH)))
            self._set(10, row, block.state & _PRE != 0)
            self._set(11, row, block.state & _QUOTE != 0)
            before = self.indices[row]

    def _relate(self, row: int, before: int, here: int) -> None:
        """How far it is up from a container to what it has in common with the one before, and down again."""
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
        self._set(3, row, rise)
        self._set(4, row, fall)
        if before == here:
            self._set(5, row, 2 if rise + fall == 0 else rise == 1 and fall == 1)
            self._set(7, row, self._within(here))
        if elements.tag(first) == elements.tag(last):
            self._set(6, row, 2 if rise == fall and self._is_alike(first, last, rise) else 1)

    def _is_alike(self, one: int, other: int, steps: int) -> bool:
        """Whether two containers and those around them have the same tags, so many steps up."""
        elements = self.blocks.elements
        for _ in range(steps):
            if elements.tag(one) != elements.tag(other):
                return False
            one = elements.parent(one)
            other = elements.parent(other)
        return one == other

    def _within(self, element: int) -> int:
        """The part of a list or table that a container is, or is in."""
        elements = self.blocks.elements
        for _ in range(_FARTHEST):
            tag = elements.tag(element)
            part = _PARTS[tag] if tag < _KNOWN else 0
            if part:
                return part if part != _NEITHER else 0
            element = elements.parent(element)
            if element < 0:
                break
        return 0

    def _upper_case(self, start: int, end: int) -> int:
        """The capitals among the letters at the beginning of a text, in 255ths; those of ASCII."""
        buffer = self.blocks.buffer
        letters = capitals = 0
        for i in range(start, end):
            rank = _BEGINNINGS[buffer[i]]
            if rank == _CAPITAL:
                capitals += 1
            if rank == _CAPITAL or rank == _SMALL:
                letters += 1
        return 255 * capitals // letters if letters else 0

    def _sum_up(self) -> None:
        """What the blocks are like altogether, the same for each of them."""
        words = short = bold = items = lines = headings = 0
        for row in range(self.count):
            block = self.block(row)
            words += block.words
            short += block.words <= _SHORT
            bold += 2 * block.bold_chars > block.chars
            items += block.kind == _ITEM
            lines += block.breaks == _BY_BR
            headings += block.level > 0
        if self.count:
            self._fill(0, 4 * words)
            self._fill(1, 255 * short)
            self._fill(2, 255 * bold)
            self._fill(3, 255 * items)
            self._fill(4, 255 * lines)
            self._fill(5, 255 * headings)

    def _fill(self, column: int, whole: int) -> None:
        """Write a mean into all rows."""
        mean = whole // self.count
        column += _C_TEXT - _C_OWN
        for row in range(self.count):
            self._set(column, row, mean)


class Marks:
    """The trees of a model that know kinds of segments.

    The parameter ``marks`` says whether there are any. If there are none, kinds are those of blocks.
    """

    def __init__(self, model: Model) -> None:
        names = CLASSES if model.parameter("marks", bool) else ()
        self.trees = [Trees(model, f"mark.{name}.", _COUNT) for name in names]

    def of(self, blocks: Blocks, features: Features, keep: bytes) -> bytes:
        """The kind of each block, and which of those that are kept continue."""
        found = bytearray([block.kind for block in blocks.items])
        if self.trees:
            kept = Kept(blocks, features, keep)
            self._choose(kept, [trees.scores(kept.data, kept.count) for trees in self.trees], found)
        return bytes(found)

    def _choose(self, kept: Kept, sums: list[array[int]], found: bytearray) -> None:
        """Take what most speaks for, of all that a block can be."""
        paragraph, heading, item, continues = sums
        kind = 0
        for row in range(kept.count):
            block = kept.block(row)
            if block.level:
                own, most = _HEADING, heading[row]
            elif block.kind == _ITEM and not block.state & _LIST:
                own, most = _ITEM, item[row]
            else:
                own, most = 0, paragraph[row]
                if heading[row] > most:
                    own, most = _HEADING, heading[row]
                if item[row] > most:
                    own, most = _ITEM, item[row]
            if continues[row] > most and kept.may_continue(row):
                found[kept.indices[row]] = kind | _CONTINUES
            else:
                kind = own
                found[kept.indices[row]] = kind
