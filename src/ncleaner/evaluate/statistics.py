"""How sure a difference is: tests and intervals for two engines on the same pages.

Two engines are compared page by page, as the papers do it: each page gives the difference of the two figures, and the
question is whether these differences could come from chance alone.

- `t_test`: the paired t-test with the confidence interval of the mean difference, ``d ± t·s/√n`` with n − 1 degrees of
  freedom. It trusts that means of differences are normally distributed, which holds for some dozens of pages.
- `wilcoxon`: the signed-rank test, which looks at the ranks of the differences only, so that a few pages on which one
  of the engines fails cannot decide. Pages without a difference are left out. The p-value is exact for up to 50
  differences that are all different in size, and by the normal approximation for others.
- `bootstrap_difference` and `bootstrap_f`: percentile intervals from pages drawn with replacement. They assume nothing,
  and they are the only ones for micro-averages, which are no means of the pages' figures.

Figures are fractions from 0 to 1, and differences are those of the first engine minus the second one. Where there are
fewer than two pages nothing can be said: there is no interval, and p is 1.
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
BATCH = 1 << 20  # numbers drawn at a time, 8 MB of them

EXACT = 50  # differences: up to here the distribution of Wilcoxon's statistic is counted out
DIGITS = 12  # behind the point of a difference; what is beyond comes from floating-point arithmetic, not from pages


@dataclass(frozen=True, slots=True)
class Interval:
    """Where a figure lies with a confidence of 95 %."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class TTest:
    """The mean difference on so many pages, the interval it lies in, and the test of whether it is none.

    Where the difference is the same on all pages, t is infinite, and the interval is a point.
    """

    pages: int
    difference: float
    interval: Interval | None
    t: float
    p: float

    @property
    def margin(self) -> float:
        """Half the width of the interval; infinite where there is none."""
        return inf if self.interval is None else (self.interval.high - self.interval.low) / 2


def t_test(a: Sequence[float], b: Sequence[float]) -> TTest:
    """The paired t-test, two-sided."""
    found = differences(a, b)
    pages, average = len(found), mean(found)
    if pages < 2:
        return TTest(pages, average.value, None, 0.0, 1.0)
    if len(set(found)) == 1:
        same = found[0]
        return TTest(pages, same, Interval(same, same), inf if same > 0 else -inf if same else 0.0, float(not same))
    special = _scipy("special")
    freedom = pages - 1
    error = average.deviation / sqrt(pages)
    t = average.value / error
    margin = float(special.stdtrit(freedom, 1 - SIGNIFICANT / 2)) * error
    p = 2 * float(special.stdtr(freedom, -abs(t)))
    return TTest(pages, average.value, Interval(average.value - margin, average.value + margin), t, p)


def wilcoxon(a: Sequence[float], b: Sequence[float]) -> float:
    """The p-value of the signed-rank test, two-sided."""
    found = [difference for difference in differences(a, b) if difference]
    if not found:
        return 1.0
    ties = len({abs(difference) for difference in found}) < len(found)
    method = "approx" if ties or len(found) > EXACT else "exact"
    return min(1.0, float(_scipy("stats").wilcoxon(found, method=method).pvalue))


def bootstrap_difference(a: Sequence[float], b: Sequence[float]) -> Interval | None:
    """The interval of the mean difference."""
    found = differences(a, b)
    return _bootstrap([found], lambda sums: sums[0] / len(found)) if len(found) > 1 else None


def bootstrap_f(pages: Sequence[Counts]) -> Interval | None:
    """The interval of the micro-averaged F."""
    columns = [[page.matched for page in pages], [page.output + page.gold for page in pages]]
    return _bootstrap(columns, _f) if len(pages) > 1 else None


def sentence(a_name: str, a: Sequence[float], b_name: str, b: Sequence[float]) -> str:
    """What the paired t-test says, in words and in points."""
    test = t_test(a, b)
    if test.pages < 2:
        return f"{a_name} and {b_name} cannot be compared on {'one page' if test.pages else 'no pages'}"
    if not test.difference and not test.margin:
        return f"{a_name} and {b_name} are equal on all {test.pages} pages"
    if test.p >= SIGNIFICANT:
        return f"no difference between {a_name} and {b_name} can be told ({_by(test.difference, test)}, {_p(test.p)})"
    better, worse = (a_name, b_name) if test.difference > 0 else (b_name, a_name)
    return f"{better} is better than {worse} by {_surely(abs(test.difference), test)}"


def differences(a: Sequence[float], b: Sequence[float]) -> list[float]:
    """What the first has more than the second, on each page."""
    return [round(first - second, DIGITS) for first, second in zip(a, b, strict=True)]


def _surely(difference: float, test: TTest) -> str:
    """By how much one engine is better than the other, and how sure that is."""
    if not test.margin:
        return f"{_points(difference, difference)} points on each of the {test.pages} pages"
    low, high = (_points(end, test.margin) for end in (difference - test.margin, difference + test.margin))
    return f"{_by(difference, test)} (95 % interval {low} to {high}, {_p(test.p)})"


def _by(difference: float, test: TTest) -> str:
    return f"{_points(difference, test.margin)} ± {_points(test.margin, test.margin)} points"


def _points(fraction: float, grain: float) -> str:
    """A fraction in points, with as many digits as leave something of the grain: one, seldom more."""
    digits = next((digits for digits in range(1, 4) if float(f"{100 * grain:.{digits}f}")), 4)
    return f"{round(100 * fraction, digits) + 0.0:.{digits}f}".replace("-", "−")  # + 0.0, or else there is a −0.0


def _p(p: float) -> str:
    """A p-value, to one significant digit at least."""
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}" if p < 0.1 else f"p = {p:.2f}"


def _f(sums: list[Samples]) -> Samples:
    """F of each sample from the sums of matches and of both sides; 1 where there is nothing on either side."""
    import numpy

    matched, total = sums
    return numpy.divide(2 * matched, total, out=numpy.ones_like(total), where=total > 0)


def _bootstrap(columns: Sequence[Sequence[float]], figure: Callable[[list[Samples]], Samples]) -> Interval:
    """The interval of a figure that is made of the sums of some columns over the pages of a sample.

    The generator is the one whose numbers never change between versions of numpy.
    """
    _scipy("special")  # which numpy comes with
    import numpy

    table = [numpy.asarray(column, dtype=numpy.float64) for column in columns]
    pages = len(table[0])
    generator = numpy.random.RandomState(SEED)
    batch = max(1, BATCH // pages)
    found = []
    for start in range(0, RESAMPLES, batch):
        size = (min(batch, RESAMPLES - start), pages)
        drawn = generator.randint(0, pages, size=size, dtype=numpy.int64)
        found.append(figure([column[drawn].sum(axis=1) for column in table]))
    low, high = numpy.quantile(numpy.concatenate(found), [SIGNIFICANT / 2, 1 - SIGNIFICANT / 2])
    return Interval(float(low), float(high))


def _scipy(module: str) -> Any:
    """A part of scipy, which takes long to import and is not always there."""
    from importlib import import_module

    try:
        return import_module(f"scipy.{module}")
    except ImportError:
        raise MissingPackage("the statistics", "scipy", "evaluate") from None
