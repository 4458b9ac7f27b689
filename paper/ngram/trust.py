"""Which pages to trust: StupidOS, section 4.4, on pages that nothing was learnt from.

The linear model that predicts the precision of a page is part of each model (`ncleaner.train.confidence`), learnt on
folds of the pages to learn from. The paper looked at the pages that its prediction was fitted to; here they are others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum, sqrt
from typing import NamedTuple

from ncleaner.charts.plot import Line, plot
from ncleaner.cleaner import Cleaner
from ncleaner.engines.ngram.engine import Ngram
from ncleaner.metrics.counts import mean
from ncleaner.train.recipe import Recipe
from paper.markdown import percent, picture, signed, table
from paper.ngram import published
from paper.ngram.materials import LEXICAL, NON_LEXICAL, Materials
from paper.page import Pieces

FIGURE = "confidence.svg"
NAMES = {LEXICAL: "NCleaner", NON_LEXICAL: "Non-lexical model"}
FEWEST = 0.1  # of the pages; means of fewer jump about
LOW = 0.7
HEADS = ("", "pages", "predicted from", "mean precision", "of all pages", "gain", "below 70 %", "of all pages")


class Trusted(NamedTuple):
    """What was predicted for a page, and how much of what was kept of it is right."""

    predicted: float
    precision: float


def pieces(materials: Materials) -> Pieces:
    """What is gained by leaving out the pages that one should not trust."""
    found = {recipe: _pages(materials, recipe) for recipe in NAMES}
    return Pieces(
        {
            "trusted": table(HEADS, [_published(), *_rows(found)]),
            "confidence": picture(FIGURE, "Mean precision of the pages that are trusted most"),
            "about_confidence": _about(found[LEXICAL]),
        },
        {FIGURE: _figure(found)},
    )


def _pages(materials: Materials, recipe: Recipe) -> list[Trusted]:
    """The pages, the most trusted first."""
    cleaner = Cleaner(engine=Ngram(materials.model("html", recipe)))
    precisions = materials.best("html", recipe).each("precision", "words")
    found = []
    for page, precision in zip(materials.html.test, precisions, strict=True):
        predicted = cleaner.clean(page.page, kind=page.kind).confidence
        if predicted is not None:
            found.append(Trusted(predicted, precision))
    return sorted(found, reverse=True)


def _published() -> list[str]:
    return [
        "published, FIASCO",
        f"{published.TRUSTED_PAGES} of {published.FIASCO_PAGES}",
        f"{published.TRUSTED_FROM:.2f}",
        f"{published.TRUSTED_PRECISION:.2f}",
        f"{published.ALL_PRECISION:.2f}",
        signed((published.TRUSTED_PRECISION - published.ALL_PRECISION) / 100),
        str(published.TRUSTED_BELOW_70),
        str(published.ALL_BELOW_70),
    ]


def _rows(found: dict[Recipe, list[Trusted]]) -> Iterator[list[str]]:
    for recipe, pages in found.items():
        share = len(pages) * published.TRUSTED_PAGES // published.FIASCO_PAGES
        yield _row(f"{NAMES[recipe]}, the same threshold", pages, published.TRUSTED_FROM / 100)
        yield _row(f"{NAMES[recipe]}, the same share of pages", pages, pages[share - 1].predicted)


def _row(name: str, pages: Sequence[Trusted], threshold: float) -> list[str]:
    trusted = [page for page in pages if page.predicted >= threshold]
    chosen, everything = _precision(trusted), _precision(pages)
    return [
        name,
        f"{len(trusted)} of {len(pages)}",
        percent(threshold),
        percent(chosen),
        percent(everything),
        signed(chosen - everything),
        str(_low(trusted)),
        str(_low(pages)),
    ]


def _precision(pages: Sequence[Trusted]) -> float:
    return mean([page.precision for page in pages]).value


def _low(pages: Sequence[Trusted]) -> int:
    return sum(page.precision < LOW for page in pages)


def _figure(found: dict[Recipe, list[Trusted]]) -> str:
    lines = []
    for recipe, pages in found.items():
        ends = [size for size in range(1, len(pages) + 1) if size == len(pages) or _differ(pages, size)]
        sizes = [size for size in ends if size >= FEWEST * len(pages)]
        lines.append(Line(NAMES[recipe], [(100 * size / len(pages), 100 * _precision(pages[:size])) for size in sizes]))
    return plot("Precision of the pages trusted most", "percent of pages kept", "mean precision in percent", lines)


def _differ(pages: Sequence[Trusted], size: int) -> bool:
    """Whether so many pages are trusted more than the next one: those that are trusted alike must not be parted."""
    return pages[size - 1].predicted > pages[size].predicted


def _about(pages: Sequence[Trusted]) -> str:
    error = sqrt(fsum((page.predicted - page.precision) ** 2 for page in pages) / len(pages))
    sure = sum(page.predicted >= 1 for page in pages)
    return (
        f"For {sure} of these {len(pages)} pages the standard model predicts 100 %. Its predictions are off by"
        f" {percent(error)} points (root mean square). The paper has a residual standard error of"
        f" {published.TRUST_ERROR:.2f} points."
    )
