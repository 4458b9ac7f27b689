"""Decision trees in the form of a model: arrays with a row for each node, checked so that no path is endless.

A node is a leaf or tests a feature: whether a number is above a threshold, or which tag a text is in. The children of a
node are adjacent rows further down. Every node has the number of training instances of each class that reached it, so
it can decide on a tag that was not in the training data.

The tree is printed as in Figure 2: ``h (35.0/7.2)`` is a leaf of class h that 35 instances reached, of which 7.2 are
expected to be wrong (the pessimistic estimate of C4.5, not the number of actual errors).
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
"""The classes, in the order of the counts of a node."""

LEAF = 255  # in place of a feature
CONFIDENCE = 0.25  # the default of C4.5; smaller values prune more
QUANTILE = 0.6925  # of the normal distribution for `CONFIDENCE`, as C4.5 interpolates it in a short table
PRIOR = 0.5  # instances added to kept and dropped, so that no score is infinite
MOST_INSTANCES = 1e15  # of a class in a node; sums of such numbers are exact enough for shares and logarithms


class Tree:
    """The tree of a model, which must have been trained on ``features``."""

    def __init__(self, model: Model, features: Sequence[str]) -> None:
        self.name = model.name
        self.features = tuple(features)
        if model.parameter("features", list) != list(features):
            raise ModelError(f"{model.name}: the tree was trained on other features than this engine has")
        self.tags = _numbered_tags(model)
        self.feature = model.array("feature", "U8")
        self.threshold = model.array("threshold", "F64")
        self.child = model.array("child", "U32")
        self.counts = model.array("counts", "F64")
        self._check()

    def _check(self) -> None:
        """Raise a `ModelError` if a node is damaged or a child is not below its parent."""
        size = len(self.feature)
        if not size or len(self.threshold) != size or len(self.child) != size or len(self.counts) != 4 * size:
            raise ModelError(f"{self.name}: the arrays of the tree have inconsistent lengths")
        if not all(0 <= number <= MOST_INSTANCES for number in self.counts) or not sum(self.instances(0)):
            raise ModelError(f"{self.name}: the counts of the tree are not numbers of training instances")
        self._check_nodes(size)

    def _check_nodes(self, size: int) -> None:
        """Raise a `ModelError` if a test is invalid, or a node is not below its parent or has two parents."""
        has_parent = bytearray(size)
        for node, feature in enumerate(self.feature):
            if feature == LEAF:
                continue
            if feature >= len(self.features) or not isfinite(self.threshold[node]):
                raise ModelError(f"{self.name}: node {node} of the tree has an invalid feature or threshold")
            first, width = self.child[node], self._width(node)
            if not node < first <= size - width:
                raise ModelError(f"{self.name}: the children of node {node} of the tree are not below it")
            if any(has_parent[first : first + width]):
                raise ModelError(f"{self.name}: a child of node {node} of the tree has another parent")
            has_parent[first : first + width] = b"\1" * width

    def _width(self, node: int) -> int:
        """Return the number of children of a node."""
        return len(self.tags) if self.features[self.feature[node]] == PARENT_TAG else 2

    def _next(self, node: int, value: Value) -> int:
        """Return the child for a value, or -1 for a tag that is not in the model."""
        if isinstance(value, str):
            return self.child[node] + self.tags[value] if value in self.tags else -1
        return int(self.child[node] + (value > self.threshold[node]))

    def path(self, row: Sequence[Value]) -> list[int]:
        """Return the nodes from the root to the node that decides."""
        nodes = [0]
        while self.feature[nodes[-1]] != LEAF:
            child = self._next(nodes[-1], row[self.feature[nodes[-1]]])
            if child < 0 or not any(self.instances(child)):
                break
            nodes.append(child)
        return nodes

    def instances(self, node: int) -> list[float]:
        """Return the number of training instances of each class that reached a node."""
        return [float(count) for count in self.counts[4 * node : 4 * node + 4]]

    def kind(self, node: int) -> int:
        """Return the most frequent class of a node."""
        counts = self.instances(node)
        return ORDER[counts.index(max(counts))]

    def score(self, node: int) -> float:
        """Return the log-odds that an element is kept, in bits."""
        *kept, dropped = self.instances(node)
        return log2((sum(kept) + PRIOR) / (dropped + PRIOR))

    def conditions(self, path: Sequence[int], row: Sequence[Value]) -> list[str]:
        """Return the conditions that lead along a path, such as ``2 < wordcount ≤ 15``."""
        low: dict[str, float] = {}
        high: dict[str, float] = {}
        conditions: dict[str, str] = {}  # by feature, in the order of the first test
        for node in path:
            if self.feature[node] == LEAF:
                continue
            name, value, threshold = self.features[self.feature[node]], row[self.feature[node]], self.threshold[node]
            if isinstance(value, str):
                conditions[name] = f"{name} = {value or 'none'}"
                continue
            (low if value > threshold else high)[name] = (
                threshold  # each test of a feature is narrower than the previous ones
            )
            above = f"{low[name]:.3g} < " if name in low else ""
            below = f" ≤ {high[name]:.3g}" if name in high else ""
            conditions[name] = f"{above}{name}{below}" if below else f"{name} > {low[name]:.3g}"
        return list(conditions.values())

    def lines(self, deepest: int = 1000) -> list[str]:
        """Return the tree as in Figure 2, down to a depth."""
        if self.feature[0] == LEAF:
            return [self._leaf(0)]
        lines: list[str] = []
        stack = [(node, 0, label) for node, label in reversed(self._branches(0))]
        while stack:
            node, depth, label = stack.pop()
            bars = "|   " * depth
            if self.feature[node] == LEAF:
                lines.append(f"{bars}{label}: {self._leaf(node)}")
            elif depth == deepest:
                lines.append(f"{bars}{label}: …")
            else:
                lines.append(f"{bars}{label}:")
                stack += [(child, depth + 1, text) for child, text in reversed(self._branches(node))]
        return lines

    def _branches(self, node: int) -> list[tuple[int, str]]:
        name, first = self.features[self.feature[node]], self.child[node]
        if name == PARENT_TAG:
            children = [(first + number, tag) for tag, number in self.tags.items()]
            return [(child, f"{name} = {tag or 'none'}") for child, tag in children if any(self.instances(child))]
        return [(first + side, f"{name} {sign} {self.threshold[node]:g}") for side, sign in ((0, "<="), (1, ">"))]

    def _leaf(self, node: int) -> str:
        counts = self.instances(node)
        total = sum(counts)
        return f"{CLASSES[self.kind(node)]} ({total:.1f}/{expected_errors(total, total - max(counts)):.1f})"


def _numbered_tags(model: Model) -> dict[str, int]:
    """Return the tags of a model and their numbers."""
    tags = model.parameter("tags", list)
    if not all(type(tag) is str for tag in tags) or len(set(tags)) != len(tags):
        raise ModelError(f"{model.name}: the parameter 'tags' should be a list of different names")
    return {tag: number for number, tag in enumerate(tags)}


def expected_errors(total: float, wrong: float) -> float:
    """Return the upper end of a confidence interval for the number of errors in a leaf.

    This is the pessimistic estimate by which C4.5 prunes (Quinlan 1993, section 4.2): exact for no errors, by the
    normal distribution with continuity correction for one error or more, and interpolated in between.
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
