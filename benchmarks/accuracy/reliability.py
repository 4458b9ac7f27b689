"""Reliability: whether of the words that the trees give a chance of being content as many are content.

The blocks are put into ten bins by their chances, each counting as many times as it has words. In each bin there is the
mean chance and the share of words that the gold text has. The expected calibration error is how far apart the two are,
averaged over all words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from benchmarks.accuracy.panel import STYLE, Panel, dot, square
from benchmarks.accuracy.readings import Reading, Scored
from ncleaner.charts.numbers import coordinate
from ncleaner.charts.plot import standalone
from ncleaner.charts.svg import frame, line, words
from paper.markdown import table

BINS = 10
HEADS = ("", "pages", "words", "mean chance", "share in the gold text", "expected calibration error")

COLUMNS = 3  # of panels
SIZE = 172  # of a panel
GAP, ROW = 58, 84  # between panels, beside and below each other
LEFT, TOP = 34, 102
TICKS = (0, 50, 100)
LARGEST, SMALLEST = 11.0, 2.0  # radii of dots


@dataclass(frozen=True, slots=True)
class Bin:
    """Words whose chances are about the same: how many, how many of them are expected to match, and how many do."""

    words: int
    expected: float
    matched: int

    @property
    def chance(self) -> float:
        """The mean chance of the words."""
        return self.expected / self.words

    @property
    def share(self) -> float:
        """The share of the words that match."""
        return self.matched / self.words


def bins(blocks: Iterable[Scored]) -> list[Bin]:
    """The bins that have any words in them, by rising chances."""
    found = [[0, 0.0, 0] for _ in range(BINS)]
    for block in blocks:
        chance = block.chance()
        sums = found[min(int(chance * BINS), BINS - 1)]
        sums[0] += block.words
        sums[1] += chance * block.words
        sums[2] += block.matched
    return [Bin(int(count), expected, int(matched)) for count, expected, matched in found if count]


def calibration_error(found: Sequence[Bin]) -> float:
    """The expected calibration error, as a fraction."""
    total = sum(one.words for one in found)
    return sum(abs(one.expected - one.matched) for one in found) / total if total else 0.0


def rows(sets: Mapping[str, Sequence[Reading]]) -> str:
    """The table: a line for each set."""
    lines = []
    for name, readings in sets.items():
        found = _bins_of(readings)
        count = sum(one.words for one in found)
        means = [sum(one.expected for one in found) / count, sum(one.matched for one in found) / count]
        figures = [f"{100 * figure:.1f}" for figure in (*means, calibration_error(found))]
        lines.append([name, f"{len(readings):,}", f"{count:,}", *figures])
    return table(HEADS, lines)


def drawing(sets: Mapping[str, Sequence[Reading]], title: str) -> str:
    """The figure: a panel for each set."""
    parts = [
        STYLE,
        words(0, 12, title, "title"),
        words(0, 33, "share of words that the gold text has, over the chance that the trees give them, in percent", ""),
        words(0, 50, "the larger a dot, the more words; on the dashed line, scores are what they say", ""),
    ]
    for number, (name, readings) in enumerate(sets.items()):
        row, column = divmod(number, COLUMNS)
        panel = square(LEFT + column * (SIZE + GAP), TOP + row * (SIZE + ROW), SIZE, 0, 100)
        parts += _panel(panel, name, _bins_of(readings))
    count = len(sets)
    height = TOP + -(-count // COLUMNS) * (SIZE + ROW) - ROW + 24
    width = LEFT + min(count, COLUMNS) * (SIZE + GAP) - GAP + 14
    description = f"For each of {count} sets: the share of words in the gold text over the predicted chance."
    return standalone(frame(width, height, title, description, "".join(parts)), lines=1)


def _bins_of(readings: Sequence[Reading]) -> list[Bin]:
    return bins(block for reading in readings for block in reading.scored)


def _panel(panel: Panel, name: str, found: Sequence[Bin]) -> list[str]:
    error = f"off by {100 * calibration_error(found):.1f} on average"
    parts = [words(panel.left, panel.top - 22, name, "head"), words(panel.left, panel.top - 7, error, "")]
    parts += panel.axes(TICKS, TICKS)
    parts.append(line(panel.left, panel.bottom, panel.right, panel.top, "axis even"))
    places = [(panel.across(100 * one.chance), panel.up(100 * one.share)) for one in found]
    path = "M" + "L".join(f"{coordinate(x)} {coordinate(y)}" for x, y in places)
    parts.append(f'<g class="line-0"><path class="leader" d="{path}"/>')
    total = sum(one.words for one in found)
    for one, (x, y) in zip(found, places, strict=True):
        said = f"{one.words:,} words: {100 * one.chance:.1f} % expected, {100 * one.share:.1f} % found"
        parts.append(dot(x, y, max(SMALLEST, LARGEST * sqrt(one.words / total)), "dot", said))
    parts.append("</g>")
    return parts
