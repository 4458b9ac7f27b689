# cython: boundscheck=False
"""Context: what the trees of the first look found around a block, as features for the trees of the second look.

The first look scores each block by what it is and where it stands. It cannot know what it will find in the blocks
around. So the second look sees the score of the block beside the scores of its neighbours, of the heading above it, of
its containers and of the whole page, and decides.

Scores become probabilities (`ncleaner.engines.forest.odds`), which are added up over the words of blocks: this gives
the number of words that are expected to be content. A block counts for a little even if it has no words. A block is
sure if it has a high score and enough words.

Compiled, the tables of features and containers are read and written without bounds checks. `Features` has checked the
containers of all its blocks, and the number of scores is checked first.
"""

from __future__ import annotations

from array import array

from ncleaner.engines.forest import scales

# isort: off
from ncleaner.engines.forest.columns import (
    COL_SCORE, COL_HEADING_SCORE, COL_BELOW_BEST,
    COL_EXPECTED_SHARE_1, COL_EXPECTED_SHARE_2, COL_EXPECTED_SHARE_3, COL_EXPECTED_SHARE_4,
    COL_AFTER_FIRST_SURE, COL_AFTER_LAST_SURE, COL_SINCE_SURE, COL_UNTIL_SURE,
    COL_PAGE_EXPECTED_WORDS, COL_PAGE_EXPECTED_SHARE, COL_PAGE_KEPT_SHARE, COL_PAGE_SURE_SHARE, COL_PAGE_BEST_SCORE,
    COL_PAGE_BEST_F,
)  # fmt: skip

# isort: on
from ncleaner.engines.forest.containers import Containers
from ncleaner.engines.forest.features import Features
from ncleaner.engines.forest.layout import FACT_ABOVE, FACT_WIDTH, SUM_BLOCKS, SUM_WIDTH
from ncleaner.engines.forest.odds import CERTAIN, PROBABILITIES, STEPS, step_of
from ncleaner.engines.forest.trees import EDGE, UNITS
from ncleaner.octets import arrays
from ncleaner.page.blocks import HEADING, Block

_SURE = 2 * UNITS  # the least score of a sure block,
_SENTENCE = 10  # and its least number of words
_WORD = 64  # the weight of a word; that of a block is 1
_ALL = 255

_STEPS, _CERTAIN = STEPS, CERTAIN
_NO_NUMBERS = array("q", bytes(8))


def add_context(features: Features, sums: array[int]) -> None:
    """Set the columns of the context in a table, by the scores of its rows."""
    if len(sums) != features.count:
        raise IndexError(len(sums))
    if features.count:
        Context(features, sums).set_all()


