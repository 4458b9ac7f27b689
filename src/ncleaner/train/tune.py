"""Tries parameters: the words F of the whole system over n, q, mode and bias (StupidOS, section 3.3, at its end).

All pages are judged by models that have not seen them. What takes time is to build these, for large n above all: one
for each fold, n, q and mode.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ncleaner.train.choice import Choice, Scored, in_runs, independent
from ncleaner.train.examples import Lesson, Progress
from ncleaner.train.folds import held_out_folds
from ncleaner.train.ngram import check, scored, scorer_of, tally, without
from ncleaner.train.recipe import Recipe


@dataclass(frozen=True, slots=True)
class Trial:
    """Parameters, and the best choices for single blocks and for runs that go with them."""

    mode: int
    n: int
    q: float
    independent: Choice
    in_runs: Choice

    @property
    def f(self) -> float:
        """The words F of the better one."""
        return max(self.independent.f, self.in_runs.f)


def trials(
    pages: Sequence[Lesson],
    ns: Sequence[int],
    qs: Sequence[float],
    mode: int,
    dirty: str,
    progress: Progress | None = None,
) -> list[Trial]:
    """All combinations of n and q, tried."""
    recipes = [Recipe(n=n, mode=mode, dirty=dirty) for n in ns]
    for q in qs:
        Recipe(q=q)  # which finds what is wrong with it, before anything takes long
    return [trial for recipe in recipes for trial in _trials(pages, recipe, qs, progress)]


def _trials(pages: Sequence[Lesson], recipe: Recipe, qs: Sequence[float], progress: Progress | None) -> list[Trial]:
    """All q for one n: the text is counted once for them."""
    found: dict[float, list[Scored]] = {q: [] for q in qs}
    total = tally(pages, recipe)
    check(total, pages)
    done = 0
    for fold in held_out_folds(pages):
        counts = without(total, tally(fold, recipe))
        for q in qs:
            scorer = scorer_of(counts, q)
            found[q] += [scored(page, scorer) for page in fold]
        done += len(fold)
        if progress is not None:
            progress(f"accuracy, mode {recipe.mode}, n = {recipe.n}", done, len(pages))
    return [_trial(recipe, q, held_out) for q, held_out in found.items()]


def _trial(recipe: Recipe, q: float, pages: Sequence[Scored]) -> Trial:
    alone = independent(pages)
    return Trial(recipe.mode, recipe.n, q, alone, in_runs(pages, alone.bias))
