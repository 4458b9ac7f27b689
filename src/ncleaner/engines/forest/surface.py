# cython: boundscheck=False
"""Surface features of a text: punctuation, capitals, digits, amounts of money, and how it ends.

Only the first `_SAMPLE` bytes of a text and its last byte are read: that is enough to tell what it is like.

Strategy: all counts are kept in one 64-bit number, seven counters of eight bits each, as no count can exceed `_SAMPLE`.
A table has the number that each byte of a text adds to it, so that a byte costs one lookup and one addition. The upper
two counters, of words and of words with a capital, count only first bytes of words: other bytes are masked.

Compiled, nothing is read with bounds checks: each text is checked once to be within the buffer, and tables have an
entry for each byte.
"""

from __future__ import annotations

from array import array

from ncleaner.octets import arrays
from ncleaner.octets.interner import Interner
from ncleaner.page.blocks import Block

_SAMPLE = 64  # bytes at the beginning of a text that are counted
_ENDS = 12  # bytes at both ends of a text that go into its key

# FNV-1a's first value and factor; the golden ratio.
_M64 = 0xFFFFFFFFFFFFFFFF
_START = 0xCBF29CE484222325
_STEP = 0x100000001B3
_SPREAD = 0x9E3779B97F4A7C15

# The position of each counter, in bits; a mask of the counters that also count inside words; a mask of all counters.
_CHARS, _DIGITS, _PUNCTUATION, _MONEY, _WIDE_MONEY, _WORDS, _CAPITALS = range(0, 56, 8)
_INSIDE_WORD = 0xFFFFFFFFFF
_ALL = 0xFFFFFFFFFFFFFF
_COUNTER = 0xFF

_LOWER = bytes(range(256)).lower()
_BLANK = 0x20
_NO_TEXT = array("i", bytes(4))

# The values of `Surface.ending`; 0 for all other ends.
_COMMA, _COLON, _FULL_STOP, _EXCLAMATION_OR_QUESTION = range(1, 5)


def _added(byte: int) -> int:
    """Return the number that a byte adds to the counters, one byte for each in the order of their positions."""
    is_char = byte > 0x20
    is_digit = 0x30 <= byte <= 0x39
    is_punctuation = byte in b",.!:;<=>?"
    is_dollar = byte == 0x24
    may_be_wide = byte in (0xA3, 0xAC)  # perhaps the last byte of a pound or euro sign
    is_capital = 0x41 <= byte <= 0x5A
    is_word = is_char  # if it is the first of a word: other bytes are masked
    added = [is_char, is_digit, is_punctuation, is_dollar, may_be_wide, is_word, is_capital]
    return int.from_bytes(added, "little")


_ADDED = array("Q", [_added(byte) for byte in range(256)])


class Surface:
    """A reader of the texts of blocks.

    After `read`, the other attributes are about the sample: ``words`` is the number of words, ``capitals`` the number
    of words that begin with a capital, ``chars`` the number of bytes but for white space, ``digits``, ``punctuation``
    and ``money`` (currency signs) are numbers of characters, and ``ending`` says how the whole text ends.
    """

    def __init__(self, buffer: bytes) -> None:
        self.buffer = buffer
        self.words = self.capitals = self.chars = self.digits = self.punctuation = self.money = self.ending = 0

    def read(self, block: Block) -> None:
        """Read the text of a block."""
        start = block.text_start
        end = block.text_end
        if not 0 <= start <= end <= len(self.buffer):
            raise IndexError(end)
        self.words = self.capitals = self.chars = self.digits = self.punctuation = self.money = self.ending = 0
        if start < end:
            self._count(start, min(end, start + _SAMPLE))
            self._classify_ending(self.buffer[end - 1])

    def _count(self, start: int, end: int) -> None:
        """Count the characters and words of a sample.

        ``counts`` has a counter of eight bits at each of the positions `_CHARS` to `_CAPITALS`. White space adds
        nothing, and the byte after it begins a word, for which ``mask`` lets all counters count.
        """
        buffer = self.buffer
        raw = buffer
        counts = 0
        mask = _ALL
        for i in range(start, end):
            added = _ADDED[raw[i]]
            counts += added & mask
            mask = _INSIDE_WORD if added else _ALL
        self.words = counts >> _WORDS & _COUNTER
        self.capitals = counts >> _CAPITALS & _COUNTER
        self.chars = counts >> _CHARS & _COUNTER
        self.digits = counts >> _DIGITS & _COUNTER
        self.punctuation = counts >> _PUNCTUATION & _COUNTER
        self.money = counts >> _MONEY & _COUNTER
        if counts >> _WIDE_MONEY & _COUNTER:
            self.money += buffer.count(b"\xc2\xa3", start, end) + buffer.count(b"\x82\xac", start, end)

    def _classify_ending(self, c: int) -> None:
        """Set ``ending`` by the last byte of a text."""
        if c == 0x2E:
            self.ending = _FULL_STOP
        elif c == 0x21 or c == 0x3F:
            self.ending = _EXCLAMATION_OR_QUESTION
        elif c == 0x3A:
            self.ending = _COLON
        elif c == 0x2C:
            self.ending = _COMMA

    def key(self, block: Block) -> int:
        """Return a hash of the length and both ends of a text, by which repetitions of it are recognised."""
        start = block.text_start
        end = block.text_end
        if not 0 <= start <= end <= len(self.buffer):
            raise IndexError(end)
        raw = self.buffer
        first = _START ^ (end - start)
        last = _START
        for k in range(min(end - start, _ENDS)):
            first = (first ^ raw[start + k]) * _STEP & _M64
            last = (last ^ raw[end - 1 - k]) * _STEP & _M64
        return first ^ (last * _SPREAD & _M64)


class Title:
    """The words of a title, compared by hashes of their lower case.

    ``size`` is the number of different words. After `shared`, ``count`` is the number of all words of the text.
    ``numbers`` has a number for each word, and ``last_text`` the last text that had the word of that number: texts are
    numbered from 1, which is the title itself.
    """

    def __init__(self, source: bytes, start: int, end: int) -> None:
        most = (end - start + 1) // 2 if end > start else 0
        self.numbers = Interner(most)
        self.held = _NO_TEXT * most
        self.last_text = arrays.ints(self.held)
        self.texts = 0
        self.count = 0
        self.shared(source, start, end)  # the first text, which adds its words to the numbers
        self.size = self.numbers.count

    def shared(self, buffer: bytes, start: int, end: int) -> int:
        """Return how many different words of the title a text has."""
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
        """Return whether a word of a text, by its hash, is one of the title and occurs in the text for the first time.

        In the first text, the title itself, all words are words of the title. Empty words do not count.
        """
        if not length:
            return False
        self.count += 1
        number = self.numbers.number(key) if self.texts == 1 else self.numbers.find(key)
        if number < 0 or self.last_text[number] == self.texts:
            return False
        self.last_text[number] = self.texts
        return True
