"""The positions of a block's text in the source, to the character.

Strategy: blocks record only where they begin and end. The source of the block is tokenized again, and the text between
two tags, a run, is divided into words and references. The words of a run should come next in the text of the block. If
they do not, there are three cases. Usually readers do not see the run, and it is skipped. If the run before it was
hidden text that happened to match, this run replaces it. If the position was lost, a run that begins with a longer word
a little further on restores it. Adjacent words with the same distance in text and source are merged into one `Stretch`.
The time is linear in the source.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ncleaner.page.blocks import characters
from ncleaner.page.tags import DATA, MODELS, NAMES
from ncleaner.read.html.tokenizer import END_OF_FILE, START_TAG, TEXT, Tokenizer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ncleaner.page.document import Document

    Word = tuple[str, int, int]  # a word with its start and end in the source, in characters
    Run = list[Word]  # the words between two tags: readers see all or none of them

# Words have no characters that the writer omits: white space, control characters, soft hyphens, word joiners and
# byte-order marks. In plain text, brackets are words of their own.
_WORD = re.compile("[^\\s\x00-\x1f\x7f-\x9f\xad\u2060\ufeff]+")
_DUMPED = re.compile("[\\[\\]]|[^\\s\x00-\x1f\x7f-\x9f\xad\u2060\ufeff\\[\\]]+")
_RARE = 4  # characters of a word that is rare enough to restore a lost position
_NEAR = 200  # characters to search for such a word


class Stretch(NamedTuple):
    """A stretch of a block's text and its source, both in characters.

    Text and source are equal character by character, unless the source is a character reference.
    """

    text_start: int
    text_end: int
    start: int
    end: int

    @property
    def is_even(self) -> bool:
        """Whether text and source have the same length."""
        return self.text_end - self.text_start == self.end - self.start


def stretches(document: Document, index: int, start: int) -> list[Stretch]:
    """Return the stretches of a block; ``start`` is its start in the decoded page, from `Blocks.spans`."""
    block = document.blocks.items[index]
    source = document.blocks.source[block.start : block.end]
    runs = _marked_up(source) if document.page.kind == "html" else _dumped(source)
    text = document.blocks.text(index)
    taken: list[list[Stretch]] = []  # a list for each run
    for run in runs:
        positions = _next(text, run, taken)
        if positions:
            places = zip(positions, run, strict=True)
            taken.append(
                [Stretch(at, at + len(word), start + first, start + last) for at, (word, first, last) in places]
            )
    return _merged(stretch for run in taken for stretch in run)


def _next(text: str, run: Run, taken: list[list[Stretch]]) -> list[int]:
    """Return the positions of a run's words in the text, or nothing if readers do not see the run.

    If the run replaces the one before it, remove that one from ``taken``.
    """
    at = taken[-1][-1].text_end if taken else 0
    positions = _from(text, run, at)
    if positions or not run:
        return positions
    if taken:
        instead = _from(text, run, taken[-1][0].text_start)
        if instead and instead[-1] + len(run[-1][0]) > at:
            taken.pop()
            return instead
    near = text.find(run[0][0], at, at + _NEAR) if len(run[0][0]) >= _RARE else -1
    return _from(text, run, near) if near >= 0 else []


def _from(text: str, run: Run, at: int) -> list[int]:
    """Return the positions of a run's words in the text from ``at`` on; nothing if one of them does not follow."""
    positions = []
    for word, _, _ in run:
        while at < len(text) and text[at].isspace():
            at += 1
        if not text.startswith(word, at):
            return []
        positions.append(at)
        at += len(word)
    return positions


def _merged(parts: Iterable[Stretch]) -> list[Stretch]:
    """Merge adjacent stretches with the same distance between them in text and source."""
    result: list[Stretch] = []
    for part in parts:
        if result:
            longer = Stretch(result[-1].text_start, part.text_end, result[-1].start, part.end)
            if longer.is_even and part.is_even and result[-1].is_even:
                result[-1] = longer
                continue
        result.append(part)
    return result


def _dumped(source: bytes) -> Iterator[Run]:
    """Yield each word of a plain text as a run, because any may be missing from the block; so may numbers of links."""
    for match in _DUMPED.finditer(source.decode("utf-8", "replace")):
        yield [(match[0], match.start(), match.end())]


def _marked_up(source: bytes) -> Iterator[Run]:
    """Yield the runs of some HTML."""
    tokens = Tokenizer(source)
    counted = count = 0
    while (kind := tokens.next()) != END_OF_FILE:
        if kind == START_TAG and tokens.tag < len(NAMES) and MODELS[tokens.tag] != DATA:
            tokens.enter(MODELS[tokens.tag])
        elif kind == TEXT and tokens.text_model == DATA:
            count += characters(source, counted, tokens.start)
            counted = tokens.start
            yield list(_text(tokens, count))


def _text(tokens: Tokenizer, count: int) -> Iterator[Word]:
    """Yield the words and references of a text token; ``count`` is its offset in characters."""
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
            character = "&" if after == at else chr(tokens.first_point) + chr(tokens.second_point).strip("\0")
            at = max(after, at + 1)
            if _WORD.fullmatch(character):
                yield character, count, count + at - stop
            count += at - stop


def _words(source: bytes, count: int) -> Iterator[Word]:
    for match in _WORD.finditer(source.decode("utf-8", "replace")):
        yield match[0], count + match.start(), count + match.end()
