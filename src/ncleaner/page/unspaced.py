# cython: boundscheck=False
"""Words of languages that are written without blanks: Chinese and Japanese, Thai, Lao, Burmese and Khmer.

Blocks count words by the blanks between them. In these languages a whole sentence would be one word, so that nothing
would look like prose. Their words cannot be told apart without a dictionary, but their number can be estimated by the
number of characters. Korean has blanks.

Characters are recognised by their first byte or two in UTF-8. Compiled, nothing is read with bounds checks: the ends of
a text are within the buffer, as is checked first.
"""

from __future__ import annotations

CHINESE = 2  # characters per word of Chinese and Japanese
THAI = 4  # the same for the other languages, whose vowels and tones are characters of their own

_CHINESE, _THAI = CHINESE, THAI
_LEADS = [bytes([byte]) for byte in (*range(0xE3, 0xEA), 0xE0, 0xE1)]  # the first bytes of all these characters


def has_unspaced(buffer: bytes) -> bool:
    """Return whether a text in UTF-8 may have words without blanks between them."""
    return not buffer.isascii() and any(map(buffer.__contains__, _LEADS))


def more_words(buffer: bytes, start: int, end: int) -> int:
    """Return the estimated number of words in a part of a text that are not counted by the blanks between them."""
    if not 0 <= start <= end <= len(buffer):
        raise IndexError(end)
    raw = buffer
    chinese = thai = 0
    for i in range(start, end - 1):
        c = raw[i]
        if 0xE3 <= c <= 0xE9:  # U+3000 to U+9FFF; the first 64 are punctuation
            chinese += c != 0xE3 or raw[i + 1] != 0x80
        elif c == 0xE0:
            thai += 0xB8 <= raw[i + 1] <= 0xBB
        elif c == 0xE1:
            thai += raw[i + 1] == 0x80 or raw[i + 1] == 0x81 or raw[i + 1] == 0x9E or raw[i + 1] == 0x9F
    more = (chinese - 1) // _CHINESE if chinese else 0
    return more + (thai - 1) // _THAI if thai else more
