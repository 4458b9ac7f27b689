"""Signs: what the names that authors give to the parts of a page say about the text inside.

People who make pages call their parts ``post-content``, ``sidebar`` or ``related-links``, in classes, ids and roles.
How much a word of such a name speaks for or against the text inside is learnt from pages (`ncleaner.train.signs`) and
kept in a table by the hash of the word. So no word is known here but one: what is called a comment is one.

A name is divided into words at everything that is no letter, and where a capital follows a small letter.
"""

from __future__ import annotations

from ncleaner.blocks import Elements
from ncleaner.errors import ModelError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.models.format import Model

SIZE = 1 << 14  # of the table
MIDDLE = 128  # the number in the table that says nothing
MOST = 127  # that all the words of a name together can say

_MASK = SIZE - 1
_MIDDLE = MIDDLE
_MOST = MOST
_COMMENT = b"comment"
_COMMENT_LENGTH = len(_COMMENT)
_M32 = 0xFFFFFFFF
_START = 2166136261
_SPREAD = 0x9E3779B1
_MIX = 0x85EBCA6B
_STEP = 16777619

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
    comment, ``make`` a hash of its tag and classes, by which containers of the same make are known, and ``slots`` are
    the places of its words in the table, where somebody collects them.
    """

    def __init__(self, table: bytes = NO_SIGNS) -> None:
        self.table = table
        self.value = 0
        self.is_comment = False
        self.make = 0
        self.slots: list[int] | None = None

    def read(self, source: bytes, elements: Elements, index: int) -> None:
        """Read the names of a container."""
        self.value = 0
        self.is_comment = False
        self.make = _START
        self._name(source, elements.class_start(index), elements.class_end(index))
        make = self.make
        self._name(source, elements.id_start(index), elements.id_end(index))
        self._name(source, elements.role_start(index), elements.role_end(index))
        self.make = ((make ^ elements.tag(index)) * _STEP) & _M32
        if self.value > _MOST:
            self.value = _MOST
        elif self.value < -_MOST:
            self.value = -_MOST

    def _name(self, source: bytes, start: int, end: int) -> None:
        """Read one of the names, word by word."""
        make = self.make
        word = length = matched = 0
        after_small = False
        for i in range(start, end):
            c = source[i]
            make = (make ^ c) * _STEP & _M32
            is_small = 0x61 <= c <= 0x7A
            c |= 0x20
            if not 0x61 <= c <= 0x7A or (after_small and not is_small):
                self._word(word, length)
                word = length = 0
            after_small = is_small
            if 0x61 <= c <= 0x7A:
                word = (word + c) * _SPREAD & _M32
                length += 1
                if c != _COMMENT[matched]:
                    matched = 1 if c == 0x63 else 0
                else:
                    matched += 1
                    if matched == _COMMENT_LENGTH:
                        self.is_comment = True
                        matched = 0
            else:
                matched = 0
        self._word(word, length)
        self.make = make

    def _word(self, word: int, length: int) -> None:
        if length > 1:
            slot = (((word ^ word >> 15) * _MIX & _M32) >> 13) & _MASK
            self.value += self.table[slot] - _MIDDLE
            if self.slots is not None:
                self.slots.append(slot)
