"""Which pages are worth a look, and which engines' outputs of them.

Two reasons: the first engine does badly on the page, or the engines do very differently. A page that is shown for the
first reason is not shown again for the second.

Of a page, all outputs are shown where there are up to three engines. With more it is the first engine's, the best
one's and the worst one's, so that the report does not grow with every engine that takes part.
"""

from __future__ import annotations

from dataclasses import dataclass

from ncleaner.evaluate.results import Evaluation, PageResult

MOST_PAGES = 20  # for each of the reasons
SMALLEST_SPREAD = 0.05  # of F; engines that are closer do not differ
MOST_OUTPUTS = 3


@dataclass(frozen=True, slots=True)
class Chosen:
    """A page, by its position in the set: the results of all engines for it, and which of them to show."""

    position: int
    results: list[PageResult]
    shown: list[int]

    @property
    def anchor(self) -> str:
        """The name by which links reach it; ids may contain anything, positions do not."""
        return f"page-{self.position + 1}"

    @property
    def spread(self) -> float:
        """From the worst engine's F to the best one's."""
        values = [f(result) for result in self.results]
        return max(values) - min(values)


def f(page: PageResult) -> float:
    """The figure by which pages are compared: the F of their words."""
    return page.counts["words"].f


def choose(evaluation: Evaluation) -> tuple[list[Chosen], list[Chosen]]:
    """The pages on which the first engine is worst, and those on which the engines differ most."""
    columns = zip(*(engine.pages for engine in evaluation.engines), strict=True)
    pages = [Chosen(position, list(results), outputs(list(results))) for position, results in enumerate(columns)]
    worst = sorted((page for page in pages if f(page.results[0]) < 1), key=lambda page: f(page.results[0]))
    apart = sorted((page for page in pages if page.spread >= SMALLEST_SPREAD), key=lambda page: -page.spread)
    return worst[:MOST_PAGES], apart[:MOST_PAGES]


def outputs(results: list[PageResult]) -> list[int]:
    """The engines whose outputs of a page are shown, by their positions: the first, the best, the worst."""
    if len(results) <= MOST_OUTPUTS:
        return list(range(len(results)))
    values = [f(result) for result in results]
    return list(dict.fromkeys([0, values.index(max(values)), values.index(min(values))]))
