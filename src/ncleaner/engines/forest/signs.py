# cython: boundscheck=False
"""Signs: what the names that authors give to the parts of a page say about the text inside.

People who make pages call their parts ``post-content``, ``sidebar`` or ``related-links``, in classes, ids and roles.
How much a word of such a name speaks for or against the text inside is learnt from pages (`ncleaner.train.signs`) and
kept in a table by the hash of the word. So no word is known here but one: what is called a comment is one.

A name is divided into words at everything that is no letter, and where a capital follows a small letter.

Strategy: most containers of a page have a class that others have as well, so what was last read is remembered, in a
small table by the length and some bytes of the class. Whether it is the same class is seen by comparing all of it.

Nothing is read with bounds when compiled: a container must be one of the table, and names are compared with the length
of the page before they are read.
"""

from __future__ import annotations

from array import array

from ncleaner.errors import ModelError
from ncleaner.page.elements import ELEMENT_WIDTH, Element, Elements

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.models.format import Model

SIZE = 1 << 14  # of the table
MIDDLE = 128  # the number in the table that says nothing
MOST = 127  # that all the words of a name together can say

_ROW = ELEMENT_WIDTH
_CLASS, _ID, _ROLE, _TAG = map(Element.__slots__.index, ("class_start", "id_start", "role_start", "tag"))
_MASK = SIZE - 1
_MIDDLE = MIDDLE
_MOST = MOST
_COMMENT = b"comment"
_LAST = _COMMENT[6]
_LETTERS = bytes(byte | 0x20 if bytes([byte]).isalpha() else 0 for byte in range(256))  # in lower case; 0 for others
_M32 = 0xFFFFFFFF
_M64 = 0xFFFFFFFFFFFFFFFF
_START = 2166136261
_SPREAD = 0x9E3779B1
_SPREAD_64 = 0x9E3779B97F4A7C15
_MIX = 0x85EBCA6B
_STEP = 16777619

# The columns of what is remembered of classes.
_AT, _LENGTH, _VALUE, _IS_COMMENT = range(4)
_WIDTH = 4
_PLACES = 512  # a power of two
_NO_NAMES = array("i", bytes(4 * _WIDTH * _PLACES))
_NO_MAKES = array("I", bytes(4 * _PLACES))

NO_SIGNS = bytes([MIDDLE]) * SIZE


def signs_of(model: Model) -> Signs:
    """What a model has learnt of names."""
    table = bytes(model.array("signs", "U8"))
    if len(table) != SIZE:
        raise ModelError(f"{model.name}: the table of signs must have {SIZE} entries, not {len(table)}")
    return Signs(table)


