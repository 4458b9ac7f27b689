"""Where the text of a block stands in the source, to the character.

Strategy: blocks know only where they begin and end. The source between is read tag by tag once more, and its text word
by word and reference by reference. What stands between two tags must come next in the text of the block. If it does
not, it is something that readers do not see, and is passed over. Should such a thing have looked like what comes next,
the run after it takes its place; and where all that failed, one that begins with a longer word close by leads back.
Words that follow each other in the same way on both sides make one stretch. Linear in the source.
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

    Word = tuple[str, int, int]  # with its offsets in the source, in characters
    Run = list[Word]  # the words between two tags, of which readers see all or none

# What the writer leaves out: white space, control characters, soft hyphens, word joiners and byte-order marks.
_WORD = re.compile("[^\\s\x00-\x1f\x7f-\x9f\xad\u2060\ufeff]+")
_DUMPED = re.compile("[\\[\\]]|[^\\s\x00-\x1f\x7f-\x9f\xad\u2060\ufeff\\[\\]]+")
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
    """The stretches of a block; ``start`` is where it begins in the decoded page, as `Blocks.spans` has it."""
    block = document.blocks.items[index]
    source = document.blocks.source[block.start : block.end]
    runs = _marked_up(source) if document.page.kind == "html" else _dumped(source)
    text = document.blocks.text(index)
    taken: list[list[Stretch]] = []  # a list for each run
    for run in runs:
        found = _next(text, run, taken)
        if found:
            places = zip(found, run, strict=True)
            taken.append(
                [Stretch(at, at + len(word), start + first, start + last) for at, (word, first, last) in places]
            )
    return _merged(stretch for run in taken for stretch in run)


def _next(text: str, run: Run, taken: list[list[Stretch]]) -> list[int]:
    """Where the words of a run stand in the text, if they are what comes next or nearly so; nothing if not."""
    at = taken[-1][-1].text_end if taken else 0
    found = _from(text, run, at)
    if found or not run:
        return found
    if taken:
        instead = _from(text, run, taken[-1][0].text_start)
        if instead and instead[-1] + len(run[-1][0]) > at:
            taken.pop()
            return instead
    near = text.find(run[0][0], at, at + _NEAR) if len(run[0][0]) >= _LEADS_BACK else -1
    return _from(text, run, near) if near >= 0 else []


def _from(text: str, run: Run, at: int) -> list[int]:
    """Where the words of a run stand if they begin at ``at``; nothing if not all of them are there."""
    found = []
    for word, _, _ in run:
        while at < len(text) and text[at].isspace():
            at += 1
        if not text.startswith(word, at):
            return []
        found.append(at)
        at += len(word)
    return found


def _merged(parts: Iterable[Stretch]) -> list[Stretch]:
    """Stretches that go on in the same way on both sides, made one."""
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
    """The words of a plain text, each for itself, as any may be left out; the numbers of links come apart from them."""
    for match in _DUMPED.finditer(source.decode("utf-8", "replace")):
        yield [(match[0], match.start(), match.end())]


def _marked_up(source: bytes) -> Iterator[Run]:
    """The texts of some HTML."""
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


def _words(source: bytes, count: int) -> Iterator[Word]:
    for match in _WORD.finditer(source.decode("utf-8", "replace")):
        yield match[0], count + match.start(), count + match.end()