class Context:
    """The scores of a page, their probabilities, and sums of both."""

    def __init__(self, features: Features, sums: array[int]) -> None:
        self.features = features
        self.containers: Containers = self.features.containers
        self.count = self.features.count
        self.stride = self.features.stride
        self.cells = self.features.cells
        self.scores = arrays.ints(sums)
        weights, expected = _NO_NUMBERS * self.count, _NO_NUMBERS * self.count
        inside = _NO_NUMBERS * (2 * self.containers.count)
        counts = _NO_NUMBERS * STEPS
        self.held = sums, weights, expected, inside, counts
        self.weights = arrays.longs(weights)
        self.expected = arrays.longs(expected)  # the weight times the probability
        self.inside = arrays.longs(inside)  # both, for each container
        self.counts = arrays.longs(counts)  # the weights by steps

    def set_all(self) -> None:
        """Set all columns."""
        self._weigh()
        self._page()
        self._rows()
        self._until()
        self._add_up()
        self._containers()

    def _weigh(self) -> None:
        """Find the weights of all rows, and what is expected of them."""
        probabilities = arrays.longs(PROBABILITIES)
        for row in range(self.count):
            block: Block = self.features.items[row]
            step = step_of(self.scores[row])
            self.weights[row] = 1 if block.rule else _WORD * block.words + 1
            self.expected[row] = self.weights[row] * probabilities[step]
            self.counts[step] += self.weights[row]

    def _page(self) -> None:
        """Set the features of the page."""
        features = self.features
        whole = expected = kept = sure = 0
        best = self.scores[0]
        for row in range(self.count):
            whole += self.weights[row]
            expected += self.expected[row]
            kept += self.weights[row] if self.scores[row] >= 0 else 0
            sure += self.weights[row] if self.scores[row] >= _SURE else 0
            best = max(best, self.scores[row])
        features.fill(COL_PAGE_EXPECTED_WORDS, scales.log(expected // (_CERTAIN * _WORD)))
        features.fill(COL_PAGE_EXPECTED_SHARE, scales.share(expected // _CERTAIN, whole))
        features.fill(COL_PAGE_KEPT_SHARE, scales.share(kept, whole))
        features.fill(COL_PAGE_SURE_SHARE, scales.share(sure, whole))
        features.fill(COL_PAGE_BEST_SCORE, max(step_of(best), 1))
        features.fill(COL_PAGE_BEST_F, self._best_f(expected // _CERTAIN))
        cells = self.cells
        stride = self.stride
        best_step = step_of(best)
        for row in range(self.count):
            cells[EDGE + row + COL_BELOW_BEST * stride] = best_step - step_of(self.scores[row])

    def _best_f(self, expected: int) -> int:
        """Return the best F that can be expected, of all thresholds, in 255ths."""
        probabilities = arrays.longs(PROBABILITIES)
        weights = right = best = 0
        for step in range(_STEPS - 1, -1, -1):
            weights += self.counts[step]
            right += self.counts[step] * probabilities[step]
            best = max(best, scales.share(2 * (right // _CERTAIN), weights + expected))
        return best

    def _rows(self) -> None:
        """Set the features of each row and of the rows above it."""
        cells = self.cells
        stride = self.stride
        first = last = heading = -1
        for row in range(self.count):
            block: Block = self.features.items[row]
            at = EDGE + row
            step = max(step_of(self.scores[row]), 1)  # 0 is beyond the page
            cells[at + COL_SCORE * stride] = step
            if heading >= 0:
                cells[at + COL_HEADING_SCORE * stride] = max(step_of(self.scores[heading]), 1)
            if block.kind == HEADING:
                heading = row
            cells[at + COL_SINCE_SURE * stride] = scales.log(row - last) if last >= 0 else _ALL
            if self._is_sure(row):
                last = row
                if first < 0:
                    first = row
        if first >= 0:
            for row in range(self.count):
                cells[EDGE + row + COL_AFTER_FIRST_SURE * stride] = scales.signed(row - first)
                cells[EDGE + row + COL_AFTER_LAST_SURE * stride] = scales.signed(row - last)

    def _is_sure(self, row: int) -> bool:
        return self.scores[row] >= _SURE and self.weights[row] >= _SENTENCE * _WORD

    def _until(self) -> None:
        """Set the distance of each row to the next sure one."""
        cells = self.cells
        stride = self.stride
        following = -1
        for row in range(self.count - 1, -1, -1):
            cells[EDGE + row + COL_UNTIL_SURE * stride] = scales.log(following - row) if following >= 0 else _ALL
            if self._is_sure(row):
                following = row

    def _add_up(self) -> None:
        """Add up what is inside each container."""
        facts = self.containers.facts
        for row in range(self.count):
            block: Block = self.features.items[row]
            self.inside[2 * block.element] += self.weights[row]
            self.inside[2 * block.element + 1] += self.expected[row]
        for i in range(self.containers.count - 1, 0, -1):
            if self.inside[2 * i]:
                above = facts[i * FACT_WIDTH + FACT_ABOVE]
                self.inside[2 * above] += self.inside[2 * i]
                self.inside[2 * above + 1] += self.inside[2 * i + 1]

    def _containers(self) -> None:
        """Set the expected shares of the containers around each row; the first holds more than the block."""
        containers = self.containers
        sums = containers.sums
        cells = self.cells
        stride = self.stride
        for row in range(self.count):
            block: Block = self.features.items[row]
            at = EDGE + row
            i = block.element
            if sums[i * SUM_WIDTH + SUM_BLOCKS] == 1:
                i = containers.larger(i)
            cells[at + COL_EXPECTED_SHARE_1 * stride] = self._share(i)
            i = containers.larger(i)
            cells[at + COL_EXPECTED_SHARE_2 * stride] = self._share(i)
            i = containers.larger(i)
            cells[at + COL_EXPECTED_SHARE_3 * stride] = self._share(i)
            i = containers.larger(i)
            cells[at + COL_EXPECTED_SHARE_4 * stride] = self._share(i)

    def _share(self, i: int) -> int:
        """Return the expected share of the words in a container."""
        return scales.share(self.inside[2 * i + 1] // _CERTAIN, self.inside[2 * i])
