"""Labels of target nodes (section 5.1): gold texts do not record where on the page their paragraphs were.

- `by_dice`, as in the paper: each paragraph of the gold text is compared with the subtrees of the page by the Dice
  coefficient of their words, 2·|both| / (|one| + |other|). If the most similar subtree is similar enough, it is clean.
  So are the targets inside it, and the targets that have more than half of their words in it.
- `by_words`, like `ncleaner.train.labels` for blocks: all words of the page are aligned with those of the gold text.
  A target is clean if at least half of its words are aligned.

Strategy of `by_dice`: the words of the page are one list, and each subtree is a slice of it. Only subtrees of about the
length of the paragraph that share a word with it can be similar. So the rarest words of the paragraph are looked up,
and from each occurrence the ancestors are tried until they are too long. The numbers of words and occurrences are
limited, so the time is linear in the size of the page times the length of its paragraphs.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ncleaner.engines.fiasco.dom import TEXT, Tree
from ncleaner.engines.fiasco.page_targets import PageTargets
from ncleaner.gold.alignment import matches
from ncleaner.train.examples import gold_segments

SIMILAR = 0.7  # the lowest Dice coefficient of a clean subtree
RAREST = 8  # words of a paragraph that are looked up
PLACES = 12  # occurrences of each that are tried


@dataclass(frozen=True, slots=True)
class Alignment:
    """The labels of the targets, the number of gold segments, and the number of those found on the page."""

    clean: list[bool]
    segments: int
    aligned: int

    @property
    def share(self) -> float:
        """The share of segments found on the page."""
        return self.aligned / self.segments if self.segments else 0.0


Align = Callable[[PageTargets, str], Alignment]


class _Words:
    """The words of a page in one list, with the slice of each row of the tree."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.words: list[str] = []
        starts = []
        for row, tag in enumerate(tree.tags):
            starts.append(len(self.words))
            if tag == TEXT:
                self.words += tree.texts[row].split()
        self.starts = [*starts, len(self.words)]
        self.places: dict[str, list[int]] = {}
        for place, word in enumerate(self.words):
            self.places.setdefault(word, []).append(place)

    def span(self, row: int) -> tuple[int, int]:
        """Return the start and the end of the words of a subtree."""
        return self.starts[row], self.starts[self.tree.ends[row]]

    def row(self, place: int) -> int:
        """Return the row of the text that contains a word."""
        return bisect_right(self.starts, place) - 1


def by_dice(reading: PageTargets, gold: str) -> Alignment:
    """Align the paragraphs of the gold text with subtrees."""
    page = _Words(reading.tree)
    covered = bytearray(len(page.words))
    segments = [segment.split() for segment in gold_segments(gold)]
    aligned = at = 0
    for segment in segments:
        span = _most_similar(page, segment, at)
        if span is not None:
            aligned += 1
            at = span[1]
            covered[span[0] : span[1]] = b"\1" * (span[1] - span[0])
    clean = []
    for row in reading.targets:
        start, end = page.span(row)
        clean.append(end > start and 2 * covered.count(1, start, end) > end - start)
    return Alignment(clean, len(segments), aligned)


def _most_similar(page: _Words, segment: Sequence[str], at: int) -> tuple[int, int] | None:
    """Return the span of the subtree most similar to a segment; of several, the first after ``at``."""
    bag = Counter(segment)
    best: tuple[float, bool, int] | None = None
    chosen = None
    for start, end in _candidates(page, bag, len(segment)):
        both = sum((Counter(page.words[start:end]) & bag).values())
        dice = 2 * both / (len(segment) + end - start)
        rank = dice, start >= at, -start
        if dice >= SIMILAR and (best is None or rank > best):
            best, chosen = rank, (start, end)
    return chosen


def _candidates(page: _Words, bag: Counter[str], length: int) -> Iterator[tuple[int, int]]:
    """Yield the spans of subtrees of suitable length with one of the segment's rarest words."""
    shortest, longest = length * SIMILAR / (2 - SIMILAR), length * (2 - SIMILAR) / SIMILAR
    seen: set[tuple[int, int]] = set()
    words = sorted((word for word in bag if word in page.places), key=lambda word: len(page.places[word]))
    for word in words[:RAREST]:
        for place in page.places[word][:PLACES]:
            row = page.row(place)
            while row >= 0:
                span = page.span(row)
                if span[1] - span[0] > longest:
                    break
                if span[1] - span[0] >= shortest and span not in seen:
                    seen.add(span)
                    yield span
                row = page.tree.parents[row]


def by_words(reading: PageTargets, gold: str) -> Alignment:
    """Align the words of the gold text with the words of the page."""
    segments = [segment.split() for segment in gold_segments(gold)]
    words: list[str] = []
    owners: list[int] = []
    for number, text in enumerate(reading.texts):
        own = text.split()
        words += own
        owners += [number] * len(own)
    counts = Counter(owners)
    matched: Counter[int] = Counter()
    ends: list[int] = []
    for segment in segments:
        ends.append(len(segment) + (ends[-1] if ends else 0))
    of_segments: Counter[int] = Counter()
    for start, gold_start, size in matches(words, [word for segment in segments for word in segment])[:-1]:
        matched.update(owners[start : start + size])
        of_segments.update(bisect_right(ends, place) for place in range(gold_start, gold_start + size))
    clean = [0 < counts[number] <= 2 * matched[number] for number in range(len(reading.targets))]
    aligned = sum(2 * of_segments[number] >= len(segment) for number, segment in enumerate(segments))
    return Alignment(clean, len(segments), aligned)
