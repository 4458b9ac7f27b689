"""The learning curve: how good models are that have learnt from few pages (Figure 4 of NCleaner).

The paper took one sequence of growing subsets. Which pages these are matters much while they are few. So for each size
several subsets are drawn, the same ones on every run, and the figures are means with what they vary between.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum
from random import Random

from ncleaner.errors import NCleanerError
from ncleaner.metrics.counts import Counts
from ncleaner.train.choice import decisions, kept
from ncleaner.train.examples import Lesson, Progress
from ncleaner.train.ngram import check, out_of_fold, scored, scorer_of, tally
from ncleaner.train.recipe import Recipe

SEED = 2008
SIZES = (1, 2, 3, 5, 8, 12, 20, 30, 45, 70, 100, 150, 250, 400, 600, 1000)


@dataclass(frozen=True, slots=True)
class Band:
    """The mean of a figure over some subsets, and the least and the most that it was."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Point:
    """What subsets of that many pages are good for; ``words`` is how many clean words they have on the average."""

    pages: int
    words: float
    precision: Band
    recall: Band
    f: Band


def curve(
    pages: Sequence[Lesson],
    test: Sequence[Lesson],
    recipe: Recipe,
    sizes: Sequence[int],
    repeats: int,
    progress: Progress | None = None,
) -> list[Point]:
    """Train on ``repeats`` subsets of each size, and test on other pages."""
    for size in sizes:
        if not 1 <= size <= len(pages):
            raise NCleanerError(f"there are no subsets of {size} pages in a set of {len(pages)}")
    check(tally(pages, recipe), pages)
    points = []
    for size in sizes:
        subsets = _subsets(pages, size, repeats)
        results = []
        for subset in subsets:
            results.append(_result(subset, test, recipe))
            if progress is not None:
                progress(f"{size} pages", len(results), len(subsets))
        points.append(_point(size, subsets, results))
    return points


def _subsets(pages: Sequence[Lesson], size: int, repeats: int) -> list[list[Lesson]]:
    """Different subsets, drawn by chance that is the same every time; there is only one of all pages."""
    chance = Random(f"{SEED} {size}")
    if size == len(pages):
        return [list(pages)]
    return [chance.sample(list(pages), size) for _ in range(repeats)]


def _result(subset: Sequence[Lesson], test: Sequence[Lesson], recipe: Recipe) -> Counts:
    """The words of all test pages together: kept by a model of the subset, in the gold texts, and in both."""
    counts = tally(subset, recipe)
    held_out = out_of_fold(subset, recipe, counts) if len(subset) > 1 else []
    parameters = decisions(held_out, recipe)
    scorer = scorer_of(counts, recipe.q)
    matched = output = gold = 0
    for page in test:
        blocks = scored(page, scorer)
        for words, right, keep in zip(blocks.words, blocks.matched, kept(blocks, parameters), strict=True):
            if keep:
                output += words
                matched += right
        gold += page.gold_words
    return Counts(matched, output, gold)


def _point(size: int, subsets: Sequence[Sequence[Lesson]], results: Sequence[Counts]) -> Point:
    words = fsum(page.gold_words for subset in subsets for page in subset) / len(subsets)
    return Point(
        size,
        words,
        _band([result.precision for result in results]),
        _band([result.recall for result in results]),
        _band([result.f for result in results]),
    )


def _band(values: Sequence[float]) -> Band:
    return Band(fsum(values) / len(values), min(values), max(values))
