# cython: boundscheck=False
"""Boosted oblivious trees: a score for each row of a table of bytes.

A table has a byte for each row and column, column by column: column ``c`` of ``count`` rows begins at
``c * (count + 2 * EDGE) + EDGE``. The `EDGE` bytes on both sides of a column are zeros, so that the value of a
neighbouring row is in the same column, shifted, and rows beyond the first and the last one count as zeros. The last
column is followed by `SPARE` unused bytes.

All nodes of one level of an oblivious tree have the same test: whether the value of a column, perhaps in a neighbouring
row, is greater than a threshold. So a tree of depth D has D tests and 2^D leaves, and the results of the tests are the
bits of the leaf's number, test ``k`` being bit ``k``. A score is a sum of leaves, in `UNITS` of a bit. All numbers are
integers, so that scores are the same on every machine and on both backends.

Strategy: tree by tree. First the leaves of all rows are found, in a loop without branches that the C compiler turns
into instructions for 16 rows at a time. It makes six tests, as many as most trees have. Trees with fewer tests are
filled up with tests that never hold, and further tests are made one by one. The last 16 rows may be fewer: then the
loop runs into the next column or the spare bytes, and these results are not used. Then the leaves are added up, those
of four trees at a time, so that each row's sum is read and written only once for them. Rows are processed in chunks, so
that the needed part of a large table stays in the processor's cache. A single row is tested without that loop.

Model arrays are checked when they are loaded, and the size of the table at each call, so that no number can lead out of
the arrays. `Trees.contributions` says what each test added to a score: the change of the mean of all leaves that can
still be reached, weighted by their shares of the training data, when its result becomes known.
"""

from __future__ import annotations

from array import array

from ncleaner.errors import ModelError
from ncleaner.octets import arrays

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.models.format import Model

UNITS = 1024  # of a bit, in leaves and scores
EDGE = 2  # rows of zeros before and after a column: the largest shift
SPARE = 16  # bytes after the last column
DEEPEST = 8  # tests of a tree: the number of a leaf is a byte
MOST_TREES = 4096  # so that sums of leaves fit into 32 bits,
LARGEST_START = 1 << 30  # together with a start

_EDGE = EDGE
_SHIFTS = 2 * EDGE + 1
_SPARE = SPARE
_FUSED = 6  # tests that are made in one loop
_CHUNK = 512  # rows; a multiple of SPARE
_NEVER = 255  # the threshold of a test that never holds
_PLACES = bytes((byte + EDGE) & 0xFF for byte in range(256))  # shifts, counted from the beginning of the edge
_ZERO = 1 << 15  # added to leaves so that no dividend is negative: C and Python round such quotients differently


def table(columns: int, count: int) -> bytearray:
    """Return a table of zeros."""
    return bytearray(columns * (count + 2 * EDGE) + SPARE)


def _paired(numbers: list[int], level: int) -> list[int]:
    """Return the sums of pairs of numbers whose indices differ only in bit ``level``, the last test's result."""
    size = 1 << level
    starts = range(0, len(numbers), 2 * size)
    return [numbers[at] + numbers[at + size] for start in starts for at in range(start, start + size)]


