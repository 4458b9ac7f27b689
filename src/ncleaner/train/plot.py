"""Figures as SVG files: lines over an axis, with bands around them where there are any."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import floor, log10

from ncleaner.evaluate.report.charts.svg import NICE, Scale, frame, line, words
from ncleaner.evaluate.report.figures import coordinate
from ncleaner.evaluate.report.markup import escape

WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 56, 120, 34, 46
MOST_TICKS = 8

COLOURS = ("#1b6ca8", "#c1440e", "#2e7d32", "#7b3fa0", "#9a7d0a", "#00838f", "#ad1457", "#5d4037")

STYLE = (
    "text{font:12px sans-serif;fill:#333}.title{font-size:14px;font-weight:bold}.middle{text-anchor:middle}"
    ".end{text-anchor:end}.grid{stroke:#ddd;fill:none}.axis{stroke:#333;fill:none}.curve{fill:none;stroke-width:2}"
    ".band{stroke:none;opacity:.15}"
)


@dataclass(frozen=True, slots=True)
class Line:
    """Points from left to right, and for each, if at all, the lowest and the highest value around it."""

    name: str
    points: Sequence[tuple[float, float]]
    band: Sequence[tuple[float, float]] = field(default=())


def plot(title: str, across: str, up: str, lines: Sequence[Line]) -> str:
    """A figure; ``across`` and ``up`` say what the axes are."""
    xs = [x for one in lines for x, _ in one.points]
    ys = [y for one in lines for _, y in one.points] + [y for one in lines for ends in one.band for y in ends]
    x_ticks, y_ticks = ticks(min(xs), max(xs)), ticks(min(ys), max(ys))
    x = Scale(x_ticks[0], x_ticks[-1], LEFT, WIDTH - RIGHT)
    y = Scale(y_ticks[0], y_ticks[-1], HEIGHT - BOTTOM, TOP)
    parts = [f"<style>{STYLE}</style>", words(LEFT, 20, title, "title"), *_axes(x_ticks, y_ticks, x, y)]
    parts.append(words((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, across, "middle"))
    parts.append(f'<text class="middle" transform="translate(14 {HEIGHT / 2:g}) rotate(-90)">{escape(up)}</text>')
    for number, one in enumerate(lines):
        parts += _line(one, COLOURS[number % len(COLOURS)], x, y)
    parts += _names(lines, y)
    drawing = frame(WIDTH, HEIGHT, title, f"{up} over {across}, {len(lines)} lines", "".join(parts))
    return drawing.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1) + "\n"


def ticks(low: float, high: float) -> list[float]:
    """Round figures, the first of them not above ``low`` and the last one not below ``high``."""
    span = (high - low) or abs(high) or 1.0
    power = 10.0 ** floor(log10(span / MOST_TICKS))
    step = next(nice * power for nice in (*NICE, 10, 20) if span / (nice * power) <= MOST_TICKS)
    first = floor(low / step + 1e-9)
    last = -floor(-high / step + 1e-9)
    return [number * step for number in range(first, max(last, first + 1) + 1)]


def _axes(x_ticks: Sequence[float], y_ticks: Sequence[float], x: Scale, y: Scale) -> list[str]:
    parts = []
    for value in x_ticks:
        parts.append(line(x(value), TOP, x(value), HEIGHT - BOTTOM, "grid"))
        parts.append(words(x(value), HEIGHT - BOTTOM + 16, f"{value:g}", "middle"))
    for value in y_ticks:
        parts.append(line(LEFT, y(value), WIDTH - RIGHT, y(value), "grid"))
        parts.append(words(LEFT - 6, y(value) + 4, f"{value:g}", "end"))
    parts.append(line(LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT, HEIGHT - BOTTOM, "axis"))
    parts.append(line(LEFT, TOP, LEFT, HEIGHT - BOTTOM, "axis"))
    return parts


def _line(one: Line, colour: str, x: Scale, y: Scale) -> list[str]:
    parts = []
    places = [x(at) for at, _ in one.points]
    if one.band:
        low = [(place, y(ends[0])) for place, ends in zip(places, one.band, strict=True)]
        high = [(place, y(ends[1])) for place, ends in zip(places, one.band, strict=True)]
        parts.append(f'<path class="band" fill="{colour}" d="{_path(low + high[::-1])}Z"/>')
    curve = _path([(place, y(value)) for place, (_, value) in zip(places, one.points, strict=True)])
    parts.append(f'<path class="curve" stroke="{colour}" d="{curve}"><title>{escape(one.name)}</title></path>')
    return parts


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{coordinate(x)} {coordinate(y)}" for x, y in points)


def _names(lines: Sequence[Line], y: Scale) -> list[str]:
    """The names of the lines at their right ends, moved apart where they would stand on each other."""
    parts = []
    lowest = float("-inf")
    order = sorted(range(len(lines)), key=lambda number: y(lines[number].points[-1][1]))
    for number in order:
        place = max(y(lines[number].points[-1][1]) + 4, lowest + 15)
        lowest = place
        colour = COLOURS[number % len(COLOURS)]
        name = escape(lines[number].name)
        parts.append(f'<text x="{WIDTH - RIGHT + 6}" y="{coordinate(place)}" style="fill:{colour}">{name}</text>')
    return parts
