"""Training of ``fiasco``: a model with two support vector machines (SVMs), with and without visual features.

Scores in bits come from decision values by Platt's scaling: a logistic curve is fitted to the values of held-out
targets.

The parts of speech are left out: they are available for three languages only, and add next to nothing to the other
features (``docs/measurements/papers.md``).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from math import log
from typing import TYPE_CHECKING, Any

from ncleaner.engines.fiasco.engine import PLAIN
from ncleaner.engines.fiasco.features import LINGUISTIC, STRUCTURAL, VISUAL
from ncleaner.engines.fiasco.packages import requires_package
from ncleaner.engines.fiasco.svm import STEPS
from ncleaner.models.format import Model, build
from ncleaner.train.examples import Example, Progress, training_sets
from ncleaner.train.fiasco.fitting import C_OF_MODELS, FOLDS, FittedSvm, fit, folds, gamma_of
from ncleaner.train.fiasco.pages import FiascoPage, read_pages

if TYPE_CHECKING:
    from numpy import bool_
    from numpy.typing import NDArray

    from ncleaner.engines.fiasco.features import Table

MACHINES = {PLAIN: (LINGUISTIC, STRUCTURAL), VISUAL: (LINGUISTIC, STRUCTURAL, VISUAL)}
"""The groups of features of each SVM."""

MOST = 40  # targets per page
DIGITS = 9


def train(
    examples: Iterable[Example],
    *,
    visual: bool = True,
    scores: bool = True,
    cache: str | None = None,
    workers: int = 1,
    total: int = 0,
    progress: Progress | None = None,
) -> Model:
    """Return a model trained on pages and their gold texts; ``visual`` adds the SVM for rendered pages.

    With ``scores``, the header has the scores of the SVMs on held-out pages.
    """
    machines = [name for name, groups in MACHINES.items() if visual or VISUAL not in groups]
    wanted = MACHINES[machines[-1]]
    pages = read_pages(examples, wanted, cache=cache, workers=workers, total=total, progress=progress)
    return model_of(pages, machines, scores=scores, progress=progress)


def model_of(
    pages: Sequence[FiascoPage], machines: Sequence[str], *, scores: bool = True, progress: Progress | None = None
) -> Model:
    """Return a model with the named SVMs, trained on pages already read."""
    thin = [page.thinned(MOST) for page in pages if page.bags]
    parameters: dict[str, Any] = {}
    arrays: dict[str, array[Any]] = {}
    figures: dict[str, dict[str, float]] = {}
    for number, name in enumerate(machines):
        groups = MACHINES[name]
        values, clean = _held_out(thin, groups)
        fitted = fit(thin, groups, C_OF_MODELS)
        parameters[name] = _parameters(fitted, *_platt(values, clean))
        arrays |= {f"{name}.{array_name}": numbers for array_name, numbers in _arrays(fitted).items()}
        if scores:
            figures[f"{name}, targets ({FOLDS} folds)"] = _figures(values, clean)
        if progress is not None:
            progress("machines", number + 1, len(machines))
    learnt = {"clean": list(fitted.keywords.clean), "dirty": list(fitted.keywords.dirty)}
    header = {"engine": "fiasco", "parameters": parameters, "keywords": learnt, "training": training_sets(pages)}
    return build({**header, "scores": figures} if figures else header, arrays)


def _held_out(pages: Sequence[FiascoPage], groups: Sequence[str]) -> tuple[Table, NDArray[bool_]]:
    """Return the decision values of targets by SVMs that have not seen their pages, and whether they are clean.

    With a single site, nothing can be held out: the SVM has seen all pages.
    """
    import numpy

    divided = folds(pages) if len({page.site for page in pages}) > 1 else [(list(pages), list(pages))]
    values, clean = [], []
    for inside, others in divided:
        fitted = fit(others, groups, C_OF_MODELS)
        values += [fitted.decision_values(page) for page in inside]
        clean += [page.clean for page in inside]
    return numpy.concatenate(values), numpy.concatenate(clean)


def _platt(values: Table, clean: NDArray[bool_]) -> tuple[float, float]:
    """Return slope and offset of the curve from decision values to bits."""
    with requires_package("scikit-learn"):
        from sklearn.linear_model import LogisticRegression

    curve = LogisticRegression(C=1e6).fit(values[:, None], clean)
    return round(float(curve.coef_[0, 0]) / log(2), DIGITS), round(float(curve.intercept_[0]) / log(2), DIGITS)


def _parameters(fitted: FittedSvm, slope: float, offset: float) -> dict[str, Any]:
    return {
        "groups": list(fitted.groups),
        "gamma": gamma_of(fitted.groups),
        "intercept": round(float(fitted.classifier.intercept_[0]), DIGITS),
        "slope": slope,
        "offset": offset,
    }


def _arrays(fitted: FittedSvm) -> dict[str, array[Any]]:
    import numpy

    steps = numpy.rint(fitted.classifier.support_vectors_ * STEPS).astype("i2")
    return {
        "vectors": array("h", steps.ravel().tolist()),
        "coefficients": array("d", numpy.round(fitted.classifier.dual_coef_[0], DIGITS).tolist()),
        "lowest": array("d", fitted.lowest.tolist()),
        "highest": array("d", fitted.highest.tolist()),
        "means": array("d", fitted.means.tolist()),
    }


def _figures(values: Table, clean: NDArray[bool_]) -> dict[str, float]:
    """Return accuracy, precision, recall and F of targets, in percent."""
    kept = values > 0
    right = float((kept & clean).sum())
    precision, recall = right / max(1, kept.sum()), right / max(1, clean.sum())
    f = 2 * precision * recall / (precision + recall) if right else 0.0
    figures = {"accuracy": float((kept == clean).mean()), "precision": precision, "recall": recall, "F": f}
    return {name: round(100 * value, 2) for name, value in figures.items()}
