"""Which hashes were there before, in memory that does not grow.

Strategy: a table of buckets of eight marks. The low bits of a hash are the number of its bucket, and its upper 32 bits
are its mark. A bucket is in the order of the last time that each mark was seen; when it is full, the oldest mark is
forgotten. What is remembered depends only on the hashes and their order. A hash is taken for another with a
probability of 8 / 2³². Memory is used as the table fills.
"""

from __future__ import annotations

from collections.abc import Iterable
from mmap import mmap
from struct import Struct

MEMORY = 64 << 20  # bytes, which remember some sixteen million hashes

_BUCKET = Struct("<8I")


class Seen:
    """The hashes that were seen, as far as ``memory`` bytes remember."""

    def __init__(self, memory: int = MEMORY) -> None:
        buckets = 1 << max(0, (memory // _BUCKET.size).bit_length() - 1)
        self._last = buckets - 1
        self._table = mmap(-1, buckets * _BUCKET.size)

    def add(self, value: int) -> bool:
        """Remember a hash; say whether it was there before."""
        place = (value & self._last) * _BUCKET.size
        mark = value >> 32 or 1  # 0 is an empty slot
        marks = _BUCKET.unpack_from(self._table, place)
        known = mark in marks
        if mark != marks[0]:
            at = marks.index(mark) if known else len(marks) - 1
            _BUCKET.pack_into(self._table, place, mark, *marks[:at], *marks[at + 1 :])
        return known

    def add_all(self, values: Iterable[int]) -> bool:
        """Remember hashes; say whether any of them was there before."""
        return sum(map(self.add, values)) > 0
