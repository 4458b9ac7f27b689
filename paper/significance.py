"""The paired t-tests of the papers, as rows of a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ncleaner.evaluate.statistics import t_test
from paper.judging import Result
from paper.markdown import number, p_value, signed, table

HEADS = ("", "figure", "published", "difference", "95 % interval", "t", "df", "p")
NAMES = {"f": "F-score", "precision": "precision", "recall": "recall"}


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two results on the same pages, the figure to compare them by, and what the papers say of that."""

    name: str
    first: Result
    second: Result
    figure: str
    published: str


def paired_tests(pairings: Sequence[Pairing]) -> str:
    """A table of tests: the mean of the pages' differences in points, and how sure it is."""
    return table(HEADS, [_row(pairing) for pairing in pairings], labels=3)


def _row(pairing: Pairing) -> list[str]:
    test = t_test(pairing.first.each(pairing.figure), pairing.second.each(pairing.figure))
    interval = "–" if test.interval is None else f"{signed(test.interval.low)} to {signed(test.interval.high)}"
    return [
        pairing.name,
        NAMES[pairing.figure],
        pairing.published,
        signed(test.difference),
        interval,
        number(test.t, 3),
        str(test.pages - 1),
        p_value(test.p),
    ]
