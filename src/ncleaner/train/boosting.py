"""Training of boosted oblivious trees, by CatBoost; `ncleaner.engines.forest.trees` evaluates them.

A forest tells two classes apart. The features of an example are bytes, and those of the examples before and behind it
on the same page, as far as they may be tested; beyond the ends of a page there are zeros. CatBoost's trees are taken as
they are: a border between two bytes becomes the lower one, log-odds become units of a bit, and the score is that of
CatBoost up to the rounding of leaves.

The same examples and settings give the same bytes with the same version of CatBoost. Its sums depend on the number of
threads, so that this is always the same, however many processors there are.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import floor, log
from typing import TYPE_CHECKING, Any

from ncleaner.engines.forest.trees import DEEPEST, EDGE, MOST_TREES, UNITS
from ncleaner.errors import MissingPackage, NCleanerError

if TYPE_CHECKING:
    from numpy import float32, int64, uint8
    from numpy.typing import NDArray

THREADS = 4
BORDERS = 254  # between the values of a feature: with one more, CatBoost would need two bytes for each value
UNITS_OF_LOG_ODDS = UNITS / log(2)
LARGEST_LEAF = (1 << 15) - 1
LARGEST_COVER = (1 << 16) - 1
NEVER = 255  # no byte is greater


@dataclass(frozen=True, slots=True)
class Examples:
    """What to learn from: for each example its features, its label (0 or 1), its weight, and the number of its page.

    The examples of a page stand together and in order. ``features`` has a row for each example.
    """

    features: NDArray[uint8]
    labels: NDArray[uint8]
    weights: NDArray[float32]
    pages: NDArray[int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How to learn, and not by heart.

    ``regularisation`` is how strongly leaves are drawn to zero (CatBoost's ``l2_leaf_reg``), ``examples`` the share of
    the examples that each tree learns from, ``tests`` the share of all tests that a level is chosen from, and
    ``borders`` the number of thresholds that there are for a feature.
    """

    trees: int
    depth: int = 6
    learning_rate: float = 0.1
    regularisation: float = 3.0
    examples: float = 1.0
    tests: float = 1.0
    borders: int = BORDERS
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Forest:
    """Trees as a model file has them."""

    depth: int
    start: int
    columns: bytes
    shifts: array[int]
    thresholds: bytes
    leaves: array[int]
    covers: array[int]

    def arrays(self, prefix: str) -> dict[str, bytes | array[int]]:
        """The arrays, for a model file that may have other forests, too."""
        return {
            prefix + "columns": self.columns,
            prefix + "shifts": self.shifts,
            prefix + "thresholds": self.thresholds,
            prefix + "leaves": self.leaves,
            prefix + "covers": self.covers,
        }

    def parameters(self, prefix: str) -> dict[str, int]:
        """The parameters, likewise."""
        return {prefix + "depth": self.depth, prefix + "start": self.start}


def train(examples: Examples, tested: Sequence[tuple[int, int]], settings: Settings) -> Forest:
    """A forest that tests these pairs of a column and a shift, from -2 (two examples before) to 2."""
    _check(examples, tested, settings)
    catboost = _catboost()
    pool = catboost.Pool(_matrix(examples, tested), label=examples.labels, weight=examples.weights)
    pool.quantize(
        border_count=settings.borders, random_seed=settings.seed
    )  # and forget the matrix, four times as large
    model = catboost.CatBoostClassifier(
        loss_function="Logloss",
        iterations=settings.trees,
        depth=settings.depth,
        learning_rate=settings.learning_rate,
        l2_leaf_reg=settings.regularisation,
        bootstrap_type="Bernoulli",
        subsample=settings.examples,
        rsm=settings.tests,
        random_seed=settings.seed,
        boost_from_average=True,
        thread_count=THREADS,
        allow_writing_files=False,
        logging_level="Silent",
    )
    model.fit(pool)
    return _forest(_exported(model), tested, settings.depth)


