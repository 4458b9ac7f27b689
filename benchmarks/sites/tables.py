"""The tables of the page about sites."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from benchmarks.sites.found import Found
from benchmarks.sites.measured import STEPS, Measured
from ncleaner.evaluate.statistics import t_test
from ncleaner.metrics.counts import Counts, macro, micro
from paper.markdown import NONE, p_value, signed, table

FOUND_HEADS = ("", "pages", "with a known host", "sites of five pages or more", "their pages")
GAIN_HEADS = ("", "pages", "P", "R", "micro F", "macro F", "difference", "p", "precision error gone")
CURVE_HEADS = ("", "other pages", "pages", "P alone", "P", "R alone", "R", "micro F alone", "micro F", "error gone")

ENOUGH = 9
"""Other pages, for the lines of sites with some ten pages."""


def found_rows(sets: Sequence[Found]) -> str:
    """Return how many sites were found."""
    rows = [[one.name, f"{one.total:,}", f"{one.pages:,}", str(len(one.sites)), str(one.measured)] for one in sets]
    return table(FOUND_HEADS, rows)


def gain_rows(sets: Mapping[str, Sequence[Measured]]) -> str:
    """Return what all other pages are worth: a line for each set, and one for its sites of ten pages or more."""
    lines = []
    for name, pages in _divided(sets):
        lines.append(_gain(name, pages))
        many = [page for page in pages if page.others >= ENOUGH]
        if many and len(many) < len(pages):
            lines.append(_gain(f"{name}, sites of ten pages or more", many))
    return table(GAIN_HEADS, lines)


def curve_rows(sets: Mapping[str, Sequence[Measured]]) -> str:
    """Return the gain over the number of other pages."""
    lines = []
    for name, pages in _divided(sets):
        for step in STEPS:
            chosen = [page for page in pages if step in page.by_step]
            if chosen:
                alone, together = micro(p.alone for p in chosen), micro(p.by_step[step] for p in chosen)
                figures = [alone.precision, together.precision, alone.recall, together.recall, alone.f, together.f]
                cells = [name, str(step), f"{len(chosen):,}", *(f"{100 * figure:.1f}" for figure in figures)]
                lines.append([*cells, _gone(alone, together)])
    return table(CURVE_HEADS, lines, labels=2)


def _divided(sets: Mapping[str, Sequence[Measured]]) -> Iterator[tuple[str, list[Measured]]]:
    """Yield the pages that are measured by words and those that are measured by characters, set by set."""
    for name, pages in sets.items():
        for is_chinese in (False, True):
            chosen = [page for page in pages if page.is_chinese == is_chinese]
            if chosen:
                yield f"{name}, Chinese (chars)" if is_chinese else name, chosen


def _gain(name: str, pages: Sequence[Measured]) -> list[str]:
    alone, together = [page.alone for page in pages], [page.together for page in pages]
    first, second = micro(alone), micro(together)
    test = t_test([count.f for count in together], [count.f for count in alone])
    return [
        name,
        f"{len(pages):,}",
        _both(first.precision, second.precision),
        _both(first.recall, second.recall),
        _both(first.f, second.f),
        _both(macro(alone).f.value, macro(together).f.value),
        signed(test.difference),
        p_value(test.p),
        _gone(first, second),
    ]


def _both(alone: float, together: float) -> str:
    return f"{100 * alone:.1f} → {100 * together:.1f}"


def _gone(alone: Counts, together: Counts) -> str:
    """Return the share of the precision error that is gone."""
    error = 1 - alone.precision
    return f"{100 * (together.precision - alone.precision) / error:.0f} %".replace("-", "−") if error else NONE
