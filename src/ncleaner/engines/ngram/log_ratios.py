"""The score of each n-gram: the logarithm of the ratio of its probabilities in clean and dirty text.

The papers' equation is a sum over the orders, which can be computed order by order. With S₁(c) the smoothed probability
of the character alone and

    Sₖ(c | h) = Pr(c | h) + q · Sₖ₋₁(c | h without its first character)

the equation is Pr(c | h) = (1 − q) / (1 − qⁿ) · Sₙ(c | h). The score is the logarithm of the ratio of this probability
for clean and for dirty text. The first factor cancels out, and so does q if neither text has the n-gram: then the ratio
is the ratio of the n-gram without its first character. So one number for each n-gram in the texts is enough, and the
longest such n-gram that ends with a character gives the exact bits of that character. No back-off weights are needed.

A history that is in neither text gives all characters the probability 0, as in the equation if 0 / 0 is 0.
"""

from __future__ import annotations

from array import array
from heapq import nsmallest
from math import log2

from ncleaner.engines.ngram.counts import Counts
from ncleaner.engines.ngram.normalise import EDGE, alphabet
from ncleaner.engines.ngram.scorer import MIDDLE, STEP, UNITS

SMALLEST_Q, LARGEST_Q = 0.001, 0.999  # beyond these limits the powers of q, or their differences, vanish

DISTINCTIVE = 100  # n-grams of each side that a model lists for people

_MOST = 32767  # units; the values of a model are 16-bit integers


def suffix(key: int) -> int:
    """Return the key of an n-gram without its first character."""
    mask = 0
    while mask << 8 | 0xFF < key:
        mask = mask << 8 | 0xFF
    return key & mask


def probability(count: float, total: float) -> float:
    """Return a probability, clamped to 0 to 1 because of differential counts (StupidOS, section 3.2)."""
    if count <= 0:
        return 0.0
    return 1.0 if count >= total else count / total


def all_keys(clean: Counts, dirty: Counts) -> array[int]:
    """Return the sorted keys of all n-grams in either text, all characters, and the edges before a text."""
    both = clean.copy()
    both.update(dirty)
    for code in range(1, len(alphabet(clean.mode)) + 1):
        both.count(code, 0)
    for order in range(1, clean.n):
        both.count(int.from_bytes(bytes([EDGE]) * order, "big"), 0)
    return both.sorted_keys()


class LogRatios:
    """The n-grams of the texts in the order of their keys, with the log ratio of each in ``values``.

    In that order shorter n-grams come first, and n-grams with the same history are adjacent. The position of an n-gram
    in the order is its rank. ``clean`` and ``dirty`` are its counts.
    """

    def __init__(self, clean: Counts, dirty: Counts, q: float) -> None:
        self.n = clean.n
        self.q = q
        self.width = len(alphabet(clean.mode))
        self.keys = all_keys(clean, dirty)
        self.size = len(self.keys)
        self.ranks = Counts(clean.n, clean.mode)
        self.clean = array("d", bytes(8 * self.size))
        self.dirty = array("d", bytes(8 * self.size))
        self.values = array("i", bytes(4 * self.size))
        self._fill_ranks()
        self._sum(clean, self.clean)
        self._sum(dirty, self.dirty)
        self._compare()
        self._fetch(clean, self.clean)
        self._fetch(dirty, self.dirty)

    def _fill_ranks(self) -> None:
        for rank in range(self.size):
            self.ranks.count(self.keys[rank], rank)

    def _sum(self, counts: Counts, sums: array[float]) -> None:
        """Store the sum S of the equation for each n-gram in ``sums``."""
        q = self.q
        first = 0
        while first < self.size:
            last = first
            history = self.keys[first] >> 8
            total = 0
            while last < self.size and self.keys[last] >> 8 == history:
                count = counts.get(self.keys[last])
                total += count if history else max(count, 0) + 1
                last += 1
            for rank in range(first, last):
                count = counts.get(self.keys[rank])
                if history:
                    sums[rank] = probability(count, total) + q * sums[self.ranks.get(suffix(self.keys[rank]))]
                else:  # single characters: add-one smoothing
                    sums[rank] = probability(max(count, 0) + 1, total)
            first = last

    def _compare(self) -> None:
        """Store the log ratio of each n-gram, in units."""
        for rank in range(self.size):
            units = UNITS * log2(self.clean[rank] / self.dirty[rank])
            self.values[rank] = int(min(max(units, -_MOST), _MOST) + _MOST + 0.5) - _MOST

    def _fetch(self, counts: Counts, targets: array[float]) -> None:
        """Store the count of each n-gram in ``targets``."""
        for rank in range(self.size):
            targets[rank] = max(counts.get(self.keys[rank]), 0)

    def mix(self, others: array[int], weight: float) -> None:
        """Replace each log ratio by its mean with another one; ``weight``, from 0 to 1, is that of the others.

        ``others`` are in units, in the order of the keys (`all_keys`).
        """
        if len(others) != self.size:
            raise ValueError(f"{len(others)} numbers cannot be mixed with {self.size} log ratios")
        for rank in range(self.size):
            units = weight * others[rank] + (1 - weight) * self.values[rank]
            self.values[rank] = int(units + _MOST + 0.5) - _MOST

    def table(self) -> dict[str, array[int]]:
        """Return a table of the bits of all possible n-grams; unseen ones have the bits of their longest suffix."""
        width = self.width
        table = array("B", [0])
        rank = 0
        limit = 1
        for _ in range(self.n):
            table *= width
            limit <<= 8
            while rank < self.size and self.keys[rank] < limit:
                place = 0
                for code in self.keys[rank].to_bytes(8, "big").lstrip(b"\0"):
                    place = place * width + code - 1
                units = self.values[rank] + MIDDLE * STEP + STEP // 2
                table[place] = min(max(units, 0), 255 * STEP) // STEP
                rank += 1
        return {"table": table}

    def most_distinctive(self) -> array[int]:
        """Return the keys of the most distinctive n-grams: first those of clean text, then those of dirty text.

        The weight of an n-gram is its count on its side, times its bits.
        """
        clean = nsmallest(DISTINCTIVE, self._weights(self.clean, -1))
        dirty = nsmallest(DISTINCTIVE, self._weights(self.dirty, 1))
        return array("Q", [self.keys[rank] for _, rank in clean + dirty])

    def _weights(self, counts: array[float], sign: int) -> list[tuple[float, int]]:
        """Return the weight, as a negative number, and the rank of each n-gram of order n that favours one side."""
        weights = []
        for rank in range(self.size):
            weight = sign * counts[rank] * self.values[rank]
            if weight < 0 and self.keys[rank] >> 8 * (self.n - 1):
                weights.append((weight, rank))
        return weights
