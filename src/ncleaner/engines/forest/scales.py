"""Scales: numbers of any size as bytes.

Counts are logarithms, with eight steps to each doubling. Parts are 255ths of the whole. Bits per character, limited to
-2 and 2, and distances have their zero at 128.
"""

from __future__ import annotations

from math import log2

from ncleaner.engines.ngram.scorer import UNITS

_RATE = UNITS // 64  # a step of `rate`, in the n-grams' units per character
_SMALL = 1024
_LOGS = bytes(int(8 * log2(1 + number) + 1e-9) for number in range(_SMALL))


def log(value: int) -> int:
    """Return eight times the binary logarithm of one more than a number."""
    more = 0
    while value >= _SMALL:
        value >>= 1
        more += 8
    logs = _LOGS  # read without bounds checks when compiled: the value is below _SMALL now
    more += logs[value & (_SMALL - 1)]
    return more if more < 255 else 255


def signed(value: int) -> int:
    """Return 128 plus or minus the `log` of a number that may be negative."""
    return 128 - min(log(-value), 127) if value < 0 else 128 + min(log(value), 127)


def words_per(words: int, size: int) -> int:
    """Return the `log` of four times the mean number of words, of ``size`` blocks or containers."""
    return log(divided(4 * words, size))


def share(part: int, whole: int) -> int:
    """Return a part in 255ths of the whole."""
    if part <= 0 or whole <= 0:
        return 0
    return divided(255 * part, whole) if part < whole else 255


def rate(bits: int, length: int) -> int:
    """Return bits per character, in 64ths around 128."""
    if length <= 0:
        return 128
    if bits < 0:
        return 128 - min(divided(-bits, length * _RATE), 127)
    return 128 + min(divided(bits, length * _RATE), 127)


def divided(number: int, by: int) -> int:
    """Return the quotient of two numbers from 0 up to 2^53, rounded down.

    Doubles hold such numbers exactly, and dividing them is faster than dividing integers.
    """
    dividend = float(number)
    divisor = float(by)
    return int(dividend / divisor)
