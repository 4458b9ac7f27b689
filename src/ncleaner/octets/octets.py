# cython: boundscheck=False
"""The bytes of a page, with fast searches.

Strategy: the bytes are read eight at a time as one 64-bit number, their lanes, and arithmetic on that number does for
all eight what a loop would do for one. Bytes must not carry into their neighbours; each operation says how it prevents
that. Searching for the byte that ends a tag, a quoted value or a text is a large part of scanning a page.

The compiled module does not check bounds: each loop here ends at the end of the page.
"""

from __future__ import annotations

import sys
from array import array

from ncleaner.octets import arrays

# Lanes: numbers of eight bytes.
_M64 = 0xFFFFFFFFFFFFFFFF
_ONES = 0x0101010101010101
_LOWS = 0x7F * _ONES
_HIGHS = 0x80 * _ONES
_PLACES = 0x0001020304050607  # a number with 1 in byte n and 0 elsewhere, times this, has n in its highest byte
_LITTLE = sys.byteorder == "little"
_BYTES = [bytes([byte]) for byte in range(256)]
_FAR = 128  # lanes after which ``bytes.find`` is faster


def _swapped(source: bytes) -> bytes:
    """Return the bytes with every eight in reverse order, without the bytes left over at the end."""
    lanes = array("Q", source[: len(source) & ~7])
    lanes.byteswap()
    return lanes.tobytes()


def search(source: bytes, what: bytes, start: int) -> int:
    """Return the first position of ``what``, two bytes or more, from ``start`` on, or −1.

    In compressed data, where all bytes are equally frequent, ``bytes.find`` takes several times as long.
    """
    octets = Octets()
    octets.hold(source)
    last = octets.size - len(what)
    i = octets.seek(what[0], start)
    while i <= last:
        if octets.data[i + 1] == what[1] and source.startswith(what, i):
            return i
        i = octets.seek(what[0], i + 1)
    return -1


class Octets:
    """The bytes of a page."""

    def hold(self, source: bytes) -> None:
        """Set the bytes. Subclasses call this instead of an inherited ``__init__``, which takes much longer."""
        self.source = source
        self.data = source  # for loops whose condition is the bound: the compiled module does not check these indices
        self.size = len(source)
        self.held = source if _LITTLE else _swapped(source)
        self.lanes = arrays.lanes(self.held)  # the lowest byte of each number comes first in the source
        self.lanes_count = self.size >> 3

    def seek(self, byte: int, i: int) -> int:
        """Return the position of the next such byte from ``i`` on, or the end of the page.

        A byte whose difference is zero borrows from its high bit; the lowest such bit is the first match, and a false
        match can only come after it. In the first lanes, where bytes before ``i`` do not count, that would not do:
        there each byte is compared without borrowing.
        """
        k = i >> 3
        if k < self.lanes_count:
            pattern = byte * _ONES
            difference = self.lanes[k] ^ pattern
            flags = ~(((difference & _LOWS) + _LOWS) | difference) & _HIGHS & _M64 << ((i & 7) << 3)
            far = min(self.lanes_count, k + _FAR)
            while not flags:
                k += 1
                if k >= far:
                    return self.find(_BYTES[byte], k << 3)
                difference = self.lanes[k] ^ pattern
                flags = (difference - _ONES) & ~difference & _HIGHS
            return (k << 3) + ((((flags & -flags) >> 7) * _PLACES & _M64) >> 56)
        while i < self.size and self.source[i] != byte:
            i += 1
        return i

    def characters(self, start: int, end: int) -> int:
        """Return the number of characters encoded by the bytes from ``start`` to ``end``.

        Continuation bytes begin with the bits 10 and are not counted. Eight bytes of 0 or 1 are added up by multiplying
        by eight ones: the sum is the highest byte of the product. Most text is ASCII, so 32 bytes are skipped at once.
        """
        if not 0 <= start <= end <= self.size:
            return 0
        count = end - start
        i = start
        while i < end and i & 7:
            count -= self.source[i] & 0xC0 == 0x80
            i += 1
        k = i >> 3
        last = end >> 3
        while k < last:
            while k + 4 <= last and not (
                (self.lanes[k] | self.lanes[k + 1] | self.lanes[k + 2] | self.lanes[k + 3]) & _HIGHS
            ):
                k += 4
            if k < last:
                following = self.lanes[k] & ~(self.lanes[k] << 1) & _HIGHS
                count -= ((following >> 7) * _ONES & _M64) >> 56
                k += 1
        for at in range(max(i, end & ~7), end):
            count -= self.source[at] & 0xC0 == 0x80
        return count

    def find(self, what: bytes, i: int) -> int:
        """Return the position of the next such sequence of bytes from ``i`` on, or the end of the page."""
        position = self.source.find(what, i)
        return self.size if position < 0 else position

    def stands(self, i: int, word: bytes) -> bool:
        """Return whether the lower-case word stands at ``i``, in any case."""
        length = len(word)
        if i + length > self.size:
            return False
        for k in range(length):
            c = self.source[i + k]
            if 0x41 <= c <= 0x5A:
                c += 0x20
            if c != word[k]:
                return False
        return True
