"""Fitting of support vector machines (SVMs) to the targets of pages.

The SVM is scikit-learn's, which is LIBSVM. The published γ of 8 is divided by the number of features, because distances
grow with it. (The paper found it for other features, scaled so that most targets are close to each other. Ours are
farther apart; with γ = 8 they would hardly influence each other.) The published C of 32 is the default. Models are
trained with a smaller C, which is far better on unseen sites; both parameters were tested with three folds of sites
(``docs/measurements/papers.md``).

Keywords are learnt from the same pages as the SVM. Keywords learnt from a page look far better on that page than on
others. So the keyword features of a training page use keywords from the other folds (`cross_keywords`).
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
from ncleaner.train.fiasco.pages import COLUMNS, FiascoPage

if TYPE_CHECKING:
    from ncleaner.engines.fiasco.features import Table

C = 32.0  # as published
C_OF_MODELS = 0.5
GAMMA = 8.0  # for all features together
FOLDS = 5  # for keywords, and for held-out pages


@dataclass(frozen=True, slots=True)
class FittedSvm:
    """A fitted SVM with the scales of its features and its keywords."""

    classifier: Any
    groups: tuple[str, ...]
    lowest: Table
    highest: Table
    means: Table
    keywords: Keywords

    def rows(self, page: FiascoPage) -> Table:
        """Return the scaled features of the targets of a page."""
        table = page.with_keywords(self.keywords)[:, columns_of(self.groups)]
        return rounded(scaled(table, self.lowest, self.highest))

    def decision_values(self, page: FiascoPage) -> Table:
        """Return the decision values of the targets of a page, positive for clean ones."""
        import numpy

        values: Table = self.classifier.decision_function(self.rows(page)) if len(page.bags) else numpy.zeros(0)
        return values


def columns_of(groups: Sequence[str]) -> list[int]:
    """Return the columns of groups of features in the tables of pages."""
    return [COLUMNS.index(name) for name in names_of(groups)]


def gamma_of(groups: Sequence[str]) -> float:
    """Return γ for groups of features."""
    return GAMMA / len(names_of(groups))


def unfitted_svm(groups: Sequence[str], c: float = C) -> Any:
    """Return an SVM that is not fitted yet."""
    with requires_package("scikit-learn"):
        from sklearn.svm import SVC

    return SVC(C=c, gamma=gamma_of(groups), cache_size=500)


def folds(pages: Sequence[FiascoPage], count: int = FOLDS) -> list[tuple[list[FiascoPage], list[FiascoPage]]]:
    """Divide pages into folds by site, at most one per site; return the pages of each fold and all others."""
    sites = {page.id: page.site for page in pages}
    if len(sites) < len(pages):
        raise NCleanerError("pages need distinct ids to be divided into folds")
    pairs = []
    for fold in map(frozenset, folds_by_site(sites, max(2, min(count, len(set(sites.values())))))):
        inside = [page for page in pages if page.id in fold]
        pairs.append((inside, [page for page in pages if page.id not in fold]))
    return pairs


def cross_keywords(pages: Sequence[FiascoPage]) -> Iterator[tuple[FiascoPage, Table]]:
    """Yield pages and their features, with keywords learnt from other sites."""
    if len({page.site for page in pages}) < 2:
        learnt = keywords(page.word_counts for page in pages)
        yield from ((page, page.with_keywords(learnt)) for page in pages)
        return
    for inside, others in folds(pages):
        learnt = keywords(page.word_counts for page in others)
        yield from ((page, page.with_keywords(learnt)) for page in inside)


def fit(pages: Sequence[FiascoPage], groups: Sequence[str] = tuple(GROUPS), c: float = C) -> FittedSvm:
    """Return an SVM fitted to the targets of pages."""
    import numpy

    has_keywords = LINGUISTIC in groups
    tables = cross_keywords(pages) if has_keywords else ((page, page.table) for page in pages)
    pairs = sorted(tables, key=lambda pair: pair[0].id)
    table = numpy.concatenate([rows for _, rows in pairs])[:, columns_of(groups)]
    clean = numpy.concatenate([page.clean for page, _ in pairs])
    weights = numpy.concatenate([numpy.full(len(page.bags), float(page.weight)) for page, _ in pairs])
    if clean.all() or not clean.any():
        raise NCleanerError("the training pages need both clean and dirty text")
    lowest, highest = table.min(axis=0), table.max(axis=0)
    rows = rounded(scaled(table, lowest, highest))
    classifier = unfitted_svm(groups, c).fit(rows, clean, weights)
    learnt = keywords(page.word_counts for page in pages) if has_keywords else Keywords((), ())
    return FittedSvm(classifier, tuple(groups), lowest, highest, rows.mean(axis=0), learnt)
