# cython: boundscheck=False
"""From a single-byte encoding to UTF-8 in one pass.

Strategy: eight bytes of ASCII are copied at a time; each non-ASCII byte is looked up in a table of UTF-8 sequences. The
output is allocated once, large enough for three bytes per non-ASCII byte, which `Utf8Check` has counted.

The compiled module does not check bounds: the loops stop at the end of the page, and the output never outgrows that
allocation.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array

    from ncleaner.decode.utf8 import Utf8Check

_HIGHS = 0x8080808080808080


def recode(page: Utf8Check, units: array[int]) -> bytes:
    """Return the page as UTF-8, given that each of its non-ASCII bytes stands for one character.

    ``units`` has a number for each of the 128 non-ASCII bytes: the character's UTF-8 bytes, the first lowest, and in
    the fourth byte how many they are.
    """
    if len(units) != 128:
        raise ValueError(f"there must be 128 units, not {len(units)}")
    storage = bytearray(page.size + 2 * page.non_ascii + 8)
    raw = storage
    length = i = 0
    while i < page.size:
        for k in range(i >> 3, page.words_count):
            word = page.words[k]
            if word & _HIGHS:
                break
            _store(raw, length, word)
            length += 8
            i += 8
        stop = min(i + 8, page.size)
        while i < stop:
            c = page.source[i]
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


def _store(raw: bytearray, at: int, word: int) -> None:
    """Store eight bytes; the C compiler makes this a single instruction."""
    raw[at] = word & 0xFF
    raw[at + 1] = word >> 8 & 0xFF
    raw[at + 2] = word >> 16 & 0xFF
    raw[at + 3] = word >> 24 & 0xFF
    raw[at + 4] = word >> 32 & 0xFF
    raw[at + 5] = word >> 40 & 0xFF
    raw[at + 6] = word >> 48 & 0xFF
    raw[at + 7] = word >> 56
