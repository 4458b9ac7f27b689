"""Decision trees, as the model has them: rows of numbers, one for each node, that cannot lead in circles.

A node either is a leaf or asks for a feature: for a number whether it is above a threshold, for a tag which one it is.
Its children stand one behind the other, somewhere below it. Every node knows how many training instances of each class
came to it, so that it can answer for a tag that it has never seen.

The tree is printed as in Figure 2: ``h (35.0/7.2)`` is a leaf of class h to which 35 instances came, of which 7.2 are
expected to be wrong (C4.5's pessimistic estimate, not the number of those that were).
"""

from __future__ import annotations

from math import exp, isfinite, log, log2, sqrt

from ncleaner.engines.ice import CLASSES, DROPPED
from ncleaner.engines.ice.features import PARENT_TAG
from ncleaner.errors import ModelError
from ncleaner.page.blocks import HEADING, ITEM, PARAGRAPH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ncleaner.engines.ice.features import Value
    from ncleaner.models import Model

ORDER = (PARAGRAPH, HEADING, ITEM, DROPPED)
"""The classes in the order of their counts."""

LEAF = 255  # in place of a feature
CONFIDENCE = 0.25  # C4.5's: the smaller, the more is pruned
QUANTILE = 0.6925  # of the normal distribution for a quarter; C4.5 finds it between two entries of a short table
PRIOR = 0.5  # an instance of each side that every leaf is given, so that no score is infinite


class Tree:
    """The tree of a model, whose features must be the ones that it is told."""

    def __init__(self, model: Model, features: Sequence[str]) -> None:
        self.name = model.name
        self.features = tuple(features)
        if model.parameter("features", list) != list(features):
            raise ModelError(f"{model.name}: the tree asks for other features than there are")
        self.tags = {tag: number for number, tag in enumerate(model.parameter("tags", list))}
        self.feature = model.array("feature", "U8")
        self.threshold = model.array("threshold", "F64")
        self.child = model.array("child", "U32")
        self.counts = model.array("counts", "F64")
        self._check()

    def _check(self) -> None:
        """See that every node is whole, and that all ways lead down."""
        size = len(self.feature)
        if not size or len(self.threshold) != size or len(self.child) != size or len(self.counts) != 4 * size:
            raise ModelError(f"{self.name}: the arrays of the tree do not fit each other")
        if not all(isfinite(number) and number >= 0 for number in self.counts):
            raise ModelError(f"{self.name}: the tree has counts that are none")
        for node, feature in enumerate(self.feature):
            if feature == LEAF:
                continue
            if feature >= len(self.features) or not isfinite(self.threshold[node]):
                raise ModelError(f"{self.name}: node {node} of the tree asks for something that is not there")
            if not node < self.child[node] <= size - self._width(node):
                raise ModelError(f"{self.name}: the children of node {node} of the tree are not below it")

    def _width(self, node: int) -> int:
        """How many children a node has."""
        return len(self.tags) if self.features[self.feature[node]] == PARENT_TAG else 2

    def _next(self, node: int, value: Value) -> int:
        """The child for a value, or -1 for a tag that nobody has seen."""
        if isinstance(value, str):
            return self.child[node] + self.tags[value] if value in self.tags else -1
        return int(self.child[node] + (value > self.threshold[node]))

    def path(self, row: Sequence[Value]) -> list[int]:
        """The nodes from the root to the one that decides."""
        nodes = [0]
        while self.feature[nodes[-1]] != LEAF:
            child = self._next(nodes[-1], row[self.feature[nodes[-1]]])
            if child < 0 or not any(self.instances(child)):
                break
            nodes.append(child)
        return nodes

    def instances(self, node: int) -> list[float]:
        """How many instances of each class came to a node."""
        return [float(count) for count in self.counts[4 * node : 4 * node + 4]]

    def kind(self, node: int) -> int:
        """The class that most of them have."""
        counts = self.instances(node)
        return ORDER[counts.index(max(counts))]

    def score(self, node: int) -> float:
        """The log-odds of being kept, in bits."""
        *kept, dropped = self.instances(node)
        return log2((sum(kept) + PRIOR) / (dropped + PRIOR))

    def conditions(self, path: Sequence[int], row: Sequence[Value]) -> list[str]:
        """What the nodes of a path asked for and what the answers were, as in ``2 < wordcount ≤ 15``."""
        low: dict[str, float] = {}
        high: dict[str, float] = {}
        found: dict[str, str] = {}  # in the order of the first question for each feature
        for node in path:
            if self.feature[node] == LEAF:
                continue
            name, value, threshold = self.features[self.feature[node]], row[self.feature[node]], self.threshold[node]
            if isinstance(value, str):
                found[name] = f"{name} = {value or 'none'}"
                continue
            (low if value > threshold else high)[name] = threshold  # each question is narrower than those before it
            above = f"{low[name]:.3g} < " if name in low else ""
            below = f" ≤ {high[name]:.3g}" if name in high else ""
            found[name] = f"{above}{name}{below}" if below else f"{name} > {low[name]:.3g}"
        return list(found.values())

    def lines(self, deepest: int = 1000) -> list[str]:
        """The tree as in Figure 2, down to a depth."""
        if self.feature[0] == LEAF:
            return [self._leaf(0)]
        lines: list[str] = []
        waiting = [(node, 0, label) for node, label in reversed(self._branches(0))]
        while waiting:
            node, depth, label = waiting.pop()
            bars = "|   " * depth
            if self.feature[node] == LEAF:
                lines.append(f"{bars}{label}: {self._leaf(node)}")
            elif depth == deepest:
                lines.append(f"{bars}{label}: …")
            else:
                lines.append(f"{bars}{label}:")
                waiting += [(child, depth + 1, text) for child, text in reversed(self._branches(node))]
        return lines

    def _branches(self, node: int) -> list[tuple[int, str]]:
        name, first = self.features[self.feature[node]], self.child[node]
        if name == PARENT_TAG:
            there = [(first + number, tag) for tag, number in self.tags.items()]
            return [(child, f"{name} = {tag or 'none'}") for child, tag in there if any(self.instances(child))]
        return [(first + side, f"{name} {sign} {self.threshold[node]:g}") for side, sign in ((0, "<="), (1, ">"))]

    def _leaf(self, node: int) -> str:
        counts = self.instances(node)
        total = sum(counts)
        return f"{CLASSES[self.kind(node)]} ({total:.1f}/{expected_errors(total, total - max(counts)):.1f})"


def expected_errors(total: float, wrong: float) -> float:
    """How many of all that come to a leaf would be wrong at the upper end of a confidence interval.

    That is the pessimistic estimate by which C4.5 prunes (Quinlan 1993, section 4.2): exact where nothing was wrong,
    between the two for less than one, and by the normal distribution, with its correction for continuity, from one on.
    """
    if total <= 0:
        return 0.0
    if wrong < 1:
        none = total * (1 - exp(log(CONFIDENCE) / total))
        return none if not wrong else none + wrong * (expected_errors(total, 1.0) - none)
    if wrong + 0.5 >= total:
        return wrong + 0.67 * (total - wrong)
    square = QUANTILE * QUANTILE
    share = (wrong + 0.5) / total
    upper = wrong + 0.5 + square / 2 + QUANTILE * sqrt(total * share * (1 - share) + square / 4)
    return total * upper / (total + square)
