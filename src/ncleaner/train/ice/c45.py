"""Decision trees like those of C4.5 (Quinlan 1993): grown by information gain, then pruned.

- A node is split by the feature with the best gain ratio among the features with at least average gain. Numbers are
  split in two, tags into one part per tag. A threshold is the largest value in the training data that does not exceed
  the midpoint between the two parts. The cost of choosing one of many thresholds is subtracted from the gain.
- Each split has at least two parts that are large enough.
- Pruning goes from the leaves up: a node becomes a leaf if that is not expected to make more errors than its subtree,
  by the pessimistic estimate of `ncleaner.engines.ice.c45.expected_errors`.

Instances have weights. Ties go to the first feature and to the lowest threshold, and gains are rounded, so the same
instances give the same tree.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log2
from typing import TYPE_CHECKING, Any

from ncleaner.engines.ice.c45 import LEAF, ORDER, expected_errors
from ncleaner.engines.ice.features import PARENT_TAG

if TYPE_CHECKING:
    import numpy as np

    from ncleaner.engines.ice.features import Value

    Numbers = np.ndarray[Any, Any]

MOST = 25.0  # the highest minimum size of a part split off by a threshold
PART = 0.1  # otherwise, the minimum size as a share of the mean class size of a node
DEEPEST = 60
DIGITS = 9
NEAR_ZERO = 1e-12  # zero, up to rounding errors of sums of weights
SLACK = 0.1  # errors by which a leaf may be worse than the subtree that it replaces


@dataclass(slots=True)
class Node:
    """A node of a growing tree: the weights of the classes and, for inner nodes, the split and the children."""

    counts: list[float]
    feature: int = LEAF
    threshold: float = 0.0
    children: list[Node] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Table:
    """Instances: their feature values (tags are numbered), classes and weights."""

    values: Numbers
    classes: Numbers
    weights: Numbers

    def part(self, which: Numbers) -> Table:
        """Return the selected instances."""
        return Table(self.values[which], self.classes[which], self.weights[which])

    def counts(self) -> list[float]:
        """Return the weight of each class."""
        import numpy as np

        counts: list[float] = np.bincount(self.classes, self.weights, len(ORDER)).tolist()
        return counts


@dataclass(frozen=True, slots=True)
class Split:
    """A split of the instances of a node, with its gain and gain ratio."""

    feature: int
    threshold: float
    gain: float
    ratio: float


def table(
    rows: Sequence[Sequence[Value]], classes: Sequence[int], weights: Sequence[float], features: Sequence[str]
) -> tuple[Table, list[str]]:
    """Return a table of rows of features, and the list of tags that it numbers."""
    import numpy as np

    columns = []
    tags: list[str] = []
    for number, name in enumerate(features):
        values = [row[number] for row in rows]
        if name == PARENT_TAG:
            tags = sorted({str(value) for value in values})
            numbers = {tag: float(place) for place, tag in enumerate(tags)}
            values = [numbers[str(value)] for value in values]
        columns.append(np.array(values, np.float64))
    return Table(np.stack(columns, axis=1), np.array(classes, np.int64), np.array(weights, np.float64)), tags


def grow(instances: Table, tags: int, tagged: int, fewest: float = 2.0) -> Node:
    """Return a pruned tree. ``tags`` is the number of tags, ``tagged`` the index of the feature with tags.

    ``fewest`` is the minimum weight of at least two parts of every split.
    """
    root = TreeGrower(instances, tags, tagged, fewest).grow(instances, 0)
    _prune(root)
    return root


class TreeGrower:
    """A recursive grower with the settings common to all nodes of a tree."""

    def __init__(self, everything: Table, tags: int, tagged: int, fewest: float) -> None:
        import numpy as np

        self.thresholds = [np.unique(column) for column in everything.values.T]
        self.tags = tags
        self.tagged = tagged
        self.fewest = fewest

    def grow(self, instances: Table, depth: int) -> Node:
        """Return the tree for some instances."""
        counts = instances.counts()
        node = Node(counts)
        total = sum(counts)
        if depth == DEEPEST or total < 2 * self.fewest or max(counts) == total:
            return node
        best = self._best(instances, total)
        if best is None:
            return node
        node.feature, node.threshold = best.feature, best.threshold
        values = instances.values[:, best.feature]
        if best.feature == self.tagged:
            parts = [values == number for number in range(self.tags)]
        else:
            parts = [values <= best.threshold, values > best.threshold]
        node.children = [self.grow(instances.part(part), depth + 1) for part in parts]
        return node

    def _best(self, instances: Table, total: float) -> Split | None:
        """Return the split with the best gain ratio among those with at least average gain."""
        base = _entropy(instances.counts())
        splits = self._by_numbers(instances, base, total)
        splits[self.tagged] = self._by_tag(instances, base, total)
        useful = [split for split in splits if split is not None and split.gain > 0]
        if not useful:
            return None
        average = sum(split.gain for split in useful) / len(useful)
        good = [split for split in useful if split.gain >= average - 10**-DIGITS]
        return max(good, key=lambda split: split.ratio)

    def _by_tag(self, instances: Table, base: float, total: float) -> Split | None:
        import numpy as np

        places = instances.values[:, self.tagged].astype(np.int64) * len(ORDER) + instances.classes
        counts = np.bincount(places, instances.weights, self.tags * len(ORDER)).reshape(self.tags, len(ORDER))
        sizes = counts.sum(axis=1)
        if (sizes >= self.fewest).sum() < 2:
            return None
        left = sum(_entropy(row) * sum(row) for row in counts.tolist()) / total
        return _split(self.tagged, 0.0, base - left, _entropy(sizes.tolist()))

    def _by_numbers(self, instances: Table, base: float, total: float) -> list[Split | None]:
        """Return the split of each feature by its best threshold, computed for all features at once."""
        import numpy as np

        order = np.argsort(instances.values, axis=0, kind="stable")
        ordered = np.take_along_axis(instances.values, order, axis=0)
        each = np.zeros((len(order), len(ORDER)))
        each[np.arange(len(order)), instances.classes] = instances.weights
        below = each[order].cumsum(axis=0)[:-1]
        sizes = below.sum(axis=2)
        ends = ordered[1:] > ordered[:-1]
        fewest = max(self.fewest, min(MOST, PART * total / len(ORDER)))
        fit = ends & (np.minimum(sizes, total - sizes) >= fewest)
        left = (_entropies(below) + _entropies(each.sum(axis=0) - below)) / total
        left[~fit] = np.inf
        places = np.argmin(np.round(left, DIGITS), axis=0)
        splits: list[Split | None] = []
        for number, place in enumerate(places.tolist()):
            if not fit[place, number]:
                splits.append(None)
                continue
            size = float(sizes[place, number])
            gain = base - float(left[place, number]) - float(np.log2(ends[:, number].sum())) / total
            middle = (ordered[place, number] + ordered[place + 1, number]) / 2
            threshold = float(self.thresholds[number][np.searchsorted(self.thresholds[number], middle, "right") - 1])
            splits.append(_split(number, threshold, gain, _entropy([size, total - size])))
        return splits


def _split(number: int, threshold: float, gain: float, cost: float) -> Split | None:
    if cost <= 0:
        return None
    return Split(number, threshold, round(gain, DIGITS), round(gain / cost, DIGITS))


def _entropy(counts: Sequence[float]) -> float:
    """Return the entropy in bits per instance."""
    total = sum(counts)
    return -sum(count / total * log2(count / total) for count in counts if count > 0) if total > 0 else 0.0


def _entropies(counts: Numbers) -> Numbers:
    """Return, for each row of counts, the total bits of its instances."""
    bits: Numbers = _bits(counts.sum(axis=-1)) - _bits(counts).sum(axis=-1)
    return bits


def _bits(sizes: Numbers) -> Numbers:
    import numpy as np

    bits: Numbers = np.where(sizes > NEAR_ZERO, sizes * np.log2(np.maximum(sizes, NEAR_ZERO)), 0.0)
    return bits


def _prune(node: Node) -> float:
    """Prune a node and its subtree; return its expected number of errors."""
    total = sum(node.counts)
    as_leaf = expected_errors(total, total - max(node.counts))
    if node.feature == LEAF:
        return as_leaf
    below = sum(_prune(child) for child in node.children)
    if as_leaf <= below + SLACK:
        node.feature, node.threshold, node.children = LEAF, 0.0, []
        return as_leaf
    return below


def arrays(root: Node) -> dict[str, Any]:
    """Return the arrays of a tree for a model file."""
    feature, threshold, child, counts = array("B"), array("d"), array("I"), array("d")
    nodes = [root]
    for node in nodes:  # the list grows during the loop
        feature.append(node.feature)
        threshold.append(node.threshold)
        child.append(len(nodes) if node.children else 0)
        counts.extend(node.counts)
        nodes += node.children
    return {"feature": feature, "threshold": threshold, "child": child, "counts": counts}
