"""Trees that are appended to those of a model: made as deep as these, with tests that never hold."""

from __future__ import annotations

from array import array
from typing import Any

from ncleaner.errors import NCleanerError
from ncleaner.models.format import Model
from ncleaner.models.format import build as build_model
from ncleaner.train.boosting import NEVER, Forest

LOOKS = ("context.", "keep.")
"""The prefixes of the trees that decide: those of the last look first."""


def extended(model: Model, trees: Forest, count: int) -> Model:
    """Return a model with the first ``count`` of some trees appended to those of its last look."""
    prefix = next(prefix for prefix in LOOKS if prefix + "depth" in model.parameters)
    depth = model.parameter(prefix + "depth", int)
    added = deepened(trees, depth).arrays(prefix)
    sizes = {"leaves": count << depth, "covers": count << depth}
    arrays: dict[str, Any] = dict(model.arrays)
    for name, numbers in added.items():
        old = arrays[name]
        size = sizes.get(name.removeprefix(prefix), count * depth)
        arrays[name] = array(memoryview(old).format, old.tobytes() + array(_code(numbers), numbers[:size]).tobytes())
    return build_model(model.header, arrays, model.name)


def deepened(trees: Forest, depth: int) -> Forest:
    """Return the same trees with further tests that never hold, so that all have the given depth."""
    more = depth - trees.depth
    if more < 0:
        raise NCleanerError(f"trees of depth {trees.depth} cannot be added to trees of depth {depth}")
    count = len(trees.columns) // trees.depth
    columns, shifts, thresholds = bytearray(), array("b"), bytearray()
    leaves, covers = array("h"), array("H")
    for tree in range(count):
        tests = slice(tree * trees.depth, (tree + 1) * trees.depth)
        ends = slice(tree << trees.depth, (tree + 1) << trees.depth)
        columns += trees.columns[tests] + bytes(more)
        shifts += trees.shifts[tests] + array("b", bytes(more))
        thresholds += trees.thresholds[tests] + bytes([NEVER]) * more
        unreached = [0] * ((1 << depth) - (1 << trees.depth))
        leaves.extend([*trees.leaves[ends], *unreached])
        covers.extend([*trees.covers[ends], *unreached])
    return Forest(depth, trees.start, bytes(columns), shifts, bytes(thresholds), leaves, covers)


def _code(numbers: bytes | array[int]) -> str:
    return numbers.typecode if isinstance(numbers, array) else "B"
