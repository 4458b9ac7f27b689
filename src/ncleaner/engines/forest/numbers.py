# cython: boundscheck=False
"""Numbers: gives each different key the next number, and the same key the same number.

A hash table of integers with open addressing, for keys that are themselves hashes: compiled it is several times faster
than a dictionary, which would need an object for each key.

Nothing is read or written with bounds when compiled: places are within the mask, and there is never a number beyond the
most that was asked for.
"""

from __future__ import annotations

from array import array

from ncleaner.octets import arrays

_M64 = 0xFFFFFFFFFFFFFFFF
_SPREAD = 0x9E3779B97F4A7C15
_NO_KEY = array("Q", bytes(8))
_NO_VALUE = array("i", bytes(4))


class Numbers:
    """The numbers of at most ``most`` different keys."""

    def __init__(self, most: int) -> None:
        bits = 4
        while 1 << bits < 2 * most:
            bits += 1
        self.most = most
        self.shift = 64 - bits
        self.mask = (1 << bits) - 1
        self.held = keys, values = _NO_KEY * most, _NO_VALUE * (1 << bits)
        self.keys = arrays.unsigned_longs(keys)
        self.values = arrays.ints(values)  # a number plus one; 0 where there is none
        self.count = 0

    def number(self, key: int) -> int:
        """The number of a key; a new one if it was never met."""
        place = self._place(key)
        value = self.values[place]
        if value:
            return value - 1
        value = self.count
        if value >= self.most:
            raise IndexError(value)
        self.keys[value] = key
        self.values[place] = value + 1
        self.count += 1
        return value

    def find(self, key: int) -> int:
        """The number of a key, or -1 if it was never met."""
        return self.values[self._place(key)] - 1

    def _place(self, key: int) -> int:
        """Where a key is, or would be."""
        place = (key * _SPREAD & _M64) >> self.shift
        value = self.values[place]
        while value and self.keys[value - 1] != key:
            place = (place + 1) & self.mask
            value = self.values[place]
        return place
