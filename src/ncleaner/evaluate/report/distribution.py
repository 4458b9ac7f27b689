"""How the F of the pages is spread: for each engine a small histogram beside the figures that describe it."""

from __future__ import annotations

from collections.abc import Sequence

from ncleaner.charts.figures import percent
from ncleaner.charts.spark import bins, quantile, spark
from ncleaner.evaluate.report.choice import f
from ncleaner.evaluate.report.tables import colour, engine
from ncleaner.evaluate.results import Evaluation

CAPTION = "F of words, distribution over the pages, in percent"
HEADS = ("lowest", "10 % below", "median", "90 % below")


def distribution(evaluation: Evaluation) -> str:
    """The table; all histograms have the same scales."""
    values = [[f(page) for page in engine.pages] for engine in evaluation.engines]
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
        f"<td>{spark(values, highest, name)}</td>{cells}</tr>"
    )
