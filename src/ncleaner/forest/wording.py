"""Wording: what can be seen of a text without understanding it.

Only the beginning of a text is looked at, as far as that is enough to tell what it is like, and its end.
"""

from __future__ import annotations

from ncleaner.blocks import Block

ENOUGH = 64  # bytes at the beginning of a text
EDGES = 12  # bytes at both ends of a text that make it known again

_ENOUGH = ENOUGH
_EDGES = EDGES
_M64 = 0xFFFFFFFFFFFFFFFF
_START = 0xCBF29CE484222325
_STEP = 0x100000001B3

# The values of `Wording.ending`.
NOTHING, COMMA, COLON, STOP, MARK = range(5)
_COMMA, _COLON, _STOP, _MARK = range(1, 5)


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
        self.words = self.capitals = self.chars = self.digits = self.marks = self.money = self.ending = 0
        if start < end:
            self._begin(start, min(end, start + _ENOUGH))
            self._end(self.buffer[end - 1])

    def _begin(self, start: int, end: int) -> None:
        buffer = self.buffer
        words = capitals = chars = digits = marks = money = 0
        before = 0x20
        for i in range(start, end):
            c = buffer[i]
            if c > 0x20:
                chars += 1
                if before <= 0x20:
                    words += 1
                    if 0x41 <= c <= 0x5A:
                        capitals += 1
                if c < 0x40:
                    if 0x30 <= c <= 0x39:
                        digits += 1
                    elif c == 0x24:
                        money += 1
                    elif c == 0x2C or c == 0x2E or c == 0x21 or c >= 0x3A:
                        marks += 1
                elif (c == 0xA3 and before == 0xC2) or (c == 0xAC and before == 0x82):
                    money += 1
            before = c
        self.words = words
        self.capitals = capitals
        self.chars = chars
        self.digits = digits
        self.marks = marks
        self.money = money

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
        key = _START ^ (end - start)
        for i in range(start, min(end, start + _EDGES)):
            key = (key ^ self.buffer[i]) * _STEP & _M64
        for i in range(max(start, end - _EDGES), end):
            key = (key ^ self.buffer[i]) * _STEP & _M64
        return key
