# cython: boundscheck=False
"""A UTF-8 validator that counts instead of failing at the first error.

Strategy: one pass skips ASCII eight bytes at a time and checks all other sequences as the UTF-8 decoder of the Encoding
Standard does: a sequence that breaks off counts as one invalid sequence, and the byte that broke it is read again as
the start of the next. Nothing is decoded and nothing is copied.

The compiled module does not check bounds, because every loop here stops at the end of the page.
"""

from __future__ import annotations

from ncleaner.octets.octets import Octets

# Constants for arithmetic on eight bytes at a time.
_M64 = 0xFFFFFFFFFFFFFFFF
_HIGHS = 0x8080808080808080
_PLACES = 0x0001020304050607


class Utf8Check(Octets):
    """The counts of non-ASCII bytes and of valid and invalid UTF-8 sequences in a page.

    ``non_ascii`` counts bytes, ``valid`` and ``invalid`` count sequences. ``truncated`` is true if the page ends in the
    middle of a sequence, which is also counted as invalid.
    """

    def __init__(self, source: bytes) -> None:
        self.hold(source)
        self.non_ascii = 0
        self.valid = 0
        self.invalid = 0
        self.truncated = False
        # Bit sets of the bytes from 0x80 and from 0xC0 on that invalid sequences begin with.
        self.low_leads = self.high_leads = 0
        self._run()

    def _run(self) -> None:
        i = self._next_non_ascii(0)
        while i < self.size:
            end = self._sequence(i)
            self.non_ascii += end - i
            i = end
            if i < self.size and self.source[i] < 0x80:
                i = self._next_non_ascii(i)

    def _next_non_ascii(self, i: int) -> int:
        """Return the position of the first non-ASCII byte from ``i`` on, or the size of the page."""
        words_count = self.words_count
        k = i >> 3
        if k < words_count:
            highs = self.words[k] & _HIGHS & _M64 << ((i & 7) << 3)
            while not highs:
                k += 1
                while k + 8 <= words_count and not _HIGHS & (
                    self.words[k] | self.words[k + 1] | self.words[k + 2] | self.words[k + 3]
                    | self.words[k + 4] | self.words[k + 5] | self.words[k + 6] | self.words[k + 7]
                ):  # fmt: skip
                    k += 8
                if k >= words_count:
                    break
                highs = self.words[k] & _HIGHS
            if highs:
                return (k << 3) + ((((highs & -highs) >> 7) * _PLACES & _M64) >> 56)
            i = k << 3
        while i < self.size and self.source[i] < 0x80:
            i += 1
        return i

    def _sequence(self, i: int) -> int:
        """Check the sequence that begins with the non-ASCII byte at ``i``; return the position after it."""
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
            return self._reject(c, i)
        lead = c
        while missing:
            if i >= self.size:
                self.truncated = True
                return self._reject(lead, i)
            c = self.source[i]
            if c < low or c > high:
                return self._reject(lead, i)
            low = 0x80
            high = 0xBF
            missing -= 1
            i += 1
        self.valid += 1
        return i

    def _reject(self, lead: int, i: int) -> int:
        """Count an invalid sequence that begins with the byte ``lead`` and ends at ``i``; return ``i``."""
        bit = 1
        bit <<= lead & 0x3F
        self.invalid += 1
        if lead < 0xC0:
            self.low_leads |= bit
        else:
            self.high_leads |= bit
        return i

    def invalid_leads(self) -> set[int]:
        """Return the bytes that invalid sequences begin with."""
        leads = set()
        for n in range(64):
            if self.low_leads >> n & 1:
                leads.add(0x80 + n)
            if self.high_leads >> n & 1:
                leads.add(0xC0 + n)
        return leads
