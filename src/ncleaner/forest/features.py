"""Features: what the forest knows of each block, a byte for each fact.

Strategy: facts are small integers (shares of 255, logarithms, codes), so that they are the same on every machine and
backend, and a table of them is small. The table has a column for each fact (`ncleaner.forest.columns`) and a row for
each block in play. Columns are contiguous, with two empty rows at both ends, so that what is known of a neighbour is
the same column, shifted.

Numbers are put on one of four scales. Counts are logarithms, eight to each doubling. Parts are 255ths of the whole.
Bits per character, of which 2 are as much as there is, and distances have their zero in the middle.

The table and the profiles of containers are written without bounds when compiled. A place in the table is one of the
first column, which is `EDGE` and the number of a row, and some strides, fewer than there are columns. A profile is that
of a container whose row in the tables of `Containers` has been read or written before, within bounds.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from math import log2

from ncleaner import blocks as facts
from ncleaner.blocks import Block, Blocks
from ncleaner.forest.columns import COLUMNS, LEVEL, RECORD, SIGNS, STEPS
from ncleaner.forest.columns import PATH as PATH_COLUMNS
from ncleaner.forest.containers import (
    ABOVE,
    ALL,
    AROUND,
    BEST,
    BEST_STEPS,
    BITS,
    BLOCKS,
    CHARS,
    F_COUNT,
    F_HEADINGS,
    F_WORDS,
    FACTS,
    FAMILIES,
    FAMILY,
    FIRST,
    LENGTH,
    LINKS,
    LONG,
    NAMED,
    P_BITS,
    P_BLOCKS,
    P_CHARS,
    P_LENGTH,
    P_LINKS,
    P_WORDS,
    PATH,
    PATHS,
    PROSE_STEPS,
    SIGN,
    SUMS,
    UP,
    WORDS,
    WORST,
    Containers,
)
from ncleaner.forest.containers import (
    RECORD as RECORD_FACT,
)
from ncleaner.forest.declared import declared, title_of
from ncleaner.forest.numbers import Numbers
from ncleaner.forest.signs import Signs
from ncleaner.forest.trees import EDGE, table
from ncleaner.forest.wording import Wording
from ncleaner.html.elements import CODE, NAMES
from ncleaner.ngram.scorer import UNITS, Scorer

_COUNT = len(COLUMNS)
_EDGE = EDGE
_RATE = UNITS // 64  # of n-grams' units per character
_C_WORDING = COLUMNS.index("punctuation")
_C_NGRAM = COLUMNS.index("bits")
_C_AROUND = COLUMNS.index("words around")
_C_POSITION = COLUMNS.index("from start")
_C_LEVEL = COLUMNS.index("share 1")
_C_PLACE = COLUMNS.index("place")
_C_PATH = COLUMNS.index("path blocks")
_C_OTHERS = COLUMNS.index("repeated before")
_C_PAGE = COLUMNS.index("page words")
_LEVEL = len(LEVEL)
_PROFILE = len(LEVEL) + len(PATH_COLUMNS) + len(RECORD) + len(STEPS) + len(SIGNS)

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

_ABOVE, _ALL, _AROUND, _BEST, _BITS, _BLOCKS, _CHARS = ABOVE, ALL, AROUND, BEST, BITS, BLOCKS, CHARS
_F_COUNT, _F_HEADINGS, _F_WORDS, _FACTS, _FAMILIES, _FAMILY, _FIRST = (
    F_COUNT, F_HEADINGS, F_WORDS, FACTS, FAMILIES, FAMILY, FIRST,
)  # fmt: skip
_LENGTH, _LINKS, _LONG, _NAMED = LENGTH, LINKS, LONG, NAMED
_P_BITS, _P_BLOCKS, _P_CHARS, _P_LENGTH, _P_LINKS, _P_WORDS, _PATH, _PATHS = (
    P_BITS, P_BLOCKS, P_CHARS, P_LENGTH, P_LINKS, P_WORDS, PATH, PATHS,
)  # fmt: skip
_SIGN, _SUMS, _UP, _WORDS, _WORST = SIGN, SUMS, UP, WORDS, WORST
_RECORD, _BEST_STEPS, _PROSE_STEPS = RECORD_FACT, BEST_STEPS, PROSE_STEPS

# Tags, roughly from those of furniture to those of text.
ORDER = """select option button form nav footer li dt dd th td tr table div section center body article main
    figcaption caption summary address h1 h2 h3 h4 h5 h6 p blockquote pre"""
_RANKS = {CODE[name]: number + 1 for number, name in enumerate(ORDER.split())}
_TAGS = bytes(_RANKS.get(code, 0) for code in range(len(NAMES)))
_KNOWN = len(NAMES)

_SMALL = 1024
_LOGS = bytes(int(8 * log2(1 + number) + 1e-9) for number in range(_SMALL))

# What is summed up before each row: words, characters, those in links, bits, and their characters.
_B_WORDS, _B_CHARS, _B_LINKS, _B_BITS, _B_LENGTH = range(5)
_BEFORE = 5

_NO_BITS = array("q", bytes(8))
_NO_LENGTHS = array("i", bytes(4))


class Features:
    """The table of a page.

    ``rows`` are the indices of the blocks in play, ``data`` is the table. ``comments`` says what to do with comments
    (`ncleaner.forest.containers`), ``lexical`` whether the n-grams know the words of the page's language.
    """

    def __init__(self, blocks: Blocks, scorer: Scorer, signs: Signs, comments: int, lexical: bool, hidden: int) -> None:
        self.blocks = blocks
        self.containers = Containers(blocks, signs, hidden)
        self.rows = self.containers.choose(comments)
        self.items = self._chosen(self.rows)
        self.count = len(self.items)
        self.stride = self.count + 2 * EDGE
        self.data = table(_COUNT, self.count)
        self.cells = self.data  # without bounds when compiled
        self.profiles = bytearray(_PROFILE * self.containers.count)
        self.found = self.profiles  # likewise
        self.bits = _NO_BITS * self.count
        self.lengths = _NO_LENGTHS * self.count
        self.before = _NO_BITS * (_BEFORE * (self.count + 1))
        self.title = -1  # the row of the heading that is the page's title, if there is one
        self.state = 0  # of all blocks together
        self.money = 0  # blocks with an amount of it
        if self.count:
            self._measure(scorer)
            self.containers.add_up(self.items, self.bits, self.lengths)
            self.containers.compare(self.items, self.bits, self.lengths)
            self._blocks()
            self._around()
            self._containers()
            self._repeats()
            self._headings()
            self._page(lexical)

    def _chosen(self, rows: array[int]) -> list[Block]:
        items = self.blocks.items
        return [items[rows[row]] for row in range(len(rows))]

    def row_of(self, index: int) -> int:
        """The row of a block, or -1 if it is not in play."""
        row = bisect_left(self.rows, index)
        return row if row < self.count and self.rows[row] == index else -1

    def words_above(self, sums: array[int]) -> int:
        """The words of all rows with a sum of 0 or more, but for those that a rule is certain about."""
        words = 0
        for row in range(self.count):
            block: Block = self.items[row]
            if sums[row] >= 0 and not block.rule:
                words += block.words
        return words

    def value(self, column: int, row: int) -> int:
        """The fact in a column about a row, which may be up to two before the first or behind the last."""
        return self.data[column * self.stride + EDGE + row]

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
        scorer.normaliser.forget()

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
        cells[at] = _log(words)
        cells[at + stride] = min(255, 16 * chars // words) if words else 0
        cells[at + 2 * stride] = _share(block.link_chars, chars)
        cells[at + 3 * stride] = min(block.links, 255)
        cells[at + 4 * stride] = _share(block.bold_chars, chars)
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
        cells[at + 2 * stride] = _share(wording.capitals, words)
        cells[at + 3 * stride] = _share(wording.digits, wording.chars)
        if wording.money and wording.digits:
            self.money += 1

    def _ngram(self, row: int, bits: int, length: int) -> None:
        at = _C_NGRAM * self.stride + _EDGE + row
        self.cells[at] = _rate(bits, length)
        self.cells[at + self.stride] = _signed(bits >> 10)

    # The blocks around

    def _around(self) -> None:
        count = self.count
        words = self.before[_BEFORE * count]
        for row in range(count):
            self._near(_EDGE + row, _first(row, 3), _last(row, 3, count), 0)
            self._near(_EDGE + row, _first(row, 8), _last(row, 8, count), 1)
            around = self._sum(_first(row, 5), _last(row, 5, count), _B_WORDS)
            self.cells[_C_AROUND * self.stride + _EDGE + row] = _log(around)
            at = _C_POSITION * self.stride + _EDGE + row
            self.cells[at] = _share(row, count)
            self.cells[at + self.stride] = _log(count - 1 - row)
            self.cells[at + 2 * self.stride] = _share(self.before[_BEFORE * row], words)

    def _near(self, at: int, first: int, last: int, column: int) -> None:
        """The bits and links of the rows around one."""
        bits = _rate(self._sum(first, last, _B_BITS), self._sum(first, last, _B_LENGTH))
        links = _share(self._sum(first, last, _B_LINKS), self._sum(first, last, _B_CHARS))
        self.cells[at + (_C_NGRAM + 2 + column) * self.stride] = bits
        self.cells[at + (_C_AROUND + 1 + column) * self.stride] = links

    def _sum(self, first: int, last: int, what: int) -> int:
        """The sum over the rows from the first to before the last."""
        return self.before[_BEFORE * last + what] - self.before[_BEFORE * first + what]

    # The containers around

    def _containers(self) -> None:
        """What a container is like is worked out once, however many blocks it is around."""
        containers = self.containers
        self._find_records()
        self._find_steps()
        for row in range(self.count):
            block: Block = self.items[row]
            element = block.element
            self._levels(row, element)
            self._copy(_C_PATH * self.stride + _EDGE + row, self._known_rest(element), _PROFILE - _LEVEL)
            record = containers.facts[element * _FACTS + _RECORD]
            at = _C_PLACE * self.stride + _EDGE + row
            self.cells[at + self.stride] = _log(row - containers.facts[record * _FACTS + _FIRST])
            self.cells[at + 2 * self.stride] = self._distance(row, containers.best)
            self.cells[at + 3 * self.stride] = self._distance(row, containers.prose)

    def _levels(self, row: int, element: int) -> None:
        """The first container that holds more than the block, and those around it."""
        containers = self.containers
        stride = self.stride
        size = containers.sums[element * _SUMS + _BLOCKS]
        if size == 1:
            element = self._larger(element)
            size = containers.sums[element * _SUMS + _BLOCKS]
        first = containers.facts[element * _FACTS + _FIRST]
        self.cells[_C_PLACE * stride + _EDGE + row] = _share(row - first, size)
        at = _C_LEVEL * stride + _EDGE + row
        self._copy(at, self._known_level(element), _LEVEL)
        element = self._larger(element)
        self._copy(at + _LEVEL * stride, self._known_level(element), _LEVEL)
        element = self._larger(element)
        self._copy(at + 2 * _LEVEL * stride, self._known_level(element), _LEVEL)
        element = self._larger(self._larger(element))
        self._copy(at + 3 * _LEVEL * stride, self._known_level(element), _LEVEL)

    def _larger(self, element: int) -> int:
        """The next larger container; the largest for itself."""
        up = self.containers.facts[element * _FACTS + _UP]
        return up if up >= 0 else element

    def _copy(self, to: int, at: int, width: int) -> None:
        """Copy a part of a profile into the columns from one on."""
        cells = self.cells
        found = self.found
        stride = self.stride
        for k in range(at, at + width):
            cells[to] = found[k]
            to += stride

    def _distance(self, row: int, best: int) -> int:
        """How many rows it is to one of the best containers."""
        first = self.containers.facts[best * _FACTS + _FIRST]
        if row < first:
            return _signed(row - first)
        beyond = row - first - self.containers.sums[best * _SUMS + _BLOCKS] + 1
        return _signed(beyond) if beyond > 0 else 128

    def _find_records(self) -> None:
        """The container at or around each that has most others of its family beside it."""
        containers = self.containers
        facts = containers.facts
        families = containers.families
        facts[_RECORD] = 0
        for i in range(1, containers.count):
            if containers.sums[i * _SUMS + _BLOCKS]:
                around = facts[facts[i * _FACTS + _ABOVE] * _FACTS + _RECORD]
                size = families[facts[i * _FACTS + _FAMILY] * _FAMILIES + _F_COUNT]
                if around and families[facts[around * _FACTS + _FAMILY] * _FAMILIES + _F_COUNT] > size:
                    facts[i * _FACTS + _RECORD] = around
                else:
                    facts[i * _FACTS + _RECORD] = i

    def _find_steps(self) -> None:
        """How many steps it is from each container up to what it has in common with the best ones."""
        containers = self.containers
        for i in range(containers.count):
            if containers.sums[i * _SUMS + _BLOCKS]:
                above = containers.facts[i * _FACTS + _ABOVE]
                self._step(i, above, containers.best, 1, _BEST_STEPS)
                self._step(i, above, containers.prose, 2, _PROSE_STEPS)

    def _step(self, i: int, above: int, best: int, bit: int, column: int) -> None:
        containers = self.containers
        at = i * _FACTS
        if i == best or (i > best and containers.facts[above * _FACTS + column] == 0):
            containers.facts[at + column] = 0
        elif containers.facts[at + _AROUND] & bit:
            containers.facts[at + column] = 1
        else:
            up = containers.facts[at + _UP]
            containers.facts[at + column] = containers.facts[up * _FACTS + column] + 1

    def _known_level(self, element: int) -> int:
        """Where the part of a container's profile is that is for blocks anywhere inside it."""
        at = element * _PROFILE
        if not self.found[at + 3]:
            self._level(element, at)
        return at

    def _known_rest(self, element: int) -> int:
        """Where the part is that is for blocks without another container around them."""
        at = element * _PROFILE
        if not self.found[at + _PROFILE - 1]:
            self._rest(element, at + _LEVEL)
        return at + _LEVEL

    def _level(self, element: int, to: int) -> None:
        """Work out the first part; its byte for bits is never zero."""
        containers = self.containers
        at = element * _SUMS
        words = containers.sums[at + _WORDS]
        self.found[to] = _share(words, containers.sums[_WORDS])
        self.found[to + 1] = _share(containers.sums[at + _LINKS], containers.sums[at + _CHARS])
        self.found[to + 2] = _per(words, containers.sums[at + _BLOCKS])
        self.found[to + 3] = _rate(containers.sums[at + _BITS], containers.sums[at + _LENGTH])
        self.found[to + 4] = _share(containers.sums[at + _LONG], words)

    def _rest(self, element: int, to: int) -> None:
        """Work out the second part; its last byte is never zero."""
        containers = self.containers
        at = element * _FACTS
        self._path(containers.facts[at + _PATH] * _PATHS, to)
        self._record(containers.facts[at + _RECORD], to + 4)
        self.found[to + 12] = min(containers.facts[at + _BEST_STEPS], 255)
        self.found[to + 13] = min(containers.facts[at + _PROSE_STEPS], 255)
        self.found[to + 14] = containers.facts[at + _BEST]
        self.found[to + 15] = -containers.facts[at + _WORST]
        self.found[to + 16] = 128 + containers.facts[at + _ALL]
        self.found[to + 17] = 128 + containers.facts[at + _SIGN]

    def _path(self, at: int, to: int) -> None:
        containers = self.containers
        blocks = max(1, containers.paths[at + _P_BLOCKS])
        self.found[to] = _log(blocks)
        self.found[to + 1] = _per(containers.paths[at + _P_WORDS], blocks)
        self.found[to + 2] = _share(containers.paths[at + _P_LINKS], containers.paths[at + _P_CHARS])
        self.found[to + 3] = _rate(containers.paths[at + _P_BITS], containers.paths[at + _P_LENGTH])

    def _record(self, element: int, to: int) -> None:
        containers = self.containers
        at = element * _SUMS
        family = containers.facts[element * _FACTS + _FAMILY] * _FAMILIES
        size = max(1, containers.families[family + _F_COUNT])
        words = containers.families[family + _F_WORDS]
        self.found[to] = _log(size)
        self.found[to + 1] = _log(containers.sums[at + _WORDS])
        self.found[to + 2] = _share(containers.sums[at + _LINKS], containers.sums[at + _CHARS])
        self.found[to + 3] = _rate(containers.sums[at + _BITS], containers.sums[at + _LENGTH])
        self.found[to + 4] = _log(containers.sums[at + _BLOCKS])
        self.found[to + 5] = _share(words, containers.sums[_WORDS])
        self.found[to + 6] = _per(words, size)
        self.found[to + 7] = _share(containers.families[family + _F_HEADINGS], size)

    # The rest of the page

    def _repeats(self) -> None:
        """How often the same text was before, and is elsewhere on the page."""
        wording = Wording(self.blocks.buffer)
        numbers = Numbers(self.count)
        counts = _NO_LENGTHS * self.count
        same = _NO_LENGTHS * self.count
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
        title = self.title = self._title()
        cells = self.cells
        stride = self.stride
        heading = bits = level = -1
        for row in range(self.count):
            block: Block = self.items[row]
            at = (_C_OTHERS + 2) * stride + _EDGE + row
            cells[at] = _signed(row - title) if title >= 0 else 0
            if heading < 0:
                cells[at + 2 * stride] = 255
            else:
                cells[at + stride] = bits
                cells[at + 2 * stride] = _log(row - heading)
                cells[at + 3 * stride] = level
            if block.kind == _HEADING:
                heading = row
                bits = _rate(self.bits[row], self.lengths[row])
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
        self._fill(0, _log(words))
        self._fill(1, _log(self.count))
        self._fill(2, _share(sums[_LINKS], sums[_CHARS]))
        self._fill(3, _rate(sums[_BITS], sums[_LENGTH]))
        self._fill(4, _share(sums[_LONG], words))
        self._fill_shares()
        self._fill(9, _log(self.money))
        self._fill(11, _share(sums[containers.best * _SUMS + _WORDS], words))
        self._fill(12, _share(sums[containers.prose * _SUMS + _WORDS], words))
        self._fill(13, declared(self.blocks))
        self._fill(14, lexical)

    def _fill_shares(self) -> None:
        """Names, tables, headings, and the largest family."""
        containers = self.containers
        named = full = table = headings = 0
        family = -1
        for i in range(1, containers.count):
            if containers.sums[i * _SUMS + _BLOCKS]:
                full += 1
                named += containers.facts[i * _FACTS + _NAMED]
                at = containers.facts[i * _FACTS + _FAMILY] * _FAMILIES
                if self._is_record(at) and (family < 0 or self._words(at) > self._words(family)):
                    family = at
        for row in range(self.count):
            block: Block = self.items[row]
            table += block.words if block.state & _TABLE else 0
            headings += block.level > 0
        words = containers.sums[_WORDS]
        self._fill(5, _share(named, full))
        self._fill(6, _share(table, words))
        self._fill(7, _share(self._words(family), words) if family >= 0 else 0)
        self._fill(8, _log(containers.families[family + _F_COUNT]) if family >= 0 else 0)
        self._fill(10, _log(headings))

    def _is_record(self, family: int) -> bool:
        """Whether a family is large enough for a list of records, each of several words."""
        count = self.containers.families[family + _F_COUNT]
        return count >= 4 and self._words(family) >= 5 * count

    def _words(self, family: int) -> int:
        return self.containers.families[family + _F_WORDS]

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


