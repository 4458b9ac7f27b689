"""Training of boosted oblivious trees with CatBoost; `ncleaner.engines.forest.trees` evaluates them.

A forest separates two classes. Features are bytes. Trees test features of an example and of its neighbours on the same
page; features beyond the ends of a page are zero. CatBoost's trees are converted: a border between two bytes becomes
the lower byte, and log-odds become fractions of a bit. Apart from the rounding of leaves, the score is CatBoost's.

The same examples and settings give the same bytes with the same version of CatBoost. Its sums depend on the number of
threads, so the number is fixed.
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
BORDERS = 254  # per feature; with more, CatBoost stores each value in two bytes
UNITS_OF_LOG_ODDS = UNITS / log(2)
LARGEST_LEAF = (1 << 15) - 1
LARGEST_COVER = (1 << 16) - 1
NEVER = 255  # no byte is greater than this threshold


@dataclass(frozen=True, slots=True)
class Examples:
    """Examples to train on: for each, its features (one row), its label (0 or 1), its weight and its page number.

    The examples of a page are adjacent and in page order.
    """

    features: NDArray[uint8]
    labels: NDArray[uint8]
    weights: NDArray[float32]
    pages: NDArray[int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of boosting.

    ``regularisation`` shrinks leaves towards zero (CatBoost's ``l2_leaf_reg``). ``examples`` is the share of examples
    sampled for each tree, ``tests`` the share of tests considered at each level, and ``borders`` the number of
    thresholds per feature.
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
    """Trees in the representation of model files."""

    depth: int
    start: int
    columns: bytes
    shifts: array[int]
    thresholds: bytes
    leaves: array[int]
    covers: array[int]

    def arrays(self, prefix: str) -> dict[str, bytes | array[int]]:
        """Return the arrays of a model file, with a prefix that tells the forests of the file apart."""
        return {
            prefix + "columns": self.columns,
            prefix + "shifts": self.shifts,
            prefix + "thresholds": self.thresholds,
            prefix + "leaves": self.leaves,
            prefix + "covers": self.covers,
        }

    def parameters(self, prefix: str) -> dict[str, int]:
        """Return the parameters of a model file, with the same prefix."""
        return {prefix + "depth": self.depth, prefix + "start": self.start}


def train(
    examples: Examples,
    tested: Sequence[tuple[int, int]],
    settings: Settings,
    scores: NDArray[int64] | None = None,
    *,
    threads: int = THREADS,
) -> Forest:
    """Return a forest that tests the given pairs of column and shift, from -2 (two examples before) to 2.

    ``scores``, in `UNITS` of a bit, are those of another forest: the trees then learn what to add to them, and start
    from 0. ``threads`` is part of what makes a forest: another number gives other roundings.
    """
    _check(examples, tested, settings)
    catboost = _catboost()
    baseline = None if scores is None else scores / UNITS_OF_LOG_ODDS
    pool = catboost.Pool(_matrix(examples, tested), label=examples.labels, weight=examples.weights, baseline=baseline)
    # This also frees the matrix, which is four times as large.
    pool.quantize(border_count=settings.borders, random_seed=settings.seed)
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
        boost_from_average=scores is None,
        thread_count=threads,
        allow_writing_files=False,
        logging_level="Silent",
    )
    model.fit(pool)
    return _forest(_exported(model), tested, settings.depth)


def _check(examples: Examples, tested: Sequence[tuple[int, int]], settings: Settings) -> None:
    width = examples.features.shape[1]
    if not tested or not all(0 <= column < width and abs(shift) <= EDGE for column, shift in tested):
        raise ValueError(f"columns must be below {width}, and shifts between -{EDGE} and {EDGE}")
    if width > 256 or examples.features.dtype != "uint8":
        raise ValueError("features must be bytes, at most 256 per example")
    if not 1 <= settings.depth <= DEEPEST or not 1 <= settings.trees <= MOST_TREES:
        raise ValueError(f"a forest has 1 to {MOST_TREES} trees of depth 1 to {DEEPEST}")
    if set(examples.labels.tolist()) != {0, 1}:
        raise ValueError("labels must be 0 and 1, with examples of both")


def _catboost() -> Any:
    """Import CatBoost, which is slow to import and optional."""
    try:
        import catboost
    except ImportError:
        raise MissingPackage("training", "catboost", "train") from None
    return catboost


def _matrix(examples: Examples, tested: Sequence[tuple[int, int]]) -> NDArray[float32]:
    """Return the values to test, one column per pair, in the layout that CatBoost takes without a copy."""
    import numpy

    matrix = numpy.zeros((len(examples.labels), len(tested)), dtype=numpy.float32, order="F")
    for index, (column, shift) in enumerate(tested):
        matrix[:, index] = shifted(examples.features[:, column], examples.pages, shift)
    return matrix


def shifted(values: NDArray[uint8], pages: NDArray[int64], shift: int) -> NDArray[uint8]:
    """Return, for each example, the value ``shift`` examples later on its page (earlier if negative), or 0."""
    import numpy

    if not shift:
        return values
    result = numpy.zeros_like(values)
    here, there = (slice(None, -shift), slice(shift, None)) if shift > 0 else (slice(-shift, None), slice(None, shift))
    result[here] = values[there] * (pages[here] == pages[there])
    return result


def _exported(model: Any) -> dict[str, Any]:
    """Return a model as exported by CatBoost to JSON."""
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
        tests = [(*tested[split["float_feature_index"]], floor(split["border"])) for split in tree["splits"] or ()]
        # A tree may be shallower than the others, or a single leaf: its additional leaves are never reached.
        splits += tests + [(*tested[0], NEVER)] * (depth - len(tests))
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
        raise NCleanerError(f"a leaf of {leaf / UNITS:.0f} bits is too large for a model file; use more regularisation")
    return leaf


def _shares(weights: Sequence[float]) -> list[int]:
    """Return the share of training weight in each leaf, at least 1 unit if there was any."""
    total = sum(weights)
    return [max(round(weight / total * LARGEST_COVER), 1) if weight > 0 else 0 for weight in weights]
