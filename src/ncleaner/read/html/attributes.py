"""What the attributes of a tag say, as far as the scanner wants to know.

The functions look at the spans that the tokenizer left behind, without making an object of any attribute: nearly all
attributes are none of our business, and the number that the tokenizer gave their names tells.
"""

from __future__ import annotations

from ncleaner.page import blocks as facts
from ncleaner.page.elements import Element, Elements
from ncleaner.page.tags import ATTRIBUTE
from ncleaner.read.html.tokenizer import WIDTH, Tokenizer

_WIDTH = WIDTH
_CLASS = ATTRIBUTE["class"]
_ID = ATTRIBUTE["id"]
_HREF = ATTRIBUTE["href"]
_STYLE = ATTRIBUTE["style"]
_LANG = ATTRIBUTE["lang"]
_ROLE = ATTRIBUTE["role"]
_HIDDEN_NAME = ATTRIBUTE["hidden"]
_ARIA = ATTRIBUTE["aria-label"]  # the first of two
_CLASS_COLUMN, _ID_COLUMN, _ROLE_COLUMN, _LABEL_COLUMN = map(
    Element.__slots__.index, ("class_start", "id_start", "role_start", "label_start")
)
_HIDDEN = facts.HIDDEN
_ARIA_HIDDEN = facts.ARIA_HIDDEN

_ROLES = {
    b"navigation": facts.NAV,
    b"complementary": facts.ASIDE,
    b"banner": facts.HEADER,
    b"contentinfo": facts.FOOTER,
    b"article": facts.ARTICLE,
    b"main": facts.MAIN,
}


def hidden_by_attributes(tokens: Tokenizer) -> bool:
    """Return whether the start tag just read hides its element by a ``hidden`` attribute or by its style."""
    attributes = Attributes(tokens)
    attributes.read()
    return attributes.state & _HIDDEN != 0


class Attributes:
    """The attributes of the tag that a tokenizer has just read."""

    def __init__(self, tokens: Tokenizer) -> None:
        self.tokens = tokens
        self.state = 0  # what they add to the state of the text inside
        self.lang_at = self.class_at = self.id_at = self.role_at = self.label_at = self.href_at = -1

    def find(self, name: int) -> int:
        """Where among the spans the attribute of that number is, or -1."""
        for i in range(self.tokens.attributes_count):
            if self.tokens.spans[_WIDTH * i + 4] == name:
                return _WIDTH * i
        return -1

    def equals(self, name: int, value: bytes) -> bool:
        """Whether there is an attribute of that number and value."""
        at = self.find(name)
        if at < 0:
            return False
        start = self.tokens.spans[at + 2]
        return self.tokens.spans[at + 3] - start == len(value) and self.tokens.stands(start, value)

    def read(self) -> None:
        """Look through the attributes once: what they say of visibility and role, and where the others of use are."""
        tokens = self.tokens
        self.state = 0
        self.lang_at = self.class_at = self.id_at = self.role_at = self.label_at = self.href_at = -1
        for i in range(tokens.attributes_count):
            at = _WIDTH * i
            name = tokens.spans[at + 4]
            if name:
                self._note(name, at)

    def _note(self, name: int, at: int) -> None:
        """One attribute of use; of two with the same name the first counts."""
        tokens = self.tokens
        if name == _CLASS:
            if self.class_at < 0:
                self.class_at = at
        elif name == _HREF:
            if self.href_at < 0:
                self.href_at = at
        elif name == _ID:
            if self.id_at < 0:
                self.id_at = at
        elif name == _STYLE:
            if self._hides_by_style(at):
                self.state |= _HIDDEN
        elif name == _LANG:
            if self.lang_at < 0:
                self.lang_at = at
        elif name == _ROLE:
            if self.role_at < 0:
                self.role_at = at
                self.state |= _ROLES.get(tokens.source[tokens.spans[at + 2] : tokens.spans[at + 3]].lower(), 0)
        elif name == _HIDDEN_NAME:
            self.state |= _HIDDEN
        elif name >= _ARIA:
            self._note_aria(at)

    def _note_aria(self, at: int) -> None:
        tokens = self.tokens
        start = tokens.spans[at]
        length = tokens.spans[at + 1] - start
        if length == 10:
            if tokens.stands(start, b"aria-label") and self.label_at < 0:
                self.label_at = at
        elif length == 11 and tokens.stands(start, b"aria-hidden"):
            value = tokens.spans[at + 2]
            if tokens.spans[at + 3] - value == 4 and tokens.stands(value, b"true"):
                self.state |= _ARIA_HIDDEN

    def describe(self, elements: Elements, index: int) -> None:
        """Tell a container where its class, id, role and label stand."""
        if self.class_at >= 0:
            self._place(elements, index, _CLASS_COLUMN, self.class_at)
        if self.id_at >= 0:
            self._place(elements, index, _ID_COLUMN, self.id_at)
        if self.role_at >= 0:
            self._place(elements, index, _ROLE_COLUMN, self.role_at)
        if self.label_at >= 0:
            self._place(elements, index, _LABEL_COLUMN, self.label_at)

    def _place(self, elements: Elements, index: int, column: int, at: int) -> None:
        elements.place(index, column, self.tokens.spans[at + 2], self.tokens.spans[at + 3])

    def _hides_by_style(self, at: int) -> bool:
        """Return whether a style says ``display: none`` or ``visibility: hidden``."""
        tokens = self.tokens
        data = tokens.data
        i = tokens.spans[at + 2]
        end = min(tokens.spans[at + 3], tokens.size)
        while i + 11 < end:
            c = data[i] | 0x20
            if c == 0x64:
                if tokens.stands(i, b"display") and self._declares(i + 7, end, b"none"):
                    return True
            elif c == 0x76 and tokens.stands(i, b"visibility") and self._declares(i + 10, end, b"hidden"):
                return True
            i += 1
        return False

    def _declares(self, i: int, end: int, value: bytes) -> bool:
        """Whether a colon and the value stand at ``i``, with a bounded amount of white space around them or not."""
        tokens = self.tokens
        stop = min(end, i + 32)
        colons = 0
        while i < stop and (tokens.source[i] <= 0x20 or tokens.source[i] == 0x3A):
            colons += tokens.source[i] == 0x3A
            i += 1
        return colons == 1 and i + len(value) <= end and tokens.stands(i, value)
