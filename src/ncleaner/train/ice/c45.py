"""Grows decision trees in the manner of C4.5 (Quinlan 1993): by the gain of information, then pruned.

- A node is divided by the feature with the best gain ratio among those whose gain is no less than the average one. A
  number is divided in two, a tag in as many parts as there are tags. The threshold is the largest value of any instance
  that is not above the middle between the two parts. Where a threshold is
  chosen among many, what it costs to name one is taken from its gain.
- No division leaves fewer than two parts that are large enough.
- From the leaves up, a node becomes a leaf itself where that is not expected to make more errors than what is below it,
  by the pessimistic estimate of `ncleaner.engines.ice.c45.expected_errors`.

Instances have weights. Ties go to the feature that comes first and to the lowest threshold, and gains are rounded, so
that the same instances give the same tree.
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

MOST = 25.0  # of the instances that a part by a threshold may be asked to have
PART = 0.1  # of the instances of a node for each class, which it is asked to have otherwise
DEEPEST = 60
DIGITS = 9
ALMOST = 1e-12  # nothing, after sums and differences of weights
SLACK = 0.1  # errors by which a leaf may be worse than the subtree that it takes the place of


@dataclass(slots=True)
class Node:
    """A node in the making: the weights of the classes, and if it is no leaf, what it asks for."""

    counts: list[float]
    feature: int = LEAF
    threshold: float = 0.0
    children: list[Node] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Table:
    """Instances: a row of numbers for each, those of tags being numbers of tags; classes and weights."""

    values: Numbers
    classes: Numbers
    weights: Numbers

    def part(self, which: Numbers) -> Table:
        """Some of the instances."""
        return Table(self.values[which], self.classes[which], self.weights[which])

    def counts(self) -> list[float]:
        """The weight of each class."""
        import numpy as np

        found: list[float] = np.bincount(self.classes, self.weights, len(ORDER)).tolist()
        return found


@dataclass(frozen=True, slots=True)
class Division:
    """A way to divide the instances of a node."""

    feature: int
    threshold: float
    gain: float
    ratio: float


def table(
    rows: Sequence[Sequence[Value]], classes: Sequence[int], weights: Sequence[float], features: Sequence[str]
) -> tuple[Table, list[str]]:
    """Rows of features as a table, and the tags that its numbers stand for."""
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
    """The pruned tree. ``tags`` is how many tags there are, ``tagged`` the number of the feature that has them.

    ``fewest`` is the weight of instances that at least two parts of every node must have.
    """
    root = Grower(instances, tags, tagged, fewest).grown(instances, 0)
    _prune(root)
    return root


class Grower:
    """What is the same for all nodes of a tree."""

    def __init__(self, everything: Table, tags: int, tagged: int, fewest: float) -> None:
        import numpy as np

        self.known = [np.unique(column) for column in everything.values.T]
        self.tags = tags
        self.tagged = tagged
        self.fewest = fewest

    def grown(self, instances: Table, depth: int) -> Node:
        """The tree below a node to which these instances come."""
        counts = instances.counts()
        node = Node(counts)
        total = sum(counts)
        if depth == DEEPEST or total < 2 * self.fewest or max(counts) == total:
            return node
        chosen = self._best(instances, total)
        if chosen is None:
            return node
        node.feature, node.threshold = chosen.feature, chosen.threshold
        values = instances.values[:, chosen.feature]
        if chosen.feature == self.tagged:
            parts = [values == number for number in range(self.tags)]
        else:
            parts = [values <= chosen.threshold, values > chosen.threshold]
        node.children = [self.grown(instances.part(part), depth + 1) for part in parts]
        return node

    def _best(self, instances: Table, total: float) -> Division | None:
        """The division with the best gain ratio of those that gain at least as much as the average one."""
        base = _entropy(instances.counts())
        divisions = self._by_numbers(instances, base, total)
        divisions[self.tagged] = self._by_tag(instances, base, total)
        useful = [division for division in divisions if division is not None and division.gain > 0]
        if not useful:
            return None
        average = sum(division.gain for division in useful) / len(useful)
        good = [division for division in useful if division.gain >= average - 10**-DIGITS]
        return max(good, key=lambda division: division.ratio)

    def _by_tag(self, instances: Table, base: float, total: float) -> Division | None:
        import numpy as np

        places = instances.values[:, self.tagged].astype(np.int64) * len(ORDER) + instances.classes
        counts = np.bincount(places, instances.weights, self.tags * len(ORDER)).reshape(self.tags, len(ORDER))
        sizes = counts.sum(axis=1)
        if (sizes >= self.fewest).sum() < 2:
            return None
        left = sum(_entropy(row) * sum(row) for row in counts.tolist()) / total
        return _division(self.tagged, 0.0, base - left, _entropy(sizes.tolist()))

    def _by_numbers(self, instances: Table, base: float, total: float) -> list[Division | None]:
        """For each feature the division by the best threshold, all of them at a time."""
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
        found: list[Division | None] = []
        for number, place in enumerate(places.tolist()):
            if not fit[place, number]:
                found.append(None)
                continue
            size = float(sizes[place, number])
            gain = base - float(left[place, number]) - float(np.log2(ends[:, number].sum())) / total
            middle = (ordered[place, number] + ordered[place + 1, number]) / 2
            threshold = float(self.known[number][np.searchsorted(self.known[number], middle, "right") - 1])
            found.append(_division(number, threshold, gain, _entropy([size, total - size])))
        return found


def _division(number: int, threshold: float, gain: float, cost: float) -> Division | None:
    if cost <= 0:
        return None
    return Division(number, threshold, round(gain, DIGITS), round(gain / cost, DIGITS))


def _entropy(counts: Sequence[float]) -> float:
    """Bits for each instance."""
    total = sum(counts)
    return -sum(count / total * log2(count / total) for count in counts if count > 0) if total > 0 else 0.0


def _entropies(counts: Numbers) -> Numbers:
    """For each row of counts the bits of all its instances together."""
    found: Numbers = _bits(counts.sum(axis=-1)) - _bits(counts).sum(axis=-1)
    return found


def _bits(sizes: Numbers) -> Numbers:
    import numpy as np

    found: Numbers = np.where(sizes > ALMOST, sizes * np.log2(np.maximum(sizes, ALMOST)), 0.0)
    return found


def _prune(node: Node) -> float:
    """Prune what is below a node, and the node itself; return the errors that are expected of it."""
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
    """The tree as a model has it."""
    feature, threshold, child, counts = array("B"), array("d"), array("I"), array("d")
    nodes = [root]
    for node in nodes:  # which grows while we go through it
        feature.append(node.feature)
        threshold.append(node.threshold)
        child.append(len(nodes) if node.children else 0)
        counts.extend(node.counts)
        nodes += node.children
    return {"feature": feature, "threshold": threshold, "child": child, "counts": counts}
