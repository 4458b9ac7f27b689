"""Section 4.1: kernels, their parameters, and a decision tree, by three folds of sites on some of the target nodes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

from ncleaner.engines.fiasco.features import scaled
from ncleaner.train.examples import Progress
from ncleaner.train.fiasco.fitting import columns_of, cross_keywords, folds
from ncleaner.train.fiasco.pages import FiascoPage
from paper.fiasco.published import SUBSETS

FOLDS = 3
MOST = 15  # nodes of a page
GROUPS = SUBSETS["All but POS"]

CS = (0.5, 2.0, 8.0, 32.0, 128.0)
GAMMAS = (0.5, 2.0, 8.0, 32.0)
"""For all features together: they are divided by their number."""

Best = tuple[float, str]
"""An accuracy in percent, and what it was reached with."""


def search(pages: Sequence[FiascoPage], progress: Progress) -> tuple[dict[str, Best], dict[tuple[float, float], float]]:
    """The best accuracy of each kind of classifier, and those of all parameters of the RBF kernel."""
    from sklearn.svm import SVC
    from sklearn.tree import DecisionTreeClassifier

    divided = _divided([page.thinned(MOST) for page in pages if page.bags])
    width = len(columns_of(GROUPS))
    tried: dict[str, list[Best]] = {}
    grid: dict[tuple[float, float], float] = {}
    combinations = list(product(CS, GAMMAS))
    for number, (c, gamma) in enumerate(combinations):
        for name, kernel in (("RBF", "rbf"), ("polynomial", "poly"), ("sigmoid", "sigmoid")):
            accuracy = _accuracy(divided, lambda: SVC(C=c, gamma=gamma / width, kernel=kernel, max_iter=200_000))  # noqa: B023
            tried.setdefault(name, []).append((accuracy, f"C = {c:g}, γ = {gamma:g}"))
            if name == "RBF":
                grid[c, gamma] = accuracy
        progress("parameters", number + 1, len(combinations))
    for c in CS:
        accuracy = _accuracy(divided, lambda: SVC(C=c, kernel="linear", max_iter=200_000))  # noqa: B023
        tried.setdefault("linear", []).append((accuracy, f"C = {c:g}"))
    for depth in (3, 5, 8, 12):
        accuracy = _accuracy(divided, lambda: DecisionTreeClassifier(max_depth=depth, random_state=1))  # noqa: B023
        tried.setdefault("decision tree", []).append((accuracy, f"{depth} levels"))
    return {name: max(found, key=lambda best: best[0]) for name, found in tried.items()}, grid


def _divided(pages: Sequence[FiascoPage]) -> list[Any]:
    """For each fold the tables and classes to learn from and to test on."""
    import numpy

    tables = {page.id: rows[:, columns_of(GROUPS)] for page, rows in cross_keywords(pages)}
    found = []
    for inside, others in folds(pages, FOLDS):
        table = numpy.concatenate([tables[page.id] for page in others])
        scales = table.min(axis=0), table.max(axis=0)
        test = numpy.concatenate([tables[page.id] for page in inside])
        classes = [numpy.concatenate([page.clean for page in part]) for part in (others, inside)]
        found.append((scaled(table, *scales), classes[0], scaled(test, *scales), classes[1]))
    return found


def _accuracy(divided: Sequence[Any], classifier: Any) -> float:
    from warnings import catch_warnings, simplefilter

    right = count = 0
    with catch_warnings():
        simplefilter("ignore")  # some parameters make for machines that never come to an end
        for table, clean, test, true in divided:
            right += int((classifier().fit(table, clean).predict(test) == true).sum())
            count += len(true)
    return 100 * right / count
