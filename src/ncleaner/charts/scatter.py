"""A scatter plot of the F of two engines on every page; above the diagonal the second engine is better.

Pages at the same place share a larger point, which keeps the file small and the upper right corner legible. Points of
pages that the report shows link to them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from ncleaner.charts.markup import escape, shorten
from ncleaner.charts.numbers import coordinate, count, percent
from ncleaner.charts.svg import Scale, frame, line, words

WIDTH, HEIGHT = 280, 250
LEFT, RIGHT, TOP, BOTTOM = 40, 12, 10, 38
GRAIN = 2.0  # points closer than this, in SVG units, are drawn as one
NAMED = 3  # most page ids in the title of a point
LOWS = (0.8, 0.6, 0.4, 0.2, 0.0)


@dataclass(frozen=True, slots=True)
class Point:
    """A page: its id, the F of both engines, and the anchor of its entry in the report, or the empty string."""

    id: str
    first: float
    other: float
    anchor: str


def low(values: Sequence[float]) -> float:
    """Return the start of the axes: a round number below all values."""
    least = min(values, default=0.0)
    return next(candidate for candidate in LOWS if candidate <= least or candidate == 0)


def scatter(points: Sequence[Point], low: float, first: str, other: str) -> str:
    """Draw the points of two engines with axes from ``low`` to 1."""
    across = Scale(low, 1, LEFT, WIDTH - RIGHT)
    up = Scale(low, 1, HEIGHT - BOTTOM, TOP)
    above = sum(point.other > point.first for point in points)
    below = sum(point.other < point.first for point in points)
    description = (
        f"F of {other} is higher than that of {first} on {count(above, 'page')}, lower on {count(below, 'page')}."
    )
    sides = [
        words(LEFT + 5, TOP + 12, f"↑ higher on {above}", "start halo"),
        words(WIDTH - RIGHT - 5, HEIGHT - BOTTOM - 6, f"↓ lower on {below}", "end halo"),
    ]
    drawing = "".join([*_axes(low, across, up, first, other), *_points(points, across, up), *sides])
    return frame(WIDTH, HEIGHT, f"F of {first} and of {other} on each page", description, drawing)


def _axes(low: float, across: Scale, up: Scale, first: str, other: str) -> list[str]:
    base, side = HEIGHT - BOTTOM, LEFT
    parts = []
    step = 0.05 if low >= 0.8 else 0.1 if low >= 0.6 else 0.2
    for number in range(round((1 - low) / step) + 1):
        value = low + number * step
        parts.append(line(across(value), TOP, across(value), base, "grid"))
        parts.append(line(side, up(value), WIDTH - RIGHT, up(value), "grid"))
        parts.append(words(across(value), base + 15, percent(value, 0), "middle"))
        parts.append(words(side - 6, up(value) + 4, percent(value, 0), "end"))
    parts.append(line(across(low), up(low), across(1), up(1), "diagonal"))
    parts.append(words((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, f"F of {shorten(first, 24)}", "middle quiet"))
    middle = (TOP + base) / 2
    label = escape(f"F of {shorten(other, 24)}")
    parts.append(
        f'<text class="middle quiet" transform="translate(11 {coordinate(middle)}) rotate(-90)">{label}</text>'
    )
    return parts


def _points(points: Sequence[Point], across: Scale, up: Scale) -> list[str]:
    groups: dict[tuple[int, int], list[Point]] = {}
    for point in points:
        place = (round(across(point.first) / GRAIN), round(up(point.other) / GRAIN))
        groups.setdefault(place, []).append(point)
    return [_circle(x * GRAIN, y * GRAIN, group) for (x, y), group in sorted(groups.items())]


def _circle(x: float, y: float, group: list[Point]) -> str:
    radius = min(1.9 * sqrt(len(group)), 7) if len(group) > 1 else 2.4
    titles = [
        f"{shorten(point.id, 60)}: {percent(point.first, 1)} → {percent(point.other, 1)}" for point in group[:NAMED]
    ]
    if len(group) > NAMED:
        titles.append(f"and {count(len(group) - NAMED, 'more page')}")
    anchor = next((point.anchor for point in group if point.anchor), "")
    place = f'cx="{coordinate(x)}" cy="{coordinate(y)}" r="{coordinate(radius)}"'
    circle = f"<circle {place}><title>{escape('; '.join(titles))}</title></circle>"
    return f'<a href="#{anchor}" tabindex="-1">{circle}</a>' if anchor else circle
