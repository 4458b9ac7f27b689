"""Line charts as SVG files, optionally with bands around the lines.

A chart is a card with its own background, light or dark like the reader's system, so that it is legible on any page.
Each line is labelled at its right end instead of in a legend.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import floor, inf, log10

from ncleaner.charts.markup import escape
from ncleaner.charts.numbers import coordinate
from ncleaner.charts.svg import NICE, Scale, frame, line, words

WIDTH, HEIGHT = 680, 390
LEFT, TOP, BOTTOM = 34, 48, 36
MARGIN = 20  # around the drawing, on the card
MOST_TICKS = 8
WIDE = 30  # ratio of the largest to the smallest value above which the axis is logarithmic
DOTTED = 16  # most points of a line that are drawn as dots
GAP = 16  # smallest distance between the names of two lines
LEADER = 26  # distance from the end of a line to its name
LETTER = 7.5  # approximate width of a letter

Place = Callable[[float], float]
"""A function from a value to its coordinate."""

FEW = (("#1565c0", "#6cb2ff"), ("#c2410c", "#ff9b63"), ("#2e7d32", "#7fd184"), ("#7b3fa0", "#d09cf2"))
RAMP = (
    ("#b8860b", "#ffd75e"),
    ("#c2410c", "#ff9b63"),
    ("#b3164f", "#ff86a8"),
    ("#8e24aa", "#dd9bf0"),
    ("#4a3ab8", "#a8a1ff"),
    ("#1565c0", "#6cb2ff"),
    ("#00798a", "#54d0de"),
    ("#2e7d32", "#7fd184"),
)
"""Colours on light and dark backgrounds: for a few unrelated lines, and for many lines that form a series."""

LIGHT = "--card:#fff;--ink:#1f2328;--quiet:#59636e;--grid:#e3e6ea;--axis:#8c959f;--better:#1565c0;--worse:#c2410c"
DARK = "--card:#151b23;--ink:#e6edf3;--quiet:#9aa4af;--grid:#2b333d;--axis:#6b7681;--better:#6cb2ff;--worse:#ff9b63"
STYLE = (
    ".card{fill:var(--card)}text{font:12px system-ui,-apple-system,'Segoe UI',sans-serif;fill:var(--quiet)}"
    ".title{font-size:16px;font-weight:600;fill:var(--ink)}.middle{text-anchor:middle}.end{text-anchor:end}"
    ".grid{stroke:var(--grid);fill:none}.axis{stroke:var(--axis);fill:none}"
    ".curve{fill:none;stroke:var(--line);stroke-width:2;stroke-linejoin:round}.dot{fill:var(--line)}"
    ".leader{fill:none;stroke:var(--line);opacity:.5}.name{fill:var(--line);font-weight:600}"
    ".band{fill:var(--line);opacity:.16}"
    ".better{fill:var(--better)}.worse{fill:var(--worse)}.same{fill:var(--axis)}"
)


@dataclass(frozen=True, slots=True)
class Line:
    """A line: its points from left to right, and optionally a band, the lowest and highest value at each point."""

    name: str
    points: Sequence[tuple[float, float]]
    band: Sequence[tuple[float, float]] = field(default=())


def plot(title: str, across: str, up: str, lines: Sequence[Line], *, lowest: float = -inf, highest: float = inf) -> str:
    """Draw a line chart; ``across`` and ``up`` label the axes. Values beyond ``lowest`` and ``highest`` are cut off."""
    xs = [x for each in lines for x, _ in each.points]
    ys = [y for each in lines for _, y in each.points] + [y for each in lines for ends in each.band for y in ends]
    right = WIDTH - LEADER - LETTER * max(len(each.name) for each in lines)
    x_ticks, x = _across(min(xs), max(xs), right)
    y_ticks = ticks(max(lowest, min(ys)), min(highest, max(ys)))
    y = Scale(y_ticks[0], y_ticks[-1], HEIGHT - BOTTOM, TOP)
    parts = [words(0, 12, title, "title"), words(0, 33, up, "start"), *_axes(x_ticks, y_ticks, x, y, right)]
    parts.append(words((LEFT + right) / 2, HEIGHT, across, "middle"))
    parts.append(f'<clipPath id="inside"><path d="M0 {TOP}H{WIDTH}V{HEIGHT - BOTTOM}H0Z"/></clipPath>')
    parts.append('<g clip-path="url(#inside)">')
    for number, each in enumerate(lines):
        parts += [f'<g class="line-{number}">', *_line(each, x, y), "</g>"]
    parts += ["</g>", *_names(lines, x, y)]
    drawing = frame(WIDTH, HEIGHT, title, f"{up} over {across}, {len(lines)} lines", "".join(parts))
    return standalone(drawing, lines=len(lines))


def standalone(drawing: str, *, lines: int = 0, scale: float = 1.0) -> str:
    """Turn a drawing, such as those of the report, into an SVG file with a style, a size and a card behind it."""
    head, _, rest = drawing.partition("</desc>")
    box = head.partition('viewBox="')[2].partition('"')[0]
    width, height = (float(size) + 2 * MARGIN for size in box.split()[2:])
    size = f'width="{coordinate(scale * width)}" height="{coordinate(scale * height)}"'
    head = head.replace(
        f'viewBox="{box}"', f'viewBox="-{MARGIN} -{MARGIN} {coordinate(width)} {coordinate(height)}"', 1
    )
    head = head.replace("<svg ", f'<svg xmlns="http://www.w3.org/2000/svg" {size} ', 1)
    card = f'<rect class="card" x="-{MARGIN}" y="-{MARGIN}" width="100%" height="100%" rx="6"/>'
    return f"{head}</desc><style>{_style(lines)}</style>{card}{rest}\n"


def ticks(low: float, high: float) -> list[float]:
    """Return evenly spaced round numbers from ``low`` or below to ``high`` or above."""
    span = (high - low) or abs(high) or 1.0
    power = 10.0 ** floor(log10(span / MOST_TICKS))
    step = next(nice * power for nice in (*NICE, 10, 20) if span / (nice * power) <= MOST_TICKS)
    first = floor(low / step + 1e-9)
    last = -floor(-high / step + 1e-9)
    return [number * step for number in range(first, max(last, first + 1) + 1)]


def _across(low: float, high: float, right: float) -> tuple[list[float], Place]:
    """Return the ticks and the scale of the horizontal axis, logarithmic if the values differ by more than `WIDE`."""
    if 0 < low * WIDE < high:
        marks = [nice * 10.0**power for power in range(floor(log10(low)), floor(log10(high)) + 1) for nice in NICE]
        scale = Scale(log10(low), log10(high), LEFT, right)
        return [mark for mark in marks if low <= mark <= high], lambda value: scale(log10(value))
    marks = ticks(low, high)
    return marks, Scale(marks[0], marks[-1], LEFT, right)


def _style(lines: int) -> str:
    """Return the style sheet for light and dark backgrounds."""
    colours = FEW if lines <= len(FEW) else RAMP
    light, dark = (
        "".join(f".line-{number}{{--line:{colours[number % len(colours)][ground]}}}" for number in range(lines))
        for ground in (0, 1)
    )
    return f"svg{{{LIGHT}}}{light}{STYLE}@media (prefers-color-scheme:dark){{svg{{{DARK}}}{dark}}}"


def _axes(x_ticks: Sequence[float], y_ticks: Sequence[float], x: Place, y: Place, right: float) -> list[str]:
    parts = []
    base = HEIGHT - BOTTOM
    for value in y_ticks:
        parts.append(line(LEFT, y(value), right, y(value), "grid"))
        parts.append(words(LEFT - 8, y(value) + 4, f"{value:g}", "end"))
    for value in x_ticks:
        parts.append(line(x(value), base, x(value), base + 5, "axis"))
        parts.append(words(x(value), base + 19, f"{value:g}", "middle"))
    parts.append(line(LEFT, base, right, base, "axis"))
    return parts


def _line(curve: Line, x: Place, y: Place) -> list[str]:
    parts = []
    places = [x(at) for at, _ in curve.points]
    if curve.band:
        low = [(place, y(ends[0])) for place, ends in zip(places, curve.band, strict=True)]
        high = [(place, y(ends[1])) for place, ends in zip(places, curve.band, strict=True)]
        parts.append(f'<path class="band" d="{_path(low + high[::-1])}Z"/>')
    points = [(place, y(value)) for place, (_, value) in zip(places, curve.points, strict=True)]
    parts.append(f'<path class="curve" d="{_path(points)}"><title>{escape(curve.name)}</title></path>')
    if len(points) <= DOTTED:
        parts += [f'<circle class="dot" cx="{coordinate(a)}" cy="{coordinate(b)}" r="3"/>' for a, b in points]
    return parts


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{coordinate(x)} {coordinate(y)}" for x, y in points)


def _names(lines: Sequence[Line], x: Place, y: Place) -> list[str]:
    """Draw the names of the lines at their right ends, moved apart where they would overlap."""
    ends = [(x(each.points[-1][0]), max(TOP, y(each.points[-1][1]))) for each in lines]
    order = sorted(range(len(lines)), key=lambda number: ends[number][1])
    parts = []
    for number, place in zip(order, _apart([ends[number][1] for number in order]), strict=True):
        at, height = ends[number]
        leader = _path([(at + 4, height), (at + LEADER - 10, place), (at + LEADER - 4, place)])
        name = words(at + LEADER, place + 4, lines[number].name, "name")
        parts.append(f'<g class="line-{number}"><path class="leader" d="{leader}"/>{name}</g>')
    return parts


def _apart(places: Sequence[float]) -> list[float]:
    """Return the coordinates, from top to bottom, moved as little as needed to be `GAP` apart."""
    groups: list[list[float]] = []  # neighbours that touch: the sum of the preferred tops of the group, and its size
    for place in places:
        groups.append([place, 1.0])
        while len(groups) > 1 and _top(groups[-2]) + GAP * groups[-2][1] > _top(groups[-1]):
            wish, size = groups.pop()
            groups[-1][0] += wish - size * GAP * groups[-1][1]
            groups[-1][1] += size
    return [_top(group) + GAP * number for group in groups for number in range(int(group[1]))]


def _top(group: Sequence[float]) -> float:
    return group[0] / group[1]
