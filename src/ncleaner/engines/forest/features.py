# cython: boundscheck=False
"""Features: what the forest knows of each block, a byte for each fact.

Strategy: facts are small integers (shares of 255, logarithms, codes), so that they are the same on every machine and
backend, and a table of them is small. The table has a column for each fact (`ncleaner.engines.forest.columns`) and a row for
each block in play. Columns are contiguous, with two empty rows at both ends, so that what is known of a neighbour is
the same column, shifted.

Numbers are put on one of four scales (`ncleaner.engines.forest.scales`). What is known of a container around a block is worked
out once for the container (`ncleaner.engines.forest.profiles`) and copied.

Nothing is read or written with bounds when compiled. A place in the table is one of the first column, which is `EDGE`
and the number of a row, and some strides, fewer than there are columns. Rows have numbers below ``count``, and all
arrays are made for so many. A container is that of a block, which `Containers` has looked at, or one around it.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left

from ncleaner.engines.forest import scales
from ncleaner.engines.forest.columns import COLUMNS
from ncleaner.engines.forest.containers import (
    BITS,
    BLOCKS,
    CHARS,
    F_COUNT,
    F_WORDS,
    FACTS,
    FIRST,
    LENGTH,
    LINKS,
    LONG,
    RECORD,
    SUMS,
    UP,
    WORDS,
    Containers,
)
from ncleaner.engines.forest.declared import declared, title_of
from ncleaner.engines.forest.numbers import Numbers
from ncleaner.engines.forest.profiles import LEVEL_WIDTH, REST_WIDTH, Profiles
from ncleaner.engines.forest.signs import Signs
from ncleaner.engines.forest.trees import EDGE, table
from ncleaner.engines.forest.wording import Wording
from ncleaner.engines.ngram.scorer import Scorer
from ncleaner.octets import arrays
from ncleaner.page import blocks as facts
from ncleaner.page.blocks import Block, Blocks
from ncleaner.page.tags import CODE, NAMES

_COUNT = len(COLUMNS)
_EDGE = EDGE
_C_WORDING = COLUMNS.index("punctuation")
_C_NGRAM = COLUMNS.index("bits")
_C_AROUND = COLUMNS.index("words around")
_C_POSITION = COLUMNS.index("from start")
_C_LEVEL = COLUMNS.index("share 1")
_C_PLACE = COLUMNS.index("place")
_C_PATH = COLUMNS.index("path blocks")
_C_OTHERS = COLUMNS.index("repeated before")
_C_PAGE = COLUMNS.index("page words")
_LEVEL = LEVEL_WIDTH
_REST = REST_WIDTH

_HEADING = facts.HEADING
_LIST = facts.LIST
_TABLE = facts.TABLE
_NAV = facts.NAV
_ASIDE = facts.ASIDE
_HEADER = facts.HEADER
_FOOTER = facts.FOOTER
_ARTICLE = facts.ARTICLE
_MAIN = facts.MAIN
_ARIA_HIDDEN = facts.ARIA_HIDDEN

_BITS, _BLOCKS, _CHARS, _LENGTH, _LINKS, _LONG, _SUMS, _WORDS = BITS, BLOCKS, CHARS, LENGTH, LINKS, LONG, SUMS, WORDS
_FACTS, _FIRST, _RECORD, _UP = FACTS, FIRST, RECORD, UP
_F_COUNT, _F_WORDS = F_COUNT, F_WORDS

# Tags, roughly from those of furniture to those of text.
ORDER = """select option button form nav footer li dt dd th td tr table div section center body article main
    figcaption caption summary address h1 h2 h3 h4 h5 h6 p blockquote pre"""
_RANKS = {CODE[name]: number + 1 for number, name in enumerate(ORDER.split())}
_TAGS = bytes(_RANKS.get(code, 0) for code in range(len(NAMES)))
_KNOWN = len(NAMES)

# What is summed up before each row: words, characters, those in links, bits, and their characters.
_B_WORDS, _B_CHARS, _B_LINKS, _B_BITS, _B_LENGTH = range(5)
_BEFORE = 5

_NEAR = 12  # rows; how much farther the title is says more about the page than about the block

_NO_BITS = array("q", bytes(8))
_NO_LENGTHS = array("i", bytes(4))


class Features:
    """The table of a page.

    ``rows`` are the indices of the blocks in play, ``items`` these blocks, and ``data`` is the table. ``comments`` says
    what to do with comments (`ncleaner.engines.forest.containers`), ``lexical`` whether the n-grams know the words of the
    page's language.
    """

    def __init__(self, blocks: Blocks, scorer: Scorer, signs: Signs, comments: int, lexical: bool, hidden: int) -> None:
        self.blocks = blocks
        self.containers = Containers(blocks, signs, comments, hidden)
        self.rows = self.containers.choose()
        self.items = self._chosen(self.rows)
        self.count = len(self.items)
        self.stride = self.count + 2 * EDGE
        self.data = table(_COUNT, self.count)
        self.cells = self.data  # without bounds when compiled
        self.held = bits, lengths, before = (
            _NO_BITS * self.count,
            _NO_LENGTHS * self.count,
            _NO_BITS * (_BEFORE * (self.count + 1)),
        )
        self.bits = arrays.longs(bits)
        self.lengths = arrays.ints(lengths)
        self.before = arrays.longs(before)
        self.title = -1  # the row of the heading that is the page's title, if there is one
        self.state = 0  # of all blocks together
        self.money = 0  # blocks with an amount of it
        if self.count:
            self._measure(scorer)
            self.containers.add_up(self.items, self.bits, self.lengths)
            self.containers.compare(self.items, self.bits, self.lengths)
            self.title = self._title()
            if self.title >= 0:
                self.containers.mark_title(self.items[self.title])
            self.profiles = Profiles(self.containers)
            self._blocks()
            self._around()
            self._containers()
            self._repeats()
            self._headings()
            self._page(lexical)

    def _chosen(self, rows: array[int]) -> list[Block]:
        items = self.blocks.items
        indices = arrays.ints(rows)
        return [items[indices[row]] for row in range(len(rows))]

    def row_of(self, index: int) -> int:
        """The row of a block, or -1 if it is not in play."""
        row = bisect_left(self.rows, index)
        return row if row < self.count and self.rows[row] == index else -1

    def value(self, column: int, row: int) -> int:
        """The fact in a column about a row, which may be up to two before the first or behind the last."""
        return self.data[column * self.stride + EDGE + row]

    def means(self) -> bytearray:
        """A table of one row: the mean of each column."""
        found = table(_COUNT, 1)
        cells = self.cells
        for column in range(_COUNT):
            start = column * self.stride + _EDGE
            whole = 0
            for at in range(start, start + self.count):
                whole += cells[at]
            found[column * (1 + 2 * _EDGE) + _EDGE] = whole // self.count
        return found

    def _measure(self, scorer: Scorer) -> None:
        """Score the texts, and sum up what is before each row."""
        before = self.before
        for row in range(self.count):
            block: Block = self.items[row]
            self.bits[row] = scorer.total(self.blocks.buffer, block.text_start, block.text_end)
            self.lengths[row] = scorer.length
            at = _BEFORE * row
            before[at + 5] = before[at] + block.words
            before[at + 6] = before[at + 1] + block.chars
            before[at + 7] = before[at + 2] + block.link_chars
            before[at + 8] = before[at + 3] + self.bits[row]
            before[at + 9] = before[at + 4] + self.lengths[row]
            self.state |= block.state
        scorer.normaliser.shrink()

    # The block itself

    def _blocks(self) -> None:
        wording = Wording(self.blocks.buffer)
        for row in range(self.count):
            block: Block = self.items[row]
            self._facts(_EDGE + row, block)
            self._states(_EDGE + row, block.state)
            wording.read(block)
            self._wording(_EDGE + row, wording)
            self._ngram(row, self.bits[row], self.lengths[row])

    def _facts(self, at: int, block: Block) -> None:
        cells = self.cells
        stride = self.stride
        tag = self.blocks.elements.tag(block.element)
        words = block.words
        chars = block.chars
        cells[at] = scales.log(words)
        cells[at + stride] = min(255, 16 * chars // words) if words else 0
        cells[at + 2 * stride] = scales.share(block.link_chars, chars)
        cells[at + 3 * stride] = min(block.links, 255)
        cells[at + 4 * stride] = scales.share(block.bold_chars, chars)
        cells[at + 5 * stride] = block.kind
        cells[at + 6 * stride] = block.level
        cells[at + 7 * stride] = _TAGS[tag] if tag < _KNOWN else 0
        cells[at + 17 * stride] = block.rule

    def _states(self, at: int, state: int) -> None:
        cells = self.cells
        stride = self.stride
        cells[at + 8 * stride] = state & _LIST != 0
        cells[at + 9 * stride] = state & _TABLE != 0
        cells[at + 10 * stride] = state & _NAV != 0
        cells[at + 11 * stride] = state & _ASIDE != 0
        cells[at + 12 * stride] = state & _HEADER != 0
        cells[at + 13 * stride] = state & _FOOTER != 0
        # Outside of an article means something only where there is one.
        cells[at + 14 * stride] = 2 if state & _ARTICLE else self.state & _ARTICLE != 0
        cells[at + 15 * stride] = 2 if state & _MAIN else self.state & _MAIN != 0
        cells[at + 16 * stride] = state & _ARIA_HIDDEN != 0

    def _wording(self, at: int, wording: Wording) -> None:
        cells = self.cells
        stride = self.stride
        words = wording.words
        at += _C_WORDING * stride
        cells[at] = min(255, 255 * wording.marks // words) if words else 0
        cells[at + stride] = wording.ending
        cells[at + 2 * stride] = scales.share(wording.capitals, words)
        cells[at + 3 * stride] = scales.share(wording.digits, wording.chars)
        if wording.money and wording.digits:
            self.money += 1

    def _ngram(self, row: int, bits: int, length: int) -> None:
        at = _C_NGRAM * self.stride + _EDGE + row
        self.cells[at] = scales.rate(bits, length)
        self.cells[at + self.stride] = scales.signed(bits >> 10)

    # The blocks around

    def _around(self) -> None:
        count = self.count
        for row in range(count):
            self._near(_EDGE + row, _first(row, 3), _last(row, 3, count), 0)
            self._near(_EDGE + row, _first(row, 8), _last(row, 8, count), 1)
            around = self._sum(_first(row, 5), _last(row, 5, count), _B_WORDS)
            self.cells[_C_AROUND * self.stride + _EDGE + row] = scales.log(around)
            at = _C_POSITION * self.stride + _EDGE + row
            self.cells[at] = scales.share(row, count)
            self.cells[at + self.stride] = scales.log(count - 1 - row)

    def _near(self, at: int, first: int, last: int, column: int) -> None:
        """The bits and links of the rows around one."""
        bits = scales.rate(self._sum(first, last, _B_BITS), self._sum(first, last, _B_LENGTH))
        links = scales.share(self._sum(first, last, _B_LINKS), self._sum(first, last, _B_CHARS))
        self.cells[at + (_C_NGRAM + 2 + column) * self.stride] = bits
        self.cells[at + (_C_AROUND + 1 + column) * self.stride] = links

    def _sum(self, first: int, last: int, what: int) -> int:
        """The sum over the rows from the first to before the last."""
        return self.before[_BEFORE * last + what] - self.before[_BEFORE * first + what]

    # The containers around

    def _containers(self) -> None:
        containers = self.containers
        profiles = self.profiles
        columns = _C_PLACE * self.stride + _EDGE
        for row in range(self.count):
            block: Block = self.items[row]
            element = block.element
            self._levels(row, element, profiles)
            self._copy(_C_PATH * self.stride + _EDGE + row, profiles, profiles.rest(element), _REST)
            record = containers.facts[element * _FACTS + _RECORD]
            at = columns + row
            self.cells[at + self.stride] = scales.log(row - containers.facts[record * _FACTS + _FIRST])
            self.cells[at + 2 * self.stride] = self._distance(row, containers.best)
            self.cells[at + 3 * self.stride] = self._distance(row, containers.prose)

    def _levels(self, row: int, element: int, profiles: Profiles) -> None:
        """The first container that holds more than the block, and those around it."""
        containers = self.containers
        stride = self.stride
        if containers.sums[element * _SUMS + _BLOCKS] == 1:
            element = self._larger(element)
        size = containers.sums[element * _SUMS + _BLOCKS]
        first = containers.facts[element * _FACTS + _FIRST]
        self.cells[_C_PLACE * stride + _EDGE + row] = scales.share(row - first, size)
        at = _C_LEVEL * stride + _EDGE + row
        self._copy(at, profiles, profiles.level(element), _LEVEL)
        element = self._larger(element)
        self._copy(at + _LEVEL * stride, profiles, profiles.level(element), _LEVEL)
        element = self._larger(element)
        self._copy(at + 2 * _LEVEL * stride, profiles, profiles.level(element), _LEVEL)
        element = self._larger(self._larger(element))
        self._copy(at + 3 * _LEVEL * stride, profiles, profiles.level(element), _LEVEL)

    def _larger(self, element: int) -> int:
        """The next larger container; the largest for itself."""
        up = self.containers.facts[element * _FACTS + _UP]
        return up if up >= 0 else element

    def _copy(self, to: int, profiles: Profiles, at: int, width: int) -> None:
        """Copy a part of a profile into the columns from one on."""
        cells = self.cells
        found = profiles.found
        stride = self.stride
        for k in range(at, at + width):
            cells[to] = found[k]
            to += stride

    def _distance(self, row: int, best: int) -> int:
        """How many rows it is to one of the best containers."""
        first = self.containers.facts[best * _FACTS + _FIRST]
        if row < first:
            return scales.signed(row - first)
        beyond = row - first - self.containers.sums[best * _SUMS + _BLOCKS] + 1
        return scales.signed(beyond) if beyond > 0 else 128

    # The rest of the page

    def _repeats(self) -> None:
        """How often the same text was before, and is elsewhere on the page."""
        wording = Wording(self.blocks.buffer)
        numbers = Numbers(self.count)
        held = _NO_LENGTHS * self.count, _NO_LENGTHS * self.count
        counts = arrays.ints(held[0])
        same = arrays.ints(held[1])
        at = _C_OTHERS * self.stride + _EDGE
        for row in range(self.count):
            number = numbers.number(wording.key(self.items[row]))
            same[row] = number
            self.cells[at + row] = min(255, counts[number])
            counts[number] += 1
        at += self.stride
        for row in range(self.count):
            self.cells[at + row] = min(255, counts[same[row]] - 1)

    def _headings(self) -> None:
        """The way from the title, and from the heading before."""
        title = self.title
        cells = self.cells
        stride = self.stride
        heading = bits = level = -1
        for row in range(self.count):
            block: Block = self.items[row]
            at = (_C_OTHERS + 2) * stride + _EDGE + row
            cells[at] = scales.signed(max(-_NEAR, min(_NEAR, row - title))) if title >= 0 else 0
            if heading < 0:
                cells[at + 2 * stride] = 255
            else:
                cells[at + stride] = bits
                cells[at + 2 * stride] = scales.log(row - heading)
                cells[at + 3 * stride] = level
            if block.kind == _HEADING:
                heading = row
                bits = scales.rate(self.bits[row], self.lengths[row])
                level = block.level

    def _title(self) -> int:
        """The row of the heading that is most like the title of the page, or else the first of the first level."""
        title = title_of(self.blocks)
        found = -1
        most = 0
        for row in range(self.count):
            block: Block = self.items[row]
            if block.kind == _HEADING and block.words <= 30:
                worth = 100 if block.level == 1 else 30 if block.level == 2 else 0
                if title.size:
                    shared = title.shared(self.blocks.buffer, block.text_start, block.text_end)
                    if shared and 5 * shared >= 2 * title.count:
                        worth += 100 * shared * shared // title.count
                if worth > most:
                    most = worth
                    found = row
        return found

    def _page(self, lexical: bool) -> None:
        containers = self.containers
        sums = containers.sums
        words = sums[_WORDS]
        self._fill(0, scales.log(words))
        self._fill(1, scales.log(self.count))
        self._fill(2, scales.share(sums[_LINKS], sums[_CHARS]))
        self._fill(3, scales.rate(sums[_BITS], sums[_LENGTH]))
        self._fill(4, scales.share(sums[_LONG], words))
        self._fill_shares()
        self._fill(9, scales.log(self.money))
        self._fill(11, scales.share(sums[containers.best * _SUMS + _WORDS], words))
        self._fill(12, scales.share(sums[containers.prose * _SUMS + _WORDS], words))
        self._fill(13, declared(self.blocks))
        self._fill(14, lexical)

    def _fill_shares(self) -> None:
        """Names, tables, headings, and the largest family."""
        families = self.containers.families
        family = self.profiles.family
        words = self.containers.sums[_WORDS]
        table = headings = 0
        for row in range(self.count):
            block: Block = self.items[row]
            table += block.words if block.state & _TABLE else 0
            headings += block.level > 0
        self._fill(5, scales.share(self.profiles.named, self.profiles.full))
        self._fill(6, scales.share(table, words))
        self._fill(7, scales.share(families[family + _F_WORDS], words) if family >= 0 else 0)
        self._fill(8, scales.log(families[family + _F_COUNT]) if family >= 0 else 0)
        self._fill(10, scales.log(headings))

    def _fill(self, column: int, value: int) -> None:
        cells = self.cells
        first = (_C_PAGE + column) * self.stride + _EDGE
        for at in range(first, first + self.count):
            cells[at] = value


def _first(row: int, reach: int) -> int:
    """The first row around one, as far as the reach."""
    return row - reach if row > reach else 0


def _last(row: int, reach: int, count: int) -> int:
    """The row behind the last one."""
    return row + reach + 1 if row + reach < count else count
