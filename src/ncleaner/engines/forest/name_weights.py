# cython: boundscheck=False
"""Name weights: what the names that authors give to the parts of a page say about the text inside.

Authors name parts of their pages ``post-content``, ``sidebar`` or ``related-links``, in classes, ids and roles. The
weight of each word of such a name, for or against keeping the text inside, is learnt from pages
(`ncleaner.train.name_weights`) and stored in a table, at the hash of the word. The only word known here is "comment".

A name is split into words at all characters but letters, and where a capital follows a small letter.

Strategy: most classes occur many times on a page, so results are cached in a small table, indexed by a hash of the
length and two bytes of the class. A cached class is compared in full before its result is used.

Compiled, nothing is read with bounds checks: the number of a container is checked against the table of elements, and
names against the length of the page, before they are read.
"""

from __future__ import annotations

from array import array

from ncleaner.errors import ModelError
from ncleaner.page.elements import ELEMENT_WIDTH, Element, Elements

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.models.format import Model

SIZE = 1 << 14  # entries of the table of weights
MIDDLE = 128  # the entry for a weight of 0

_CLASS, _ID, _ROLE, _TAG = map(Element.__slots__.index, ("class_start", "id_start", "role_start", "tag"))
_MASK = SIZE - 1
_MIDDLE = MIDDLE
_MOST = 127  # the largest weight of all words of a container's names
_COMMENT = b"comment"
_LAST = _COMMENT[6]
_LETTERS = bytes(byte | 0x20 if bytes([byte]).isalpha() else 0 for byte in range(256))  # in lower case, others are 0
_M32 = 0xFFFFFFFF
_M64 = 0xFFFFFFFFFFFFFFFF

# Multiplicative hashes. The golden ratio in 32 and 64 bits spreads the words of names and the bytes of classes, with a
# constant of MurmurHash3 to finish a word; FNV-1a's first value and factor are for the signature.
_SPREAD = 0x9E3779B1
_SPREAD_64 = 0x9E3779B97F4A7C15
_MIX = 0x85EBCA6B
_START = 2166136261
_STEP = 16777619

# The columns of the cache of classes: where the class is in the page, its length, and the results.
_AT, _LENGTH, _WEIGHT, _IS_COMMENT, _WIDTH = range(5)
_PLACES = 512  # rows of the cache, a power of two
_EMPTY_CACHE = array("i", bytes(4 * _WIDTH * _PLACES))
_NO_SIGNATURES = array("I", bytes(4 * _PLACES))

NO_WEIGHTS = bytes([MIDDLE]) * SIZE


def name_weights_of(model: Model) -> NameWeights:
    """Return the weights of names that a model has learnt."""
    table = bytes(model.array("signs", "U8"))
    if len(table) != SIZE:
        raise ModelError(f"{model.name}: the array 'signs' must have {SIZE} entries, not {len(table)}")
    return NameWeights(table)


class NameWeights:
    """A reader of the names of containers.

    After `read`, ``weight`` is the sum of the weights of all words of the container's names, ``is_comment`` whether a
    name contains "comment", ``is_target`` whether its id does, which links may lead to, ``has_class`` whether it has a
    class, and ``signature`` a hash of its tag and class. If ``slots`` is a list, the places of the words in the table
    are appended to it.
    """

    def __init__(self, table: bytes = NO_WEIGHTS) -> None:
        self.table = table
        self.weight = 0
        self.is_comment = self.is_target = False
        self.has_class = False
        self.signature = 0
        self.slots: list[int] | None = None
        self.source = b""
        self.cache = _EMPTY_CACHE[:]
        self.signatures = _NO_SIGNATURES[:]

    def read(self, source: bytes, elements: Elements, index: int) -> None:
        """Read the class, id and role of a container."""
        if source is not self.source:
            self.forget()
            self.source = source
        self.weight = 0
        self.is_comment = False
        self.signature = _START
        if not 0 <= index < elements.count:
            raise IndexError(index)
        at = index * ELEMENT_WIDTH
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
        self.signature = ((self.signature ^ elements.rows[at + _TAG]) * _STEP) & _M32
        if self.weight > _MOST:
            self.weight = _MOST
        elif self.weight < -_MOST:
            self.weight = -_MOST

    def forget(self) -> None:
        """Clear the cache and release the page."""
        self.source = b""
        for place in range(_PLACES):
            self.cache[place * _WIDTH + _LENGTH] = 0

    def _class(self, start: int, end: int) -> None:
        """Read a class, or take the results from the cache."""
        source = self.source
        length = end - start
        place = self._place(start, end)
        at = place * _WIDTH
        is_cached = self.slots is None and self.cache[at + _LENGTH] == length
        if is_cached and _is_same(source, self.cache[at + _AT], start, length):
            self.weight = self.cache[at + _WEIGHT]
            self.is_comment = self.cache[at + _IS_COMMENT] != 0
            self.signature = self.signatures[place]
        else:
            self._name(source, start, end)
            self.signature = _signature_of(source, start, end)
            self.cache[at + _AT] = start
            self.cache[at + _LENGTH] = length
            self.cache[at + _WEIGHT] = self.weight
            self.cache[at + _IS_COMMENT] = self.is_comment
            self.signatures[place] = self.signature

    def _place(self, start: int, end: int) -> int:
        """Return the row of the cache for a class, by its length, its last byte and the one in its middle."""
        source = self.source
        if not 0 <= start < end <= len(source):
            raise IndexError(end)
        number = end - start
        number = number << 16 ^ source[end - 1] << 8 ^ source[start + (end - start >> 1)]
        return ((number * _SPREAD & _M32) >> 16) & (_PLACES - 1)

    def _name(self, source: bytes, start: int, end: int) -> None:
        """Add the weights of the words of a name."""
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
        """Add the weight of the word with this hash; single letters have none."""
        if length > 1:
            slot = (((word ^ word >> 15) * _MIX & _M32) >> 13) & _MASK
            self.weight += self.table[slot] - _MIDDLE
            if self.slots is not None:
                self.slots.append(slot)


def _ends_comment(raw: bytes, i: int) -> bool:
    """Return whether "comment" ends at ``i``, which must be at least six bytes into the name."""
    letters = _LETTERS
    word = _COMMENT
    for k in range(6):
        if letters[raw[i - 6 + k]] != word[k]:
            return False
    return True


def _signature_of(source: bytes, start: int, end: int) -> int:
    """Return a hash of a class, computed eight bytes at a time."""
    raw = source
    number = _START
    i = start
    while i + 8 <= end:
        number = (number ^ _four_bytes(raw, i)) * _SPREAD_64 & _M64
        number = (number ^ number >> 32 ^ _four_bytes(raw, i + 4)) * _SPREAD_64 & _M64
        i += 8
    while i < end:
        number = (number ^ raw[i]) * _SPREAD_64 & _M64
        number ^= number >> 32
        i += 1
    return (number ^ number >> 32) & _M32


def _four_bytes(raw: bytes, i: int) -> int:
    """Return four bytes as one number, the first byte lowest."""
    last = raw[i + 3]  # an unsigned number when compiled, so that the shift cannot reach a sign
    return raw[i] | raw[i + 1] << 8 | raw[i + 2] << 16 | last << 24


def _is_same(source: bytes, one: int, other: int, length: int) -> bool:
    """Return whether the same bytes are at two places.

    The loop has no early exit, so that the C compiler can make it compare many bytes at a time.
    """
    raw = source
    difference = 0
    for k in range(length):
        difference |= raw[one + k] ^ raw[other + k]
    return difference == 0
