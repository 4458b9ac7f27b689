"""A plot of the evolution of an expression."""

from __future__ import annotations

from ncleaner.charts.plot import Line, plot
from ncleaner.models import Model

TITLE = "Fitness by generation"


def fitness_by_generation(model: Model) -> str:
    """Return a plot of the best and the mean fitness of each generation, as SVG."""
    history: list[tuple[float, float]] = model.header["history"]
    lines = [
        Line(name, [(float(number), 100 * values[column]) for number, values in enumerate(history)])
        for column, name in enumerate(("best", "mean"))
    ]
    return plot(TITLE, "generation", "points in percent of those of the gold texts", lines, lowest=0.0)
