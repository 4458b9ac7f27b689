"""Grows boosted oblivious trees (`ncleaner.forest.trees`) with CatBoost, whose trees are of that kind.

CatBoost works with real numbers and whole columns. So the features of neighbouring rows become columns of their own
here, each leaf is rounded to units of a bit, and each border between two values to the lower of them.
"""

from __future__ import annotations

import json
import os
import tempfile
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log
from typing import TYPE_CHECKING, Any

from ncleaner.errors import NCleanerError
from ncleaner.forest.trees import UNITS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LARGEST_LEAF = 32767
LARGEST_COVER = 65535
THREADS = 2  # always as many: sums in another order would give other trees


@dataclass(frozen=True, slots=True)
class Growth:
    """How trees are grown: their number and depth, the learning rate, and what keeps them from learning by heart.

    ``doubt`` is added to the weight of each leaf, ``columns`` and ``rows`` are the shares of them that each tree, or
    each of its levels, gets to see, and ``borders`` is the number of thresholds that may be chosen from.
    """

    trees: int = 350
    depth: int = 6
    rate: float = 0.08
    doubt: float = 20.0
    columns: float = 0.15
    rows: float = 0.5
    borders: int = 32
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Grown:
    """The parameters and the arrays of trees, as `ncleaner.forest.trees.Trees` reads them."""

    parameters: dict[str, int]
    arrays: dict[str, Any]


def grow(
    features: NDArray[np.uint8],
    labels: NDArray[np.bool_],
    weights: NDArray[np.float64],
    pages: NDArray[np.int64],
    tests: Sequence[tuple[int, int]],
    growth: Growth,
) -> Grown:
    """Trees that tell the rows with a true label from the others.

    ``tests`` are the columns that may be tested, each with the shift to a neighbouring row; ``pages`` has the number of
    the page of each row, as only rows of the same page are neighbours.
    """
    try:
        from catboost import CatBoostClassifier, Pool
    except ImportError:
        raise NCleanerError("to train a forest takes CatBoost: pip install 'ncleaner[train]'") from None
    learner = CatBoostClassifier(
        iterations=growth.trees,
        depth=growth.depth,
        learning_rate=growth.rate,
        l2_leaf_reg=growth.doubt,
        rsm=growth.columns,
        bootstrap_type="Bernoulli",
        subsample=growth.rows,
        border_count=growth.borders,
        random_seed=growth.seed,
        thread_count=THREADS,
        verbose=0,
        allow_writing_files=False,
    )
    learner.fit(Pool(_columns(features, pages, tests), labels, weight=weights))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "trees.json")
        learner.save_model(path, format="json")
        with open(path, encoding="utf-8") as file:
            return _exported(json.load(file), tests, growth.depth)


def _columns(
    features: NDArray[np.uint8], pages: NDArray[np.int64], tests: Sequence[tuple[int, int]]
) -> NDArray[np.float32]:
    """The columns that can be tested, those of neighbouring rows included."""
    import numpy as np

    found = np.zeros((len(features), len(tests)), np.float32, order="F")
    for number, (column, shift) in enumerate(tests):
        if shift == 0:
            found[:, number] = features[:, column]
        elif shift > 0:
            same = pages[:-shift] == pages[shift:]
            found[:-shift, number] = features[shift:, column] * same
        else:
            same = pages[-shift:] == pages[:shift]
            found[-shift:, number] = features[:shift, column] * same
    return found


def _exported(model: dict[str, Any], tests: Sequence[tuple[int, int]], depth: int) -> Grown:
    """The trees of a model in CatBoost's JSON."""
    columns, shifts, thresholds = array("B"), array("b"), array("B")
    leaves, covers = array("h"), array("H")
    scale, (bias,) = model["scale_and_bias"]
    bits = UNITS * scale / log(2)
    for tree in model["oblivious_trees"]:
        splits = tree["splits"] or []
        for split in splits:
            column, shift = tests[split["float_feature_index"]]
            columns.append(column)
            shifts.append(shift)
            thresholds.append(floor(split["border"]))
        missing = depth - len(splits)  # tests that never hold, where there was nothing more to tell apart
        columns.extend([0] * missing)
        shifts.extend([0] * missing)
        thresholds.extend([255] * missing)
        leaves.extend(_bounded(round(value * bits)) for value in tree["leaf_values"])
        leaves.extend([0] * ((1 << depth) - len(tree["leaf_values"])))
        whole = sum(tree["leaf_weights"]) or 1.0
        covers.extend(round(LARGEST_COVER * weight / whole) for weight in tree["leaf_weights"])
        covers.extend([0] * ((1 << depth) - len(tree["leaf_weights"])))
    arrays = {"columns": columns, "shifts": shifts, "thresholds": thresholds, "leaves": leaves, "covers": covers}
    return Grown({"depth": depth, "start": round(bias * UNITS / log(2))}, arrays)


def _bounded(leaf: int) -> int:
    return max(-LARGEST_LEAF, min(LARGEST_LEAF, leaf))