class Trees:
    """The trees of a model under a prefix, for tables of ``width`` columns.

    The arrays ``<prefix>columns``, ``<prefix>shifts`` and ``<prefix>thresholds`` have the tests, tree by tree,
    ``<prefix>leaves`` the leaves, and ``<prefix>covers`` the share of the training data in each leaf. The parameter
    ``<prefix>depth`` is the number of tests of each tree, and ``<prefix>start`` the score before the first tree.
    """

    def __init__(self, model: Model, prefix: str, width: int) -> None:
        depth = model.parameter(prefix + "depth", int)
        start = model.parameter(prefix + "start", int)
        if not 1 <= depth <= DEEPEST:
            raise ModelError(f"{model.name}: {prefix}depth must be from 1 to {DEEPEST}, not {depth}")
        if abs(start) > LARGEST_START:
            raise ModelError(f"{model.name}: {prefix}start is {start}, beyond the limit of {LARGEST_START}")
        self.width = width
        self.depth = depth
        self.start = start
        columns = bytes(model.array(prefix + "columns", "U8"))
        places = bytes(model.array(prefix + "shifts", "I8")).translate(_PLACES)
        thresholds = bytes(model.array(prefix + "thresholds", "U8"))
        self.leaves = model.array(prefix + "leaves", "I16")
        self.covers = model.array(prefix + "covers", "U16")
        self.size = len(self.leaves) >> self.depth
        self._check_sizes(model.name, prefix, [len(columns), len(places), len(thresholds)])
        if max(columns, default=0) >= width:
            raise ModelError(f"{model.name}: {prefix}columns has the column {max(columns)}, but there are only {width}")
        if max(places, default=0) > 2 * EDGE:
            raise ModelError(f"{model.name}: {prefix}shifts must be within -{EDGE} and {EDGE}")
        self.tests = max(self.depth, _FUSED)
        self.columns = self._filled(columns, 0)
        self.places = self._filled(places, EDGE)
        self.thresholds = self._filled(thresholds, _NEVER)
        self.means = array("i")  # computed on demand

    def _check_sizes(self, name: str, prefix: str, tests: list[int]) -> None:
        if self.size > MOST_TREES:
            raise ModelError(f"{name}: {prefix}leaves has {self.size} trees, more than {MOST_TREES}")
        if len(self.leaves) != self.size << self.depth or len(self.covers) != len(self.leaves):
            raise ModelError(f"{name}: {prefix}leaves and {prefix}covers must have {1 << self.depth} numbers per tree")
        if tests != [self.size * self.depth] * 3:
            raise ModelError(
                f"{name}: {prefix}columns, {prefix}shifts and {prefix}thresholds must have {self.depth} numbers for"
                f" each of the {self.size} trees"
            )

    def _filled(self, numbers: bytes, other: int) -> bytes:
        """Return the numbers of all tests, with ``other`` for the tests that fill a tree up."""
        more = bytes([other]) * (self.tests - self.depth)
        starts = range(0, len(numbers), self.depth)
        return b"".join([numbers[start : start + self.depth] + more for start in starts])

    def scores(self, data: bytearray, count: int) -> array[int]:
        """Return the score of each row of a table."""
        self._check_table(data, count)
        sums = array("i", [self.start]) * count
        if count == 1:
            sums[0] += self._sum(data)
            return sums
        chosen = bytearray(4 * _CHUNK)
        for first in range(0, count, _CHUNK):
            self._add(data, count, first, min(count - first, _CHUNK), chosen, arrays.ints(sums))
        return sums

    def contributions(self, data: bytearray, count: int, row: int) -> dict[tuple[int, int], int]:
        """Return what each pair of a column and a shift added to the score of a row, if it added anything.

        The score is the sum of these and of `expected`.
        """
        self._check_table(data, count)
        if not 0 <= row < count:
            raise ValueError(f"a table of {count} rows has no row {row}")
        added = array("i", bytes(4 * _SHIFTS * self.width))
        self._contribute(data, count, row, self._means(), added)
        return {(place // _SHIFTS, place % _SHIFTS - EDGE): units for place, units in enumerate(added) if units}

    def _contribute(self, data: bytearray, count: int, row: int, means: array[int], added: array[int]) -> None:
        """Add the contribution of each test to that of its column and shift."""
        stride = count + 2 * _EDGE
        for tree in range(self.size):
            leaf = 0
            level_means = 0
            before = means[tree]
            for level in range(self.depth):
                test = tree * self.tests + level
                column = self.columns[test]
                place = self.places[test]
                if data[column * stride + place + row] > self.thresholds[test]:
                    leaf += 1 << level
                level_means += self.size << level
                after = means[level_means + (tree << level + 1) + leaf]
                added[column * _SHIFTS + place] += after - before
                before = after

    def expected(self) -> int:
        """Return the mean score of the training data."""
        return self.start + sum(self._means()[: self.size])

    def _means(self) -> array[int]:
        """Return the mean leaf of each tree for all results of its first 0, 1, 2 ... tests."""
        if not len(self.means):
            weights = list(self.covers)
            means = [leaf + _ZERO for leaf in self.leaves]
            sums = [mean * weight for mean, weight in zip(means, weights, strict=True)]
            levels = [means]
            for level in range(self.depth - 1, -1, -1):
                weights = _paired(weights, level)
                sums = _paired(sums, level)
                plain = _paired(means, level)  # for leaves without training data
                means = [
                    (value + weight // 2) // weight if weight else both // 2
                    for value, weight, both in zip(sums, weights, plain, strict=True)
                ]
                levels.append(means)
            self.means = array("i", [mean - _ZERO for level in reversed(levels) for mean in level])
        return self.means

    def _check_table(self, data: bytearray, count: int) -> None:
        if not 0 <= count <= len(data) or self.width * (count + 2 * _EDGE) + _SPARE > len(data):
            raise ValueError(f"{len(data)} bytes cannot be a table of {count} rows and {self.width} columns")

    def _sum(self, data: bytearray) -> int:
        """Return the sum of the leaves of a table's only row, faster than the loop for 16 rows."""
        stride = 1 + 2 * _EDGE
        raw = data
        columns = self.columns
        places = self.places
        thresholds = self.thresholds
        total = 0
        for tree in range(self.size):
            leaf = tree << self.depth
            for level in range(self.depth):
                test = tree * self.tests + level
                if raw[columns[test] * stride + places[test]] > thresholds[test]:
                    leaf += 1 << level
            total += self.leaves[leaf]
        return total

    def _add(self, data: bytearray, count: int, first: int, rows: int, chosen: bytearray, sums: array[int]) -> None:
        """Add the leaves of some rows to their sums; ``chosen`` has room for the numbers of leaves in four trees."""
        leaves = self.leaves
        raw = data
        numbers = chosen
        width = 1 << self.depth
        fours = self.size - self.size % 4
        for tree in range(0, fours, 4):
            for k in range(4):
                self._find(raw, count, first, rows, numbers, k * _CHUNK, (tree + k) * self.tests)
            a = tree * width
            b = a + width
            c = b + width
            d = c + width
            for row in range(rows):
                sums[first + row] += (
                    leaves[a + numbers[row]]
                    + leaves[b + numbers[row + 512]]
                    + leaves[c + numbers[row + 1024]]
                    + leaves[d + numbers[row + 1536]]
                )
        for tree in range(fours, self.size):
            self._find(raw, count, first, rows, numbers, 0, tree * self.tests)
            a = tree * width
            for row in range(rows):
                sums[first + row] += leaves[a + numbers[row]]

    def _find(self, raw: bytearray, count: int, first: int, rows: int, numbers: bytearray, at: int, test: int) -> None:
        """Find the leaves of some rows in the tree whose first test is ``test``."""
        stride = count + 2 * _EDGE
        end = (rows + _SPARE - 1) // _SPARE * _SPARE
        columns = self.columns
        places = self.places
        thresholds = self.thresholds
        a = columns[test] * stride + places[test] + first
        b = columns[test + 1] * stride + places[test + 1] + first
        c = columns[test + 2] * stride + places[test + 2] + first
        d = columns[test + 3] * stride + places[test + 3] + first
        e = columns[test + 4] * stride + places[test + 4] + first
        f = columns[test + 5] * stride + places[test + 5] + first
        above_a = thresholds[test]
        above_b = thresholds[test + 1]
        above_c = thresholds[test + 2]
        above_d = thresholds[test + 3]
        above_e = thresholds[test + 4]
        above_f = thresholds[test + 5]
        for row in range(end):
            numbers[at + row] = (
                (1 if raw[a + row] > above_a else 0)
                | (2 if raw[b + row] > above_b else 0)
                | (4 if raw[c + row] > above_c else 0)
                | (8 if raw[d + row] > above_d else 0)
                | (16 if raw[e + row] > above_e else 0)
                | (32 if raw[f + row] > above_f else 0)
            )
        for level in range(_FUSED, self.depth):
            a = columns[test + level] * stride + places[test + level] + first
            above_a = thresholds[test + level]
            for row in range(end):
                numbers[at + row] += (raw[a + row] > above_a) << level
