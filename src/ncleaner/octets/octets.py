# cython: boundscheck=False
"""The bytes of a page, and what is quickly found in them.

Strategy: bytes are looked at eight at a time, as one number, and arithmetic on that number does for all eight what a
loop would do for one. The bytes must not carry into their neighbours there; how each operation sees to it is said
where it stands. The search for a byte that ends a tag, a quoted value or a text is a good part of scanning a page.

Bounds are not checked once more when compiled: each loop here ends where the page does.
"""

from __future__ import annotations

import sys
from array import array

from ncleaner.octets import arrays

# Numbers of eight bytes.
_M64 = 0xFFFFFFFFFFFFFFFF
_ONES = 0x0101010101010101
_LOWS = 0x7F * _ONES
_HIGHS = 0x80 * _ONES
_PLACES = 0x0001020304050607  # a number that is 1 in byte n and 0 elsewhere, times this, has n in the highest byte
_LITTLE = sys.byteorder == "little"
_BYTES = [bytes([byte]) for byte in range(256)]
_FAR = 128  # words after which the interpreter's own search is faster


def _swapped(source: bytes) -> bytes:
    """The bytes with each eight of them in reverse order; without those left over."""
    words = array("Q", source[: len(source) & ~7])
    words.byteswap()
    return words.tobytes()


def search(source: bytes, what: bytes, start: int) -> int:
    """Where ``what``, of two bytes at least, begins from ``start`` on, or −1.

    In compressed data, where all bytes are equally frequent, the interpreter's own search takes several times as long.
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
        """Take hold of them; for the constructors of subclasses, as that of a base class takes much longer to call."""
        self.source = source
        self.data = source  # the same for loops whose own condition is the bound: no index is checked twice there
        self.size = len(source)
        self.held = source if _LITTLE else _swapped(source)
        self.lanes = arrays.lanes(self.held)  # of each number, the lowest byte comes first
        self.lanes_count = self.size >> 3

    def seek(self, byte: int, i: int) -> int:
        """Where the next such byte from ``i`` on is, or the end of the page.

        A byte whose difference is zero borrows from its high bit, and the lowest such bit tells which it was. In the
        first word, bytes before ``i`` must not count; so there each is compared without regard to its neighbours.
        """
        k = i >> 3
        if k < self.lanes_count:
            pattern = byte * _ONES
            difference = self.lanes[k] ^ pattern
            found = ~(((difference & _LOWS) + _LOWS) | difference) & _HIGHS & _M64 << ((i & 7) << 3)
            far = min(self.lanes_count, k + _FAR)
            while not found:
                k += 1
                if k >= far:
                    return self.find(_BYTES[byte], k << 3)
                difference = self.lanes[k] ^ pattern
                found = (difference - _ONES) & ~difference & _HIGHS
            return (k << 3) + ((((found & -found) >> 7) * _PLACES & _M64) >> 56)
        while i < self.size and self.source[i] != byte:
            i += 1
        return i

    def characters(self, start: int, end: int) -> int:
        """How many characters the bytes from ``start`` to ``end`` encode: all bytes of one but its first begin with 10.

        The sum of eight bytes that are 0 or 1 is the highest byte of their product with eight ones. Most bytes are
        ASCII, and four words of them are passed over at once.
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
        """The same for several bytes in a row."""
        found = self.source.find(what, i)
        return self.size if found < 0 else found

    def stands(self, i: int, word: bytes) -> bool:
        """Whether the word, which is in lower case, stands at ``i`` in any case."""
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
