"""What the drawings share: panels with axes, side by side or below each other, on a card of their own.

The card, its colours on light and dark ground and the letters are those of `ncleaner.charts.plot`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ncleaner.charts.markup import escape
from ncleaner.charts.numbers import coordinate
from ncleaner.charts.svg import Scale, line, words

STYLE = "<style>.head{font-weight:600;fill:var(--ink)}.others{--line:var(--axis)}.even{stroke-dasharray:3 4}</style>"
"""What these drawings have besides the style of `ncleaner.charts.plot`."""

Place = Callable[[float], float]
"""From a figure to where it stands."""


@dataclass(frozen=True, slots=True)
class Panel:
    """The field between axes, by its edges, and the places of figures in it."""

    left: float
    right: float
    top: float
    bottom: float
    across: Place
    up: Place

    def axes(self, across: Sequence[float], up: Sequence[float]) -> list[str]:
        """The axes with their figures, and a line across the field for each of those beside it."""
        parts = []
        for value in up:
            parts.append(line(self.left, self.up(value), self.right, self.up(value), "grid"))
            parts.append(words(self.left - 8, self.up(value) + 4, f"{value:g}", "end"))
        for value in across:
            parts.append(line(self.across(value), self.bottom, self.across(value), self.bottom + 5, "axis"))
            parts.append(words(self.across(value), self.bottom + 19, f"{value:g}", "middle"))
        parts.append(line(self.left, self.bottom, self.right, self.bottom, "axis"))
        return parts


def square(left: float, top: float, size: float, low: float, high: float) -> Panel:
    """A panel with the same figures on both axes."""
    across, up = Scale(low, high, left, left + size), Scale(low, high, top + size, top)
    return Panel(left, left + size, top, top + size, across, up)


def dot(x: float, y: float, radius: float, css: str, title: str) -> str:
    """A point, with words that appear where one points at it."""
    place = f'cx="{coordinate(x)}" cy="{coordinate(y)}" r="{coordinate(radius)}"'
    return f'<circle class="{css}" {place}><title>{escape(title)}</title></circle>'
