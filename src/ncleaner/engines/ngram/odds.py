"""What each n-gram says: the logarithm of the ratio of its probabilities in clean and in dirty text.

The papers' equation is a sum over the orders that can be had one order after the other. With S₁(c) the smoothed
probability of the character alone and

    Sₖ(c | h) = Pr(c | h) + q · Sₖ₋₁(c | h without its first character)

it says Pr(c | h) = (1 − q) / (1 − qⁿ) · Sₙ(c | h). What is scored is the logarithm of the ratio of that for clean and
for dirty text. There the first factor cancels out, and so does q if neither of the two texts had the n-gram: then the
ratio is that of the n-gram without its first character. So one number for each n-gram that was seen is all there is to
know, and the longest n-gram seen that ends with a character gives the bits of it, exactly. No weights for shorter
histories are left over.

A history that was never seen gives all characters the probability 0, as it does in the equation if 0 / 0 is 0.
"""

from __future__ import annotations

from array import array
from heapq import nsmallest
from math import log2

from ncleaner.engines.ngram.counts import Counts
from ncleaner.engines.ngram.normalise import EDGE, alphabet
from ncleaner.engines.ngram.scorer import MIDDLE, STEP, UNITS

SMALLEST_Q, LARGEST_Q = 0.001, 0.999  # beyond these the powers of q, or their differences, come to nothing

TELLING = 100  # n-grams of each side that the model remembers as the ones that tell most

_UNITS = UNITS
_MOST = 32767


def suffix(key: int) -> int:
    """An n-gram without its first character, by their numbers."""
    mask = 0
    while mask << 8 | 0xFF < key:
        mask = mask << 8 | 0xFF
    return key & mask


def share(count: float, total: float) -> float:
    """A probability, clamped as differential counts make necessary (StupidOS, section 3.2)."""
    if count <= 0:
        return 0.0
    return 1.0 if count >= total else count / total


def seen(clean: Counts, dirty: Counts) -> array[int]:
    """The numbers of all n-grams in either, of all single characters, and of the edges before a text, in order."""
    both = clean.copy()
    both.update(dirty)
    for code in range(1, len(alphabet(clean.mode)) + 1):
        both.count(code, 0)
    for order in range(1, clean.n):
        both.count(int.from_bytes(bytes([EDGE]) * order, "big"), 0)
    return both.numbers()


class Odds:
    """The n-grams that were seen, in the order of their numbers, and what each of them says.

    In that order the shorter ones come first, and those that begin with the same history stand side by side.
    """

    def __init__(self, clean: Counts, dirty: Counts, q: float) -> None:
        self.n = clean.n
        self.q = q
        self.width = len(alphabet(clean.mode))
        self.keys = seen(clean, dirty)
        self.size = len(self.keys)
        self.ranks = Counts(clean.n, clean.mode)
        self.clean = array("d", bytes(8 * self.size))
        self.dirty = array("d", bytes(8 * self.size))
        self.values = array("i", bytes(4 * self.size))
        self._number()
        self._sum(clean, self.clean)
        self._sum(dirty, self.dirty)
        self._compare()
        self._fetch(clean, self.clean)
        self._fetch(dirty, self.dirty)

    def _number(self) -> None:
        for rank in range(self.size):
            self.ranks.count(self.keys[rank], rank)

    def _sum(self, counts: Counts, sums: array[float]) -> None:
        """Put the sum S of the equation for each n-gram."""
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
                    sums[rank] = share(count, total) + q * sums[self.ranks.get(suffix(self.keys[rank]))]
                else:  # single characters, each counted once more than it was seen
                    sums[rank] = share(max(count, 0) + 1, total)
            first = last

    def _compare(self) -> None:
        """Put the logarithm of the ratio, in units."""
        for rank in range(self.size):
            units = _UNITS * log2(self.clean[rank] / self.dirty[rank])
            self.values[rank] = int(min(max(units, -_MOST), _MOST) + _MOST + 0.5) - _MOST

    def _fetch(self, counts: Counts, found: array[float]) -> None:
        """Put how often each n-gram was seen."""
        for rank in range(self.size):
            found[rank] = max(counts.get(self.keys[rank]), 0)

    def table(self) -> dict[str, array[int]]:
        """The bits of all n-grams there can be: those of a shorter one, unless it was seen."""
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

    def telling(self) -> array[int]:
        """The numbers of the n-grams that tell most, those of clean text first.

        What one tells is how often it is seen on its side, times its bits.
        """
        clean = nsmallest(TELLING, self._told(self.clean, -1))
        dirty = nsmallest(TELLING, self._told(self.dirty, 1))
        return array("Q", [self.keys[rank] for _, rank in clean + dirty])

    def _told(self, counts: array[float], sign: int) -> list[tuple[float, int]]:
        """What each of the longest n-grams tells that speaks for a side, as negative numbers, and its rank."""
        found = []
        for rank in range(self.size):
            told = sign * counts[rank] * self.values[rank]
            if told < 0 and self.keys[rank] >> 8 * (self.n - 1):
                found.append((told, rank))
        return found
