"""Merge of two annotations: text that both agree on is copied from the first, and every difference is a conflict.

Conflicts should show the difference and little else. Strategy:

1. Align the segments. Segments that differ in white space only are agreed on.
2. Between these, align the words of both sides. Segments that share half of the words of the shorter one belong
   together, and so do the segments between them: a paragraph that one person has divided is paired with its parts, an
   item with the same item under another mark. The remaining segments of either side are conflicts of their own.
3. Within such a group, a run of words that both have is written once if it is about a line or longer (`RUN`), and only
   the text before and after it is in conflict. So a line that only one person has at the end of a long paragraph is a
   conflict of that line. Plain texts are not divided in this way, because their lines are meaningful.

Conflicts begin and end at line boundaries. Taking the first version of every conflict gives the first text, and taking
the second version gives the second text, except for white space (and for `ncleaner.gold.conflicts.guarded`).

The cost is that of two alignments (`ncleaner.gold.alignment`): of the segments, and of the words between agreed ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from ncleaner.gold.alignment import matches
from ncleaner.gold.annotations import AnnotatedPage
from ncleaner.gold.conflicts import conflict, guarded
from ncleaner.gold.segments import AnnotatedSegment, Annotation, cut, token_spans, tokens_of
from ncleaner.gold.sets import read_file

RUN = 12  # shared words that are written once: about a line

Span = tuple[int, int, int, int]
"""A range of segments in both texts: start and end in the first one, start and end in the second one."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """Text that both have, as in the first one."""

    text: str


@dataclass(frozen=True, slots=True)
class Differing:
    """The two versions of a place in conflict; one of them may be empty."""

    first: str
    second: str


Part = Agreed | Differing


@dataclass(frozen=True, slots=True)
class Merged:
    """The merged text, and the number of conflicts in it."""

    text: str
    conflicts: int


def merge(a: str, b: str, names: tuple[str, str] = ("A", "B")) -> Merged:
    """Merge two annotations of a page; ``names`` are those of the annotators."""
    newline = "\r\n" if "\r\n" in (a if "\n" in a else b) else "\n"
    first, second = cut(a), cut(b.replace("\r\n", "\n").replace("\n", newline))
    if _tokens(first) == _tokens(second):
        return Merged(a, 0)
    parts = list(_parts(first, second, newline))
    count = sum(isinstance(part, Differing) for part in parts)
    return Merged(_written(first.lead, parts, names, newline), count)


def _tokens(annotation: Annotation) -> list[str]:
    return list(chain.from_iterable(segment.tokens for segment in annotation.segments))


def merged_file(page: AnnotatedPage, names: tuple[str, str]) -> tuple[bytes, int]:
    """Return the merged file of a page, and the number of conflicts in it.

    The file is in UTF-8 if there are conflicts; otherwise it is the file of the first annotator, in its encoding.
    """
    merged = merge(*page.texts(), names)
    data = merged.text.encode("utf-8", "replace") if merged.conflicts else read_file(page.paths[0])
    return data, merged.conflicts


def _written(text: str, parts: Sequence[Part], names: tuple[str, str], newline: str) -> str:
    """Return all parts as the text of a file that begins with ``text``."""
    lines = [text]
    for part in parts:
        if isinstance(part, Agreed):
            lines.append(guarded(part.text))
            continue
        if lines[-1] and not lines[-1].endswith("\n"):
            lines.append(newline)
        first, second = (_ended(side, newline) for side in (part.first, part.second))
        lines.append(conflict(names, first, second, newline))
    return "".join(lines)


def _ended(text: str, newline: str) -> str:
    return text + newline if text and not text.endswith("\n") else text


def _parts(a: Annotation, b: Annotation, newline: str) -> Iterator[Part]:
    """Yield the parts of the merged text, in order."""
    blocks = matches([segment.key for segment in a.segments], [segment.key for segment in b.segments])
    end_a = end_b = 0
    for start_a, start_b, size in blocks:
        ours, theirs = a.segments[end_a:start_a], b.segments[end_b:start_b]
        for low_a, high_a, low_b, high_b in _groups(ours, theirs):
            pair = _lines(ours[low_a:high_a]), _lines(theirs[low_b:high_b])
            yield from _compared(*pair, a.is_marked and b.is_marked, newline)
        end_a, end_b = start_a + size, start_b + size
        yield from (Agreed(segment.lines) for segment in a.segments[start_a:end_a])


def _lines(segments: Sequence[AnnotatedSegment]) -> str:
    return "".join(segment.lines for segment in segments)


# Which segments belong together


def _groups(a: Sequence[AnnotatedSegment], b: Sequence[AnnotatedSegment]) -> Iterator[Span]:
    """Yield ranges of segments that belong together, and the ranges between them, in order."""
    end_a = end_b = 0
    for low_a, high_a, low_b, high_b in [*_linked(a, b), (len(a), len(a), len(b), len(b))]:
        if end_a < low_a or end_b < low_b:
            yield end_a, low_a, end_b, low_b
        if low_a < high_a:
            yield low_a, high_a, low_b, high_b
        end_a, end_b = high_a, high_b


def _linked(a: Sequence[AnnotatedSegment], b: Sequence[AnnotatedSegment]) -> list[Span]:
    """Return groups of segments that share half of their words, directly or through another segment."""
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
    """Count the words that each pair of segments shares in an alignment of all words."""
    owners_a, owners_b = ([number for number, words in enumerate(side) for _ in words] for side in (a, b))
    words_a, words_b = (list(chain.from_iterable(side)) for side in (a, b))
    shared: Counter[tuple[int, int]] = Counter()
    for i, j, size in matches(words_a, words_b):
        shared.update(zip(owners_a[i : i + size], owners_b[j : j + size], strict=True))
    return shared


# Words


def _compared(a: str, b: str, is_marked: bool, newline: str) -> Iterator[Part]:
    """Yield the parts of lines that belong together; marked texts are cut at long runs of shared words."""
    tokens_a, tokens_b = tokens_of(a), tokens_of(b)
    runs = [run for run in matches(tokens_a, tokens_b) if run[2] >= RUN] if is_marked else []
    if tokens_a == tokens_b:  # the alignment may skip segments that occur many times
        yield Agreed(a)
    elif runs:
        yield from _by_runs(_TokenizedText(a), _TokenizedText(b), runs, newline)
    else:
        yield Differing(a, b)


class _TokenizedText:
    """A text that can be cut between any two tokens."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._spans = token_spans(text)
        self.empty_lines = text[self._spans[-1][1] :].partition("\n")[2]  # after the last token
        self.size = len(self._spans)

    def part(self, start: int, end: int) -> str:
        """Return the text from one token up to another."""
        return self._text[self._spans[start][0] : self._spans[end - 1][1]] if start < end else ""


def _by_runs(
    a: _TokenizedText, b: _TokenizedText, runs: Sequence[tuple[int, int, int]], newline: str
) -> Iterator[Part]:
    """Yield the runs of tokens that both have, and the differences between them."""
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
