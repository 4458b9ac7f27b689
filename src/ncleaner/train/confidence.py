"""Learns the linear model that predicts the precision of a page (StupidOS, section 4.4; `ncleaner.engines.ngram.confidence`).

Least squares over the pages, with what the models of the folds kept of pages that they had not seen. How good the
prediction is can only be told on pages that it was not made from. So it is tried by cross-validation as well, and what
the paper showed is kept in the header: the mean precision of all pages, and that of the two thirds of them that are
trusted most.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, sqrt
from typing import Any

from ncleaner.engines.ngram.confidence import FEATURES, features, predict
from ncleaner.train.choice import Scored

FEWEST = 2 * len(FEATURES)  # pages; fewer say nothing about so many features
FOLDS = 10
RIDGE = 1e-6  # keeps features apart that go along with each other on all pages
DIGITS = 6

Row = tuple[list[float], float, int]
"""The facts of a page, its precision, and its weight."""


def learn(pages: Sequence[Scored], keep: Sequence[bytearray]) -> dict[str, Any]:
    """The linear model, and how good it is, as in the header of a model; empty if there are too few pages."""
    rows = [row for page, kept in zip(pages, keep, strict=True) if (row := _row(page, kept)) is not None]
    if len(rows) < FEWEST:
        return {}
    return {"coefficients": _fit(rows), **_trial(rows)}


def _row(page: Scored, keep: bytearray) -> Row | None:
    """A page as an example; those of which nothing was kept are none."""
    facts = features(page.chars, page.scores, keep)
    words = sum(count for count, kept in zip(page.words, keep, strict=True) if kept)
    if facts is None or not words:
        return None
    matched = sum(count for count, kept in zip(page.matched, keep, strict=True) if kept)
    return facts, matched / words, page.weight


def _fit(rows: Sequence[Row]) -> dict[str, float]:
    """Weighted least squares by the normal equations."""
    size = len(FEATURES)
    table = [
        [fsum(weight * facts[i] * facts[j] for facts, _, weight in rows) for j in range(size)]
        + [fsum(weight * facts[i] * precision for facts, precision, weight in rows)]
        for i in range(size)
    ]
    for i in range(size):
        table[i][i] += RIDGE * len(rows)
    solution = _solve(table)
    return {name: round(value, DIGITS) for name, value in zip(FEATURES, solution, strict=True)}


def _solve(table: list[list[float]]) -> list[float]:
    """The solution of linear equations, each a row that ends with its right-hand side, by elimination."""
    size = len(table)
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(table[row][column]))
        table[column], table[pivot] = table[pivot], table[column]
        for row in range(size):
            if row != column:
                factor = table[row][column] / table[column][column]
                table[row] = [a - factor * b for a, b in zip(table[row], table[column], strict=True)]
    return [table[row][size] / table[row][row] for row in range(size)]


def _trial(rows: Sequence[Row]) -> dict[str, Any]:
    """What predictions for pages are worth that were made without them; each page counts once."""
    found: list[tuple[float, float]] = []
    for fold in range(FOLDS):
        coefficients = _fit([row for number, row in enumerate(rows) if number % FOLDS != fold])
        found += [(predict(coefficients, facts), precision) for facts, precision, _ in rows[fold::FOLDS]]
    found.sort(reverse=True)
    trusted = found[: 2 * len(found) // 3]
    error = sqrt(fsum((predicted - precision) ** 2 for predicted, precision in found) / len(found))
    return {
        "error": round(error, 4),
        "pages": len(found),
        "precision": round(_mean(found), 4),
        "trusted": {"pages": len(trusted), "from": round(trusted[-1][0], 4), "precision": round(_mean(trusted), 4)},
    }


def _mean(found: Sequence[tuple[float, float]]) -> float:
    return fsum(precision for _, precision in found) / len(found)