def _log(value: int) -> int:
    """Eight times the binary logarithm of a number and one."""
    more = 0
    while value >= _SMALL:
        value >>= 1
        more += 8
    logs = _LOGS  # without bounds when compiled: no value is beyond it now
    more += logs[value & (_SMALL - 1)]
    return more if more < 255 else 255


def _signed(value: int) -> int:
    """The same of a number that may be negative, around 128."""
    return 128 - min(_log(-value), 127) if value < 0 else 128 + min(_log(value), 127)


def _per(words: int, size: int) -> int:
    """The logarithm of four times the words to each of so many."""
    return _log(_divided(4 * words, size))


def _share(part: int, whole: int) -> int:
    """A part in 255ths of the whole."""
    if part <= 0 or whole <= 0:
        return 0
    return _divided(255 * part, whole) if part < whole else 255


def _rate(bits: int, length: int) -> int:
    """Bits per character, around 128."""
    if length <= 0:
        return 128
    if bits < 0:
        return 128 - min(_divided(-bits, length * _RATE), 127)
    return 128 + min(_divided(bits, length * _RATE), 127)


def _divided(number: int, by: int) -> int:
    """A quotient of numbers that are not negative; if they have no more than 32 bits, that takes less time."""
    if (number | by) >> 32:
        return number // by
    small = number
    small_by = by
    return small // small_by
