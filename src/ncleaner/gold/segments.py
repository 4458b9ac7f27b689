"""An annotation as the lines of its segments, so that nothing is lost when these are put together again.

A segment begins with a line whose first token is a mark, and goes on to the next such line; what a line has after that
belongs to it whatever it is, as the lines of two texts shall be put together and not parts of them. In a plain text
every line is a segment. The ``URL:`` line is a segment of its own in both. Lines without tokens belong to the segment
before them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from ncleaner.gold.reading import HEAD, MARK, MARKS, read

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_TOKEN = re.compile(rf"{MARK.pattern}|(?:(?!{MARK.pattern})\S)+", MARK.flags)


@dataclass(frozen=True, slots=True)
class Segment:
    """Some lines of a text, and the words and marks in them."""

    lines: str
    tokens: list[str]

    @property
    def key(self) -> str:
        """The same for segments that differ in white space only."""
        return " ".join(self.tokens)

    @property
    def words(self) -> list[str]:
        """The tokens but for the marks."""
        return [token for token in self.tokens if token not in MARKS]


@dataclass(frozen=True, slots=True)
class Annotation:
    """A text cut into segments; ``lead`` are the empty lines before the first."""

    lead: str
    segments: list[Segment]
    is_marked: bool


def cut(text: str) -> Annotation:
    """Cut a text into its segments."""
    is_marked = bool(read(text).marks)
    head = HEAD.match(text)
    starts, at = [], 0
    if head:
        starts.append(0)
        at = text.find("\n", head.end()) + 1 or len(text)
    before_text = len(starts)
    for line in _LINE.findall(text, at):
        content = line.lstrip()
        if content and (len(starts) == before_text or not is_marked or MARK.match(content)):
            starts.append(at)
        at += len(line)
    starts.append(len(text))
    parts = [text[start:end] for start, end in pairwise(starts)]
    return Annotation(text[: starts[0]], [Segment(part, tokens_of(part)) for part in parts], is_marked)


def tokens_of(text: str) -> list[str]:
    """The words of a text with its marks among them; tags that are marks elsewhere are tokens of plain texts, too."""
    tokens: list[str] = []
    for number, piece in enumerate(MARK.split(text)):
        tokens += [piece.lower()] if number % 2 else piece.split()
    return tokens


def places(text: str) -> list[tuple[int, int]]:
    """Where the tokens of a text begin and end."""
    return [found.span() for found in _TOKEN.finditer(text)]
