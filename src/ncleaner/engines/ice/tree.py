"""The decision tree (section 3.3): heading, list item, paragraph or nothing, by five features of an element."""

from __future__ import annotations

from ncleaner.engines.base import ModelEngine
from ncleaner.engines.ice import NAMES, Ice, Label
from ncleaner.engines.ice.c45 import Tree
from ncleaner.engines.ice.features import PUBLISHED, published
from ncleaner.engines.ice.lexicon import check, stop_words
from ncleaner.errors import ModelError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ncleaner.engines.ice.features import Value
    from ncleaner.models import Model
    from ncleaner.page.blocks import Blocks
    from ncleaner.page.decisions import Decisions

SHOWN_DEPTH = 6  # of the tree, by ``ncleaner models show``


class DecisionTree(Ice, ModelEngine):
    """A tree in the manner of C4.5."""

    name = "ice-tree"
    default_model = "ice-tree"
    can_tell_confidence = True
    features: tuple[str, ...] = PUBLISHED

    def __init__(self, model: Model) -> None:
        check(self.name, stop_words)
        ModelEngine.__init__(self, model)
        self.tree = Tree(model, self.features)
        self.kept = weight_of(model)

    @classmethod
    def describe(cls, model: Model) -> dict[str, Any]:
        """The upper part of the tree."""
        return {"tree": Tree(model, cls.features).lines(SHOWN_DEPTH)}

    def rows(self, blocks: Blocks, visible: Sequence[int]) -> list[list[Value]]:
        """The features of elements."""
        return published(blocks, visible)

    def label(self, blocks: Blocks, visible: Sequence[int]) -> list[Label]:
        """Walk down the tree with each element."""
        labels = []
        for row in self.rows(blocks, visible):
            path = self.tree.path(row)
            labels.append(Label(self.tree.kind(path[-1]), self.tree.score(path[-1]), (path, row)))
        return labels

    def sentence(self, label: Label) -> str:
        """The way through the tree."""
        path, row = label.facts
        way = ", ".join(self.tree.conditions(path, row)) or "whatever it is"
        counts = self.tree.instances(path[-1])
        return f"{way}: {NAMES[label.kind]}, as {100 * max(counts) / sum(counts):.0f} % of such elements"

    def confidence(self, blocks: Blocks, decisions: Decisions) -> float | None:
        """The share of the words kept that are expected to be right, as the leaves have it."""
        words = expected = 0.0
        for block, keep, score in zip(blocks.items, decisions.keep, decisions.scores, strict=True):
            if keep:
                words += block.words
                expected += block.words / (1 + self.kept * 2**-score)
        return expected / words if words else None


def weight_of(model: Model) -> float:
    """How many times as much as others elements that were kept have counted in training."""
    weight = model.parameter("kept", float)
    if not 0 < weight < 1_000_000:
        raise ModelError(f"{model.name}: the parameter 'kept' should be a weight, not {weight}")
    return weight
