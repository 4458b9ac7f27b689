# cython: boundscheck=False
"""Profiles: the features of a container, as the bytes that go into the table for each block inside it.

A profile has two parts, in the order of their columns (`ncleaner.engines.forest.columns`). The first is for blocks
anywhere inside the container: how much it holds, and of what. The second is for blocks whose innermost container it is:
the path, the record that the container is or is inside of, the steps to the best containers and to the title, and the
weights of names. Each part is computed on demand, once for a container.

Compiled, the tables of `Containers` are read without bounds checks: callers take the number of a container from these
tables, or from a block that `Containers` has checked.
"""

from __future__ import annotations

from ncleaner.engines.forest import scales

# isort: off
from ncleaner.engines.forest.columns import (
    PROFILE_SHARE, PROFILE_LINK_SHARE, PROFILE_WORDS_PER_BLOCK, PROFILE_BITS, PROFILE_LONG_SHARE,
    PROFILE_PATH_BLOCKS, PROFILE_PATH_WORDS, PROFILE_PATH_SHARE, PROFILE_PATH_LINK_SHARE, PROFILE_PATH_BITS,
    PROFILE_SIBLINGS, PROFILE_RECORD_WORDS, PROFILE_RECORD_LINK_SHARE, PROFILE_RECORD_BITS, PROFILE_RECORD_BLOCKS,
    PROFILE_FAMILY_SHARE, PROFILE_FAMILY_WORDS, PROFILE_FAMILY_HEADINGS,
    PROFILE_BEST_STEPS, PROFILE_PROSE_STEPS, PROFILE_TITLE_STEPS, PROFILE_TITLE_SHARE,
    PROFILE_SIGN_BEST, PROFILE_SIGN_WORST, PROFILE_SIGN_SUM, PROFILE_SIGN,
    LEVEL_WIDTH, PROFILE_WIDTH,
)  # fmt: skip
from ncleaner.engines.forest.containers import Containers
from ncleaner.engines.forest.layout import (
    SUM_BLOCKS, SUM_WORDS, SUM_CHARS, SUM_LINKS, SUM_BITS, SUM_LENGTH, SUM_LONG, SUM_WIDTH,
    FACT_UP, FACT_PATH, FACT_FAMILY, FACT_NAME, FACT_NAME_BEST, FACT_NAME_WORST, FACT_NAME_SUM, FACT_AROUND,
    FACT_RECORD, FACT_BEST_STEPS, FACT_PROSE_STEPS, FACT_ABOVE, FACT_NAMED, FACT_WITH_TITLE, FACT_TITLE_STEPS,
    FACT_WIDTH, AROUND_BEST, AROUND_PROSE,
    FAMILY_WORDS, FAMILY_COUNT, FAMILY_HEADINGS, FAMILY_WIDTH,
    PATH_BLOCKS, PATH_WORDS, PATH_CHARS, PATH_LINKS, PATH_BITS, PATH_LENGTH, PATH_WIDTH,
)  # fmt: skip

# isort: on


