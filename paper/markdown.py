"""Tables and drawings in Markdown, and how numbers are written there."""

from __future__ import annotations

from collections.abc import Sequence

from ncleaner.charts.numbers import MINUS
from ncleaner.metrics.counts import Counts, Mean

NONE = "–"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], labels: int = 1) -> str:
    """A table; so many columns at the left are labels, all others are figures."""
    rule = "|" + "---|" * labels + "---:|" * (len(heads) - labels)
    return "\n".join([_row(heads), rule, *map(_row, rows)])


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def picture(name: str, title: str) -> str:
    """A drawing that lies beside the page."""
    return f"![{title}]({name})"


def percent(fraction: float) -> str:
    """A fraction as the papers write it: in percent, with two digits."""
    return f"{100 * fraction:.2f}"


def triple(counts: Counts) -> list[str]:
    """F, precision and recall, in the order of the papers."""
    return [percent(counts.f), percent(counts.precision), percent(counts.recall)]


def spread(mean: Mean) -> str:
    """A mean and its standard deviation."""
    return f"{percent(mean.value)} ± {percent(mean.deviation)}"


def signed(difference: float, digits: int = 2) -> str:
    """A difference of fractions in points, with its sign."""
    text = f"{100 * difference:+.{digits}f}"
    return text[1:] if not float(text) else text.replace("-", MINUS)


def p_value(p: float) -> str:
    """A probability with the digits that say something."""
    if p >= 0.0001:
        return f"{p:.4f}"
    digits, _, power = f"{p:.1e}".partition("e-")
    return f"{digits} · 10<sup>{MINUS}{int(power)}</sup>" if power else "0"


def number(value: float, digits: int = 2) -> str:
    """A number with a real minus sign."""
    return f"{value:.{digits}f}".replace("-", MINUS)
