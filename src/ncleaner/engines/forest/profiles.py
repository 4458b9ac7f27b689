# cython: boundscheck=False
"""Profiles: what a container is like, as the bytes that go into the table for each block inside it.

A profile has two parts. The first is for blocks anywhere inside the container: how much it holds, and of what. The
second is for blocks without another container around them: the path, the record that the container is or is inside of,
how far the best containers and the title are, and what names say. Each part is worked out when it is first asked for,
so once for a container, however many blocks it is around.

The tables of `Containers` are read without bounds when compiled, as there: whoever asks for a profile has the number of
the container from them, or from a block that they have been made from.
"""

from __future__ import annotations

from ncleaner.engines.forest import scales
from ncleaner.engines.forest.columns import LEVEL, RECORD, SIGNS, STEPS
from ncleaner.engines.forest.columns import PATH as PATH_COLUMNS
from ncleaner.engines.forest.containers import (
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
    TITLE_STEPS,
    UP,
    WITH_TITLE,
    WORDS,
    WORST,
    Containers,
)
from ncleaner.engines.forest.containers import RECORD as RECORD_FACT

LEVEL_WIDTH = len(LEVEL)
REST_WIDTH = len(PATH_COLUMNS) + len(RECORD) + len(STEPS) + len(SIGNS)

_LEVEL = LEVEL_WIDTH
_PROFILE = LEVEL_WIDTH + REST_WIDTH

_ABOVE, _ALL, _AROUND, _BEST, _BITS, _BLOCKS, _CHARS = ABOVE, ALL, AROUND, BEST, BITS, BLOCKS, CHARS
_F_COUNT, _F_HEADINGS, _F_WORDS, _FACTS, _FAMILIES, _FAMILY = F_COUNT, F_HEADINGS, F_WORDS, FACTS, FAMILIES, FAMILY
_LENGTH, _LINKS, _LONG, _NAMED = LENGTH, LINKS, LONG, NAMED
_P_BITS, _P_BLOCKS, _P_CHARS, _P_LENGTH, _P_LINKS, _P_WORDS, _PATH, _PATHS = (
    P_BITS, P_BLOCKS, P_CHARS, P_LENGTH, P_LINKS, P_WORDS, PATH, PATHS,
)  # fmt: skip
_SIGN, _SUMS, _UP, _WORDS, _WORST = SIGN, SUMS, UP, WORDS, WORST
_RECORD, _BEST_STEPS, _PROSE_STEPS = RECORD_FACT, BEST_STEPS, PROSE_STEPS
_TITLE_STEPS, _WITH_TITLE = TITLE_STEPS, WITH_TITLE


