"""Numbers: gives each different key the next number, and the same key the same number.

A hash table of integers with open addressing, for keys that are themselves hashes: compiled it is several times faster
than a dictionary, which would need an object for each key.
"""

from __future__ import annotations

from array import array

_M64 = 0xFFFFFFFFFFFFFFFF
_SPREAD = 0x9E3779B97F4A7C15


class Numbers:
    """The numbers of at most ``most`` different keys."""

    def __init__(self, most: int) -> None:
        bits = 4
        while 1 << bits < 2 * most:
            bits += 1
        self.shift = 64 - bits
        self.mask = (1 << bits) - 1
        self.keys = array("Q", bytes(8 << bits))
        self.values = array("i", bytes(4 << bits))  # a number plus one; 0 where there is none
        self.count = 0

    def number(self, key: int) -> int:
        """The number of a key; a new one if it was never met."""
        place = (key * _SPREAD & _M64) >> self.shift
        while self.values[place]:
            if self.keys[place] == key:
                return self.values[place] - 1
            place = (place + 1) & self.mask
        self.count += 1
        self.keys[place] = key
        self.values[place] = self.count
        return self.count - 1
