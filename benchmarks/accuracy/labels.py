"""Names beside dots, none of them on another name or dot.

Each name is tried at places around its dot, near ones first, and takes the first that is free. What is in a crowd goes
first, as there are few places for it. Where a name ends up further away, a line leads to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, hypot, pi, sin

from benchmarks.accuracy.panel import Panel
from ncleaner.charts.svg import line

LETTER, LINE = 6.9, 14.0  # the width of a letter, more or less, and the height of a name
SPACE = 4.0  # between a dot and its name
NEAR = 12.0  # a name further away than that has a line to it
RINGS = (0.0, 8.0, 16.0, 26.0, 38.0, 52.0, 68.0, 86.0, 106.0)
ANGLES = tuple(pi * number / 8 for number in (0, 1, -1, 2, -2, 8, 7, 9, 3, -3, 4, -4, 5, -5, 6, -6))

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A dot that is to have a name."""

    name: str
    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class Label:
    """Where a name begins, or ends, or has its middle, and the line that leads to it, if there is one."""

    x: float
    y: float
    anchor: str
    leader: str


def placed(dots: Sequence[Labelled], panel: Panel) -> list[Label]:
    """A place for each name, in the order of the dots."""
    taken = [(one.x - one.radius, one.y - one.radius, one.x + one.radius, one.y + one.radius) for one in dots]
    found: dict[int, Label] = {}
    for number in sorted(range(len(dots)), key=lambda number: -_crowd(dots, number)):
        box = _free(dots[number], panel, taken)
        taken.append(box)
        found[number] = _label(dots[number], box)
    return [found[number] for number in range(len(dots))]


def _crowd(dots: Sequence[Labelled], number: int) -> float:
    """How near the other dots are."""
    here = dots[number]
    return sum(1 / (20 + hypot(here.x - other.x, 3 * (here.y - other.y))) for other in dots if other is not here)


def _free(one: Labelled, panel: Panel, taken: Sequence[Box]) -> Box:
    """The first place that nothing else needs; the last one if there is none."""
    box = None
    for box in _places(one):
        inside = panel.left <= box[0] and box[2] <= panel.right and panel.top <= box[1] and box[3] <= panel.bottom
        if inside and not any(_overlap(box, other) for other in taken):
            break
    assert box is not None
    return box


def _places(one: Labelled) -> Iterator[Box]:
    width = LETTER * len(one.name)
    for ring in RINGS:
        reach = one.radius + SPACE + ring
        for angle in ANGLES:
            x, y = one.x + reach * cos(angle), one.y + reach * sin(angle)
            left = x - width * (1 - cos(angle)) / 2
            top = y - LINE / 2 + sin(angle) * LINE / 2
            yield left, top, left + width, top + LINE


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _label(one: Labelled, box: Box) -> Label:
    x, y = min(max(one.x, box[0]), box[2]), min(max(one.y, box[1]), box[3])
    far = hypot(x - one.x, y - one.y) > one.radius + NEAR
    leader = line(one.x, one.y, x, y, "leader") if far else ""
    if box[2] <= one.x:
        return Label(box[2], box[3] - 3, "end", leader)
    if box[0] >= one.x:
        return Label(box[0], box[3] - 3, "start", leader)
    return Label((box[0] + box[2]) / 2, box[3] - 3, "middle", leader)
