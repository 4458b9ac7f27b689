"""Which target nodes are clean (section 5.1): gold texts do not say where on the page their paragraphs stood.

- `by_dice`, as in the paper: each paragraph of the gold text is compared with the subtrees of the page by the Dice
  coefficient of their words, 2·|both| / (|one| + |other|). Where the most similar one is similar enough, it is clean.
  That is propagated down to the targets in it, and up to those of which it is the greater part.
- `by_words`, as `ncleaner.train.labels` does it for blocks: all words of the page are aligned with those of the gold
  text. A target is clean if at least half of its words were aligned.

Strategy of the first: the words of the page stand in one list, where each subtree is a slice. Only subtrees of
about the length of the paragraph can be similar to it, and only those that have one of its words. So the rarest words
of the paragraph are looked up, and from each place the way up is tried until subtrees become too long. There are limits
to words and places, so that the time is linear in the page times the length of its paragraphs.
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

SIMILAR = 0.7  # the least Dice coefficient
RAREST = 8  # words of a paragraph that are looked up
PLACES = 12  # at which each of them is looked at


@dataclass(frozen=True, slots=True)
class Alignment:
    """Which targets are clean, and how many of the gold text's segments were found on the page."""

    clean: list[bool]
    segments: int
    found: int

    @property
    def share(self) -> float:
        """The share of segments that were found."""
        return self.found / self.segments if self.segments else 0.0


Align = Callable[[PageTargets, str], Alignment]


class _Words:
    """The words of a page in one list, and which slice of it each row of the tree has."""

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
        """Where the words of a subtree begin and end."""
        return self.starts[row], self.starts[self.tree.ends[row]]

    def row(self, place: int) -> int:
        """The text that a word stands in."""
        return bisect_right(self.starts, place) - 1


def by_dice(reading: PageTargets, gold: str) -> Alignment:
    """Align paragraphs with subtrees."""
    page = _Words(reading.tree)
    covered = bytearray(len(page.words))
    segments = [segment.split() for segment in gold_segments(gold)]
    found = at = 0
    for segment in segments:
        span = _most_similar(page, segment, at)
        if span is not None:
            found += 1
            at = span[1]
            covered[span[0] : span[1]] = b"\1" * (span[1] - span[0])
    clean = []
    for row in reading.targets:
        start, end = page.span(row)
        clean.append(end > start and 2 * covered.count(1, start, end) > end - start)
    return Alignment(clean, len(segments), found)


def _most_similar(page: _Words, segment: Sequence[str], at: int) -> tuple[int, int] | None:
    """The words of the subtree that is most like a segment; of several the first behind what was found before."""
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
    """Subtrees that are neither too short nor too long, and have one of the segment's rarest words."""
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
    """Align words with words."""
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
    found = sum(2 * of_segments[number] >= len(segment) for number, segment in enumerate(segments))
    return Alignment(clean, len(segments), found)
