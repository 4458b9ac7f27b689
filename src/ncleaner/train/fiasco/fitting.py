"""Fits a support vector machine to the targets of pages, and finds out what it does to pages that it has not seen.

The machine is scikit-learn's, which is LIBSVM. The published γ of 8 is for all features together: it is divided by
their number, as distances grow with it. (As it stands, it was found with other features, at scales that leave most
targets close to each other. Ours are farther apart, and would hardly learn from each other.) The published C of 32 is
the default. Models are trained with a smaller one, which is far better on sites that were not seen: both parameters
were tried by three folds of sites (``docs/papers.md``).

Keywords are learnt from the same pages as the machine. Those of a page's own text would look far better on it than they
are. So in training the keywords that are counted on a page come from the other folds (`crossed`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ncleaner.engines.fiasco.features import GROUPS, LINGUISTIC, names_of, scaled
from ncleaner.engines.fiasco.packages import requires_package
from ncleaner.engines.fiasco.svm import rounded
from ncleaner.errors import NCleanerError
from ncleaner.gold.folds import folds_by_site
from ncleaner.train.fiasco.keywords import Keywords, keywords
from ncleaner.train.fiasco.studies import COLUMNS, Study

if TYPE_CHECKING:
    from ncleaner.engines.fiasco.features import Table

C = 32.0  # as published
C_OF_MODELS = 0.5
GAMMA = 8.0  # for all features together
FOLDS = 5  # of keywords, and of held-out pages


@dataclass(frozen=True, slots=True)
class Fitted:
    """A classifier, the scales of its features, and the keywords that it knows."""

    classifier: Any
    groups: tuple[str, ...]
    lowest: Table
    highest: Table
    means: Table
    keywords: Keywords

    def rows(self, page: Study) -> Table:
        """The scaled features of a page's targets."""
        table = page.with_keywords(self.keywords)[:, columns_of(self.groups)]
        return rounded(scaled(table, self.lowest, self.highest))

    def decisions(self, page: Study) -> Table:
        """The decision values of a page's targets, positive for clean ones."""
        import numpy

        found: Table = self.classifier.decision_function(self.rows(page)) if len(page.bags) else numpy.zeros(0)
        return found


def columns_of(groups: Sequence[str]) -> list[int]:
    """The columns of some groups of features in the tables of pages."""
    return [COLUMNS.index(name) for name in names_of(groups)]


def gamma_of(groups: Sequence[str]) -> float:
    """The γ for some groups of features."""
    return GAMMA / len(names_of(groups))


def machine(groups: Sequence[str], c: float = C) -> Any:
    """A support vector machine that has still to learn."""
    with requires_package("scikit-learn"):
        from sklearn.svm import SVC

    return SVC(C=c, gamma=gamma_of(groups), cache_size=500)


def folds(pages: Sequence[Study], count: int = FOLDS) -> list[tuple[list[Study], list[Study]]]:
    """Folds by site, never more than there are sites: the pages of each, and all others."""
    sites = {page.id: page.site for page in pages}
    if len(sites) < len(pages):
        raise NCleanerError("the ids of pages must differ to be divided into folds")
    found = []
    for fold in map(frozenset, folds_by_site(sites, max(2, min(count, len(set(sites.values())))))):
        inside = [page for page in pages if page.id in fold]
        found.append((inside, [page for page in pages if page.id not in fold]))
    return found


def crossed(pages: Sequence[Study]) -> Iterator[tuple[Study, Table]]:
    """The features of pages, with keywords that were learnt from pages of other sites."""
    if len({page.site for page in pages}) < 2:
        learnt = keywords(page.sides for page in pages)
        yield from ((page, page.with_keywords(learnt)) for page in pages)
        return
    for inside, others in folds(pages):
        learnt = keywords(page.sides for page in others)
        yield from ((page, page.with_keywords(learnt)) for page in inside)


def fit(pages: Sequence[Study], groups: Sequence[str] = tuple(GROUPS), c: float = C) -> Fitted:
    """Learn from pages."""
    import numpy

    knows_words = LINGUISTIC in groups
    found = sorted(
        crossed(pages) if knows_words else ((page, page.table) for page in pages), key=lambda pair: pair[0].id
    )
    table = numpy.concatenate([rows for _, rows in found])[:, columns_of(groups)]
    clean = numpy.concatenate([page.clean for page, _ in found])
    weights = numpy.concatenate([numpy.full(len(page.bags), float(page.weight)) for page, _ in found])
    if clean.all() or not clean.any():
        raise NCleanerError("there must be something to keep and something to drop on the pages to learn from")
    lowest, highest = table.min(axis=0), table.max(axis=0)
    rows = rounded(scaled(table, lowest, highest))
    classifier = machine(groups, c).fit(rows, clean, weights)
    learnt = keywords(page.sides for page in pages) if knows_words else Keywords((), ())
    return Fitted(classifier, tuple(groups), lowest, highest, rows.mean(axis=0), learnt)
