# cython: boundscheck=False
"""Wholes: tables with data, code and lists, which are kept or dropped as one.

The trees decide on each block by itself, so a table may lose some of its cells and a list some of its items. Here, the
blocks of a whole share the mean of their scores, each weighed by its words:

- all cells of a table with data are kept if the mean reaches the threshold or, if the trees keep some of it, is not
  much below. A number by itself looks like boilerplate, and the text beside it does not make up for all of them;
- all lines of a piece of code are kept if the mean reaches the threshold;
- if enough of a list is kept, the same holds for its items as for the cells of a table, but items of which the trees
  are certain stay as they are. Lists whose items have several blocks are not wholes: they list articles, comments or
  products, which have parts of their own. A list in a list does not share the fate of the items around it, and lists of
  terms (``<dl>``) are often the particulars of a person or a thing rather than a text.

Links lead to other pages. So tables with many links must reach the threshold, and lists with many links stay as they
are. Where only the article of the page is asked for, few links are many, and more of a list must be kept for the rest
to follow.

A whole inside a table or a piece of code is a part of it. Blocks that a rule decides on neither count nor change, but
for those of punctuation only: a dash in a cell and a bracket on a line of code are kept with the rest. What has no kept
block stays as it is.

The constants were chosen on pages of the training sets that the trees had not seen. Between 1.5 and 4 bits, the margin
makes little difference, and so does the limit of certainty above 2 bits. The more of a table the trees had to keep for
the margin to count, the worse these pages were cleaned, so anything is enough.

There is one pass over the elements and four over the rows, unless nothing that is kept is in a whole. Compiled, no
index is checked: parents come before their children, the elements of blocks and the indices of rows are checked at
first, and all else is found in these.
"""

from __future__ import annotations

from array import array

from ncleaner.engines.forest.trees import UNITS
from ncleaner.octets import arrays
from ncleaner.page.blocks import LIST, PRE, TABLE, Block, Blocks
from ncleaner.page.elements import ELEMENT_WIDTH, Element
from ncleaner.page.tags import CODE, NAMES
from ncleaner.read.data_tables import NO_TABLES, DataTables, data_tables
from ncleaner.read.rules import RULE_RULER

CELL = 1
LINE = 2
ITEM = 3

MARGIN = 2  # bits below the threshold
CERTAIN = 4  # bits from the threshold
MOST = 8  # bits: the score of a block counts for no more
MOST_PARTS = 2  # blocks of an item, on the average

# In how many characters one may be in a link, and of how many words of a list one must be kept.
LINKS_OF_PAGE, LINKS_OF_ARTICLE = 2, 10
KEPT_OF_PAGE, KEPT_OF_ARTICLE = 5, 2

# Public names again as C variables of the compiled module, because other modules cannot import C variables.
_CELL, _LINE, _ITEM = CELL, LINE, ITEM
_MARGIN, _CERTAIN, _MOST = MARGIN * UNITS, CERTAIN * UNITS, MOST * UNITS
_MOST_PARTS = MOST_PARTS
_LINKS_OF_PAGE, _LINKS_OF_ARTICLE = LINKS_OF_PAGE, LINKS_OF_ARTICLE
_KEPT_OF_PAGE, _KEPT_OF_ARTICLE = KEPT_OF_PAGE, KEPT_OF_ARTICLE

_TABLE_TAG, _CODE_TAG, _LIST_TAG, _ITEM_TAG = range(1, 5)
_TAGS = {
    _TABLE_TAG: "table",
    _CODE_TAG: "pre listing xmp plaintext",
    _LIST_TAG: "ul ol menu dir",
    _ITEM_TAG: "li",
}
_ROLE_OF = {CODE[name]: role for role, names in _TAGS.items() for name in names.split()}
_ROLES = bytes(_ROLE_OF.get(code, 0) for code in range(256))
_TAG_COUNT = len(NAMES)
_PARENT = Element.__slots__.index("parent")
_TAG = Element.__slots__.index("tag")

