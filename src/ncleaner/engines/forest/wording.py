# cython: boundscheck=False
"""Wording: what can be seen of a text without understanding it.

Only the beginning of a text is looked at, as far as that is enough to tell what it is like, and its end.

Strategy: all that is counted is counted in one number, with a byte for each count: none can be more than `ENOUGH`. A
table has what each byte of a text adds to it. At the beginning of a word all of that is added, elsewhere without what
counts words.

Nothing is read with bounds when compiled: it is checked once for each text that it is within the buffer, and tables
have an entry for each byte.
"""

from __future__ import annotations

from array import array

from ncleaner.engines.forest.numbers import Numbers
from ncleaner.octets import arrays
from ncleaner.page.blocks import Block

ENOUGH = 64  # bytes at the beginning of a text
EDGES = 12  # bytes at both ends of a text that make it known again

_ENOUGH = ENOUGH
_EDGES = EDGES
_M64 = 0xFFFFFFFFFFFFFFFF
_START = 0xCBF29CE484222325
_STEP = 0x100000001B3
_SPREAD = 0x9E3779B97F4A7C15

# Where the counts are, in bits, and the counts that go on inside of words.
_CHARS, _DIGITS, _MARKS, _MONEY, _WIDE, _WORDS, _CAPITALS = range(0, 56, 8)
_INSIDE = 0xFFFFFFFFFF
_ALL = 0xFFFFFFFFFFFFFF

_LOWER = bytes(range(256)).lower()
_BLANK = 0x20
_NO_TEXT = array("i", bytes(4))

# The values of `Wording.ending`.
NOTHING, COMMA, COLON, STOP, MARK = range(5)
_COMMA, _COLON, _STOP, _MARK = range(1, 5)


def _added(byte: int) -> int:
    """What a byte adds to the counts."""
    is_char = byte > 0x20
    is_digit = 0x30 <= byte <= 0x39
    is_mark = byte in b",.!:;<=>?"
    is_money = byte == 0x24
    is_wide = byte in (0xA3, 0xAC)  # perhaps the last byte of a pound or euro sign
    is_capital = 0x41 <= byte <= 0x5A
    return int.from_bytes([is_char, is_digit, is_mark, is_money, is_wide, is_char, is_capital], "little")


_ADDED = array("Q", [_added(byte) for byte in range(256)])


class Wording:
    """Reads the texts of blocks.

    After `read`, ``words`` is the number of words looked at, ``capitals`` that of those with a capital, ``chars`` the
    number of bytes that are no white space, ``digits``, ``marks`` (of punctuation) and ``money`` (signs of currency)
    count what their names say, and ``ending`` tells how the text ends.
    """

    def __init__(self, buffer: bytes) -> None:
        self.buffer = buffer
        self.words = self.capitals = self.chars = self.digits = self.marks = self.money = self.ending = 0

    def read(self, block: Block) -> None:
        """Read the text of a block."""
        start = block.text_start
        end = block.text_end
        if not 0 <= start <= end <= len(self.buffer):
            raise IndexError(end)
        self.words = self.capitals = self.chars = self.digits = self.marks = self.money = self.ending = 0
        if start < end:
            self._begin(start, min(end, start + _ENOUGH))
            self._end(self.buffer[end - 1])

    def _begin(self, start: int, end: int) -> None:
        buffer = self.buffer
        raw = buffer
        counts = 0
        counted = _ALL
        for i in range(start, end):
            added = _ADDED[raw[i]]
            counts += added & counted
            counted = _INSIDE if added else _ALL
        self.words = counts >> _WORDS & 0xFF
        self.capitals = counts >> _CAPITALS & 0xFF
        self.chars = counts >> _CHARS & 0xFF
        self.digits = counts >> _DIGITS & 0xFF
        self.marks = counts >> _MARKS & 0xFF
        self.money = counts >> _MONEY & 0xFF
        if counts >> _WIDE & 0xFF:
            self.money += buffer.count(b"\xc2\xa3", start, end) + buffer.count(b"\x82\xac", start, end)

    def _end(self, c: int) -> None:
        if c == 0x2E:
            self.ending = _STOP
        elif c == 0x21 or c == 0x3F:
            self.ending = _MARK
        elif c == 0x3A:
            self.ending = _COLON
        elif c == 0x2C:
            self.ending = _COMMA

    def key(self, block: Block) -> int:
        """A number by which the same text is known again."""
        start = block.text_start
        end = block.text_end
        if not 0 <= start <= end <= len(self.buffer):
            raise IndexError(end)
        raw = self.buffer
        first = _START ^ (end - start)
        last = _START
        for k in range(min(end - start, _EDGES)):
            first = (first ^ raw[start + k]) * _STEP & _M64
            last = (last ^ raw[end - 1 - k]) * _STEP & _M64
        return first ^ (last * _SPREAD & _M64)


class Title:
    """The words of a title, each known by a hash of it in lower case.

    ``size`` is the number of different words. After `shared`, ``count`` is the number of all words of the text.
    """

    def __init__(self, source: bytes, start: int, end: int) -> None:
        most = (end - start + 1) // 2 if end > start else 0
        self.numbers = Numbers(most)
        self.held = _NO_TEXT * most
        self.met = arrays.ints(self.held)  # the last text that had a word
        self.texts = 0
        self.count = 0
        self.shared(source, start, end)  # the first text, which has them all
        self.size = self.numbers.count

    def shared(self, buffer: bytes, start: int, end: int) -> int:
        """How many different words of the title a text has."""
        if start < 0 or end > len(buffer):
            raise IndexError(end)
        raw = buffer
        lower = _LOWER
        self.texts += 1
        self.count = 0
        shared = length = 0
        key = _START
        for i in range(start, end):
            c = raw[i]
            if c == _BLANK or 0x09 <= c <= 0x0D:
                shared += self._is_new(key, length)
                key = _START
                length = 0
            else:
                key = (key ^ lower[c]) * _STEP & _M64
                length += 1
        return shared + self._is_new(key, length)

    def _is_new(self, key: int, length: int) -> bool:
        """Whether a word is one of the title that the text did not have before; the title itself has all of them."""
        if not length:
            return False
        self.count += 1
        number = self.numbers.number(key) if self.texts == 1 else self.numbers.find(key)
        if number < 0 or self.met[number] == self.texts:
            return False
        self.met[number] = self.texts
        return True
