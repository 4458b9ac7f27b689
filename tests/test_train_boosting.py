"""Training of boosted trees: they score as CatBoost does, and come out the same each time."""

from __future__ import annotations

import sys
from math import log
from typing import TYPE_CHECKING, Any

import pytest

from ncleaner import NCleanerError
from ncleaner.engines.forest.trees import EDGE, UNITS, Trees, table
from ncleaner.models.format import build
from ncleaner.train import boosting
from ncleaner.train.boosting import Examples, Forest, Settings, shifted, train

pytestmark = pytest.mark.once

numpy = pytest.importorskip("numpy", reason="numpy is not installed")

if TYPE_CHECKING:
    from numpy import uint8
    from numpy.typing import NDArray

WIDTH = 12
ROWS = 1500
PAGE = 30  # examples on each page
TESTED = [(column, 0) for column in range(WIDTH)] + [(2, -1), (2, 1), (3, -2), (3, 2)]
SETTINGS = Settings(trees=25, depth=4, learning_rate=0.2, seed=3)


def examples(seed: int = 1, rows: int = ROWS) -> Examples:
    """Examples whose label hangs on some features and on those of neighbours."""
    chance = numpy.random.RandomState(seed)
    features = chance.randint(0, 256, (rows, WIDTH)).astype(numpy.uint8)
    features[:, 0] = 9  # tells nothing
    features[:, 1] = features[:, 1] // 64 * 64  # borders between few values are far from them
    pages = numpy.arange(rows) // PAGE
    behind = shifted(features[:, 2], pages, 1)
    points = (features[:, 1] > 100) * 1.0 + (behind > 128) + (features[:, 5] > 30) * (features[:, 6] > 200)
    labels = (points + chance.normal(0, 0.5, rows) > 1.2).astype(numpy.uint8)
    return Examples(features, labels, (chance.random_sample(rows) + 0.1).astype(numpy.float32), pages)


def scored(forest: Forest, features: NDArray[uint8]) -> list[int]:
    """The scores of the examples of one page."""
    count = len(features)
    data = table(WIDTH, count)
    for column in range(WIDTH):
        start = column * (count + 2 * EDGE) + EDGE
        data[start : start + count] = features[:, column].tobytes()
    model = build({"engine": "toy", "parameters": forest.parameters("keep ")}, forest.arrays("keep "))
    return list(Trees(model, "keep ", WIDTH).scores(data, count))


# What needs no CatBoost


def test_neighbours_are_on_the_same_page() -> None:
    values = numpy.array([1, 2, 3, 4, 5], dtype=numpy.uint8)
    pages = numpy.array([7, 7, 7, 8, 8])
    found = {shift: shifted(values, pages, shift).tolist() for shift in range(-2, 3)}
    assert found == {
        -2: [0, 0, 1, 0, 0],
        -1: [0, 1, 2, 0, 4],
        0: [1, 2, 3, 4, 5],
        1: [2, 3, 0, 5, 0],
        2: [3, 0, 0, 0, 0],
    }
    assert shifted(values[:1], pages[:1], 2).tolist() == [0]


def test_without_catboost_training_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "catboost", None)
    with pytest.raises(NCleanerError, match=r"pip install 'ncleaner\[train\]'"):
        train(examples(), TESTED, SETTINGS)


@pytest.mark.parametrize("tested", [[], [(WIDTH, 0)], [(-1, 0)], [(0, EDGE + 1)], [(0, -EDGE - 1)]])
def test_unknown_columns_and_shifts_are_refused(tested: list[tuple[int, int]]) -> None:
    with pytest.raises(ValueError, match="columns must be below"):
        train(examples(), tested, SETTINGS)


@pytest.mark.parametrize("settings", [Settings(trees=0), Settings(trees=1, depth=0), Settings(trees=1, depth=9)])
def test_invalid_settings_are_refused(settings: Settings) -> None:
    with pytest.raises(ValueError, match="trees of depth"):
        train(examples(), TESTED, settings)


def test_examples_of_one_label_are_refused() -> None:
    one = examples()
    one.labels[:] = 1
    with pytest.raises(ValueError, match="labels must be 0 and 1"):
        train(one, TESTED, SETTINGS)


def test_small_shares_are_not_rounded_to_zero() -> None:
    assert boosting._shares([0.0, 1e-9, 3.0, 1.0]) == [0, 1, 49151, 16384]


def test_a_tree_with_fewer_tests_keeps_its_leaves() -> None:
    split = {"float_feature_index": 1, "border": 96.0}
    tree = {"splits": [split], "leaf_values": [-log(2), log(2) / 2], "leaf_weights": [1.0, 3.0]}
    forest = boosting._forest({"scale_and_bias": [1, [0.0]], "oblivious_trees": [tree]}, TESTED, 3)
    features = numpy.zeros((3, WIDTH), dtype=numpy.uint8)
    features[:, 1] = [0, 96, 97]
    assert scored(forest, features) == [-UNITS, -UNITS, UNITS // 2]


def test_a_leaf_that_is_too_large_is_an_error() -> None:
    tree = {"splits": [], "leaf_values": [99.0], "leaf_weights": [1.0]}
    with pytest.raises(NCleanerError, match="143 bits"):
        boosting._forest({"scale_and_bias": [1, [0.0]], "oblivious_trees": [tree]}, TESTED, 1)


# What does


@pytest.fixture(scope="module")
def catboost() -> Any:
    return pytest.importorskip("catboost", reason="catboost is not installed")


def test_scores_are_those_of_catboost(catboost: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = []
    exported = boosting._exported

    def keep(model: Any) -> dict[str, Any]:
        kept.append(model)
        return exported(model)

    monkeypatch.setattr(boosting, "_exported", keep)
    forest = train(examples(), TESTED, SETTINGS)
    others = examples(seed=2, rows=10 * PAGE)
    theirs = kept[0].predict(boosting._matrix(others, TESTED), prediction_type="RawFormulaVal") * UNITS / log(2)
    ours: list[int] = []
    for start in range(0, len(others.labels), PAGE):
        ours += scored(forest, others.features[start : start + PAGE])
    assert len(set(ours)) > 50
    assert max(abs(one - other) for one, other in zip(ours, theirs, strict=True)) <= (SETTINGS.trees + 1) / 2 + 0.01


def test_the_same_examples_give_the_same_bytes(catboost: Any) -> None:
    assert train(examples(), TESTED, SETTINGS) == train(examples(), TESTED, SETTINGS)


def test_a_forest_predicts_unseen_labels(catboost: Any) -> None:
    forest = train(examples(), TESTED, SETTINGS)
    others = examples(seed=2, rows=PAGE * 20)
    right = 0
    for start in range(0, len(others.labels), PAGE):
        scores = scored(forest, others.features[start : start + PAGE])
        right += sum((score > 0) == label for score, label in zip(scores, others.labels[start:], strict=False))
    assert right / len(others.labels) > 0.75
    assert (2, 1) in set(zip(forest.columns, forest.shifts, strict=True))
