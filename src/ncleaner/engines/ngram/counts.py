"""Counts of n-grams of all orders up to n.

Strategy: an n-gram of at most eight codes is one 64-bit key, with the last code in the lowest byte. No code is 0, so
n-grams of different orders have different keys and share one hash table: two arrays, with linear probing, at most two
thirds full. Memory is 24 to 48 bytes per distinct n-gram, independent of the number of texts.

For each character of a text and for the edge after it, all n-grams that end there are counted, including n-grams with
edges before the text. So the counts of one order add up to the number of codes, and the count of a history is the sum
of the counts of the n-grams that begin with it. Counts are signed, because differential training subtracts.
"""

from __future__ import annotations

from array import array

from ncleaner.engines.ngram.normalise import LONGEST, MODES, PADDING, Normaliser
from ncleaner.errors import NCleanerError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_M64 = 0xFFFFFFFFFFFFFFFF
_SPREAD = 0x9E3779B97F4A7C15  # the digits of the golden ratio: Knuth's multiplicative hashing
_SMALLEST = 12  # binary logarithm of the size of a new table


class Counts:
    """The count of each n-gram of the orders 1 to ``n`` in texts that are normalised by ``mode``."""

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
        """Count the n-grams of a text, which is one segment."""
        self.normaliser.text(text)
        self._count(self.normaliser.codes, self.normaliser.end, weight)

    def add_span(self, buffer: bytes, start: int, end: int, weight: int = 1) -> None:
        """Count the n-grams of a span of a UTF-8 buffer, such as the text of a block."""
        stop = self.normaliser.run(buffer, start, end)
        self._count(self.normaliser.codes, stop, weight)

    def _count(self, codes: bytearray, end: int, weight: int) -> None:
        for i in range(PADDING, end):
            key = 0
            for order in range(self.n):
                code = codes[i - order]
                key |= code << (order << 3)
                self.count(key, weight)
        self.characters += weight * (end - PADDING)

    def count(self, key: int, weight: int) -> None:
        """Add ``weight`` to the count of an n-gram."""
        slot = self._slot(key)
        if self.keys[slot] != key:
            if 3 * self.used >= 2 * self.size:
                self._grow()
                slot = self._slot(key)
            self.keys[slot] = key
            self.used += 1
        self.values[slot] += weight

    def _slot(self, key: int) -> int:
        """Return the slot of an n-gram, or the free slot where it belongs."""
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
        """Add other counts, multiplied by ``factor``; −1 subtracts them."""
        if (other.n, other.mode) != (self.n, self.mode):
            raise NCleanerError("counts can be added only if n and the mode of normalisation are the same")
        for slot in range(other.size):
            if other.keys[slot]:
                self.count(other.keys[slot], factor * other.values[slot])
        self.characters += factor * other.characters

    def copy(self) -> Counts:
        """Return an independent copy."""
        twin = Counts(self.n, self.mode)
        twin._copy_from(self)
        return twin

    def _copy_from(self, other: Counts) -> None:
        self.shift = other.shift
        self.size = other.size
        self.used = other.used
        self.characters = other.characters
        self.keys = array("Q", bytes(other.keys))
        self.values = array("q", bytes(other.values))

    def get(self, key: int) -> int:
        """Return the count of an n-gram."""
        return self.values[self._slot(key)]

    def sorted_keys(self) -> array[int]:
        """Return the keys of all n-grams in ascending order."""
        keys = array("Q", bytes(8 * self.used))
        view = keys  # a typed memoryview when compiled
        count = 0
        for slot in range(self.size):
            if self.keys[slot]:
                view[count] = self.keys[slot]
                count += 1
        return array("Q", sorted(keys))

    def items(self) -> Iterator[tuple[int, int]]:
        """Yield the key and the count of each n-gram, in arbitrary order."""
        return ((key, count) for key, count in zip(self.keys, self.values, strict=True) if key)
