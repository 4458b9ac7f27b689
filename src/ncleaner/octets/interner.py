# cython: boundscheck=False
"""Interner: numbers different 64-bit keys in the order in which they are first seen.

A hash table with open addressing, for keys that are themselves hashes. Compiled, it is several times faster than a
dictionary, which needs an object for each key.

Pages choose the keys, as hashes of class names or of texts. So that no page can choose many keys with the same place,
places depend on two random numbers, which are different in each process. The numbers of keys do not depend on them.

Compiled, nothing is read or written with bounds checks: places are within the mask, and `Interner.number` never gives
out more numbers than there is room for.
"""

from __future__ import annotations

import os
from array import array

from ncleaner.octets import arrays

_M64 = 0xFFFFFFFFFFFFFFFF
_SECRET = int.from_bytes(os.urandom(8), "little")
_SPREAD = int.from_bytes(os.urandom(8), "little") | 1
_MIX = 0x9E3779B97F4A7C15  # the golden ratio
_NO_KEY = array("Q", bytes(8))
_NO_VALUE = array("i", bytes(4))


class Interner:
    """The numbers of at most ``most`` different keys.

    The table has at least twice as many places as keys. ``values`` has, at the place of a key, its number plus one,
    and 0 at free places; ``keys`` has the key of each number, and ``count`` is the next number.
    """

    def __init__(self, most: int) -> None:
        bits = 4
        while 1 << bits < 2 * most:
            bits += 1
        self.most = most
        self.shift = 64 - bits
        self.mask = (1 << bits) - 1
        self.held = keys, values = _NO_KEY * most, _NO_VALUE * (1 << bits)
        self.keys = arrays.unsigned_longs(keys)
        self.values = arrays.ints(values)
        self.count = 0

    def number(self, key: int) -> int:
        """Return the number of a key, the next one if the key is new."""
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
        """Return the number of a key, or -1 if the key is new."""
        return self.values[self._place(key)] - 1

    def _place(self, key: int) -> int:
        """Return the place of a key, or the free place where it belongs."""
        mixed = (key ^ _SECRET) * _SPREAD & _M64
        place = ((mixed ^ mixed >> 32) * _MIX & _M64) >> self.shift
        value = self.values[place]
        while value and self.keys[value - 1] != key:
            place = (place + 1) & self.mask
            value = self.values[place]
        return place
