"""Trains ``ice-lm``: the threshold that is best on the pages to learn from, for each way to compare.

A threshold is one number, learnt from all pages at a time: the one with the best mean of the measure ``edit`` (its
"text-only" part) among some that divide the divergences of all elements into equal parts. What it is worth on pages
that it was not chosen on is found out by folds, and goes into the model.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ncleaner.engines.ice import DROPPED
from ncleaner.engines.ice.divergence import SMOOTHINGS, divergences
from ncleaner.engines.ice.lm import setting
from ncleaner.gold.reading import read
from ncleaner.metrics.edit import similarity
from ncleaner.models.format import Model, build
from ncleaner.train.examples import Example, Progress
from ncleaner.train.ice.scores import Scores
from ncleaner.train.ice.studies import Study, held_out, studies, training_of

STEPS = 20
DIGITS = 4  # of a threshold behind the point

Curve = list[float]
"""How good a page is with each of the candidates."""


WAYS = tuple((smoothing, bold) for smoothing in SMOOTHINGS for bold in (False, True))


def train(
    examples: Iterable[Example],
    ways: Sequence[tuple[str, bool]] = WAYS,
    *,
    scores: bool = True,
    total: int = 0,
    progress: Progress | None = None,
) -> Model:
    """A model with a threshold for each way to compare, a smoothing and whether bold text is part of the query.

    With ``scores``, the model says how good the first of them is on folds.
    """
    pages = studies(examples, progress, total)
    thresholds = {}
    figures: dict[str, dict[str, float]] = {}
    for number, (smoothing, bold) in enumerate(ways):
        found = [divergences(page.blocks, page.visible, smoothing=smoothing, bold=bold) for page in pages]
        candidates = _candidates(found)
        curves = [_curve(page, bits, candidates) for page, bits in zip(pages, found, strict=True)]
        thresholds[setting(smoothing, bold)] = candidates[_best(curves, [page.weight for page in pages])]
        if scores and not number:
            figures = _held_out(pages, found, candidates, curves)
        if progress is not None:
            progress("thresholds", number + 1, len(ways))
    header = {"engine": "ice-lm", "parameters": {"thresholds": thresholds}, "training": training_of(pages)}
    return build({**header, "scores": figures} if figures else header, {})


def _candidates(found: Sequence[Sequence[float]]) -> list[float]:
    """Thresholds that keep from a little to everything."""
    ordered = sorted(bits for page in found for bits in page) or [0.0]
    places = {len(ordered) * step // STEPS for step in range(1, STEPS)}
    return [round(ordered[place], DIGITS) for place in sorted(places)] + [round(ordered[-1] + 1, DIGITS)]


def _curve(page: Study, found: Sequence[float], candidates: Sequence[float]) -> Curve:
    gold = read(page.gold).words
    texts = [page.blocks.text(index).split() for index in page.visible]
    curve: Curve = []
    before: list[bool] = []
    for threshold in candidates:
        keep = [bits <= threshold for bits in found]
        if keep != before or not curve:
            words = [word for text, kept in zip(texts, keep, strict=True) if kept for word in text]
            curve.append(similarity(words, gold))
        else:
            curve.append(curve[-1])
        before = keep
    return curve


def _best(curves: Sequence[Curve], weights: Sequence[int]) -> int:
    sums = [sum(map(float.__mul__, values, map(float, weights))) for values in zip(*curves, strict=True)]
    return max(range(len(sums)), key=lambda place: round(sums[place], 9))


def _held_out(
    pages: Sequence[Study], found: Sequence[Sequence[float]], candidates: Sequence[float], curves: Sequence[Curve]
) -> dict[str, dict[str, float]]:
    """How good a threshold is on pages that it was not chosen on."""
    number = {page.id: place for place, page in enumerate(pages)}
    scores = Scores()
    for inside, others in held_out(pages):
        best = _best([curves[number[page.id]] for page in others], [page.weight for page in others])
        for page in inside:
            answers = [
                page.blocks.items[index].kind if bits <= candidates[best] else DROPPED
                for index, bits in zip(page.visible, found[number[page.id]], strict=True)
            ]
            scores.add(page, answers)
    return scores.figures()
