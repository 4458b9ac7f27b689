# cython: boundscheck=False
"""Features: the table of bytes that the forest's trees test, with a row for each candidate block.

Strategy: features are small integers (shares of 255, logarithms, codes), so that they are the same on every machine and
backend, and their table is small. It has a column for each feature (`ncleaner.engines.forest.columns`) and a row for
each candidate block. Columns are contiguous, with `EDGE` empty rows at both ends, so that a feature of a neighbour is
the same column, shifted.

Numbers are put on one of a few scales (`ncleaner.engines.forest.scales`). The features of containers are computed once
for each container (`ncleaner.engines.forest.profiles`) and copied.

Compiled, nothing is read or written with bounds checks. A position in the table is `EDGE`, plus the number of a row,
plus the number of a column times ``stride``. Rows have numbers below ``count``, and all arrays are made for that many.
A container is that of a block, which `Containers` has checked, or one around it.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left

from ncleaner.engines.forest import scales

# isort: off
from ncleaner.engines.forest.columns import (
    COLUMNS,
    COL_WORDS, COL_WORD_LENGTH, COL_LINK_SHARE, COL_LINKS, COL_BOLD_SHARE, COL_KIND, COL_LEVEL, COL_TAG, COL_LIST,
    COL_TABLE, COL_NAV, COL_ASIDE, COL_HEADER, COL_FOOTER, COL_ARTICLE, COL_MAIN, COL_ARIA_HIDDEN, COL_RULE,
    COL_PUNCTUATION, COL_ENDING, COL_CAPITALS, COL_DIGITS,
    COL_BITS, COL_ALL_BITS, COL_BITS_AROUND_3, COL_BITS_AROUND_8,
    COL_WORDS_AROUND, COL_LINK_SHARE_AROUND_3, COL_LINK_SHARE_AROUND_8, COL_FROM_START, COL_TO_END,
    COL_LEVELS, COL_INNERMOST, COL_PLACE, COL_RECORD_ROW, COL_BEST_DISTANCE, COL_PROSE_DISTANCE,
    COL_REPEATED_BEFORE, COL_REPEATS, COL_AFTER_TITLE, COL_HEADING_BITS, COL_SINCE_HEADING, COL_HEADING_LEVEL,
    COL_HEADING_LINK_SHARE, COL_SECTION_BLOCKS, COL_SECTION_WORDS, COL_SECTION_LINK_SHARE, COL_SECTION_BITS,
    COL_PAGE_WORDS, COL_PAGE_BLOCKS, COL_PAGE_LINK_SHARE, COL_PAGE_BITS, COL_PAGE_LONG_SHARE, COL_PAGE_NAMED,
    COL_PAGE_TABLE_SHARE, COL_PAGE_FAMILY, COL_PAGE_FAMILY_SIZE, COL_PAGE_MONEY, COL_PAGE_HEADINGS, COL_BEST_SHARE,
    COL_PROSE_SHARE, COL_DECLARED, COL_LEXICAL, COL_SCOPE,
    LEVEL_WIDTH, INNERMOST_WIDTH,
)  # fmt: skip
from ncleaner.engines.forest.containers import Containers
from ncleaner.engines.forest.declared import declared_type, title_of
from ncleaner.octets.interner import Interner
from ncleaner.engines.forest.layout import (
    SUM_BLOCKS, SUM_WORDS, SUM_CHARS, SUM_LINKS, SUM_BITS, SUM_LENGTH, SUM_LONG, SUM_WIDTH,
    FACT_FIRST, FACT_RECORD, FACT_WIDTH,
    FAMILY_COUNT, FAMILY_WORDS,
)  # fmt: skip
from ncleaner.engines.forest.name_weights import NameWeights
from ncleaner.engines.forest.profiles import Profiles
from ncleaner.engines.forest.surface import Surface
from ncleaner.engines.forest.trees import EDGE, table
from ncleaner.engines.ngram.scorer import Scorer
from ncleaner.octets import arrays
from ncleaner.page.blocks import (
    HEADING, LIST, TABLE, NAV, ASIDE, HEADER, FOOTER, ARTICLE, MAIN, ARIA_HIDDEN, Block, Blocks,
)  # fmt: skip
from ncleaner.page.tags import CODE, NAMES

# isort: on

# The ranks of tags in the column "tag", roughly from boilerplate to text.
TAG_ORDER = """select option button form nav footer li dt dd th td tr table div section center body article main
    figcaption caption summary address h1 h2 h3 h4 h5 h6 p blockquote pre"""
_RANK_OF = {CODE[name]: number + 1 for number, name in enumerate(TAG_ORDER.split())}
_RANKS = bytes(_RANK_OF.get(code, 0) for code in range(len(NAMES)))

_COLUMN_COUNT = len(COLUMNS)
_TAG_COUNT = len(NAMES)
_NEAR = 12  # rows: larger distances from the title say more about the page than about the block

_NO_BITS = array("q", bytes(8))
_NO_LENGTHS = array("i", bytes(4))


class Features:
    """The table of a page.

    ``comments`` says what to do with comments (`ncleaner.engines.forest.comments`), ``lexical`` whether the n-grams
    know the words of the page's language, and ``hidden`` are the bits of `Block.state` that hide a block.

    ``rows`` are the indices of the candidate blocks, ``items`` are these blocks, ``data`` is the table, and ``title``
    is the row of the heading that is the page's title, or -1.
    """

    def __init__(
        self, blocks: Blocks, scorer: Scorer, names: NameWeights, comments: int, lexical: bool, hidden: int
    ) -> None:
        self.blocks = blocks
        self.containers = Containers(blocks, names, comments, hidden)
        self.rows = self.containers.choose()
        self.items = self._chosen(self.rows)
        self.count = len(self.items)
        self.stride = self.count + 2 * EDGE
        self.data = table(_COLUMN_COUNT, self.count)
        self.cells = self.data  # without bounds checks when compiled
        bits = _NO_BITS * self.count
        lengths = _NO_LENGTHS * self.count
        before = [_NO_BITS * (self.count + 1) for _ in range(5)]
        self.held = bits, lengths, before
        self.bits = arrays.longs(bits)
        self.lengths = arrays.ints(lengths)
        # Sums over all rows before a row.
        self.words_before = arrays.longs(before[0])
        self.chars_before = arrays.longs(before[1])
        self.links_before = arrays.longs(before[2])
        self.bits_before = arrays.longs(before[3])
        self.lengths_before = arrays.longs(before[4])
        self.title = self.kept_title = -1
        self.state = 0  # the states of all candidate blocks together
        self.money = 0  # blocks with an amount of money
        if self.count:
            self._score(scorer)
            self.containers.add_up(self.items, self.bits, self.lengths)
            self.containers.compare(self.items, self.bits, self.lengths)
            self._find_titles()
            if self.title >= 0:
                self.containers.mark_title(self.items[self.title])
            self.profiles = Profiles(self.containers)
            self._blocks()
            self._around()
            self._containers()
            self._repeats()
            self._headings()
            self._sections()
            self._page(lexical)

    def _chosen(self, rows: array[int]) -> list[Block]:
        """Return the blocks with these indices."""
        items = self.blocks.items
        indices = arrays.ints(rows)
        return [items[indices[row]] for row in range(len(rows))]

    def row_of(self, index: int) -> int:
        """Return the row of a block, or -1 if it is no candidate."""
        row = bisect_left(self.rows, index)
        return row if row < self.count and self.rows[row] == index else -1

    def value(self, column: int, row: int) -> int:
        """Return the feature of a row, which may be up to `EDGE` rows before the first or after the last."""
        return self.data[column * self.stride + EDGE + row]

    def around(self, row: int) -> bytes:
        """Return all features of a row and of the `EDGE` rows before and after it."""
        end = _COLUMN_COUNT * self.stride
        return b"".join([self.data[at : end : self.stride] for at in range(row, row + 2 * EDGE + 1)])

    def means(self) -> bytearray:
        """Return a table of one row, the mean of each column."""
        means = table(_COLUMN_COUNT, 1)
        cells = self.cells
        for column in range(_COLUMN_COUNT):
            start = column * self.stride + EDGE
            whole = 0
            for at in range(start, start + self.count):
                whole += cells[at]
            means[column * (1 + 2 * EDGE) + EDGE] = whole // self.count
        return means

    def set_scope(self, scope: int) -> None:
        """Set the scope of the page (`ncleaner.engines.forest.scope`), which is that of the page at first."""
        self.fill(COL_SCOPE, scope)

    def _score(self, scorer: Scorer) -> None:
        """Score the texts by n-grams, and sum up the rows before each row."""
        for row in range(self.count):
            block: Block = self.items[row]
            self.bits[row] = scorer.total(self.blocks.buffer, block.text_start, block.text_end)
            self.lengths[row] = scorer.length
            self.words_before[row + 1] = self.words_before[row] + block.words
            self.chars_before[row + 1] = self.chars_before[row] + block.chars
            self.links_before[row + 1] = self.links_before[row] + block.link_chars
            self.bits_before[row + 1] = self.bits_before[row] + self.bits[row]
            self.lengths_before[row + 1] = self.lengths_before[row] + self.lengths[row]
            self.state |= block.state
        scorer.normaliser.shrink()

    # The block itself

    def _blocks(self) -> None:
        """Set the features of each block by itself."""
        surface = Surface(self.blocks.buffer)
        for row in range(self.count):
            block: Block = self.items[row]
            self._facts(EDGE + row, block)
            self._states(EDGE + row, block.state)
            surface.read(block)
            self._surface(EDGE + row, surface)
            self._ngram(EDGE + row, self.bits[row], self.lengths[row])

    def _facts(self, at: int, block: Block) -> None:
        """Set the features of a block that its reader has found."""
        cells = self.cells
        stride = self.stride
        tag = self.blocks.elements.tag(block.element)
        words = block.words
        chars = block.chars
        cells[at + COL_WORDS * stride] = scales.log(words)
        cells[at + COL_WORD_LENGTH * stride] = min(255, 16 * chars // words) if words else 0
        cells[at + COL_LINK_SHARE * stride] = scales.share(block.link_chars, chars)
        cells[at + COL_LINKS * stride] = min(block.links, 255)
        cells[at + COL_BOLD_SHARE * stride] = scales.share(block.bold_chars, chars)
        cells[at + COL_KIND * stride] = block.kind
        cells[at + COL_LEVEL * stride] = block.level
        cells[at + COL_TAG * stride] = _RANKS[tag] if tag < _TAG_COUNT else 0
        cells[at + COL_RULE * stride] = block.rule

    def _states(self, at: int, state: int) -> None:
        """Set whether a block is inside certain elements."""
        cells = self.cells
        stride = self.stride
        cells[at + COL_LIST * stride] = state & LIST != 0
        cells[at + COL_TABLE * stride] = state & TABLE != 0
        cells[at + COL_NAV * stride] = state & NAV != 0
        cells[at + COL_ASIDE * stride] = state & ASIDE != 0
        cells[at + COL_HEADER * stride] = state & HEADER != 0
        cells[at + COL_FOOTER * stride] = state & FOOTER != 0
        # To be outside an article means something only on a page that has one.
        cells[at + COL_ARTICLE * stride] = 2 if state & ARTICLE else self.state & ARTICLE != 0
        cells[at + COL_MAIN * stride] = 2 if state & MAIN else self.state & MAIN != 0
        cells[at + COL_ARIA_HIDDEN * stride] = state & ARIA_HIDDEN != 0

    def _surface(self, at: int, surface: Surface) -> None:
        """Set the surface features of the text that has just been read."""
        cells = self.cells
        stride = self.stride
        words = surface.words
        cells[at + COL_PUNCTUATION * stride] = min(255, 255 * surface.punctuation // words) if words else 0
        cells[at + COL_ENDING * stride] = surface.ending
        cells[at + COL_CAPITALS * stride] = scales.share(surface.capitals, words)
        cells[at + COL_DIGITS * stride] = scales.share(surface.digits, surface.chars)
        if surface.money and surface.digits:
            self.money += 1

    def _ngram(self, at: int, bits: int, length: int) -> None:
        """Set the score by n-grams, for each character and as a whole."""
        cells = self.cells
        stride = self.stride
        cells[at + COL_BITS * stride] = scales.rate(bits, length)
        cells[at + COL_ALL_BITS * stride] = scales.signed(bits >> 10)

    # The blocks around

    def _around(self) -> None:
        """Set the features of the rows around each row, and its position."""
        count = self.count
        cells = self.cells
        stride = self.stride
        for row in range(count):
            at = EDGE + row
            self._near(at, _first(row, 3), _last(row, 3, count), COL_BITS_AROUND_3, COL_LINK_SHARE_AROUND_3)
            self._near(at, _first(row, 8), _last(row, 8, count), COL_BITS_AROUND_8, COL_LINK_SHARE_AROUND_8)
            words = _sum(self.words_before, _first(row, 5), _last(row, 5, count))
            cells[at + COL_WORDS_AROUND * stride] = scales.log(words)
            cells[at + COL_FROM_START * stride] = scales.share(row, count)
            cells[at + COL_TO_END * stride] = scales.log(count - 1 - row)

    def _near(self, at: int, first: int, last: int, bits_column: int, links_column: int) -> None:
        """Set the bits and the share of links of some rows around one."""
        bits = scales.rate(_sum(self.bits_before, first, last), _sum(self.lengths_before, first, last))
        links = scales.share(_sum(self.links_before, first, last), _sum(self.chars_before, first, last))
        cells = self.cells
        stride = self.stride
        cells[at + bits_column * stride] = bits
        cells[at + links_column * stride] = links

    # The containers around

    def _containers(self) -> None:
        """Set the features of the containers around each block, and its place in them."""
        containers = self.containers
        facts = containers.facts
        profiles = self.profiles
        cells = self.cells
        stride = self.stride
        best = facts[containers.best * FACT_WIDTH + FACT_FIRST]
        best_end = best + containers.sums[containers.best * SUM_WIDTH + SUM_BLOCKS]
        prose = facts[containers.prose * FACT_WIDTH + FACT_FIRST]
        prose_end = prose + containers.sums[containers.prose * SUM_WIDTH + SUM_BLOCKS]
        for row in range(self.count):
            block: Block = self.items[row]
            element = block.element
            self._levels(row, element, profiles)
            at = EDGE + row
            self._copy(at + COL_INNERMOST * stride, profiles, profiles.innermost(element), INNERMOST_WIDTH)
            record = facts[element * FACT_WIDTH + FACT_RECORD]
            cells[at + COL_RECORD_ROW * stride] = scales.log(row - facts[record * FACT_WIDTH + FACT_FIRST])
            cells[at + COL_BEST_DISTANCE * stride] = _distance(row, best, best_end)
            cells[at + COL_PROSE_DISTANCE * stride] = _distance(row, prose, prose_end)

    def _levels(self, row: int, element: int, profiles: Profiles) -> None:
        """Copy the profiles of the containers at `LEVELS`: 1 is the first that holds more than the block."""
        containers = self.containers
        sums = containers.sums
        facts = containers.facts
        stride = self.stride
        if sums[element * SUM_WIDTH + SUM_BLOCKS] == 1:
            element = containers.larger(element)
        size = sums[element * SUM_WIDTH + SUM_BLOCKS]
        first = facts[element * FACT_WIDTH + FACT_FIRST]
        self.cells[EDGE + row + COL_PLACE * stride] = scales.share(row - first, size)
        at = EDGE + row + COL_LEVELS * stride
        self._copy(at, profiles, profiles.level(element), LEVEL_WIDTH)
        element = containers.larger(element)
        self._copy(at + LEVEL_WIDTH * stride, profiles, profiles.level(element), LEVEL_WIDTH)
        element = containers.larger(element)
        self._copy(at + 2 * LEVEL_WIDTH * stride, profiles, profiles.level(element), LEVEL_WIDTH)
        element = containers.larger(containers.larger(element))
        self._copy(at + 3 * LEVEL_WIDTH * stride, profiles, profiles.level(element), LEVEL_WIDTH)

    def _copy(self, to: int, profiles: Profiles, at: int, width: int) -> None:
        """Copy a part of a profile, at ``at``, into as many columns, from the position ``to`` on."""
        cells = self.cells
        profile = profiles.cells
        stride = self.stride
        for k in range(at, at + width):
            cells[to] = profile[k]
            to += stride

    # The rest of the page

    def _repeats(self) -> None:
        """Set how often a block's text occurs before it, and elsewhere on the page."""
        surface = Surface(self.blocks.buffer)
        numbers = Interner(self.count)
        held = _NO_LENGTHS * self.count, _NO_LENGTHS * self.count
        counts = arrays.ints(held[0])
        same = arrays.ints(held[1])
        at = COL_REPEATED_BEFORE * self.stride + EDGE
        for row in range(self.count):
            number = numbers.number(surface.key(self.items[row]))
            same[row] = number
            self.cells[at + row] = min(255, counts[number])
            counts[number] += 1
        at = COL_REPEATS * self.stride + EDGE
        for row in range(self.count):
            self.cells[at + row] = min(255, counts[same[row]] - 1)

    def _headings(self) -> None:
        """Set the distance from the title, and the features of the last heading before a row."""
        title = self.title
        cells = self.cells
        stride = self.stride
        heading = bits = level = links = -1
        for row in range(self.count):
            block: Block = self.items[row]
            at = EDGE + row
            after_title = scales.signed(max(-_NEAR, min(_NEAR, row - title))) if title >= 0 else 0
            cells[at + COL_AFTER_TITLE * stride] = after_title
            if heading < 0:
                cells[at + COL_SINCE_HEADING * stride] = 255
            else:
                cells[at + COL_HEADING_BITS * stride] = bits
                cells[at + COL_SINCE_HEADING * stride] = scales.log(row - heading)
                cells[at + COL_HEADING_LEVEL * stride] = level
                cells[at + COL_HEADING_LINK_SHARE * stride] = links
            if block.kind == HEADING:
                heading = row
                bits = scales.rate(self.bits[row], self.lengths[row])
                level = block.level
                links = scales.share(block.link_chars, block.chars)

    def _sections(self) -> None:
        """Set the features of the section of each row: a heading, and what follows it up to the next one."""
        first = 0
        for row in range(1, self.count + 1):
            if row == self.count or self._begins_section(row):
                self._section(first, row)
                first = row

    def _begins_section(self, row: int) -> bool:
        """Return whether a row is a heading, and not one right below another heading."""
        block: Block = self.items[row]
        before: Block = self.items[row - 1]
        return block.kind == HEADING and before.kind != HEADING

    def _section(self, first: int, end: int) -> None:
        """Set the features of the section of the rows from ``first`` up to ``end``."""
        cells = self.cells
        stride = self.stride
        blocks = scales.log(end - first)
        words = scales.log(_sum(self.words_before, first, end))
        links = scales.share(_sum(self.links_before, first, end), _sum(self.chars_before, first, end))
        bits = scales.rate(_sum(self.bits_before, first, end), _sum(self.lengths_before, first, end))
        for at in range(EDGE + first, EDGE + end):
            cells[at + COL_SECTION_BLOCKS * stride] = blocks
            cells[at + COL_SECTION_WORDS * stride] = words
            cells[at + COL_SECTION_LINK_SHARE * stride] = links
            cells[at + COL_SECTION_BITS * stride] = bits

    def _find_titles(self) -> None:
        """Set ``title`` to the row of the heading that is most like the page's title, or else of the first ``<h1>``.

        Set ``kept_title`` in the same way, with two preferences: an ``<h1>`` needs fewer words of the page's title, and
        a heading in a header that is nothing but a link counts half, because it often is the name of the site.
        """
        title = title_of(self.blocks)
        most = kept_most = 0
        for row in range(self.count):
            block: Block = self.items[row]
            if block.kind == HEADING and block.words <= 30:
                worth = 100 if block.level == 1 else 30 if block.level == 2 else 0
                kept_worth = worth
                shared = title.shared(self.blocks.buffer, block.text_start, block.text_end) if title.size else 0
                if shared:
                    likeness = 100 * shared * shared // title.count
                    worth += likeness if 5 * shared >= 2 * title.count else 0
                    kept_worth += likeness if (6 if block.level == 1 else 5) * shared >= 2 * title.count else 0
                if block.state & HEADER and block.link_chars == block.chars:
                    kept_worth //= 2
                if worth > most:
                    most = worth
                    self.title = row
                if kept_worth > kept_most:
                    kept_most = kept_worth
                    self.kept_title = row

    def _page(self, lexical: bool) -> None:
        """Set the features of the page."""
        containers = self.containers
        sums = containers.sums
        words = sums[SUM_WORDS]
        self.fill(COL_PAGE_WORDS, scales.log(words))
        self.fill(COL_PAGE_BLOCKS, scales.log(self.count))
        self.fill(COL_PAGE_LINK_SHARE, scales.share(sums[SUM_LINKS], sums[SUM_CHARS]))
        self.fill(COL_PAGE_BITS, scales.rate(sums[SUM_BITS], sums[SUM_LENGTH]))
        self.fill(COL_PAGE_LONG_SHARE, scales.share(sums[SUM_LONG], words))
        self._fill_shares()
        self.fill(COL_PAGE_MONEY, scales.log(self.money))
        self.fill(COL_BEST_SHARE, scales.share(sums[containers.best * SUM_WIDTH + SUM_WORDS], words))
        self.fill(COL_PROSE_SHARE, scales.share(sums[containers.prose * SUM_WIDTH + SUM_WORDS], words))
        self.fill(COL_DECLARED, declared_type(self.blocks))
        self.fill(COL_LEXICAL, lexical)

    def _fill_shares(self) -> None:
        """Set the features of names, tables, headings, and the largest family."""
        families = self.containers.families
        family = self.profiles.family
        words = self.containers.sums[SUM_WORDS]
        table = headings = 0
        for row in range(self.count):
            block: Block = self.items[row]
            table += block.words if block.state & TABLE else 0
            headings += block.level > 0
        self.fill(COL_PAGE_NAMED, scales.share(self.profiles.named, self.profiles.full))
        self.fill(COL_PAGE_TABLE_SHARE, scales.share(table, words))
        self.fill(COL_PAGE_FAMILY, scales.share(families[family + FAMILY_WORDS], words) if family >= 0 else 0)
        self.fill(COL_PAGE_FAMILY_SIZE, scales.log(families[family + FAMILY_COUNT]) if family >= 0 else 0)
        self.fill(COL_PAGE_HEADINGS, scales.log(headings))

    def fill(self, column: int, value: int) -> None:
        """Set a column to the same value in all rows."""
        cells = self.cells
        first = column * self.stride + EDGE
        for at in range(first, first + self.count):
            cells[at] = value


def _first(row: int, reach: int) -> int:
    """Return the first row at most ``reach`` rows before a row."""
    return row - reach if row > reach else 0


def _last(row: int, reach: int, count: int) -> int:
    """Return the row after the last one at most ``reach`` rows after a row."""
    return row + reach + 1 if row + reach < count else count


def _sum(before: array[int], first: int, last: int) -> int:
    """Return the sum over the rows from ``first`` up to, but not including, ``last``."""
    return before[last] - before[first]


def _distance(row: int, first: int, end: int) -> int:
    """Return the distance of a row from the rows ``first`` up to ``end``, below 128 if it is before them."""
    if row < first:
        return scales.signed(row - first)
    return scales.signed(row - end + 1) if row >= end else 128
