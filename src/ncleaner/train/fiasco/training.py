"""Trains ``fiasco``: two machines, one with visual features and one without, in a model.

What a decision value is worth is found out by folds: a logistic curve is fitted to the values of held-out targets
(Platt's scaling), and makes scores in bits of them.

The parts of speech are left out: they are known for three languages only, and gain next to nothing in company with the
other features (``docs/papers.md``).
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
from ncleaner.train.examples import Example, Progress
from ncleaner.train.fiasco.fitting import C_OF_MODELS, FOLDS, Fitted, fit, folds, gamma_of
from ncleaner.train.fiasco.studies import Study, studies, training_of

if TYPE_CHECKING:
    from numpy import bool_
    from numpy.typing import NDArray

    from ncleaner.engines.fiasco.features import Table

MACHINES = {PLAIN: (LINGUISTIC, STRUCTURAL), VISUAL: (LINGUISTIC, STRUCTURAL, VISUAL)}
"""The groups of features of each machine."""

MOST = 40  # targets of a page to learn from
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
    """A model from pages and their gold texts; without ``visual``, no page is rendered, and one machine is missing.

    With ``scores``, the model says how good its machines are on held-out pages.
    """
    machines = [name for name, groups in MACHINES.items() if visual or VISUAL not in groups]
    wanted = MACHINES[machines[-1]]
    pages = studies(examples, wanted, cache=cache, workers=workers, total=total, progress=progress)
    return model_of(pages, machines, scores=scores, progress=progress)


def model_of(
    pages: Sequence[Study], machines: Sequence[str], *, scores: bool = True, progress: Progress | None = None
) -> Model:
    """A model with some machines, from pages that were read."""
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
    header = {"engine": "fiasco", "parameters": parameters, "keywords": learnt, "training": training_of(pages)}
    return build({**header, "scores": figures} if figures else header, arrays)


def _held_out(pages: Sequence[Study], groups: Sequence[str]) -> tuple[Table, NDArray[bool_]]:
    """Decision values of targets by machines that have not seen their pages, and whether they are clean.

    Where there is a single site, nothing can be held out.
    """
    import numpy

    divided = folds(pages) if len({page.site for page in pages}) > 1 else [(list(pages), list(pages))]
    values, clean = [], []
    for inside, others in divided:
        fitted = fit(others, groups, C_OF_MODELS)
        values += [fitted.decisions(page) for page in inside]
        clean += [page.clean for page in inside]
    return numpy.concatenate(values), numpy.concatenate(clean)


def _platt(values: Table, clean: NDArray[bool_]) -> tuple[float, float]:
    """Slope and offset of the curve from decision values to bits."""
    with requires_package("scikit-learn"):
        from sklearn.linear_model import LogisticRegression

    curve = LogisticRegression(C=1e6).fit(values[:, None], clean)
    return round(float(curve.coef_[0, 0]) / log(2), DIGITS), round(float(curve.intercept_[0]) / log(2), DIGITS)


def _parameters(fitted: Fitted, slope: float, offset: float) -> dict[str, Any]:
    return {
        "groups": list(fitted.groups),
        "gamma": gamma_of(fitted.groups),
        "intercept": round(float(fitted.classifier.intercept_[0]), DIGITS),
        "slope": slope,
        "offset": offset,
    }


def _arrays(fitted: Fitted) -> dict[str, array[Any]]:
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
    """Accuracy, precision, recall and F of targets, in percent."""
    kept = values > 0
    right = float((kept & clean).sum())
    precision, recall = right / max(1, kept.sum()), right / max(1, clean.sum())
    f = 2 * precision * recall / (precision + recall) if right else 0.0
    found = {"accuracy": float((kept == clean).mean()), "precision": precision, "recall": recall, "F": f}
    return {name: round(100 * value, 2) for name, value in found.items()}
