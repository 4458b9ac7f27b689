"""Training of ``ice-lm``: the best threshold on the training pages for each setting (smoothing, and use of bold text).

Candidates for a threshold divide the divergences of all elements into equal parts. The best candidate has the highest
mean of the measure ``edit`` (its "text-only" part) over all pages. Its score on unseen pages is measured by folds and
stored in the model.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ncleaner.engines.ice import DROPPED
from ncleaner.engines.ice.divergence import SMOOTHINGS, divergences
from ncleaner.engines.ice.lm import setting
from ncleaner.gold.reading import read
from ncleaner.metrics.edit import similarity
from ncleaner.models.format import Model, build
from ncleaner.train.examples import Example, Progress, training_sets
from ncleaner.train.ice.pages import IcePage, held_out, read_pages
from ncleaner.train.ice.scores import Scores

STEPS = 20
DIGITS = 4  # of a threshold after the decimal point

Curve = list[float]
"""The score of a page with each of the candidates."""

SETTINGS = tuple((smoothing, bold) for smoothing in SMOOTHINGS for bold in (False, True))


def train(
    examples: Iterable[Example],
    settings: Sequence[tuple[str, bool]] = SETTINGS,
    *,
    scores: bool = True,
    total: int = 0,
    progress: Progress | None = None,
) -> Model:
    """Return a model with a threshold for each setting: a smoothing, and whether bold text is part of the query.

    With ``scores``, the header has the scores of the first setting on held-out pages.
    """
    pages = read_pages(examples, progress, total)
    thresholds = {}
    figures: dict[str, dict[str, float]] = {}
    for number, (smoothing, bold) in enumerate(settings):
        bits_of_pages = [divergences(page.blocks, page.visible, smoothing=smoothing, bold=bold) for page in pages]
        candidates = _candidates(bits_of_pages)
        curves = [_curve(page, bits, candidates) for page, bits in zip(pages, bits_of_pages, strict=True)]
        thresholds[setting(smoothing, bold)] = candidates[_best(curves, [page.weight for page in pages])]
        if scores and not number:
            figures = _held_out(pages, bits_of_pages, candidates, curves)
        if progress is not None:
            progress("thresholds", number + 1, len(settings))
    header = {"engine": "ice-lm", "parameters": {"thresholds": thresholds}, "training": training_sets(pages)}
    return build({**header, "scores": figures} if figures else header, {})


def _candidates(bits_of_pages: Sequence[Sequence[float]]) -> list[float]:
    """Return candidates that keep from about 1/STEPS of the elements to all of them."""
    ordered = sorted(bits for page in bits_of_pages for bits in page) or [0.0]
    places = {len(ordered) * step // STEPS for step in range(1, STEPS)}
    return [round(ordered[place], DIGITS) for place in sorted(places)] + [round(ordered[-1] + 1, DIGITS)]


def _curve(page: IcePage, divergence: Sequence[float], candidates: Sequence[float]) -> Curve:
    gold = read(page.gold).words
    texts = [page.blocks.text(index).split() for index in page.visible]
    curve: Curve = []
    before: list[bool] = []
    for threshold in candidates:
        keep = [bits <= threshold for bits in divergence]
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
    pages: Sequence[IcePage],
    bits_of_pages: Sequence[Sequence[float]],
    candidates: Sequence[float],
    curves: Sequence[Curve],
) -> dict[str, dict[str, float]]:
    """Return the scores of thresholds on pages that they were not chosen on."""
    number = {page.id: place for place, page in enumerate(pages)}
    scores = Scores()
    for inside, others in held_out(pages):
        best = _best([curves[number[page.id]] for page in others], [page.weight for page in others])
        for page in inside:
            answers = [
                page.blocks.items[index].kind if bits <= candidates[best] else DROPPED
                for index, bits in zip(page.visible, bits_of_pages[number[page.id]], strict=True)
            ]
            scores.add(page, answers)
    return scores.figures()
