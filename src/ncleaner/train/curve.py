"""The learning curve: the accuracy of models over the number of training pages (Figure 4 of NCleaner).

The paper took one sequence of growing subsets. With few pages, the result depends on which ones these are. So several
subsets of each size are drawn, the same ones on every run, and the figures are means with their ranges.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum
from random import Random

from ncleaner.errors import NCleanerError
from ncleaner.metrics.counts import Counts
from ncleaner.train.decoding import choose_parameters, decide
from ncleaner.train.examples import Progress, TrainingPage
from ncleaner.train.ngram import check, out_of_fold, score_page, scorer_of, tally
from ncleaner.train.recipe import Recipe

SEED = 2008
SIZES = (1, 2, 3, 5, 8, 12, 20, 30, 45, 70, 100, 150, 250, 400, 600, 1000)


@dataclass(frozen=True, slots=True)
class MeanWithRange:
    """The mean, the minimum and the maximum of a figure over some subsets."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Point:
    """The accuracy with ``pages`` training pages; ``words`` is the mean number of clean words of the subsets."""

    pages: int
    words: float
    precision: MeanWithRange
    recall: MeanWithRange
    f: MeanWithRange


def curve(
    pages: Sequence[TrainingPage],
    test: Sequence[TrainingPage],
    recipe: Recipe,
    sizes: Sequence[int],
    repeats: int,
    progress: Progress | None = None,
) -> list[Point]:
    """Train on ``repeats`` subsets of each size, and test on the pages of ``test``."""
    for size in sizes:
        if not 1 <= size <= len(pages):
            raise NCleanerError(f"a set of {len(pages)} pages has no subsets of {size} pages")
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


def _subsets(pages: Sequence[TrainingPage], size: int, repeats: int) -> list[list[TrainingPage]]:
    """Draw random subsets, the same on every run; there is only one subset of all pages."""
    chance = Random(f"{SEED} {size}")
    if size == len(pages):
        return [list(pages)]
    return [chance.sample(list(pages), size) for _ in range(repeats)]


def _result(subset: Sequence[TrainingPage], test: Sequence[TrainingPage], recipe: Recipe) -> Counts:
    """Train on a subset, and return the counts of words of all test pages: kept, gold, and matched."""
    counts = tally(subset, recipe)
    held_out = out_of_fold(subset, recipe, counts) if len(subset) > 1 else []
    parameters = choose_parameters(held_out, recipe)
    scorer = scorer_of(counts, recipe.q)
    matched = output = gold = 0
    for page in test:
        blocks = score_page(page, scorer)
        for words, right, keep in zip(blocks.words, blocks.matched, decide(blocks, parameters), strict=True):
            if keep:
                output += words
                matched += right
        gold += page.gold_words
    return Counts(matched, output, gold)


def _point(size: int, subsets: Sequence[Sequence[TrainingPage]], results: Sequence[Counts]) -> Point:
    words = fsum(page.gold_words for subset in subsets for page in subset) / len(subsets)
    return Point(
        size,
        words,
        _mean_with_range([result.precision for result in results]),
        _mean_with_range([result.recall for result in results]),
        _mean_with_range([result.f for result in results]),
    )


def _mean_with_range(values: Sequence[float]) -> MeanWithRange:
    return MeanWithRange(fsum(values) / len(values), min(values), max(values))
