"""Scales: numbers of any size as bytes.

Counts are logarithms, eight to each doubling. Parts are 255ths of the whole. Bits per character, of which 2 are as much
as there is, and distances have their zero in the middle, at 128.
"""

from __future__ import annotations

from math import log2

from ncleaner.engines.ngram.scorer import UNITS

_RATE = UNITS // 64  # of n-grams' units per character
_SMALL = 1024
_LOGS = bytes(int(8 * log2(1 + number) + 1e-9) for number in range(_SMALL))


def log(value: int) -> int:
    """Eight times the binary logarithm of a number and one."""
    more = 0
    while value >= _SMALL:
        value >>= 1
        more += 8
    logs = _LOGS  # without bounds when compiled: no value is beyond it now
    more += logs[value & (_SMALL - 1)]
    return more if more < 255 else 255


def signed(value: int) -> int:
    """The same of a number that may be negative, around 128."""
    return 128 - min(log(-value), 127) if value < 0 else 128 + min(log(value), 127)


def per(words: int, size: int) -> int:
    """The logarithm of four times the words to each of so many."""
    return log(divided(4 * words, size))


def share(part: int, whole: int) -> int:
    """A part in 255ths of the whole."""
    if part <= 0 or whole <= 0:
        return 0
    return divided(255 * part, whole) if part < whole else 255


def rate(bits: int, length: int) -> int:
    """Bits per character, around 128."""
    if length <= 0:
        return 128
    if bits < 0:
        return 128 - min(divided(-bits, length * _RATE), 127)
    return 128 + min(divided(bits, length * _RATE), 127)


def divided(number: int, by: int) -> int:
    """The quotient of two numbers that are not negative and less than 2^53.

    So much a double can hold, so that the result is exact; and it takes less time than to divide integers.
    """
    dividend = float(number)
    divisor = float(by)
    return int(dividend / divisor)
