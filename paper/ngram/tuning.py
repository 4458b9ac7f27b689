"""Tuning: Figure 2 of both papers, cross-entropy over n and q, and what n and q do to the whole system."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ncleaner.charts.plot import Line, plot
from ncleaner.train.entropy import Parameters, cross_entropies
from ncleaner.train.recipe import Recipe
from ncleaner.train.tune import TuningResult, tuning_results
from paper.markdown import percent, picture, table
from paper.ngram import published
from paper.ngram.materials import LEXICAL, NON_LEXICAL, Materials
from paper.page import Pieces

NS = (1, 2, 3, 4, 5, 6, 7, 8)
QS = tuple(step / 20 for step in range(1, 20))


class Plan(NamedTuple):
    """What is tried for a model.

    ``ending`` is that of the names of its pieces. ``ns`` and ``qs`` are those that the whole system is tried with, as
    large n take long to build. ``highest`` are the bits at the top of the figure: what models without interpolation
    need is beyond it.
    """

    recipe: Recipe
    ending: str
    title: str
    ns: Sequence[int]
    qs: Sequence[float]
    highest: float
    published: tuple[int, float, float]


PLANS = (
    Plan(LEXICAL, "", "Cross-entropy of unseen text", (1, 2, 3, 4, 6), (0.2, 0.5, 0.8), 5.0, published.ENTROPY),
    Plan(
        NON_LEXICAL,
        "_non_lexical",
        "Cross-entropy of unseen text, letters all alike",
        (1, 2, 3, 4, 6, 8),
        (0.2, 0.4, 0.6, 0.8),
        1.2,
        published.NON_LEXICAL_ENTROPY,
    ),
)


def pieces(materials: Materials) -> Pieces:
    """Figure 2 and the accuracy of the whole system, for both models."""
    found = Pieces()
    for plan in PLANS:
        found.add(_tried(plan, materials))
    return found


def _tried(plan: Plan, materials: Materials) -> Pieces:
    pages = materials.training_pages()
    bits = cross_entropies(pages, NS, QS, plan.recipe.mode, materials.progress)
    tried = tuning_results(pages, plan.ns, plan.qs, plan.recipe.mode, plan.recipe.dirty, materials.progress)
    file = f"figure-2{plan.ending.replace('_', '-')}.svg"
    return Pieces(
        {
            f"figure_2{plan.ending}": picture(file, f"{plan.title}, over q for n from {NS[0]} to {NS[-1]}"),
            f"about_figure_2{plan.ending}": _about(bits, plan.published),
            f"figure_2{plan.ending}_table": _best_q(bits),
            f"accuracy{plan.ending}": _accuracy(tried, plan.qs),
            f"about_accuracy{plan.ending}": _about_accuracy(tried, plan.recipe),
        },
        {file: _figure(plan.title, bits, plan.highest)},
    )


def _figure(title: str, bits: dict[Parameters, float], highest: float) -> str:
    lines = [Line(f"n = {n}", [(q, bits[n, q]) for q in QS]) for n in NS]
    return plot(title, "interpolation q", "bits per character", lines, highest=highest)


def _about(bits: dict[Parameters, float], chosen: tuple[int, float, float]) -> str:
    n, q = min(bits, key=lambda parameters: bits[parameters])
    their_n, their_q, their_bits = chosen
    return (
        f"Least for n = {n} and q = {q:g}: {bits[n, q]:.2f} bits per character. The papers take n = {their_n} and"
        f" q = {their_q:g}, with {their_bits:.2f} bits on FIASCO; that is {bits[their_n, their_q]:.2f} bits here."
    )


def _best_q(bits: dict[Parameters, float]) -> str:
    """The best q for each n."""
    best = {n: min(QS, key=lambda q: bits[n, q]) for n in NS}
    qs = ["any" if n == 1 else f"{best[n]:g}" for n in NS]
    least = [f"{bits[n, best[n]]:.2f}" for n in NS]
    return table(["n", *map(str, NS)], [["best q", *qs], ["bits", *least]])


def _accuracy(tried: Sequence[TuningResult], qs: Sequence[float]) -> str:
    found = {(trial.n, trial.q): trial for trial in tried}
    rows = []
    for n in dict.fromkeys(trial.n for trial in tried):
        cells = [f"{percent(found[n, q].independent.f)} / {percent(found[n, q].in_runs.f)}" for q in qs]
        rows.append([f"n = {n}", *cells])
    return table(["", *(f"q = {q:g}" for q in qs)], rows)


def _about_accuracy(tried: Sequence[TuningResult], recipe: Recipe) -> str:
    """How near to the best of those that were tried the papers' choice is, where segments are decided on alone."""
    best = max(tried, key=lambda trial: trial.independent.f)
    ours = next(trial for trial in tried if (trial.n, trial.q) == (recipe.n, recipe.q))
    choice = f"n = {recipe.n} and q = {recipe.q:g}, the choice of the papers,"
    if best is ours:
        return f"With independent decisions, {choice} is the best of these."
    below = percent(best.independent.f - ours.independent.f)
    return f"With independent decisions, {choice} is {below} points below n = {best.n} and q = {best.q:g}, the best."