_PART = TABLE | PRE | LIST  # one of these is in the state of all blocks of tables, code and items

_NO_INTS = array("i", bytes(4))
_NO_LONGS = array("q", bytes(8))


class Wholes:
    """The wholes among the candidate blocks of a page.

    ``rows`` are the indices of the candidates, and ``items`` these blocks. ``turned`` has the blocks whose decision has
    been changed by `settle`, each with what it is: `CELL`, `LINE` or `ITEM`. ``tables`` are the data tables of the
    page, if anything is kept that is in a table.
    """

    def __init__(self, blocks: Blocks, rows: array[int], items: list[Block]) -> None:
        self.turned: dict[int, int] = {}
        self.tables: DataTables = NO_TABLES
        self.blocks = blocks
        self.items = items
        self.rows = rows
        self.size = len(items)
        self.count = len(blocks.elements)

    def _prepare(self) -> None:
        """Make the arrays, and find the wholes."""
        self.held = [_NO_INTS * self.count for _ in range(5)]
        self.held_sums = [_NO_LONGS * self.count for _ in range(4)]
        # By element: the whole around it that no other whole is around, the list and the item around it.
        self.whole_of = arrays.ints(self.held[0])
        self.list_of = arrays.ints(self.held[1])
        self.item_of = arrays.ints(self.held[2])
        # Of a whole, a list and an item: its blocks, and sums over them; of a list: its items.
        self.parts = arrays.ints(self.held[3])
        self.entries = arrays.ints(self.held[4])
        self.words = arrays.longs(self.held_sums[0])
        self.sums = arrays.longs(self.held_sums[1])
        self.links = arrays.longs(self.held_sums[2])  # characters in links beyond those that may be
        self.kept = arrays.longs(self.held_sums[3])  # words: of a whole by the trees, of a list by then
        self._find(self.tables.elements)

    def _check(self, rows: array[int], keep: bytearray) -> int:
        """Return the bits of the states of the kept rows; raise an exception if a row is not that of a block."""
        state = 0
        if len(self.rows) != self.size or len(keep) != len(self.blocks.items):
            raise IndexError(len(self.rows))
        blocks = len(keep)
        for row in range(self.size):
            block: Block = self.items[row]
            index = rows[row]
            if not 0 <= index < blocks or not 0 <= block.element < self.count:
                raise IndexError(index)
            if keep[index]:
                state |= block.state
        return state

    def _find(self, tables: list[int]) -> None:
        """Find the whole, the list and the item around each element; 0, the root of the page, stands for none."""
        data = self.blocks.elements.rows
        for table in tables:
            self.whole_of[table] = table
        for i in range(1, self.count):
            up = data[i * ELEMENT_WIDTH + _PARENT]
            if not 0 <= up < i:
                raise IndexError(up)
            tag = data[i * ELEMENT_WIDTH + _TAG]
            role = _ROLES[tag] if tag < _TAG_COUNT else 0
            if self.whole_of[up]:
                self.whole_of[i] = self.whole_of[up]
            elif role == _CODE_TAG:
                self.whole_of[i] = i
            if role == _LIST_TAG:
                self.list_of[i] = i
            elif role != _TABLE_TAG:
                self.list_of[i] = self.list_of[up]
                self.item_of[i] = self.item_of[up]
                if role == _ITEM_TAG and self.list_of[i] and not self.item_of[i]:
                    self.item_of[i] = i

    def settle(self, sums: array[int], threshold: int, keep: bytearray, is_article: bool = False) -> None:
        """Decide on all wholes: change ``keep``, by the scores of the rows and the lowest score to keep.

        ``is_article`` says that only the article of the page is asked for.
        """
        if len(sums) != self.size:
            raise IndexError(len(sums))
        rows = arrays.ints(self.rows)
        state = self._check(rows, keep)
        if state & TABLE:
            self.tables = data_tables(self.blocks)
        if state & _PART:
            self._prepare()
            self._add_up(arrays.ints(sums), threshold, rows, keep, _LINKS_OF_ARTICLE if is_article else _LINKS_OF_PAGE)
            self._settle_wholes(rows, keep)
            self._settle_lists(rows, keep, is_article)

    def _add_up(self, scores: array[int], threshold: int, rows: array[int], keep: bytearray, most: int) -> None:
        """Add up the blocks of wholes, items and lists; one in ``most`` characters may be in a link."""
        for row in range(self.size):
            block: Block = self.items[row]
            if block.rule or not block.state & _PART:
                continue
            score = block.words * max(-_MOST, min(_MOST, scores[row] - threshold))
            links = most * block.link_chars - block.chars
            whole = self.whole_of[block.element]
            item = self.item_of[block.element]
            around = self.list_of[block.element]
            if whole:
                self._add(whole, block, score, links)
                self.kept[whole] += block.words if keep[rows[row]] else 0
            if item and not self.whole_of[around]:
                self.entries[around] += self.parts[item] == 0
                self._add(item, block, score, links)
                self._add(around, block, score, links)

    def _add(self, element: int, block: Block, score: int, links: int) -> None:
        self.parts[element] += 1
        self.words[element] += block.words
        self.sums[element] += score
        self.links[element] += links

    def _settle_wholes(self, rows: array[int], keep: bytearray) -> None:
        """Keep or drop tables and code; add up the kept words of lists."""
        for row in range(self.size):
            block: Block = self.items[row]
            if not block.state & _PART:
                continue
            index = rows[row]
            whole = self.whole_of[block.element]
            if block.rule and (block.rule != RULE_RULER or not whole):
                continue
            if whole and self.parts[whole] > 1:
                is_table = _ROLES[self.blocks.elements.tag(whole)] == _TABLE_TAG
                has_margin = is_table and self._has_margin(whole)
                is_kept = self.sums[whole] >= (-_MARGIN * self.words[whole] if has_margin else 0)
                if is_kept or not block.rule:
                    self._turn(index, is_kept, _CELL if is_table else _LINE, keep)
            if keep[index]:
                self.kept[self.list_of[block.element]] += block.words

    def _has_margin(self, table: int) -> bool:
        """Return whether the trees keep some of a table, and it does not have many links."""
        return self.kept[table] > 0 and self.links[table] <= 0

    def _settle_lists(self, rows: array[int], keep: bytearray, is_article: bool) -> None:
        """Keep or drop the items of lists, except items that the trees are certain about."""
        for row in range(self.size):
            block: Block = self.items[row]
            if block.rule or not block.state & _PART:
                continue
            item = self.item_of[block.element]
            around = self.list_of[block.element]
            if not item or not self._is_whole(around, is_article):
                continue
            is_kept = self.sums[around] >= -_MARGIN * self.words[around]
            if is_kept:
                is_weak = self.sums[item] >= -_CERTAIN * self.words[item]
            else:
                is_weak = self.sums[item] < _CERTAIN * self.words[item]
            if is_weak:
                self._turn(rows[row], is_kept, _ITEM, keep)

    def _is_whole(self, around: int, is_article: bool) -> bool:
        """Return whether a list is to be kept or dropped whole."""
        entries = self.entries[around]
        if entries < 2 or self.parts[around] > _MOST_PARTS * entries or self.links[around] > 0:
            return False
        words = self.kept[around] * (_KEPT_OF_ARTICLE if is_article else _KEPT_OF_PAGE)
        return words >= self.words[around] and words > 0

    def _turn(self, index: int, is_kept: bool, part: int, keep: bytearray) -> None:
        """Keep or drop a block, and note it if that changes anything."""
        if keep[index] != is_kept:
            keep[index] = is_kept
            if self.turned.pop(index, 0) == 0:
                self.turned[index] = part
