"""How likely a page has to be an article for ``--scope auto`` to keep the article alone, threshold by threshold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from benchmarks.accuracy.bias import bits
from benchmarks.accuracy.scopes import Scoped, mean_f
from ncleaner.engines.forest.scope import LEXICAL, UNIVERSAL
from ncleaner.engines.forest.trees import UNITS
from paper.markdown import table

THRESHOLDS = tuple(step / 2 for step in range(-8, 9))
"""Least scores of an article, in bits."""

FEWEST = 50
"""Sets with fewer pages have no column, because single pages would decide."""


def rows(sets: Mapping[str, Sequence[Scoped]], *, is_lexical: bool) -> str:
    """Return the table of thresholds, for pages whose words the n-grams know, or for all others.

    The last column is the mean of all sets.
    """
    chosen = {name: [page for page in pages if page.is_lexical == is_lexical] for name, pages in sets.items()}
    chosen = {name: pages for name, pages in chosen.items() if len(pages) >= FEWEST}
    in_use = (LEXICAL if is_lexical else UNIVERSAL) / UNITS
    lines = []
    for threshold in THRESHOLDS:
        figures = [100 * _f(pages, threshold) for pages in chosen.values()]
        figures.append(sum(figures) / max(1, len(figures)))
        name = bits(threshold) + (", in use" if threshold == in_use else "")
        lines.append([name, *(f"{figure:.2f}" for figure in figures)])
    return table(["bits", *(f"{name} ({len(pages):,})" for name, pages in chosen.items()), "mean"], lines)


def _f(pages: Sequence[Scoped], threshold: float) -> float:
    """Return the F of pages if those with a score as large as the threshold have the scope of the article."""
    return mean_f(pages, ["article" if page.article_bits >= threshold else "page" for page in pages])
