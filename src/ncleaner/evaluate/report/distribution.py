"""The distribution of F over the pages: for each engine a small histogram and its quantiles."""

from __future__ import annotations

from collections.abc import Sequence

from ncleaner.charts.numbers import percent
from ncleaner.charts.sparkline import bins, quantile, sparkline
from ncleaner.evaluate.report.selection import words_f
from ncleaner.evaluate.report.tables import colour, engine
from ncleaner.evaluate.results import Evaluation

CAPTION = "F of words, distribution over the pages, in percent"
HEADS = ("lowest", "10 % below", "median", "90 % below")


def distribution(evaluation: Evaluation) -> str:
    """Return the table; all histograms have the same scale."""
    values = [[words_f(page) for page in engine.pages] for engine in evaluation.engines]
    highest = max(max(bins(some)) for some in values)
    lines = "".join(
        _line(number, result.name, some, highest)
        for number, (result, some) in enumerate(zip(evaluation.engines, values, strict=True))
    )
    axis = "".join(f"<span>{tick}</span>" for tick in range(0, 101, 20))
    heads = "".join(f'<th scope="col">{head}</th>' for head in HEADS)
    return (
        f'<div class="scroll" role="region" tabindex="0" aria-label="{CAPTION}"><table class="distribution">'
        f'<caption>{CAPTION}</caption><thead><tr><th scope="col">engine</th>'
        '<th scope="col"><span class="hidden">distribution, from 0 to 100</span>'
        f'<span class="ticks" aria-hidden="true">{axis}</span></th>{heads}</tr></thead>'
        f"<tbody>{lines}</tbody></table></div>"
    )


def _line(number: int, name: str, values: Sequence[float], highest: int) -> str:
    figures = (min(values), quantile(values, 0.1), quantile(values, 0.5), quantile(values, 0.9))
    cells = "".join(f"<td>{percent(value, 1)}</td>" for value in figures)
    return (
        f'<tr class="{colour(number)}"><th scope="row">{engine(number, name)}</th>'
        f"<td>{sparkline(values, highest, name)}</td>{cells}</tr>"
    )
