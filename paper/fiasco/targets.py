"""Tables 2 and 3: how well target nodes are classified by different groups of features, with ten folds.

LIBSVM, and so, it seems, the paper, divides target nodes into folds whatever their pages: nodes of a page are on both
sides. That is the first of our two figures. For the second, pages of one site are never on both sides, as when a
machine is to clean pages that it has not seen.

At most `MOST` nodes of a page take part, drawn at random: a page with thousands of them would outweigh all others. As
the first of the figures depends on that, one of them is found for `FEWER`, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING

from ncleaner.engines.fiasco.features import scaled
from ncleaner.train.examples import Progress
from ncleaner.train.fiasco.fitting import columns_of, cross_keywords, fit, folds, unfitted_svm
from ncleaner.train.fiasco.pages import FiascoPage
from paper.fiasco.published import SUBSETS, Row

if TYPE_CHECKING:
    from numpy import bool_
    from numpy.typing import NDArray

    Answers = Iterator[tuple[NDArray[bool_], NDArray[bool_]]]
    """What was said of some nodes, and what is true."""

FOLDS = 10
MOST, FEWER = 60, 30


def by_nodes(pages: Sequence[FiascoPage], groups: Sequence[str]) -> Answers:
    """Nodes are dealt out like cards."""
    import numpy

    found = sorted(cross_keywords(pages), key=lambda pair: pair[0].id)
    table = numpy.concatenate([rows for _, rows in found])[:, columns_of(groups)]
    table = scaled(table, table.min(axis=0), table.max(axis=0))
    clean = numpy.concatenate([page.clean for page, _ in found])
    order = list(range(len(clean)))
    Random(1).shuffle(order)
    for fold in range(FOLDS):
        inside = order[fold::FOLDS]
        others = numpy.setdiff1d(order, inside)
        yield unfitted_svm(groups).fit(table[others], clean[others]).predict(table[inside]), clean[inside]


def by_sites(pages: Sequence[FiascoPage], groups: Sequence[str]) -> Answers:
    """Sites are dealt out."""
    for inside, others in folds(pages, FOLDS):
        fitted = fit(others, groups)
        for page in inside:
            yield fitted.decision_values(page) > 0, page.clean


def figures(answers: Answers) -> Row:
    """Accuracy, precision, recall and F of all nodes."""
    right = kept = true = both = count = 0
    for said, clean in answers:
        right += int((said == clean).sum())
        both += int((said & clean).sum())
        kept += int(said.sum())
        true += int(clean.sum())
        count += len(clean)
    precision, recall = both / max(1, kept), both / max(1, true)
    f = 2 * both / max(1, kept + true)
    return Row(100 * right / max(1, count), precision, recall, f)


def rows(
    pages: Sequence[FiascoPage],
    divide: Callable[[Sequence[FiascoPage], Sequence[str]], Answers],
    what: str,
    progress: Progress,
) -> dict[str, Row]:
    """The rows of a table."""
    thin = [page.thinned(MOST) for page in pages if page.bags]
    found: dict[str, Row] = {}
    for name, groups in SUBSETS.items():
        found[name] = figures(divide(thin, groups))
        progress(what, len(found), len(SUBSETS))
    return found


def visual_alone(pages: Sequence[FiascoPage]) -> Row:
    """The figures of visual features with fewer nodes of a page."""
    thin = [page.thinned(FEWER) for page in pages if page.bags]
    return figures(by_nodes(thin, SUBSETS["Visual only"]))
