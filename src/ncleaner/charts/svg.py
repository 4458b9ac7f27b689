"""Elements that all charts share: the SVG frame, lines, boxes, texts, and scales from values to coordinates."""

from __future__ import annotations

from dataclasses import dataclass

from ncleaner.charts.markup import escape
from ncleaner.charts.numbers import coordinate

NICE = (1, 2, 5)
"""Steps between ticks are these numbers times powers of ten."""


@dataclass(frozen=True, slots=True)
class Scale:
    """A linear map from values (``low`` to ``high``) to coordinates (``start`` to ``end``)."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """Return the coordinate of a value."""
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
    """Wrap a drawing in an ``<svg>`` element. ``stretch`` fits it to its box, which distorts texts."""
    ratio = ' preserveAspectRatio="none"' if stretch else ""
    return (
        f'<svg class="{css}" role="img" viewBox="0 0 {coordinate(width)} {coordinate(height)}"{ratio}>'
        f"<title>{escape(title)}</title><desc>{escape(description)}</desc>{drawing}</svg>"
    )


def line(x1: float, y1: float, x2: float, y2: float, css: str) -> str:
    """Return a straight line."""
    return f'<path class="{css}" d="M{coordinate(x1)} {coordinate(y1)}L{coordinate(x2)} {coordinate(y2)}"/>'


def box(x: float, y: float, width: float, height: float, css: str, title: str = "") -> str:
    """Return a rectangle; ``title`` is its tooltip."""
    end = f"><title>{escape(title)}</title></rect>" if title else "/>"
    place = f'x="{coordinate(x)}" y="{coordinate(y)}" width="{coordinate(width)}" height="{coordinate(height)}"'
    return f'<rect class="{css}" {place}{end}'


def words(x: float, y: float, text: str, css: str) -> str:
    """Return a text."""
    return f'<text class="{css}" x="{coordinate(x)}" y="{coordinate(y)}">{escape(text)}</text>'


def ticks(highest: float, most: int = 4) -> list[int]:
    """Return evenly spaced round numbers from 0 to ``highest`` or above, at most ``most`` of them after 0."""
    power = 1
    while True:
        for factor in NICE:
            step = factor * power
            if step * most >= highest:
                return list(range(0, int(-(-highest // step)) * step + 1, step))
        power *= 10
