"""Precision, recall and F from counts of matches, for one page or many.

Most measures count three things on a page: items of the output, items of the gold text, and matches. *Micro* averages
add these up over all pages first, so that long pages weigh more; *macro* averages compute the figures of each page and
take the mean, so that every page weighs the same. All figures are fractions from 0 to 1.

If both the output and the gold text are empty, all figures are 1; if only one of them is, they are 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum, sqrt


@dataclass(frozen=True, slots=True)
class Counts:
    """The numbers of matches, of items in the output, and of items in the gold text."""

    matched: float
    output: float
    gold: float

    @property
    def precision(self) -> float:
        """The share of the output that matches."""
        return self.matched / self.output if self.output else float(not self.gold)

    @property
    def recall(self) -> float:
        """The share of the gold text that matches."""
        return self.matched / self.gold if self.gold else float(not self.output)

    @property
    def f(self) -> float:
        """The harmonic mean of precision and recall."""
        total = self.output + self.gold
        return 2 * self.matched / total if total else 1.0


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of a figure over the pages, and its standard deviation (of the sample: n − 1)."""

    value: float
    deviation: float


@dataclass(frozen=True, slots=True)
class Macro:
    """The means of the pages' figures."""

    precision: Mean
    recall: Mean
    f: Mean


def micro(pages: Iterable[Counts]) -> Counts:
    """Return the summed counts of all pages."""
    pages = list(pages)
    return Counts(fsum(p.matched for p in pages), fsum(p.output for p in pages), fsum(p.gold for p in pages))


def macro(pages: Iterable[Counts]) -> Macro:
    """Return the means of the pages' figures."""
    pages = list(pages)
    return Macro(
        mean([page.precision for page in pages]),
        mean([page.recall for page in pages]),
        mean([page.f for page in pages]),
    )


def mean(values: Sequence[float]) -> Mean:
    """Return mean and standard deviation: both 0 for no values, a deviation of 0 for a single one."""
    if not values:
        return Mean(0.0, 0.0)
    centre = fsum(values) / len(values)
    if len(values) == 1:
        return Mean(centre, 0.0)
    return Mean(centre, sqrt(fsum((value - centre) ** 2 for value in values) / (len(values) - 1)))