def _check(examples: Examples, tested: Sequence[tuple[int, int]], settings: Settings) -> None:
    width = examples.features.shape[1]
    if not tested or not all(0 <= column < width and abs(shift) <= EDGE for column, shift in tested):
        raise ValueError(f"only columns below {width} and shifts from -{EDGE} to {EDGE} can be tested")
    if width > 256 or examples.features.dtype != "uint8":
        raise ValueError("features must be bytes, 256 for an example at most")
    if not 1 <= settings.depth <= DEEPEST or not 1 <= settings.trees <= MOST_TREES:
        raise ValueError(f"there can be 1 to {MOST_TREES} trees of depth 1 to {DEEPEST}")
    if set(examples.labels.tolist()) != {0, 1}:
        raise ValueError("there must be examples of both labels, 0 and 1, and no others")


def _catboost() -> Any:
    """CatBoost, which takes long to import and is not always there."""
    try:
        import catboost
    except ImportError:
        raise MissingPackage("training", "catboost", "train") from None
    return catboost


def _matrix(examples: Examples, tested: Sequence[tuple[int, int]]) -> NDArray[float32]:
    """The values that may be tested, a column for each pair, as CatBoost takes them without a copy."""
    import numpy

    matrix = numpy.zeros((len(examples.labels), len(tested)), dtype=numpy.float32, order="F")
    for index, (column, shift) in enumerate(tested):
        matrix[:, index] = shifted(examples.features[:, column], examples.pages, shift)
    return matrix


def shifted(values: NDArray[uint8], pages: NDArray[int64], shift: int) -> NDArray[uint8]:
    """For each example, the value of the one so many places behind it on its page (before it, if negative), or 0."""
    import numpy

    if not shift:
        return values
    found = numpy.zeros_like(values)
    here, there = (slice(None, -shift), slice(shift, None)) if shift > 0 else (slice(-shift, None), slice(None, shift))
    found[here] = values[there] * (pages[here] == pages[there])
    return found


def _exported(model: Any) -> dict[str, Any]:
    """What CatBoost writes about a model."""
    import json
    from pathlib import Path
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = Path(folder, "model.json")
        model.save_model(str(path), format="json")
        exported: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return exported


def _forest(exported: Mapping[str, Any], tested: Sequence[tuple[int, int]], depth: int) -> Forest:
    scale, (bias,) = exported["scale_and_bias"]
    splits: list[tuple[int, int, int]] = []
    leaves = array("h")
    covers = array("H")
    for tree in exported["oblivious_trees"]:
        found = [(*tested[one["float_feature_index"]], floor(one["border"])) for one in tree["splits"]]
        splits += found + [(*tested[0], NEVER)] * (depth - len(found))
        # Where there was nothing left to test, the further leaves are never reached.
        missing = [0] * ((1 << depth) - len(tree["leaf_values"]))
        leaves.extend([_leaf(scale * value) for value in tree["leaf_values"]] + missing)
        covers.extend(_shares(tree["leaf_weights"]) + missing)
    return Forest(
        depth=depth,
        start=round(bias * UNITS_OF_LOG_ODDS),
        columns=bytes(column for column, _, _ in splits),
        shifts=array("b", [shift for _, shift, _ in splits]),
        thresholds=bytes(threshold for _, _, threshold in splits),
        leaves=leaves,
        covers=covers,
    )


def _leaf(log_odds: float) -> int:
    leaf = round(log_odds * UNITS_OF_LOG_ODDS)
    if abs(leaf) > LARGEST_LEAF:
        raise NCleanerError(f"a leaf of {leaf / UNITS:.0f} bits has no room in a model; use more regularisation")
    return leaf


def _shares(weights: Sequence[float]) -> list[int]:
    """The shares of leaves in what was learnt from, none of them 0 where there was anything."""
    total = sum(weights)
    return [max(round(weight / total * LARGEST_COVER), 1) if weight > 0 else 0 for weight in weights]
