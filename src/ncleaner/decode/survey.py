# cython: boundscheck=False
"""What the bytes of a page are: ASCII, UTF-8, or neither; and the way from a single-byte encoding to UTF-8.

Strategy: one pass skips ASCII eight bytes at a time and reads the sequences beyond it as the standard's UTF-8 decoder
does: a sequence that breaks off counts as one bad one, and the byte that broke it is looked at again. Nothing is
decoded for that, and a page that is UTF-8 is not copied.

Bounds are not checked once more when compiled: each loop here ends where the page does.
"""

from __future__ import annotations

from ncleaner.octets.octets import Octets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array

# Numbers of eight bytes.
_M64 = 0xFFFFFFFFFFFFFFFF
_HIGHS = 0x8080808080808080
_PLACES = 0x0001020304050607


class Survey(Octets):
    """How many of a page's bytes are beyond ASCII, and what they are as UTF-8.

    ``good`` and ``bad`` count the sequences; ``cut`` says that the last bad one is only cut off by the page's end.
    """

    def __init__(self, source: bytes) -> None:
        self.hold(source)
        self.high = 0
        self.good = 0
        self.bad = 0
        self.cut = False
        self.strange_low = self.strange_high = 0
        self._run()

    def _run(self) -> None:
        i = self._next_high(0)
        while i < self.size:
            end = self._sequence(i)
            self.high += end - i
            i = end
            if i < self.size and self.source[i] < 0x80:
                i = self._next_high(i)

    def _next_high(self, i: int) -> int:
        """Where the next byte beyond ASCII from ``i`` on is, or the end of the page."""
        words_count = self.lanes_count
        k = i >> 3
        if k < words_count:
            found = self.lanes[k] & _HIGHS & _M64 << ((i & 7) << 3)
            while not found:
                k += 1
                while k + 8 <= words_count and not _HIGHS & (
                    self.lanes[k] | self.lanes[k + 1] | self.lanes[k + 2] | self.lanes[k + 3]
                    | self.lanes[k + 4] | self.lanes[k + 5] | self.lanes[k + 6] | self.lanes[k + 7]
                ):  # fmt: skip
                    k += 8
                if k >= words_count:
                    break
                found = self.lanes[k] & _HIGHS
            if found:
                return (k << 3) + ((((found & -found) >> 7) * _PLACES & _M64) >> 56)
            i = k << 3
        while i < self.size and self.source[i] < 0x80:
            i += 1
        return i

    def _sequence(self, i: int) -> int:
        """Judge the sequence that begins with the byte beyond ASCII at ``i``; returns what stands after it."""
        c = self.source[i]
        i += 1
        low = 0x80
        high = 0xBF
        if 0xC2 <= c <= 0xDF:
            missing = 1
        elif 0xE0 <= c <= 0xEF:
            missing = 2
            if c == 0xE0:
                low = 0xA0
            elif c == 0xED:
                high = 0x9F
        elif 0xF0 <= c <= 0xF4:
            missing = 3
            if c == 0xF0:
                low = 0x90
            elif c == 0xF4:
                high = 0x8F
        else:
            return self._break_off(c, i)
        lead = c
        while missing:
            if i >= self.size:
                self.cut = True
                return self._break_off(lead, i)
            c = self.source[i]
            if c < low or c > high:
                return self._break_off(lead, i)
            low = 0x80
            high = 0xBF
            missing -= 1
            i += 1
        self.good += 1
        return i

    def _break_off(self, lead: int, i: int) -> int:
        bit = 1
        bit <<= lead & 0x3F
        self.bad += 1
        if lead < 0xC0:
            self.strange_low |= bit
        else:
            self.strange_high |= bit
        return i

    def strange(self) -> set[int]:
        """The bytes that bad sequences begin with."""
        found = set()
        for n in range(64):
            if self.strange_low >> n & 1:
                found.add(0x80 + n)
            if self.strange_high >> n & 1:
                found.add(0xC0 + n)
        return found

    def recode(self, units: array[int]) -> bytes:
        """The page as UTF-8, if each byte beyond ASCII stands for one character.

        There is a unit for each of the 128: its bytes as UTF-8, the first lowest, and their number above the third.
        """
        if len(units) != 128:
            raise ValueError(f"there must be 128 units, not {len(units)}")
        storage = bytearray(self.size + 2 * self.high + 8)
        raw = storage
        length = i = 0
        while i < self.size:
            for k in range(i >> 3, self.lanes_count):
                word = self.lanes[k]
                if word & _HIGHS:
                    break
                raw[length] = word & 0xFF  # the compiler makes one store of the eight
                raw[length + 1] = word >> 8 & 0xFF
                raw[length + 2] = word >> 16 & 0xFF
                raw[length + 3] = word >> 24 & 0xFF
                raw[length + 4] = word >> 32 & 0xFF
                raw[length + 5] = word >> 40 & 0xFF
                raw[length + 6] = word >> 48 & 0xFF
                raw[length + 7] = word >> 56
                length += 8
                i += 8
            stop = min(i + 8, self.size)
            while i < stop:
                c = self.source[i]
                i += 1
                if c < 0x80:
                    raw[length] = c
                    length += 1
                else:
                    unit = units[c - 0x80]
                    raw[length] = unit & 0xFF
                    raw[length + 1] = unit >> 8 & 0xFF
                    raw[length + 2] = unit >> 16 & 0xFF
                    length += unit >> 24
        return bytes(raw[:length])
