"""Boosted oblivious trees: scores, contributions, and damaged models."""

from __future__ import annotations

import random
from array import array
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ncleaner import ModelError
from ncleaner.engines.forest.trees import DEEPEST, EDGE, LARGEST_START, MOST_TREES, SPARE, Trees, table
from ncleaner.models.format import Model, build

WIDTH = 11

Arrays = dict[str, Any]


def some_trees(seed: int, size: int, depth: int) -> Arrays:
    """The arrays of random trees."""
    chance = random.Random(seed)
    tests = range(size * depth)
    leaves = range(size << depth)
    return {
        "columns": bytes(chance.randrange(WIDTH) for _ in tests),
        "shifts": array("b", [chance.randint(-EDGE, EDGE) for _ in tests]),
        "thresholds": bytes(chance.randrange(256) for _ in tests),
        "leaves": array("h", [chance.randint(-32768, 32767) for _ in leaves]),
        "covers": array("H", [chance.choice([0, 0, 1, 500, 65535]) for _ in leaves]),
    }


def some_columns(seed: int, count: int) -> list[list[int]]:
    """Columns of random values, with those that differ in sign or by one among them."""
    chance = random.Random(seed)
    return [
        [chance.choice([0, 1, 127, 128, 254, 255, chance.randrange(256)]) for _ in range(count)] for _ in range(WIDTH)
    ]


def filled(columns: list[list[int]]) -> bytearray:
    count = len(columns[0])
    data = table(WIDTH, count)
    for number, values in enumerate(columns):
        start = number * (count + 2 * EDGE) + EDGE
        data[start : start + count] = bytes(values)
    data[-SPARE:] = bytes([255]) * SPARE  # must make no difference
    return data


def model(arrays: Arrays, depth: int, start: int = 0, prefix: str = "") -> Model:
    header = {"engine": "toy", "parameters": {prefix + "depth": depth, prefix + "start": start}}
    return build(header, {prefix + name: numbers for name, numbers in arrays.items()}, "my.model")


