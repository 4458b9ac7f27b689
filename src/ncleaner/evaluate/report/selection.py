"""Selection of the pages that the report shows, and of the engines whose outputs it shows.

A page is shown if the first engine does badly on it, or if the engines differ widely. A page that is shown for the
first reason is not shown again for the second.

With up to three engines, all outputs of a page are shown. With more, those of the first, the best and the worst engine,
so that the report does not grow with the number of engines.
"""

from __future__ import annotations

from dataclasses import dataclass

from ncleaner.evaluate.results import Evaluation, PageResult

MOST_PAGES = 20  # for each reason
SMALLEST_SPREAD = 0.05  # of F; pages with less are not shown as differing
MOST_OUTPUTS = 3


@dataclass(frozen=True, slots=True)
class ShownPage:
    """A page: its position in the set, the results of all engines, and the engines whose outputs are shown."""

    position: int
    results: list[PageResult]
    shown: list[int]

    @property
    def anchor(self) -> str:
        """The link target of the page, by position, because ids may contain any character."""
        return f"page-{self.position + 1}"

    @property
    def spread(self) -> float:
        """The difference between the F of the best and of the worst engine."""
        values = [words_f(result) for result in self.results]
        return max(values) - min(values)


def words_f(page: PageResult) -> float:
    """Return the F of words, by which pages are compared."""
    return page.counts["words"].f


def select_pages(evaluation: Evaluation) -> tuple[list[ShownPage], list[ShownPage]]:
    """Return the pages on which the first engine is worst, and those on which the engines differ most."""
    columns = zip(*(engine.pages for engine in evaluation.engines), strict=True)
    pages = [
        ShownPage(position, list(results), shown_outputs(list(results))) for position, results in enumerate(columns)
    ]
    worst = sorted((page for page in pages if words_f(page.results[0]) < 1), key=lambda page: words_f(page.results[0]))
    apart = sorted((page for page in pages if page.spread >= SMALLEST_SPREAD), key=lambda page: -page.spread)
    return worst[:MOST_PAGES], apart[:MOST_PAGES]


def shown_outputs(results: list[PageResult]) -> list[int]:
    """Return the positions of the engines whose outputs are shown: the first, the best and the worst one."""
    if len(results) <= MOST_OUTPUTS:
        return list(range(len(results)))
    values = [words_f(result) for result in results]
    return list(dict.fromkeys([0, values.index(max(values)), values.index(min(values))]))
