"""A set of hashes in bounded memory.

Strategy: a table of buckets with eight entries each. The low bits of a hash are the number of its bucket, and its upper
32 bits are its entry. Entries of a bucket are ordered by when they were last seen; when the bucket is full, the oldest
entry is dropped. So the contents depend only on the hashes and their order. Two different hashes are confused with a
probability of 8 / 2³². The memory is mapped, and used only as the table fills.
"""

from __future__ import annotations

from collections.abc import Iterable
from mmap import mmap
from struct import Struct

MEMORY = 64 << 20  # bytes, which hold some sixteen million hashes

_BUCKET = Struct("<8I")


class Seen:
    """The hashes seen so far, as many as fit into ``memory`` bytes."""

    def __init__(self, memory: int = MEMORY) -> None:
        buckets = 1 << max(0, (memory // _BUCKET.size).bit_length() - 1)
        self._last = buckets - 1
        self._table = mmap(-1, buckets * _BUCKET.size)

    def add(self, value: int) -> bool:
        """Add a hash; return whether it was there before."""
        offset = (value & self._last) * _BUCKET.size
        entry = value >> 32 or 1  # 0 is an empty entry
        entries = _BUCKET.unpack_from(self._table, offset)
        is_known = entry in entries
        if entry != entries[0]:
            index = entries.index(entry) if is_known else len(entries) - 1
            _BUCKET.pack_into(self._table, offset, entry, *entries[:index], *entries[index + 1 :])
        return is_known

    def add_all(self, values: Iterable[int]) -> bool:
        """Add hashes; return whether any of them was there before."""
        return sum(map(self.add, values)) > 0