def score(arrays: Arrays, depth: int, columns: list[list[int]], row: int) -> int:
    """The sum of leaves, one row and one test at a time."""
    total = 0
    for tree in range(len(arrays["columns"]) // depth):
        leaf = 0
        for level in range(depth):
            test = tree * depth + level
            values = columns[arrays["columns"][test]]
            at = row + arrays["shifts"][test]
            value = values[at] if 0 <= at < len(values) else 0
            leaf |= (value > arrays["thresholds"][test]) << level
        total += arrays["leaves"][(tree << depth) + leaf]
    return total


@pytest.mark.parametrize("depth", range(1, DEEPEST + 1))
@pytest.mark.parametrize("count", [1, 2, 15, 16, 17, 40])
def test_a_score_is_the_start_and_a_leaf_of_each_tree(depth: int, count: int) -> None:
    arrays = some_trees(depth, 7, depth)
    columns = some_columns(count, count)
    trees = Trees(model(arrays, depth, -77), "", WIDTH)
    expected = [score(arrays, depth, columns, row) - 77 for row in range(count)]
    assert trees.scores(filled(columns), count) == array("i", expected)


@given(st.integers(0, 10**6), st.integers(0, 9), st.integers(1, DEEPEST), st.integers(0, 30))
def test_any_number_of_trees_tests_and_rows(seed: int, size: int, depth: int, count: int) -> None:
    arrays = some_trees(seed, size, depth)
    columns = some_columns(seed, count)
    scores = Trees(model(arrays, depth, 5), "", WIDTH).scores(filled(columns), count)
    assert list(scores) == [score(arrays, depth, columns, row) + 5 for row in range(count)]


@pytest.mark.parametrize("count", [511, 512, 513, 1100])
def test_a_page_of_many_rows_is_scored_to_its_end(count: int) -> None:
    arrays = some_trees(3, 5, 3)
    columns = some_columns(4, count)
    scores = Trees(model(arrays, 3), "", WIDTH).scores(filled(columns), count)
    assert list(scores) == [score(arrays, 3, columns, row) for row in range(count)]


def test_a_table_without_rows_has_no_scores() -> None:
    trees = Trees(model(some_trees(1, 4, 6), 6), "", WIDTH)
    assert trees.scores(table(WIDTH, 0), 0) == array("i")


def test_the_largest_sums_are_still_right() -> None:
    arrays = {
        "columns": bytes(MOST_TREES),
        "shifts": array("b", bytes(MOST_TREES)),
        "thresholds": bytes(MOST_TREES),
        "leaves": array("h", [-32768, 32767] * MOST_TREES),
        "covers": array("H", [65535, 1] * MOST_TREES),
    }
    data = filled([[0, 1]] * WIDTH)
    for start in (-LARGEST_START, LARGEST_START):
        trees = Trees(model(arrays, 1, start), "", WIDTH)
        assert list(trees.scores(data, 2)) == [start - 32768 * MOST_TREES, start + 32767 * MOST_TREES]


def test_a_model_can_have_several_forests() -> None:
    first, second = some_trees(1, 2, 3), some_trees(2, 3, 4)
    parameters = {"keep depth": 3, "keep start": 1, "type depth": 4, "type start": 2}
    named = {"keep " + name: numbers for name, numbers in first.items()}
    named |= {"type " + name: numbers for name, numbers in second.items()}
    both = build({"engine": "toy", "parameters": parameters}, named)
    columns = some_columns(5, 1)
    data = filled(columns)
    assert list(Trees(both, "keep ", WIDTH).scores(data, 1)) == [score(first, 3, columns, 0) + 1]
    assert list(Trees(both, "type ", WIDTH).scores(data, 1)) == [score(second, 4, columns, 0) + 2]


@pytest.mark.parametrize(
    ("size", "count"), [(0, 0), (0, 1), (len(table(WIDTH, 20)) - 1, 20), (len(table(WIDTH, 20)), -1), (0, 2**62)]
)
def test_bytes_that_are_no_table_are_refused(size: int, count: int) -> None:
    trees = Trees(model(some_trees(1, 4, 6), 6), "", WIDTH)
    with pytest.raises(ValueError, match="bytes cannot be a table"):
        trees.scores(bytearray(size), count)
    with pytest.raises(ValueError, match="bytes cannot be a table"):
        trees.contributions(bytearray(size), count, 0)


# Contributions


@pytest.mark.parametrize("depth", range(1, DEEPEST + 1))
def test_contributions_add_up_to_the_score(depth: int) -> None:
    arrays = some_trees(depth, 9, depth)
    columns = some_columns(depth, 12)
    data = filled(columns)
    trees = Trees(model(arrays, depth, 1234), "", WIDTH)
    tested = set(zip(arrays["columns"], arrays["shifts"], strict=True))
    for row, units in enumerate(trees.scores(data, 12)):
        parts = trees.contributions(data, 12, row)
        assert sum(parts.values()) == units - trees.expected()
        assert set(parts) <= tested


def test_a_contribution_is_the_change_of_the_mean_leaf() -> None:
    arrays: Arrays = {
        "columns": bytes([4, 7]),
        "shifts": array("b", [0, -1]),
        "thresholds": bytes([10, 20]),
        "leaves": array("h", [-100, 100, 200, 500]),
        "covers": array("H", [30, 10, 30, 30]),
    }
    trees = Trees(model(arrays, 2, 7), "", WIDTH)
    columns = [[0, 0]] * WIDTH
    columns[4], columns[7] = [0, 11], [21, 0]
    data = filled(columns)
    # (-3000 + 1000 + 6000 + 15000) / 100; column 4 above 10: (1000 + 15000) / 40; not: (-3000 + 6000) / 60
    assert trees.expected() == 7 + 190
    assert trees.contributions(data, 2, 1) == {(4, 0): 400 - 190, (7, -1): 500 - 400}
    assert trees.contributions(data, 2, 0) == {(4, 0): 50 - 190, (7, -1): -100 - 50}


def test_leaves_without_training_data_have_equal_weights() -> None:
    arrays = some_trees(1, 1, 1) | {"leaves": array("h", [-10, 30]), "covers": array("H", [0, 0])}
    assert Trees(model(arrays, 1), "", WIDTH).expected() == 10


@pytest.mark.parametrize("row", [-1, 3])
def test_only_rows_of_the_table_have_contributions(row: int) -> None:
    trees = Trees(model(some_trees(1, 4, 6), 6), "", WIDTH)
    with pytest.raises(ValueError, match="no row"):
        trees.contributions(table(WIDTH, 3), 3, row)


# Damaged models


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        ({"columns": bytes([0] * 5 + [WIDTH])}, "columns has the column 11, but there are only 11"),
        ({"columns": bytes([0] * 5)}, "must have 3 numbers for each of the 2 trees"),
        ({"columns": array("b", [0] * 6)}, "should be of type U8, not I8"),
        ({"shifts": array("b", [0] * 5 + [3])}, "shifts must be within -2 and 2"),
        ({"shifts": array("b", [0] * 5 + [-3])}, "shifts must be within -2 and 2"),
        ({"shifts": array("b", [-128] * 6)}, "shifts must be within -2 and 2"),
        ({"shifts": array("b", [0] * 9)}, "must have 3 numbers for each of the 2 trees"),
        ({"thresholds": bytes(7)}, "must have 3 numbers for each of the 2 trees"),
        ({"leaves": array("h", [0] * 15)}, "must have 8 numbers per tree"),
        ({"leaves": array("h", [0] * 24)}, "must have 8 numbers per tree"),
        ({"leaves": array("h", [0] * 17), "covers": array("H", [0] * 17)}, "must have 8 numbers per tree"),
        ({"leaves": array("h", [0] * 24), "covers": array("H", [0] * 24)}, "each of the 3 trees"),
        ({"leaves": array("H", [0] * 16)}, "should be of type I16, not U16"),
        ({"covers": array("H", [0] * 15)}, "must have 8 numbers per tree"),
        ({"leaves": array("h", [0] * 8 * (MOST_TREES + 1))}, "leaves has 4097 trees, more than 4096"),
    ],
)
def test_damaged_arrays_are_refused(damage: Arrays, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Trees(model(some_trees(1, 2, 3) | damage, 3), "", WIDTH)


@pytest.mark.parametrize("name", ["columns", "shifts", "thresholds", "leaves", "covers"])
def test_a_missing_array_is_named(name: str) -> None:
    arrays = some_trees(1, 2, 3)
    del arrays[name]
    with pytest.raises(ModelError, match=f"my.model: the array 'keep {name}' is missing"):
        Trees(model(arrays, 3, prefix="keep "), "keep ", WIDTH)


@pytest.mark.parametrize("depth", [-1, 0, DEEPEST + 1, 10**30])
def test_an_invalid_depth_is_refused(depth: int) -> None:
    with pytest.raises(ModelError, match="depth must be from 1 to 8"):
        Trees(model(some_trees(1, 2, 3), depth), "", WIDTH)


@pytest.mark.parametrize("start", [LARGEST_START + 1, -LARGEST_START - 1, 10**30])
def test_an_invalid_start_is_refused(start: int) -> None:
    with pytest.raises(ModelError, match="beyond the limit"):
        Trees(model(some_trees(1, 2, 3), 3, start), "", WIDTH)
