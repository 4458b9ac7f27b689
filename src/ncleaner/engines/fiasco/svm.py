"""A support vector machine with radial basis functions, evaluated from the arrays of a model.

The decision value for features x is Σ aᵢ·exp(−γ·|x − sᵢ|²) + b over the support vectors sᵢ, which are trained and
stored in steps of 1/32767. A logistic curve, fitted on held-out pages, turns the value into a score in bits: the
logarithm of the odds that a target is clean.

A model is untrusted data: any inconsistency in it raises a `ModelError`.

numpy multiplies matrices with a library that has threads and locks of its own. A child forked during a product would
wait for these locks for ever, so forks wait until the product is finished.
"""

from __future__ import annotations

import os
from _thread import allocate_lock

from ncleaner.engines.fiasco.features import GROUPS, names_of, scaled
from ncleaner.engines.fiasco.packages import requires_package
from ncleaner.errors import ModelError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ncleaner.engines.fiasco.features import Table
    from ncleaner.models import Model

STEPS = 32767  # of a feature from 0 to 1
DIGITS = 6  # of a score; further digits differ between processors
AT_ONCE = 256  # rows; bounds the memory for pages with many targets
LARGEST = 1e9  # absolute value of a number in a model
NARROWEST = 1e-12  # between the lowest and the highest value of a feature, if they differ; less could overflow


_product = allocate_lock()  # held during products of matrices, and during forks
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_product.acquire, after_in_parent=_product.release, after_in_child=_product.release)


class Machine:
    """One of the machines of a model: its groups of features, their scales, the keywords, and the support vectors."""

    def __init__(self, model: Model, part: str) -> None:
        with requires_package("numpy"):
            import numpy

        own = model.part(part)
        self.groups = tuple(_strings(model, "groups", own.parameter("groups", list)))
        if not self.groups or not set(self.groups) <= set(GROUPS):
            raise ModelError(f"{model.name}: the groups of features should be some of {', '.join(GROUPS)}")
        self.names = names_of(self.groups)
        self.clean, self.dirty = _keywords(model)
        self.gamma, self.intercept, self.slope, self.offset = (
            _finite(own, name) for name in ("gamma", "intercept", "slope", "offset")
        )
        if self.gamma < 0:
            raise ModelError(f"{model.name}: the parameter 'gamma' should not be negative, but is {self.gamma}")
        width = len(self.names)
        self.coefficients: Table = _bounded(own, "coefficients")
        self.lowest, self.highest, self.means = (
            _sized(own, name, _bounded(own, name), width) for name in ("lowest", "highest", "means")
        )
        spans = self.highest - self.lowest
        if ((spans > 0) & (spans < NARROWEST)).any():
            raise ModelError(f"{model.name}: the lowest and highest values of a feature are too close")
        steps = numpy.frombuffer(own.array("vectors", "I16"), dtype="i2")
        vectors = _sized(own, "vectors", steps, width * len(self.coefficients)).reshape(-1, width)
        self.vectors: Table = vectors / float(STEPS)
        self.squares: Table = (self.vectors**2).sum(axis=1)

    def scores(self, table: Table) -> list[float]:
        """Return the scores of targets in bits, from their unscaled features."""
        return self.scores_of_scaled(rounded(scaled(table, self.lowest, self.highest)))

    def scores_of_scaled(self, table: Table) -> list[float]:
        """Return the scores of targets in bits, from their scaled features."""
        scores: list[float] = []
        for start in range(0, len(table), AT_ONCE):
            values = self.slope * self._decision(table[start : start + AT_ONCE]) + self.offset
            scores += [round(float(value), DIGITS) for value in values]
        return scores

    def _decision(self, rows: Table) -> Table:
        import numpy

        with _product:
            distances = (rows**2).sum(axis=1)[:, None] + self.squares[None, :] - 2 * rows @ self.vectors.T
            values: Table = numpy.exp(-self.gamma * numpy.maximum(distances, 0.0)) @ self.coefficients + self.intercept
        return values

    def contributions(self, row: Table) -> list[tuple[str, float, float]]:
        """Return the name and value of each feature of a target, and how many bits it adds compared with its mean.

        Replacing one feature changes one term of the distance to each support vector, so no products are needed.
        """
        import numpy

        own = rounded(scaled(row, self.lowest, self.highest))
        distances = ((own - self.vectors) ** 2).sum(axis=1)
        changes = (self.means - own)[:, None] * ((self.means + own)[:, None] - 2 * self.vectors.T)
        every = numpy.maximum(numpy.vstack([distances + changes, distances]), 0.0)
        *others, score = self.slope * (numpy.exp(-self.gamma * every) * self.coefficients).sum(axis=1)
        return [
            (name, float(value), round(float(score - other), DIGITS))
            for name, value, other in zip(self.names, row, others, strict=True)
        ]


def rounded(table: Table) -> Table:
    """Return scaled features, rounded to the steps of the support vectors."""
    import numpy

    steps: Table = numpy.rint(table * STEPS) / STEPS
    return steps


def _keywords(model: Model) -> tuple[frozenset[str], frozenset[str]]:
    """Return the keywords of clean and of dirty text, which all machines of a model share."""
    keywords = model.header.get("keywords")
    if type(keywords) is not dict:
        raise ModelError(f"{model.name}: the header field 'keywords' is missing")
    clean, dirty = (frozenset(_strings(model, name, keywords.get(name))) for name in ("clean", "dirty"))
    return clean, dirty


def _strings(model: Model, name: str, value: Any) -> list[str]:
    if type(value) is not list or not all(type(item) is str for item in value):
        raise ModelError(f"{model.name}: {name!r} should be a list of strings")
    return value


def _finite(model: Model, name: str) -> float:
    value = model.parameter(name, float)
    if not abs(value) <= LARGEST:
        raise ModelError(f"{model.name}: the parameter {name!r} should be a number from -1e9 to 1e9, not {value}")
    return value


def _bounded(model: Model, name: str) -> Table:
    """Return an array of numbers of limited size."""
    import numpy

    array: Table = numpy.frombuffer(model.array(name, "F64"), dtype="f8")
    if not (numpy.abs(array) <= LARGEST).all():
        raise ModelError(f"{model.name}: the array {name!r} has numbers that are not from -1e9 to 1e9")
    return array


def _sized(model: Model, name: str, array: Any, size: int) -> Any:
    if len(array) != size:
        raise ModelError(f"{model.name}: the array {name!r} has {len(array)} numbers instead of {size}")
    return array