class Profiles:
    """The profiles of a page's containers, after `Containers.compare`.

    ``full`` is the number of containers that hold a candidate block, ``named`` the number of those with a class, and
    ``family`` the position of the largest family of records in the table of families, or -1.
    """

    def __init__(self, containers: Containers) -> None:
        self.containers = containers
        self.sums = self.containers.sums
        self.facts = self.containers.facts
        self.families = self.containers.families
        self.paths = self.containers.paths
        self.data = bytearray(PROFILE_WIDTH * self.containers.count)
        self.cells = self.data  # without bounds checks when compiled
        self.full = self.named = 0
        self.family = -1
        self._find_surroundings()

    def _find_surroundings(self) -> None:
        """Find the record and the steps of each container, from the outside inwards."""
        best = self.containers.best
        prose = self.containers.prose
        self._step(0, 0, best, AROUND_BEST, FACT_BEST_STEPS)
        self._step(0, 0, prose, AROUND_PROSE, FACT_PROSE_STEPS)
        for i in range(1, self.containers.count):
            if self.sums[i * SUM_WIDTH + SUM_BLOCKS]:
                above = self.facts[i * FACT_WIDTH + FACT_ABOVE]
                self._step(i, above, best, AROUND_BEST, FACT_BEST_STEPS)
                self._step(i, above, prose, AROUND_PROSE, FACT_PROSE_STEPS)
                has_title = self.facts[i * FACT_WIDTH + FACT_TITLE_STEPS]
                with_title = i if has_title else self.facts[above * FACT_WIDTH + FACT_WITH_TITLE]
                self.facts[i * FACT_WIDTH + FACT_WITH_TITLE] = with_title
                self._find_record(i, above)
                self.full += 1
                self.named += self.facts[i * FACT_WIDTH + FACT_NAMED]

    def _step(self, i: int, above: int, best: int, bit: int, column: int) -> None:
        """Count the steps from a container up to the first one that also contains one of the best containers."""
        at = i * FACT_WIDTH
        if i == best or (i > best and self.facts[above * FACT_WIDTH + column] == 0):
            self.facts[at + column] = 0
        elif self.facts[at + FACT_AROUND] & bit:
            self.facts[at + column] = 1
        else:
            self.facts[at + column] = self.facts[self.facts[at + FACT_UP] * FACT_WIDTH + column] + 1

    def _find_record(self, i: int, above: int) -> None:
        """Find the record of a container: the one in the largest family, of itself and the containers around it."""
        family = self.facts[i * FACT_WIDTH + FACT_FAMILY] * FAMILY_WIDTH
        size = self.families[family + FAMILY_COUNT]
        around = self.facts[above * FACT_WIDTH + FACT_RECORD]
        if around and self.families[self.facts[around * FACT_WIDTH + FACT_FAMILY] * FAMILY_WIDTH + FAMILY_COUNT] > size:
            self.facts[i * FACT_WIDTH + FACT_RECORD] = around
        else:
            self.facts[i * FACT_WIDTH + FACT_RECORD] = i
        # A family is a list of records if it has at least four members, of five words or more on average.
        words = self.families[family + FAMILY_WORDS]
        if size >= 4 and words >= 5 * size and (self.family < 0 or words > self.families[self.family + FAMILY_WORDS]):
            self.family = family

    def level(self, element: int) -> int:
        """Return the position of the first part of a container's profile, and compute it if its bits are 0.

        The bits of a part that has been computed are never 0.
        """
        at = element * PROFILE_WIDTH
        if not self.cells[at + PROFILE_BITS]:
            self._compute_level(element * SUM_WIDTH, at)
        return at

    def innermost(self, element: int) -> int:
        """Return the position of the second part, and compute it if its sign is 0, which it is not afterwards."""
        at = element * PROFILE_WIDTH
        if not self.cells[at + PROFILE_SIGN]:
            self._compute_innermost(element * FACT_WIDTH, at)
        return at + LEVEL_WIDTH

    def _compute_level(self, at: int, to: int) -> None:
        """Compute the first part of the profile at ``to`` from the row of sums at ``at``."""
        sums = self.sums
        cells = self.cells
        words = sums[at + SUM_WORDS]
        cells[to + PROFILE_SHARE] = scales.share(words, sums[SUM_WORDS])
        cells[to + PROFILE_LINK_SHARE] = scales.share(sums[at + SUM_LINKS], sums[at + SUM_CHARS])
        cells[to + PROFILE_WORDS_PER_BLOCK] = scales.words_per(words, sums[at + SUM_BLOCKS])
        cells[to + PROFILE_BITS] = scales.rate(sums[at + SUM_BITS], sums[at + SUM_LENGTH])
        cells[to + PROFILE_LONG_SHARE] = scales.share(sums[at + SUM_LONG], words)

    def _compute_innermost(self, at: int, to: int) -> None:
        """Compute the second part of the profile at ``to`` from the row of facts at ``at``."""
        facts = self.facts
        cells = self.cells
        self._path(facts[at + FACT_PATH] * PATH_WIDTH, to)
        self._record(facts[at + FACT_RECORD], to)
        cells[to + PROFILE_BEST_STEPS] = min(facts[at + FACT_BEST_STEPS], 255)
        cells[to + PROFILE_PROSE_STEPS] = min(facts[at + FACT_PROSE_STEPS], 255)
        self._title(facts[at + FACT_WITH_TITLE], to)
        cells[to + PROFILE_SIGN_BEST] = facts[at + FACT_NAME_BEST]
        cells[to + PROFILE_SIGN_WORST] = -facts[at + FACT_NAME_WORST]
        cells[to + PROFILE_SIGN_SUM] = 128 + facts[at + FACT_NAME_SUM]
        cells[to + PROFILE_SIGN] = 128 + facts[at + FACT_NAME]

    def _title(self, element: int, to: int) -> None:
        """Set the steps to the title and the share of the container around both, if there is a title."""
        steps = self.facts[element * FACT_WIDTH + FACT_TITLE_STEPS]
        if steps:
            words = self.sums[element * SUM_WIDTH + SUM_WORDS]
            self.cells[to + PROFILE_TITLE_STEPS] = min(steps, 255)
            self.cells[to + PROFILE_TITLE_SHARE] = scales.share(words, self.sums[SUM_WORDS])

    def _path(self, at: int, to: int) -> None:
        """Set the features of all blocks with the same path."""
        paths = self.paths
        cells = self.cells
        blocks = max(1, paths[at + PATH_BLOCKS])
        chars = paths[at + PATH_CHARS]
        cells[to + PROFILE_PATH_BLOCKS] = scales.log(blocks)
        cells[to + PROFILE_PATH_WORDS] = scales.words_per(paths[at + PATH_WORDS], blocks)
        cells[to + PROFILE_PATH_SHARE] = scales.share(paths[at + PATH_WORDS], self.sums[SUM_WORDS])
        cells[to + PROFILE_PATH_LINK_SHARE] = scales.share(paths[at + PATH_LINKS], chars)
        cells[to + PROFILE_PATH_BITS] = scales.rate(paths[at + PATH_BITS], paths[at + PATH_LENGTH])

    def _record(self, element: int, to: int) -> None:
        """Set the features of a record and of its family."""
        sums = self.sums
        families = self.families
        cells = self.cells
        at = element * SUM_WIDTH
        family = self.facts[element * FACT_WIDTH + FACT_FAMILY] * FAMILY_WIDTH
        size = max(1, families[family + FAMILY_COUNT])
        words = families[family + FAMILY_WORDS]
        cells[to + PROFILE_SIBLINGS] = scales.log(size)
        cells[to + PROFILE_RECORD_WORDS] = scales.log(sums[at + SUM_WORDS])
        cells[to + PROFILE_RECORD_LINK_SHARE] = scales.share(sums[at + SUM_LINKS], sums[at + SUM_CHARS])
        cells[to + PROFILE_RECORD_BITS] = scales.rate(sums[at + SUM_BITS], sums[at + SUM_LENGTH])
        cells[to + PROFILE_RECORD_BLOCKS] = scales.log(sums[at + SUM_BLOCKS])
        cells[to + PROFILE_FAMILY_SHARE] = scales.share(words, sums[SUM_WORDS])
        cells[to + PROFILE_FAMILY_WORDS] = scales.words_per(words, size)
        cells[to + PROFILE_FAMILY_HEADINGS] = scales.share(families[family + FAMILY_HEADINGS], size)
