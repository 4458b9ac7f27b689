"""Parameter tuning: the words F of the whole system over n, q, mode and bias (end of section 3.3 of StupidOS).

All pages are scored by models that have not seen them. Most of the time goes into building these models, one for each
fold, n, q and mode; large n take longest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ncleaner.train.decoding import Decoding, ScoredPage, best_in_runs, best_independent
from ncleaner.train.examples import Progress, TrainingPage
from ncleaner.train.folds import held_out_folds
from ncleaner.train.ngram import check, score_page, scorer_of, tally, without
from ncleaner.train.recipe import Recipe


@dataclass(frozen=True, slots=True)
class TuningResult:
    """Parameters, with the best decodings for independent blocks and for runs."""

    mode: int
    n: int
    q: float
    independent: Decoding
    in_runs: Decoding

    @property
    def f(self) -> float:
        """The words F of the better decoding."""
        return max(self.independent.f, self.in_runs.f)


def tuning_results(
    pages: Sequence[TrainingPage],
    ns: Sequence[int],
    qs: Sequence[float],
    mode: int,
    dirty: str,
    progress: Progress | None = None,
) -> list[TuningResult]:
    """Return the results for all combinations of n and q."""
    recipes = [Recipe(n=n, mode=mode, dirty=dirty) for n in ns]
    for q in qs:
        Recipe(q=q)  # raises an error for an invalid q before the long computation
    return [result for recipe in recipes for result in _results(pages, recipe, qs, progress)]


def _results(
    pages: Sequence[TrainingPage], recipe: Recipe, qs: Sequence[float], progress: Progress | None
) -> list[TuningResult]:
    """Return the results for one n and all q; the text is counted once."""
    scored: dict[float, list[ScoredPage]] = {q: [] for q in qs}
    total = tally(pages, recipe)
    check(total, pages)
    done = 0
    for fold in held_out_folds(pages):
        counts = without(total, tally(fold, recipe))
        for q in qs:
            scorer = scorer_of(counts, q)
            scored[q] += [score_page(page, scorer) for page in fold]
        done += len(fold)
        if progress is not None:
            progress(f"accuracy, mode {recipe.mode}, n = {recipe.n}", done, len(pages))
    return [_result(recipe, q, held_out) for q, held_out in scored.items()]


def _result(recipe: Recipe, q: float, pages: Sequence[ScoredPage]) -> TuningResult:
    alone = best_independent(pages)
    return TuningResult(recipe.mode, recipe.n, q, alone, best_in_runs(pages, alone.bias))