class Signs:
    """Reads the names of containers.

    After `read`, ``value`` is what the words of the container say together, ``is_comment`` whether it is called a
    comment, ``is_target`` whether its id is one, to which links may lead, ``has_class`` whether it has a class,
    ``make`` a hash of its tag and classes, by which containers of the same make are known, and ``slots`` are the places
    of its words in the table, where somebody collects them.
    """

    def __init__(self, table: bytes = NO_SIGNS) -> None:
        self.table = table
        self.value = 0
        self.is_comment = self.is_target = False
        self.has_class = False
        self.make = 0
        self.slots: list[int] | None = None
        self.source = b""
        self.names = _NO_NAMES[:]
        self.makes = _NO_MAKES[:]

    def read(self, source: bytes, elements: Elements, index: int) -> None:
        """Read the names of a container."""
        if source is not self.source:
            self.forget()
            self.source = source
        self.value = 0
        self.is_comment = False
        self.make = _START
        if not 0 <= index < elements.count:
            raise IndexError(index)
        at = index * _ROW
        start = elements.rows[at + _CLASS]
        end = elements.rows[at + _CLASS + 1]
        self.has_class = end > 0
        if start < end:
            self._class(start, end)
        self.is_target = False
        end = elements.rows[at + _ID + 1]
        if end:
            was_comment = self.is_comment
            self.is_comment = False
            self._name(source, elements.rows[at + _ID], end)
            self.is_target = self.is_comment
            self.is_comment |= was_comment
        end = elements.rows[at + _ROLE + 1]
        if end:
            self._name(source, elements.rows[at + _ROLE], end)
        self.make = ((self.make ^ elements.rows[at + _TAG]) * _STEP) & _M32
        if self.value > _MOST:
            self.value = _MOST
        elif self.value < -_MOST:
            self.value = -_MOST

    def forget(self) -> None:
        """Forget the page."""
        self.source = b""
        for place in range(_PLACES):
            self.names[place * _WIDTH + _LENGTH] = 0

    def _class(self, start: int, end: int) -> None:
        """Read a class, or remember what was read of the same one before."""
        source = self.source
        length = end - start
        place = self._place(start, end)
        at = place * _WIDTH
        is_known = self.slots is None and self.names[at + _LENGTH] == length
        if is_known and _is_same(source, self.names[at], start, length):
            self.value = self.names[at + _VALUE]
            self.is_comment = self.names[at + _IS_COMMENT] != 0
            self.make = self.makes[place]
        else:
            self._name(source, start, end)
            self.make = _make_of(source, start, end)
            self.names[at] = start
            self.names[at + _LENGTH] = length
            self.names[at + _VALUE] = self.value
            self.names[at + _IS_COMMENT] = self.is_comment
            self.makes[place] = self.make

    def _place(self, start: int, end: int) -> int:
        """Where a class is remembered, by its length, its end and its middle."""
        source = self.source
        if not 0 <= start < end <= len(source):
            raise IndexError(end)
        number = (end - start) << 16 ^ source[end - 1] << 8 ^ source[(start + end) >> 1]
        return ((number * _SPREAD & _M32) >> 16) & (_PLACES - 1)

    def _name(self, source: bytes, start: int, end: int) -> None:
        """Read one of the names, word by word."""
        if start < 0 or end > len(source):
            raise IndexError(end)
        raw = source
        letters = _LETTERS
        word = length = 0
        after_small = False
        for i in range(start, end):
            c = raw[i]
            letter = letters[c]
            if not letter:
                self._word(word, length)
                word = length = 0
                after_small = False
                continue
            if letter == c:
                after_small = True
            elif after_small:
                self._word(word, length)
                word = length = 0
                after_small = False
            word = (word + letter) * _SPREAD & _M32
            length += 1
            if letter == _LAST and i - start >= 6 and _ends_comment(raw, i):
                self.is_comment = True
        self._word(word, length)

    def _word(self, word: int, length: int) -> None:
        if length > 1:
            slot = (((word ^ word >> 15) * _MIX & _M32) >> 13) & _MASK
            self.value += self.table[slot] - _MIDDLE
            if self.slots is not None:
                self.slots.append(slot)


def _ends_comment(raw: bytes, i: int) -> bool:
    """Whether the word for comment, of seven letters, ends at ``i``; the name begins early enough."""
    letters = _LETTERS
    word = _COMMENT
    for k in range(6):
        if letters[raw[i - 6 + k]] != word[k]:
            return False
    return True


def _make_of(source: bytes, start: int, end: int) -> int:
    """A hash of a class, eight bytes at a time."""
    raw = source
    make = _START
    i = start
    while i + 8 <= end:
        low = raw[i] | raw[i + 1] << 8 | raw[i + 2] << 16 | raw[i + 3] << 24
        high = raw[i + 4] | raw[i + 5] << 8 | raw[i + 6] << 16 | raw[i + 7] << 24
        make = (make ^ low) * _SPREAD_64 & _M64
        make = (make ^ make >> 32 ^ high) * _SPREAD_64 & _M64
        i += 8
    while i < end:
        make = (make ^ raw[i]) * _SPREAD_64 & _M64
        make ^= make >> 32
        i += 1
    return (make ^ make >> 32) & _M32


def _is_same(source: bytes, one: int, other: int, length: int) -> bool:
    """Whether the same stands at two places; without a way out of the loop, it is for many bytes at a time."""
    raw = source
    difference = 0
    for k in range(length):
        difference |= raw[one + k] ^ raw[other + k]
    return difference == 0
