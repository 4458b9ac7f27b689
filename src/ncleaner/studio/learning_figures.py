"""The figures of a training, from what is counted on each page: percentages, as the interface shows them.

Texts are compared by words or, if they have no blanks between words, by sequences of characters.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import Any

from ncleaner.cleaner import Cleaner
from ncleaner.evaluate.statistics import bootstrap_f, sentence
from ncleaner.gold.alignment import matches
from ncleaner.gold.reading import read
from ncleaner.metrics.chars import chars
from ncleaner.metrics.counts import Counts, micro
from ncleaner.metrics.words import words
from ncleaner.train.examples import Example
from ncleaner.train.labels import parts

WORDS, CHARS = "words", "chars"
WORST = 10  # pages
DIGITS = 2

Scores = dict[str, Counts]
"""What is counted on each page, by the id of its example."""


def measure_of(examples: Sequence[Example]) -> str:
    """Return `WORDS` or, if most of the text has no blanks between words, `CHARS`."""
    gold = [word for example in examples for word in read(example.gold).words]
    return CHARS if len(parts(" ".join(gold))) > 2 * len(gold) else WORDS


def scores_of(cleaner: Cleaner, examples: Sequence[Example], measure: str) -> Scores:
    """Clean pages, and count what the outputs and the gold texts have in common."""
    scores = {}
    for example in examples:
        output = read(cleaner.clean(example.page, kind=example.kind).to("cleaneval"))
        gold = read(example.gold)
        if measure == CHARS:
            scores[example.id] = chars(output, gold)
        else:
            scores[example.id] = words(output.words, gold.words, matches(output.words, gold.words))
    return scores


def mean_f(scores: Scores) -> float:
    """Return the mean F of the pages."""
    return fsum(counts.f for counts in scores.values()) / max(1, len(scores))


def f_of(scores: Scores) -> dict[str, float | None]:
    """Return F over all pages, and its 95 % interval."""
    counts = list(scores.values())
    interval = bootstrap_f(counts)
    return {
        "f": percent(micro(counts).f),
        "low": None if interval is None else percent(interval.low),
        "high": None if interval is None else percent(interval.high),
    }


def row(name: str, scores: Scores) -> dict[str, Any]:
    """Return the figures of a model."""
    whole = micro(scores.values())
    return {"name": name, **f_of(scores), "precision": percent(whole.precision), "recall": percent(whole.recall)}


def difference(first: str, ours: Scores, second: str, theirs: Scores) -> str:
    """Return in a sentence which of two models is better on the same pages, if one can tell."""
    told = sentence(first, [ours[id].f for id in ours], second, [theirs[id].f for id in ours])
    return told[:1].upper() + told[1:] + "."


def curve_point(pages: int, drawings: Sequence[Scores]) -> dict[str, Any]:
    """Return a point of the learning curve, from one or several drawings of as many training pages."""
    pooled = {id: micro([scores[id] for scores in drawings]) for id in drawings[0]}
    return {"pages": pages, **f_of(pooled)}


def worst_pages(own: Scores, shipped: Scores) -> list[dict[str, Any]]:
    """Return the pages with the lowest F, the worst first."""
    ids = sorted(own, key=lambda id: own[id].f)[:WORST]
    return [{"page": id, "f": percent(own[id].f), "shipped_f": percent(shipped[id].f)} for id in ids]


def percent(fraction: float) -> float:
    """Return a fraction as a percentage."""
    return round(100 * fraction, DIGITS)
