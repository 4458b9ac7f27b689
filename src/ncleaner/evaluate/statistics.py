"""Significance tests and confidence intervals for two engines on the same pages.

Two engines are compared page by page, as in the papers: each page gives the difference of two figures, and the question
is whether these differences could be due to chance.

- `t_test`: the paired t-test with the confidence interval of the mean difference, ``d ± t·s/√n`` with n − 1 degrees of
  freedom. It assumes that mean differences are normally distributed, which holds from some dozens of pages on.
- `wilcoxon`: the signed-rank test, which uses only the ranks of the differences, so that a few pages on which an engine
  fails cannot decide. Pages without a difference are left out. The p-value is exact for up to 50 differences
  without ties, and by the normal approximation otherwise.
- `bootstrap_difference` and `bootstrap_f`: percentile intervals from pages drawn with replacement. They make no
  assumption about distributions, and are the only intervals for micro averages, which are not means over pages.

Figures are fractions from 0 to 1, and differences are first engine minus second engine. With fewer than two pages there
is no interval, and p is 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from typing import TYPE_CHECKING, Any

from ncleaner.errors import MissingPackage
from ncleaner.metrics.counts import Counts, mean

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

    Samples = NDArray[float64]

CONFIDENCE = 0.95
SIGNIFICANT = 1 - CONFIDENCE

RESAMPLES = 10_000
SEED = 2007
BATCH = 1 << 20  # numbers drawn at a time (8 MB)

EXACT = 50  # most differences for which the distribution of Wilcoxon's statistic is enumerated
DIGITS = 12  # decimals of a difference; further ones are floating-point noise


@dataclass(frozen=True, slots=True)
class Interval:
    """The 95 % confidence interval of a figure."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class TTest:
    """The mean difference over a number of pages, its confidence interval, and the test that it is not 0.

    If the difference is the same on all pages, t is infinite (0 for no difference), and the interval is a point.
    """

    pages: int
    difference: float
    interval: Interval | None
    t: float
    p: float

    @property
    def margin(self) -> float:
        """Half the width of the interval; infinite if there is none."""
        return inf if self.interval is None else (self.interval.high - self.interval.low) / 2


def t_test(a: Sequence[float], b: Sequence[float]) -> TTest:
    """Run the two-sided paired t-test."""
    values = differences(a, b)
    pages, average = len(values), mean(values)
    if pages < 2:
        return TTest(pages, average.value, None, 0.0, 1.0)
    if len(set(values)) == 1:
        same = values[0]
        return TTest(pages, same, Interval(same, same), inf if same > 0 else -inf if same else 0.0, float(not same))
    special = _scipy("special")
    freedom = pages - 1
    error = average.deviation / sqrt(pages)
    t = average.value / error
    margin = float(special.stdtrit(freedom, 1 - SIGNIFICANT / 2)) * error
    p = 2 * float(special.stdtr(freedom, -abs(t)))
    return TTest(pages, average.value, Interval(average.value - margin, average.value + margin), t, p)


def wilcoxon(a: Sequence[float], b: Sequence[float]) -> float:
    """Return the p-value of the two-sided signed-rank test."""
    values = [difference for difference in differences(a, b) if difference]
    if not values:
        return 1.0
    ties = len({abs(difference) for difference in values}) < len(values)
    method = "approx" if ties or len(values) > EXACT else "exact"
    return min(1.0, float(_scipy("stats").wilcoxon(values, method=method).pvalue))


def bootstrap_difference(a: Sequence[float], b: Sequence[float]) -> Interval | None:
    """Return the interval of the mean difference."""
    values = differences(a, b)
    return _bootstrap([values], lambda sums: sums[0] / len(values)) if len(values) > 1 else None


def bootstrap_f(pages: Sequence[Counts]) -> Interval | None:
    """Return the interval of the micro-averaged F."""
    columns = [[page.matched for page in pages], [page.output + page.gold for page in pages]]
    return _bootstrap(columns, _f) if len(pages) > 1 else None


def sentence(a_name: str, a: Sequence[float], b_name: str, b: Sequence[float]) -> str:
    """Return the result of the paired t-test as a sentence, with differences in points."""
    test = t_test(a, b)
    if test.pages < 2:
        return f"{a_name} and {b_name} cannot be compared on {'one page' if test.pages else 'no pages'}"
    if not test.difference and not test.margin:
        return f"{a_name} and {b_name} are equal on all {test.pages} pages"
    if test.p >= SIGNIFICANT:
        margin = _with_margin(test.difference, test)
        return f"no difference between {a_name} and {b_name} can be told ({margin}, {_p(test.p)})"
    better, worse = (a_name, b_name) if test.difference > 0 else (b_name, a_name)
    return f"{better} is better than {worse} by {_with_interval(abs(test.difference), test)}"


def differences(a: Sequence[float], b: Sequence[float]) -> list[float]:
    """Return the difference between the first and the second figure of each page."""
    return [round(first - second, DIGITS) for first, second in zip(a, b, strict=True)]


def _with_interval(difference: float, test: TTest) -> str:
    """Return the difference with its confidence interval and p-value."""
    if not test.margin:
        return f"{_points(difference, difference)} points on each of the {test.pages} pages"
    low, high = (_points(end, test.margin) for end in (difference - test.margin, difference + test.margin))
    return f"{_with_margin(difference, test)} (95 % interval {low} to {high}, {_p(test.p)})"


def _with_margin(difference: float, test: TTest) -> str:
    return f"{_points(difference, test.margin)} ± {_points(test.margin, test.margin)} points"


def _points(fraction: float, grain: float) -> str:
    """Format a fraction in points, with the fewest decimals that show the grain as more than 0: usually one."""
    digits = next((digits for digits in range(1, 4) if float(f"{100 * grain:.{digits}f}")), 4)
    return f"{round(100 * fraction, digits) + 0.0:.{digits}f}".replace("-", "−")  # + 0.0 turns −0.0 into 0.0


def _p(p: float) -> str:
    """Format a p-value with at least one significant digit."""
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}" if p < 0.1 else f"p = {p:.2f}"


def _f(sums: list[Samples]) -> Samples:
    """Return the F of each sample from its sums of matches and of items; 1 for samples without items."""
    import numpy

    matched, total = sums
    return numpy.divide(2 * matched, total, out=numpy.ones_like(total), where=total > 0)


def _bootstrap(columns: Sequence[Sequence[float]], figure: Callable[[list[Samples]], Samples]) -> Interval:
    """Return the interval of a figure that is computed from the sums of columns over the pages of a sample.

    Uses the legacy random generator, whose numbers do not change between versions of numpy.
    """
    _scipy("special")  # reports that the extra is missing; with scipy there is numpy
    import numpy

    table = [numpy.asarray(column, dtype=numpy.float64) for column in columns]
    pages = len(table[0])
    generator = numpy.random.RandomState(SEED)
    batch = max(1, BATCH // pages)
    samples = []
    for start in range(0, RESAMPLES, batch):
        size = (min(batch, RESAMPLES - start), pages)
        drawn = generator.randint(0, pages, size=size, dtype=numpy.int64)
        samples.append(figure([column[drawn].sum(axis=1) for column in table]))
    low, high = numpy.quantile(numpy.concatenate(samples), [SIGNIFICANT / 2, 1 - SIGNIFICANT / 2])
    return Interval(float(low), float(high))


def _scipy(module: str) -> Any:
    """Import a part of scipy, which is slow to import and optional."""
    from importlib import import_module

    try:
        return import_module(f"scipy.{module}")
    except ImportError:
        raise MissingPackage("the statistics", "scipy", "evaluate") from None
