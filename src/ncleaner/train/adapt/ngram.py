"""Adaptation of an n-gram model: its log ratios are mixed with those of the new pages, and the bias is chosen anew.

All that is chosen is chosen on held-out pages: each page is scored by n-grams of the others. A score of a mixture is
the mean of two scores, so all weights are tried without building their models. What wins has to be better than the
given model with its own bias, or the model stays as it is.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ncleaner.engines.ngram.scorer import Scorer
from ncleaner.metrics.counts import Counts
from ncleaner.models.format import Model
from ncleaner.models.format import build as build_model
from ncleaner.train.adapt.ngram_mixture import SHARES, mixture
from ncleaner.train.adapt.origin import header_of, unchanged
from ncleaner.train.adapt.pages import with_sites
from ncleaner.train.confidence import learn
from ncleaner.train.decoding import ScoredPage, choose_parameters, decide
from ncleaner.train.examples import Example, Progress, TrainingPage, read_training_pages
from ncleaner.train.folds import fold_count
from ncleaner.train.ngram import check, out_of_fold, score_page, tally
from ncleaner.train.recipe import DEFAULT, Recipe
from ncleaner.train.scores import scores_by_set

WEIGHTS = (8, 6, 4, 2)
"""The weights of the given model that are tried, in tenths."""


@dataclass(frozen=True, slots=True)
class Mixture:
    """A weight of the given model, the decoding that suits it, and the scores and decisions of held-out pages."""

    tenths: int
    parameters: dict[str, Any]
    pages: list[ScoredPage]
    keep: list[bytearray]

    @property
    def f(self) -> float:
        """The words F on held-out pages."""
        return words_f(self.pages, self.keep)


def adapt(model: Model, examples: Iterable[Example], *, total: int = 0, progress: Progress | None = None) -> Model:
    """Return a model adapted to pages and their gold texts; ``total`` is their number, for the progress."""
    return adapt_on(model, with_sites(read_training_pages(examples, progress, total)), progress=progress)


def adapt_on(model: Model, pages: Sequence[TrainingPage], *, progress: Progress | None = None) -> Model:
    """Return a model adapted to pages already read, from two sites or more."""
    recipe = _recipe_of(model)
    counts = tally(pages, recipe)
    check(counts, pages)
    scorer = Scorer(model)
    given = [score_page(page, scorer) for page in pages]
    own = out_of_fold(pages, recipe, counts, progress)
    best = max((_mixture(tenths, given, own, recipe) for tenths in WEIGHTS), key=lambda mixture: mixture.f)
    if best.f <= words_f(given, [decide(page, model.parameters) for page in given]):
        return unchanged(model, pages)
    parameters = {**_shape(model), **best.parameters, "start weight": best.tenths / SHARES}
    header = {**header_of(model, pages), "parameters": parameters}
    header["scores"] = scores_by_set(pages, best.keep, fold_count(pages))
    header["confidence"] = learn(best.pages, best.keep)
    return build_model(header, mixture(model, *counts, recipe.q, best.tenths))


def words_f(pages: Sequence[ScoredPage], keep: Sequence[bytearray]) -> float:
    """Return the words F of decisions, over all pages."""
    matched = words = gold = 0
    for page, kept in zip(pages, keep, strict=True):
        matched += page.weight * sum(count for count, one in zip(page.matched, kept, strict=True) if one)
        words += page.weight * sum(count for count, one in zip(page.words, kept, strict=True) if one)
        gold += page.weight * page.gold_words
    return Counts(matched, words, gold).f


def _recipe_of(model: Model) -> Recipe:
    """Return the recipe that counts text as the model does."""
    parameters = model.parameters
    return Recipe(
        n=model.parameter("n", int),
        q=float(parameters.get("q", DEFAULT.q)),
        mode=model.parameter("mode", int),
        dirty=str(parameters.get("dirty", DEFAULT.dirty)),
    )


def _shape(model: Model) -> dict[str, Any]:
    return {name: model.parameters[name] for name in ("n", "q", "mode", "dirty") if name in model.parameters}


def _mixture(tenths: int, given: Sequence[ScoredPage], own: Sequence[ScoredPage], recipe: Recipe) -> Mixture:
    share = tenths / SHARES
    pages = [
        replace(
            first,
            scores=array("d", [share * a + (1 - share) * b for a, b in zip(first.scores, second.scores, strict=True)]),
        )
        for first, second in zip(given, own, strict=True)
    ]
    parameters = choose_parameters(pages, recipe)
    return Mixture(tenths, parameters, pages, [decide(page, parameters) for page in pages])