class Profiles:
    """The profiles of a page's containers, which have been added up and compared.

    ``full`` is the number of containers that hold something, ``named`` that of those that have a class, and ``family``
    is where the largest family of records is in the table of families, or -1.
    """

    def __init__(self, containers: Containers) -> None:
        self.containers = containers
        self.sums = self.containers.sums
        self.facts = self.containers.facts
        self.families = self.containers.families
        self.paths = self.containers.paths
        self.data = bytearray(_PROFILE * self.containers.count)
        self.found = self.data  # without bounds when compiled
        self.full = self.named = 0
        self.family = -1
        self._look_around()

    def _look_around(self) -> None:
        """Find the record and the steps of each container, from the outside inwards."""
        best = self.containers.best
        prose = self.containers.prose
        self._step(0, 0, best, 1, _BEST_STEPS)
        self._step(0, 0, prose, 2, _PROSE_STEPS)
        for i in range(1, self.containers.count):
            if self.sums[i * _SUMS + _BLOCKS]:
                above = self.facts[i * _FACTS + _ABOVE]
                self._step(i, above, best, 1, _BEST_STEPS)
                self._step(i, above, prose, 2, _PROSE_STEPS)
                steps = self.facts[i * _FACTS + _TITLE_STEPS]
                self.facts[i * _FACTS + _WITH_TITLE] = i if steps else self.facts[above * _FACTS + _WITH_TITLE]
                self._find_record(i, above)
                self.full += 1
                self.named += self.facts[i * _FACTS + _NAMED]

    def _step(self, i: int, above: int, best: int, bit: int, column: int) -> None:
        """How many steps it is up to what a container has in common with one of the best."""
        at = i * _FACTS
        if i == best or (i > best and self.facts[above * _FACTS + column] == 0):
            self.facts[at + column] = 0
        elif self.facts[at + _AROUND] & bit:
            self.facts[at + column] = 1
        else:
            self.facts[at + column] = self.facts[self.facts[at + _UP] * _FACTS + column] + 1

    def _find_record(self, i: int, above: int) -> None:
        """The container at or around one that has most others of its family beside it."""
        family = self.facts[i * _FACTS + _FAMILY] * _FAMILIES
        size = self.families[family + _F_COUNT]
        around = self.facts[above * _FACTS + _RECORD]
        if around and self.families[self.facts[around * _FACTS + _FAMILY] * _FAMILIES + _F_COUNT] > size:
            self.facts[i * _FACTS + _RECORD] = around
        else:
            self.facts[i * _FACTS + _RECORD] = i
        # Families are lists of records if they are large enough, each record of several words.
        words = self.families[family + _F_WORDS]
        if size >= 4 and words >= 5 * size and (self.family < 0 or words > self.families[self.family + _F_WORDS]):
            self.family = family

    def level(self, element: int) -> int:
        """Where the first part of a container's profile is; its byte for bits is never zero."""
        at = element * _PROFILE
        if not self.found[at + 3]:
            self._work_out_level(element * _SUMS, at)
        return at

    def rest(self, element: int) -> int:
        """Where the second part is; its last byte is never zero."""
        at = element * _PROFILE
        if not self.found[at + _PROFILE - 1]:
            self._work_out_rest(element * _FACTS, at + _LEVEL)
        return at + _LEVEL

    def _work_out_level(self, at: int, to: int) -> None:
        words = self.sums[at + _WORDS]
        self.found[to] = scales.share(words, self.sums[_WORDS])
        self.found[to + 1] = scales.share(self.sums[at + _LINKS], self.sums[at + _CHARS])
        self.found[to + 2] = scales.per(words, self.sums[at + _BLOCKS])
        self.found[to + 3] = scales.rate(self.sums[at + _BITS], self.sums[at + _LENGTH])
        self.found[to + 4] = scales.share(self.sums[at + _LONG], words)

    def _work_out_rest(self, at: int, to: int) -> None:
        self._path(self.facts[at + _PATH] * _PATHS, to)
        self._record(self.facts[at + _RECORD], to + 4)
        self.found[to + 12] = min(self.facts[at + _BEST_STEPS], 255)
        self.found[to + 13] = min(self.facts[at + _PROSE_STEPS], 255)
        self._title(self.facts[at + _WITH_TITLE], to + 14)
        self.found[to + 16] = self.facts[at + _BEST]
        self.found[to + 17] = -self.facts[at + _WORST]
        self.found[to + 18] = 128 + self.facts[at + _ALL]
        self.found[to + 19] = 128 + self.facts[at + _SIGN]

    def _title(self, element: int, to: int) -> None:
        steps = self.facts[element * _FACTS + _TITLE_STEPS]
        if steps:
            self.found[to] = min(steps, 255)
            self.found[to + 1] = scales.share(self.sums[element * _SUMS + _WORDS], self.sums[_WORDS])

    def _path(self, at: int, to: int) -> None:
        blocks = max(1, self.paths[at + _P_BLOCKS])
        self.found[to] = scales.log(blocks)
        self.found[to + 1] = scales.per(self.paths[at + _P_WORDS], blocks)
        self.found[to + 2] = scales.share(self.paths[at + _P_LINKS], self.paths[at + _P_CHARS])
        self.found[to + 3] = scales.rate(self.paths[at + _P_BITS], self.paths[at + _P_LENGTH])

    def _record(self, element: int, to: int) -> None:
        at = element * _SUMS
        family = self.facts[element * _FACTS + _FAMILY] * _FAMILIES
        size = max(1, self.families[family + _F_COUNT])
        words = self.families[family + _F_WORDS]
        self.found[to] = scales.log(size)
        self.found[to + 1] = scales.log(self.sums[at + _WORDS])
        self.found[to + 2] = scales.share(self.sums[at + _LINKS], self.sums[at + _CHARS])
        self.found[to + 3] = scales.rate(self.sums[at + _BITS], self.sums[at + _LENGTH])
        self.found[to + 4] = scales.log(self.sums[at + _BLOCKS])
        self.found[to + 5] = scales.share(words, self.sums[_WORDS])
        self.found[to + 6] = scales.per(words, size)
        self.found[to + 7] = scales.share(self.families[family + _F_HEADINGS], size)
