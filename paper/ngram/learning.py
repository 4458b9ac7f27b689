"""The learning curve: Figure 4 of NCleaner."""

from __future__ import annotations

from collections.abc import Sequence

from ncleaner.charts.numbers import count
from ncleaner.charts.plot import Line, plot
from ncleaner.train.curve import SIZES, Band, Point, curve
from ncleaner.train.examples import lessons
from paper.markdown import percent, picture, table
from paper.ngram.materials import LEXICAL, Materials
from paper.page import Pieces

FIGURE = "figure-4.svg"
REPEATS = 20
FEW = 10  # pages
LOWEST = 84.0  # percent: what single pages can do is off the figure
NEAR = 0.005  # half a point of F
NAMES = {"precision": "precision", "f": "F", "recall": "recall"}


def pieces(materials: Materials) -> Pieces:
    """Figure 4 and its figures."""
    pages = materials.lessons()
    sizes = [*(size for size in SIZES if size < len(pages)), len(pages)]
    points = curve(pages, lessons(materials.html.test), LEXICAL, sizes, REPEATS, materials.progress)
    return Pieces(
        {
            "repeats": str(REPEATS),
            "figure_4": picture(FIGURE, "Precision, recall and F over the words of training data"),
            "figure_4_table": _table(points),
            "about_figure_4": _about(points),
        },
        {FIGURE: _figure(points)},
    )


def _figure(points: Sequence[Point]) -> str:
    lines = []
    for name, label in NAMES.items():
        bands: list[Band] = [getattr(point, name) for point in points]
        means = [(point.words / 1000, 100 * band.mean) for point, band in zip(points, bands, strict=True)]
        lines.append(Line(label, means, [(100 * band.low, 100 * band.high) for band in bands]))
    return plot(
        "Learning curve", "thousand words of clean text to learn from", "percent of words", lines, lowest=LOWEST
    )


def _table(points: Sequence[Point]) -> str:
    rows = []
    for point in points:
        bands = (point.f, point.precision, point.recall)
        rows.append([str(point.pages), f"{point.words:,.0f}", *map(_shown, bands)])
    return table(["pages", "words", "F", "precision", "recall"], rows, labels=0)


def _shown(band: Band) -> str:
    if band.low == band.high:
        return percent(band.mean)
    return f"{percent(band.mean)} ({100 * band.low:.1f} to {100 * band.high:.1f})"


def _about(points: Sequence[Point]) -> str:
    first, last = points[0], points[-1]
    few = [point for point in points if point.pages <= FEW][-1]
    enough = next(point for point in points if point.f.mean > last.f.mean - NEAR)
    return (
        'The paper: with ten pages or fewer, precision is "consistently above 94%" and recall "around 90%", and less'
        f" than 50 pages are enough. Here {_pages(few)} give a precision of {percent(few.precision.mean)} and a recall"
        f" of {percent(few.recall.mean)} in the mean. Their F is between {_ends(few)}, that of {_pages(first)} between"
        f" {_ends(first)}. From {_pages(enough)} on, with {enough.words:,.0f} words, the mean F is within half a point"
        f" of that of all {last.pages}."
    )


def _pages(point: Point) -> str:
    return count(point.pages, "page")


def _ends(point: Point) -> str:
    return f"{percent(point.f.low)} and {percent(point.f.high)}"
