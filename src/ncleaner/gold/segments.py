"""An annotation cut into segments of whole lines, which joined again give the same text.

A segment begins with a line whose first token is a mark and continues up to the next such line. Marks later in a line
begin no segment, because merging works on whole lines. In a plain text every line is a segment. The ``URL:`` line is a
segment of its own in both kinds of text. Lines without tokens belong to the segment before them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from ncleaner.gold.reading import HEAD, MARK, MARKS, read

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_TOKEN = re.compile(rf"{MARK.pattern}|(?:(?!{MARK.pattern})\S)+", MARK.flags)


@dataclass(frozen=True, slots=True)
class AnnotatedSegment:
    """The lines of a segment, and the words and marks in them."""

    lines: str
    tokens: list[str]

    @property
    def key(self) -> str:
        """The segment with normalised white space, for comparison."""
        return " ".join(self.tokens)

    @property
    def words(self) -> list[str]:
        """The tokens without the marks."""
        return [token for token in self.tokens if token not in MARKS]


@dataclass(frozen=True, slots=True)
class Annotation:
    """A text cut into segments; ``lead`` holds the empty lines before the first one."""

    lead: str
    segments: list[AnnotatedSegment]
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
    return Annotation(text[: starts[0]], [AnnotatedSegment(part, tokens_of(part)) for part in parts], is_marked)


def tokens_of(text: str) -> list[str]:
    """Return the words and marks of a text; the tags that are marks elsewhere are tokens of plain texts, too."""
    tokens: list[str] = []
    for number, part in enumerate(MARK.split(text)):
        tokens += [part.lower()] if number % 2 else part.split()
    return tokens


def token_spans(text: str) -> list[tuple[int, int]]:
    """Return the start and the end of each token of a text."""
    return [match.span() for match in _TOKEN.finditer(text)]
