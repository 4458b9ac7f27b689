"""A histogram of the differences in precision between an engine and a baseline, as in Figure 3 of the NCleaner paper.

Pages to the right of the middle got better, pages to the left got worse. Pages with the same precision, often many,
have a bar of their own in the middle. The outermost bars include all larger differences.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ncleaner.charts.numbers import MINUS, count
from ncleaner.charts.svg import Scale, box, frame, line, ticks, words

LIMITS = (0.1, 0.2, 0.5, 1.0)
COVERED = 0.97  # share of the differences within the limit
BARS = 10  # on each side of the middle
NOTHING = 0.0005  # smaller differences count as none

WIDTH, HEIGHT = 360, 220
LEFT, RIGHT, TOP, BOTTOM = 34, 8, 26, 38


@dataclass(frozen=True, slots=True)
class Bars:
    """The number of pages of each bar; ``worse`` and ``better`` go from the middle outwards."""

    worse: list[int]
    same: int
    better: list[int]


def limit(differences: Sequence[Sequence[float]]) -> float:
    """Return how far the axis extends to each side; all histograms share it, so that they can be compared."""
    sizes = sorted(abs(value) for values in differences for value in values)
    reach = sizes[min(int(COVERED * len(sizes)), len(sizes) - 1)] if sizes else 0.0
    return next((candidate for candidate in LIMITS if reach <= candidate), LIMITS[-1])


def bars(differences: Sequence[float], limit: float) -> Bars:
    """Count the pages of each bar."""
    worse, better = [0] * BARS, [0] * BARS
    same = 0
    for value in differences:
        if abs(value) < NOTHING:
            same += 1
        else:
            # The small offset keeps rounding errors from moving differences that are on the edge of two bars.
            place = min(int(abs(value) / limit * BARS + 1e-9), BARS - 1)
            (better if value > 0 else worse)[place] += 1
    return Bars(worse, same, better)


def histogram(differences: Sequence[float], limit: float, name: str, baseline: str) -> str:
    """Draw the histogram of one engine against the baseline."""
    counted = bars(differences, limit)
    marks = ticks(max(1, counted.same, *counted.worse, *counted.better))
    across = Scale(-BARS - 0.5, BARS + 0.5, LEFT, WIDTH - RIGHT)
    up = Scale(0, marks[-1], HEIGHT - BOTTOM, TOP)
    parts = [*_grid(marks, up), *_bars(counted, limit, across, up), *_labels(counted, limit, across, baseline)]
    description = (
        f"Precision is higher than that of {baseline} on {count(sum(counted.better), 'page')}, "
        f"lower on {count(sum(counted.worse), 'page')} and the same on {count(counted.same, 'page')}."
    )
    return frame(WIDTH, HEIGHT, f"Precision of {name} minus that of {baseline}", description, "".join(parts))


def _grid(marks: list[int], up: Scale) -> list[str]:
    parts = []
    for mark in marks:
        parts.append(line(LEFT, up(mark), WIDTH - RIGHT, up(mark), "grid" if mark else "axis"))
        parts.append(words(LEFT - 6, up(mark) + 4, str(mark), "end"))
    return parts


def _bars(counted: Bars, limit: float, across: Scale, up: Scale) -> list[str]:
    slot = across(1) - across(0)
    parts = []
    for side, numbers, css in ((-1, counted.worse, "worse"), (1, counted.better, "better")):
        for place, number in enumerate(numbers):
            if number:
                left = across(side * (place + 1)) - slot / 2
                height = up(0) - up(number)
                title = f"{_range(place, limit, side)}: {count(number, 'page')}"
                parts.append(box(left + 0.75, up(number), slot - 1.5, height, css, title))
    if counted.same:
        height = up(0) - up(counted.same)
        title = f"the same: {count(counted.same, 'page')}"
        parts.append(box(across(-0.5) + 0.75, up(counted.same), slot - 1.5, height, "same", title))
    return parts


def _range(place: int, limit: float, side: int) -> str:
    sign = MINUS if side < 0 else "+"
    step = 100 * limit / BARS
    if place == BARS - 1:
        return f"{sign}{place * step:g} points and beyond"
    return f"{sign}{place * step:g} to {sign}{(place + 1) * step:g} points"


def _labels(counted: Bars, limit: float, across: Scale, baseline: str) -> list[str]:
    base = HEIGHT - BOTTOM
    parts = [words(across(0), base + 15, "0", "middle")]
    for share in (0.5, 1.0):
        place, figure = share * BARS + 0.5, f"{100 * limit * share:g}"
        for side, sign in ((-1, MINUS), (1, "+")):
            parts.append(line(across(side * place), base, across(side * place), base + 4, "axis"))
            # Centred, the outermost labels would extend beyond the picture.
            css = "middle" if share < 1 else "end" if side > 0 else "start"
            parts.append(words(across(side * place), base + 15, sign + figure, css))
    parts.append(words(across(0), HEIGHT - 6, "precision, difference in points", "middle quiet"))
    parts.append(words(LEFT, 13, f"← lower on {sum(counted.worse)}", "start"))
    parts.append(words(across(0), 13, f"same on {counted.same}", "middle quiet"))
    parts.append(words(WIDTH - RIGHT, 13, f"higher on {sum(counted.better)} →", "end"))
    return parts
