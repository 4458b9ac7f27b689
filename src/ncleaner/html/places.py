"""Where the text of a block stands in the source, to the character.

Strategy: blocks know only where they begin and end. The source between is read tag by tag once more, and its text word
by word and reference by reference: each must come next in the text of the block. What does not is something that
readers do not see, and is passed over; should it look like what comes next, a longer word close by leads back. Words
that follow each other in the same way on both sides make one stretch, so that a paragraph without markup has one for
each of its lines. Linear in the source.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ncleaner.blocks import characters
from ncleaner.html.elements import DATA, MODELS, NAMES
from ncleaner.html.tokenizer import END_OF_FILE, START_TAG, TEXT, Tokenizer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ncleaner.document import Document

# What the writer leaves out: white space, control characters, soft hyphens, word joiners and byte-order marks.
_WORD = re.compile("[^\\s\x00-\x1f\x7f-\x9f\xad\u2060\ufeff]+")
_LEADS_BACK = 4  # characters of a word that is rare enough
_NEAR = 200  # characters


class Stretch(NamedTuple):
    """Some text and its source: character for character, or else as a whole, if it is a character reference."""

    text_start: int
    text_end: int
    start: int
    end: int

    @property
    def is_even(self) -> bool:
        """Whether the two sides have the same length."""
        return self.text_end - self.text_start == self.end - self.start


def stretches(document: Document, index: int, start: int) -> list[Stretch]:
    """The stretches of a block; ``start`` is where it begins in the decoded page, as the source spans of it are."""
    block = document.blocks.items[index]
    source = document.blocks.source[block.start : block.end]
    words = _marked_up(source) if document.page.kind == "html" else _words(source, 0)
    text = document.blocks.text(index)
    result: list[Stretch] = []
    at = 0
    for word, first, last in words:
        found = _next(text, word, at)
        if found >= 0:
            at = found + len(word)
            _add(result, Stretch(found, at, start + first, start + last))
    return result


def _add(result: list[Stretch], new: Stretch) -> None:
    """Add a stretch, or make the last one longer."""
    if result:
        longer = Stretch(result[-1].text_start, new.text_end, result[-1].start, new.end)
        if longer.is_even and new.is_even and result[-1].is_even:
            result[-1] = longer
            return
    result.append(new)


def _next(text: str, word: str, at: int) -> int:
    """Where a word stands in the text if it is what comes next, or nearly so; -1 if not."""
    while at < len(text) and text[at].isspace():
        at += 1
    if text.startswith(word, at):
        return at
    return text.find(word, at, at + _NEAR) if len(word) >= _LEADS_BACK else -1


def _marked_up(source: bytes) -> Iterator[tuple[str, int, int]]:
    """The words of some HTML with their offsets in characters."""
    tokens = Tokenizer(source)
    counted = count = 0
    while (kind := tokens.next()) != END_OF_FILE:
        if kind == START_TAG and tokens.tag < len(NAMES) and MODELS[tokens.tag] != DATA:
            tokens.enter(MODELS[tokens.tag])
        elif kind == TEXT and tokens.text_model == DATA:
            count += characters(source, counted, tokens.start)
            counted = tokens.start
            yield from _text(tokens, count)


def _text(tokens: Tokenizer, count: int) -> Iterator[tuple[str, int, int]]:
    """The words of a text with references in it; ``count`` is the offset of its beginning."""
    at, end = tokens.start, tokens.end
    source = tokens.source
    while at < end:
        ampersand = source.find(b"&", at, end)
        stop = end if ampersand < 0 else ampersand
        yield from _words(source[at:stop], count)
        count += characters(source, at, stop)
        at = stop
        if ampersand >= 0:
            after = tokens.reference(at, end, False)
            meant = "&" if after == at else chr(tokens.first_point) + chr(tokens.second_point).strip("\0")
            at = max(after, at + 1)
            if _WORD.fullmatch(meant):
                yield meant, count, count + at - stop
            count += at - stop


def _words(source: bytes, count: int) -> Iterator[tuple[str, int, int]]:
    for match in _WORD.finditer(source.decode("utf-8", "replace")):
        yield match[0], count + match.start(), count + match.end()
