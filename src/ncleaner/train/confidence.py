"""Training of the linear model that predicts the precision of a page (StupidOS, section 4.4).

`ncleaner.engines.ngram.confidence` uses it. The model is a least-squares fit over the pages, with the decisions of
fold models that have not seen them. Its quality is measured by cross-validation. The header has the figures of the
paper: the mean precision of all pages, and of the two thirds with the highest confidence.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, sqrt
from typing import Any

from ncleaner.engines.ngram.confidence import FEATURES, features, predict
from ncleaner.train.decoding import ScoredPage

FEWEST = 2 * len(FEATURES)  # pages; fewer are too few for so many features
FOLDS = 10
RIDGE = 1e-6  # keeps the equations solvable if features are correlated
DIGITS = 6

Row = tuple[list[float], float, int]
"""The features of a page, its precision, and its weight."""


def learn(pages: Sequence[ScoredPage], keep: Sequence[bytearray]) -> dict[str, Any]:
    """Return the linear model and its quality, for the header of a model; empty if there are too few pages."""
    rows = [row for page, kept in zip(pages, keep, strict=True) if (row := _row(page, kept)) is not None]
    if len(rows) < FEWEST:
        return {}
    return {"coefficients": _fit(rows), **_cross_validate(rows)}


def _row(page: ScoredPage, keep: bytearray) -> Row | None:
    """Return a page as a row, or ``None`` if nothing was kept."""
    values = features(page.chars, page.scores, keep)
    words = sum(count for count, kept in zip(page.words, keep, strict=True) if kept)
    if values is None or not words:
        return None
    matched = sum(count for count, kept in zip(page.matched, keep, strict=True) if kept)
    return values, matched / words, page.weight


def _fit(rows: Sequence[Row]) -> dict[str, float]:
    """Return the coefficients by weighted least squares (normal equations)."""
    size = len(FEATURES)
    table = [
        [fsum(weight * values[i] * values[j] for values, _, weight in rows) for j in range(size)]
        + [fsum(weight * values[i] * precision for values, precision, weight in rows)]
        for i in range(size)
    ]
    for i in range(size):
        table[i][i] += RIDGE * len(rows)
    solution = _solve(table)
    return {name: round(value, DIGITS) for name, value in zip(FEATURES, solution, strict=True)}


def _solve(table: list[list[float]]) -> list[float]:
    """Solve linear equations by elimination; each row ends with its right-hand side."""
    size = len(table)
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(table[row][column]))
        table[column], table[pivot] = table[pivot], table[column]
        for row in range(size):
            if row != column:
                factor = table[row][column] / table[column][column]
                table[row] = [a - factor * b for a, b in zip(table[row], table[column], strict=True)]
    return [table[row][size] / table[row][row] for row in range(size)]


def _cross_validate(rows: Sequence[Row]) -> dict[str, Any]:
    """Return the quality of predictions for held-out pages; each page counts once."""
    pairs: list[tuple[float, float]] = []  # of predicted and true precision
    for fold in range(FOLDS):
        coefficients = _fit([row for number, row in enumerate(rows) if number % FOLDS != fold])
        pairs += [(predict(coefficients, values), precision) for values, precision, _ in rows[fold::FOLDS]]
    pairs.sort(reverse=True)
    trusted = pairs[: 2 * len(pairs) // 3]
    error = sqrt(fsum((predicted - precision) ** 2 for predicted, precision in pairs) / len(pairs))
    return {
        "error": round(error, 4),
        "pages": len(pairs),
        "precision": round(_mean(pairs), 4),
        "trusted": {"pages": len(trusted), "from": round(trusted[-1][0], 4), "precision": round(_mean(trusted), 4)},
    }


def _mean(pairs: Sequence[tuple[float, float]]) -> float:
    return fsum(precision for _, precision in pairs) / len(pairs)
