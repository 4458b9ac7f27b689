"""Comparison of each engine with the first one: statistical tests, and charts of the differences page by page."""

from __future__ import annotations

from typing import Any

from ncleaner.charts.differences import histogram, limit
from ncleaner.charts.markup import escape
from ncleaner.charts.numbers import p_value, points
from ncleaner.charts.scatter import Point, low, scatter
from ncleaner.evaluate.report.selection import ShownPage, words_f
from ncleaner.evaluate.report.tables import colour, engine
from ncleaner.evaluate.results import EngineResult, Evaluation, PageResult
from ncleaner.evaluate.statistics import sentence

Comparison = dict[str, Any]
"""The comparison of an engine with the first one, from `ncleaner.evaluate.summary`."""


def comparison_cards(evaluation: Evaluation, comparisons: list[Comparison], shown: list[ShownPage]) -> str:
    """Return a card for each engine but the first; points of shown pages link to their entries."""
    first, *others = evaluation.engines
    differences = [_differences(first, other) for other in others]
    reach = limit(differences)
    least = low([words_f(page) for engine in evaluation.engines for page in engine.pages])
    anchors = {page.position: page.anchor for page in shown}
    cards = []
    for number, (other, values) in enumerate(zip(others, differences, strict=True), start=1):
        points = [
            Point(a.id, words_f(a), words_f(b), anchors.get(position, ""))
            for position, (a, b) in enumerate(zip(first.pages, other.pages, strict=True))
        ]
        cards.append(
            f'<article class="card {colour(number)}"><div><h3>{engine(number, other.name)}</h3>'
            f"{_sentences(first, other, comparisons[number - 1])}</div>"
            f"<figure>{histogram(values, reach, other.name, first.name)}</figure>"
            f"<figure>{scatter(points, least, first.name, other.name)}</figure></article>"
        )
    return "".join(cards)


def _sentences(first: EngineResult, other: EngineResult, comparison: Comparison) -> str:
    """Return the results of paired t-tests for F, and for precision, which the papers tested."""
    ours, theirs = ([_precision(page) for page in engine.pages] for engine in (other, first))
    precision = sentence(other.name, ours, first.name, theirs)
    return (
        f"<p><b>F:</b> {escape(comparison['sentence'])}.</p><p><b>Precision:</b> {escape(precision)}.</p>"
        f'<p class="quiet">{_other_tests(comparison)}</p>'
    )


def _other_tests(comparison: Comparison) -> str:
    text = f"F, signed-rank test: {p_value(comparison['wilcoxon_p'])}"
    low, high = comparison["bootstrap"]["low"], comparison["bootstrap"]["high"]
    if low is not None:
        text += f"; bootstrap interval {points(low)} to {points(high)} points"
    return escape(text) + "."


def _differences(first: EngineResult, other: EngineResult) -> list[float]:
    pairs = zip(first.pages, other.pages, strict=True)
    return [_precision(b) - _precision(a) for a, b in pairs]


def _precision(page: PageResult) -> float:
    return page.counts["words"].precision
