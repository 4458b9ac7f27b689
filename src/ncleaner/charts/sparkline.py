"""A histogram the size of a line of text: the distribution of an engine's F over the pages, from 0 to 100."""

from __future__ import annotations

from collections.abc import Sequence

from ncleaner.charts.numbers import count, percent
from ncleaner.charts.svg import box, frame, line

BINS = 40
WIDTH, HEIGHT = 400, 36
LEAST = 1.2  # smallest height of a bar that is not empty


def bins(values: Sequence[float]) -> list[int]:
    """Count the pages of each bin; pages with an F of 1 are in the last one."""
    numbers = [0] * BINS
    for value in values:
        numbers[min(int(value * BINS + 1e-9), BINS - 1)] += 1
    return numbers


def quantile(values: Sequence[float], share: float) -> float:
    """Return the quantile of the values, interpolated between the two nearest ones."""
    ordered = sorted(values)
    if not ordered:
        return 0.0
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def sparkline(values: Sequence[float], highest: int, name: str) -> str:
    """Draw the histogram of an engine; ``highest`` is the size of the largest bin of all engines."""
    slot = WIDTH / BINS
    parts = [line(WIDTH * place / 5, 0, WIDTH * place / 5, HEIGHT, "grid") for place in range(6)]
    for place, number in enumerate(bins(values)):
        if number:
            height = max(number / highest * (HEIGHT - 2), LEAST)
            title = f"F from {percent(place / BINS, 1)} to {percent((place + 1) / BINS, 1)}: {count(number, 'page')}"
            parts.append(box(place * slot + 0.5, HEIGHT - height, slot - 1, height, "better", title))
    parts.append(line(0, HEIGHT, WIDTH, HEIGHT, "axis"))
    middle = WIDTH * quantile(values, 0.5)
    parts.append(line(middle, 0, middle, HEIGHT, "median"))
    low, high = percent(quantile(values, 0.25), 1), percent(quantile(values, 0.75), 1)
    description = f"Half of the pages have an F from {low} to {high}."
    title = f"F of {name}, distribution over the pages"
    return frame(WIDTH, HEIGHT, title, description, "".join(parts), css="spark", stretch=True)
