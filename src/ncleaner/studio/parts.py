"""Where the text of a block can be divided: a place between two of its characters, in the text and in the source.

A block is divided between characters that are not white space. The white space between the two parts belongs to
neither, except the indentation of a line of preformatted text. Both neighbours of the place need a position in the
source: there is no place inside a character reference that stands for two characters.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from ncleaner.page.document import Document
from ncleaner.read.html.places import stretches


class Cut(NamedTuple):
    """The place between two parts: where the first part ends and the second begins, in the text and in the source."""

    text_end: int
    text_start: int
    end: int
    start: int


class BlockText:
    """The text of a block and its source to the character; ``start`` is where the block begins in the decoded page."""

    def __init__(self, document: Document, index: int, start: int) -> None:
        self.text = document.blocks.text(index)
        self._stretches = stretches(document, index, start)
        self._text_starts = [stretch.text_start for stretch in self._stretches]
        self._starts = [stretch.start for stretch in self._stretches]

    def after(self, start: int, offset: int) -> int:
        """Return the position of a character of the text.

        ``offset`` is the number of characters other than white space between ``start`` and that character.
        """
        for position in range(start, len(self.text)):
            if not self.text[position].isspace():
                if not offset:
                    return position
                offset -= 1
        return len(self.text)

    def position(self, start: int) -> int:
        """Return the position of the first character whose source begins at ``start`` or after it."""
        number = bisect_right(self._starts, start) - 1
        if number >= 0:
            stretch = self._stretches[number]
            within = start - stretch.start
            if not within or (within < stretch.end - stretch.start and stretch.is_even):
                return self.after(stretch.text_start + within, 0)
        number += 1
        return self._text_starts[number] if number < len(self._stretches) else len(self.text)

    def cut(self, position: int) -> Cut | None:
        """Return the place before a character that is not white space, or ``None`` if the text has no place there."""
        text_end = position
        while text_end and self.text[text_end - 1].isspace():
            text_end -= 1
        if not text_end or position >= len(self.text):
            return None
        start, end = self._source(position, False), self._source(text_end - 1, True)
        if start is None or end is None or start < end:
            return None
        line = self.text.rfind("\n", text_end, position) + 1
        return Cut(text_end, line or position, end, start)

    def _source(self, position: int, at_end: bool) -> int | None:
        """Return where the source of a character begins or ends, if its stretch or character begins or ends there."""
        number = bisect_right(self._text_starts, position) - 1
        if number < 0:
            return None
        stretch = self._stretches[number]
        if position >= stretch.text_end:
            return None
        if stretch.is_even:
            return stretch.start + position - stretch.text_start + at_end
        if at_end:
            return stretch.end if position + 1 == stretch.text_end else None
        return stretch.start if position == stretch.text_start else None


def count(text: str) -> int:
    """Return the number of characters other than white space."""
    return sum(map(len, text.split()))
