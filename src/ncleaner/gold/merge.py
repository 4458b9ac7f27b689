"""One text of two annotations: what both agree on as the first one has it, and a conflict wherever they differ.

What the third person gets to see should be the difference and little else, so it is looked for in three steps:

1. Segments are aligned. Those that are the same but for white space are agreed on.
2. Between these, the words of both sides are aligned. Segments that share half of the words of the shorter one belong
   together, and so does what stands between such: a paragraph that one person has divided stands against its parts, an
   item against the same item with another mark. What is left over on either side is a conflict of its own.
3. In what belongs together, a run of words that both have is written once if it is a line long or longer (`RUN`), and
   the conflict is about what is before and after it. So a line at the end of a long paragraph that only one person has
   stands alone. Plain texts are not divided like that: their lines have a meaning.

A conflict always begins and ends at a line. Whoever takes the first version of every conflict has the first text, and
likewise for the second one, but for white space (and but for `ncleaner.gold.conflicts.guarded`).

The cost is that of the alignments (`ncleaner.gold.alignment`) of the segments and of what is between the agreed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from ncleaner.gold.alignment import matches
from ncleaner.gold.annotations import Annotated
from ncleaner.gold.conflicts import conflict, guarded
from ncleaner.gold.segments import Annotation, Segment, cut, places, tokens_of
from ncleaner.gold.sets import read_file

RUN = 12  # words that both have and that are written once: about a line

Span = tuple[int, int, int, int]
"""A part of both texts: from and to which segment of the first one, and of the second one."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """Text that both have, as the first one has it."""

    text: str


@dataclass(frozen=True, slots=True)
class Differing:
    """What the first one has, and what the second one has; one of them may be nothing."""

    first: str
    second: str


Piece = Agreed | Differing


@dataclass(frozen=True, slots=True)
class Merged:
    """A text, and how many conflicts there are in it."""

    text: str
    conflicts: int


def merge(a: str, b: str, names: tuple[str, str] = ("A", "B")) -> Merged:
    """Merge two annotations of a page by the people of these names."""
    newline = "\r\n" if "\r\n" in (a if "\n" in a else b) else "\n"
    first, second = cut(a), cut(b.replace("\r\n", "\n").replace("\n", newline))
    if _tokens(first) == _tokens(second):
        return Merged(a, 0)
    pieces = list(_pieces(first, second, newline))
    count = sum(isinstance(piece, Differing) for piece in pieces)
    return Merged(_written(first.lead, pieces, names, newline), count)


def _tokens(annotation: Annotation) -> list[str]:
    return list(chain.from_iterable(segment.tokens for segment in annotation.segments))


def merged_file(page: Annotated, names: tuple[str, str]) -> tuple[bytes, int]:
    """The file for a page, and how many conflicts there are in it.

    It is UTF-8 if there are any. If there are none, it is the file of the first, in its encoding.
    """
    found = merge(*page.texts(), names)
    data = found.text.encode("utf-8", "replace") if found.conflicts else read_file(page.paths[0])
    return data, found.conflicts


def _written(text: str, pieces: Sequence[Piece], names: tuple[str, str], newline: str) -> str:
    """All pieces as the lines of a file."""
    lines = [text]
    for piece in pieces:
        if isinstance(piece, Agreed):
            lines.append(guarded(piece.text))
            continue
        if lines[-1] and not lines[-1].endswith("\n"):
            lines.append(newline)
        first, second = (_ended(side, newline) for side in (piece.first, piece.second))
        lines.append(conflict(names, first, second, newline))
    return "".join(lines)


def _ended(text: str, newline: str) -> str:
    return text + newline if text and not text.endswith("\n") else text


def _pieces(a: Annotation, b: Annotation, newline: str) -> Iterator[Piece]:
    """The pieces of the merged text, in order."""
    blocks = matches([segment.key for segment in a.segments], [segment.key for segment in b.segments])
    end_a = end_b = 0
    for start_a, start_b, size in blocks:
        ours, theirs = a.segments[end_a:start_a], b.segments[end_b:start_b]
        for low_a, high_a, low_b, high_b in _groups(ours, theirs):
            pair = _lines(ours[low_a:high_a]), _lines(theirs[low_b:high_b])
            yield from _compared(*pair, a.is_marked and b.is_marked, newline)
        end_a, end_b = start_a + size, start_b + size
        yield from (Agreed(segment.lines) for segment in a.segments[start_a:end_a])


def _lines(segments: Sequence[Segment]) -> str:
    return "".join(segment.lines for segment in segments)


# Which segments belong together


def _groups(a: Sequence[Segment], b: Sequence[Segment]) -> Iterator[Span]:
    """The segments of both sides that belong together, and those between them; all of them, in order."""
    end_a = end_b = 0
    for low_a, high_a, low_b, high_b in [*_linked(a, b), (len(a), len(a), len(b), len(b))]:
        if end_a < low_a or end_b < low_b:
            yield end_a, low_a, end_b, low_b
        if low_a < high_a:
            yield low_a, high_a, low_b, high_b
        end_a, end_b = high_a, high_b


def _linked(a: Sequence[Segment], b: Sequence[Segment]) -> list[Span]:
    """Groups of segments that share half of their words, directly or by one that they both share words with."""
    words_a, words_b = ([segment.words for segment in side] for side in (a, b))
    groups: list[Span] = []
    for (i, j), count in sorted(_shared(words_a, words_b).items()):
        if 2 * count < min(len(words_a[i]), len(words_b[j])):
            continue
        if groups and (i < groups[-1][1] or j < groups[-1][3]):
            low_a, high_a, low_b, high_b = groups.pop()
            groups.append((low_a, max(high_a, i + 1), low_b, max(high_b, j + 1)))
        else:
            groups.append((i, i + 1, j, j + 1))
    return groups


def _shared(a: Sequence[list[str]], b: Sequence[list[str]]) -> Counter[tuple[int, int]]:
    """How many words the segments of both sides have in common, by an alignment of all."""
    owners_a, owners_b = ([number for number, words in enumerate(side) for _ in words] for side in (a, b))
    words_a, words_b = (list(chain.from_iterable(side)) for side in (a, b))
    shared: Counter[tuple[int, int]] = Counter()
    for i, j, size in matches(words_a, words_b):
        shared.update(zip(owners_a[i : i + size], owners_b[j : j + size], strict=True))
    return shared


# Words


def _compared(a: str, b: str, is_marked: bool, newline: str) -> Iterator[Piece]:
    """Lines that belong together; those of marked texts are cut where both have the same words for long."""
    tokens_a, tokens_b = tokens_of(a), tokens_of(b)
    runs = [run for run in matches(tokens_a, tokens_b) if run[2] >= RUN] if is_marked else []
    if tokens_a == tokens_b:  # segments that many others are equal to are not always aligned
        yield Agreed(a)
    elif runs:
        yield from _by_runs(_Cut(a), _Cut(b), runs, newline)
    else:
        yield Differing(a, b)


class _Cut:
    """A text that can be taken apart between any two tokens."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._places = places(text)
        self.empty_lines = text[self._places[-1][1] :].partition("\n")[2]  # those after the last token
        self.size = len(self._places)

    def part(self, start: int, end: int) -> str:
        """The text of some tokens."""
        return self._text[self._places[start][0] : self._places[end - 1][1]] if start < end else ""


def _by_runs(a: _Cut, b: _Cut, runs: Sequence[tuple[int, int, int]], newline: str) -> Iterator[Piece]:
    """The runs of tokens that both have, and what differs between them."""
    end_a = end_b = 0
    for start_a, start_b, size in [*runs, (a.size, b.size, 0)]:
        differing = Differing(a.part(end_a, start_a), b.part(end_b, start_b))
        if differing.first or differing.second:
            yield differing
        end_a, end_b = start_a + size, start_b + size
        if size:
            yield Agreed(a.part(start_a, end_a) + newline)
    if a.empty_lines:
        yield Agreed(a.empty_lines)
