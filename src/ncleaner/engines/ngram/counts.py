"""Counts of n-grams, of all orders up to n.

Strategy: an n-gram of at most eight codes is one number of 64 bits, its last code in the lowest byte. As no code is 0,
n-grams of all orders have different numbers and stand in one hash table: two arrays, with linear probing, at most two
thirds full. That takes 24 to 48 bytes for each n-gram that is different from all others, and nothing for each text.

For each character of a text and for the edge behind it, each n-gram is counted that ends with it, the edges before the
text included. So the counts of all n-grams of one order add up to the number of codes, and the count of a history is
the sum of the counts of the n-grams that begin with it. Counts have a sign, as differential training subtracts.
"""

from __future__ import annotations

from array import array

from ncleaner.engines.ngram.normalise import LONGEST, MODES, PADDING, Normaliser
from ncleaner.errors import NCleanerError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_PADDING = PADDING
_M64 = 0xFFFFFFFFFFFFFFFF
_SPREAD = 0x9E3779B97F4A7C15  # the golden ratio's digits: Knuth's multiplicative hashing
_SMALLEST = 12  # bits of the size of a new table


class Counts:
    """How often each n-gram of the orders 1 to ``n`` was seen in texts normalised by ``mode``."""

    def __init__(self, n: int, mode: int) -> None:
        if not 1 <= n <= LONGEST:
            raise NCleanerError(f"n must be a number from 1 to {LONGEST}, not {n}")
        if not 0 <= mode < len(MODES):
            raise NCleanerError(f"the mode of normalisation must be a number from 0 to {len(MODES) - 1}, not {mode}")
        self.n = n
        self.mode = mode
        self.characters = 0
        self.normaliser = Normaliser(mode)
        self._empty(_SMALLEST)

    def _empty(self, bits: int) -> None:
        self.shift = 64 - bits
        self.size = 1 << bits
        self.used = 0
        self.keys = array("Q", bytes(8 << bits))
        self.values = array("q", bytes(8 << bits))

    def __len__(self) -> int:
        return self.used

    def add(self, text: str | bytes, weight: int = 1) -> None:
        """Count a text: one segment, that is."""
        self.normaliser.text(text)
        self._count(self.normaliser.codes, self.normaliser.end, weight)

    def add_span(self, buffer: bytes, start: int, end: int, weight: int = 1) -> None:
        """Count a part of a buffer of UTF-8, such as the text of a block."""
        stop = self.normaliser.run(buffer, start, end)
        self._count(self.normaliser.codes, stop, weight)

    def _count(self, codes: bytearray, end: int, weight: int) -> None:
        for i in range(_PADDING, end):
            key = 0
            for order in range(self.n):
                code = codes[i - order]
                key |= code << (order << 3)
                self.count(key, weight)
        self.characters += weight * (end - _PADDING)

    def count(self, key: int, weight: int) -> None:
        """Count the n-gram of that number."""
        slot = self._slot(key)
        if self.keys[slot] != key:
            if 3 * self.used >= 2 * self.size:
                self._grow()
                slot = self._slot(key)
            self.keys[slot] = key
            self.used += 1
        self.values[slot] += weight

    def _slot(self, key: int) -> int:
        """Where an n-gram is, or the free place where it would be."""
        slot = (key * _SPREAD & _M64) >> self.shift
        while self.keys[slot] != key and self.keys[slot]:
            slot = (slot + 1) & (self.size - 1)
        return slot

    def _grow(self) -> None:
        keys = self.keys
        values = self.values
        size = self.size
        self._empty(65 - self.shift)
        for slot in range(size):
            if keys[slot]:
                self.count(keys[slot], values[slot])

    def update(self, other: Counts, factor: int = 1) -> None:
        """Add the counts of another, ``factor`` times; −1 takes them away."""
        if (other.n, other.mode) != (self.n, self.mode):
            raise NCleanerError("counts can be added only if n and the mode of normalisation are the same")
        for slot in range(other.size):
            if other.keys[slot]:
                self.count(other.keys[slot], factor * other.values[slot])
        self.characters += factor * other.characters

    def copy(self) -> Counts:
        """The same counts, to be changed."""
        twin = Counts(self.n, self.mode)
        twin._take(self)
        return twin

    def _take(self, other: Counts) -> None:
        self.shift = other.shift
        self.size = other.size
        self.used = other.used
        self.characters = other.characters
        self.keys = array("Q", bytes(other.keys))
        self.values = array("q", bytes(other.values))

    def get(self, key: int) -> int:
        """How often the n-gram of that number was seen."""
        return self.values[self._slot(key)]

    def numbers(self) -> array[int]:
        """The numbers of the n-grams, in order."""
        numbers = array("Q", bytes(8 * self.used))
        view = numbers  # the same with C's types when compiled
        count = 0
        for slot in range(self.size):
            if self.keys[slot]:
                view[count] = self.keys[slot]
                count += 1
        return array("Q", sorted(numbers))

    def items(self) -> Iterator[tuple[int, int]]:
        """The numbers of the n-grams and how often they were seen, in no order."""
        return ((key, count) for key, count in zip(self.keys, self.values, strict=True) if key)
