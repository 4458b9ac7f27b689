"""What the drawings have in common: the frame, the axes and the scales from figures to places."""

from __future__ import annotations

from dataclasses import dataclass

from ncleaner.charts.figures import coordinate
from ncleaner.charts.markup import escape

NICE = (1, 2, 5)
"""The steps between ticks are these times powers of ten."""


@dataclass(frozen=True, slots=True)
class Scale:
    """A straight line from figures (``low`` to ``high``) to places (``start`` to ``end``)."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """The place of a figure."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def frame(
    width: float,
    height: float,
    title: str,
    description: str,
    drawing: str,
    *,
    css: str = "chart",
    stretch: bool = False,
) -> str:
    """A drawing as one picture. With ``stretch`` it fills its place in both directions, which no text would survive."""
    ratio = ' preserveAspectRatio="none"' if stretch else ""
    return (
        f'<svg class="{css}" role="img" viewBox="0 0 {coordinate(width)} {coordinate(height)}"{ratio}>'
        f"<title>{escape(title)}</title><desc>{escape(description)}</desc>{drawing}</svg>"
    )


def line(x1: float, y1: float, x2: float, y2: float, css: str) -> str:
    """A straight line."""
    return f'<path class="{css}" d="M{coordinate(x1)} {coordinate(y1)}L{coordinate(x2)} {coordinate(y2)}"/>'


def box(x: float, y: float, width: float, height: float, css: str, title: str = "") -> str:
    """A rectangle, with words that appear where one points at it."""
    end = f"><title>{escape(title)}</title></rect>" if title else "/>"
    place = f'x="{coordinate(x)}" y="{coordinate(y)}" width="{coordinate(width)}" height="{coordinate(height)}"'
    return f'<rect class="{css}" {place}{end}'


def words(x: float, y: float, text: str, css: str) -> str:
    """A text."""
    return f'<text class="{css}" x="{coordinate(x)}" y="{coordinate(y)}">{escape(text)}</text>'


def ticks(highest: float, most: int = 4) -> list[int]:
    """Round numbers from 0 on, no more than ``most`` beyond it, the last of them at or above ``highest``."""
    power = 1
    while True:
        for factor in NICE:
            step = factor * power
            if step * most >= highest:
                return list(range(0, int(-(-highest // step)) * step + 1, step))
        power *= 10
