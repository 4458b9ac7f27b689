"""The decision tree (section 3.3): elements are headings, list items, paragraphs or dropped, by five features."""

from __future__ import annotations

from ncleaner.engines.base import ModelEngine
from ncleaner.engines.ice import NAMES, Ice, Label
from ncleaner.engines.ice.c45 import Tree
from ncleaner.engines.ice.features import PUBLISHED, published
from ncleaner.engines.ice.lexicon import check_packages, stop_words
from ncleaner.errors import ModelError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ncleaner.engines.ice.features import Value
    from ncleaner.models import Model
    from ncleaner.page.blocks import Blocks
    from ncleaner.page.decisions import Decisions

SHOWN_DEPTH = 6  # of the tree in ``ncleaner models show``


class DecisionTree(Ice, ModelEngine):
    """A C4.5 decision tree over `features`."""

    name = "ice-tree"
    default_model = "ice-tree"
    can_tell_confidence = True
    features: tuple[str, ...] = PUBLISHED

    def __init__(self, model: Model) -> None:
        check_packages(self.name, stop_words)
        ModelEngine.__init__(self, model)
        self.tree = Tree(model, self.features)
        self.kept_weight = kept_weight_of(model)

    @classmethod
    def describe(cls, model: Model) -> dict[str, Any]:
        """Return the upper part of the tree."""
        return {"tree": Tree(model, cls.features).lines(SHOWN_DEPTH)}

    def rows(self, blocks: Blocks, visible: Sequence[int]) -> list[list[Value]]:
        """Return the features of the elements with these indices."""
        return published(blocks, visible)

    def label(self, blocks: Blocks, visible: Sequence[int]) -> list[Label]:
        """Label each element by the tree."""
        labels = []
        for row in self.rows(blocks, visible):
            path = self.tree.path(row)
            labels.append(Label(self.tree.kind(path[-1]), self.tree.score(path[-1]), (path, row)))
        return labels

    def sentence(self, label: Label) -> str:
        """Return the conditions that the element met in the tree, and the share of its class."""
        path, row = label.facts
        conditions = ", ".join(self.tree.conditions(path, row)) or "any element"
        counts = self.tree.instances(path[-1])
        return f"{conditions}: {NAMES[label.kind]}, like {100 * max(counts) / sum(counts):.0f} % of such elements"

    def confidence(self, blocks: Blocks, decisions: Decisions) -> float | None:
        """Return the expected share of clean words among the kept words, from the leaves."""
        words = expected = 0.0
        for block, keep, score in zip(blocks.items, decisions.keep, decisions.scores, strict=True):
            if keep:
                words += block.words
                expected += block.words / (1 + self.kept_weight * 2**-score)
        return expected / words if words else None


def kept_weight_of(model: Model) -> float:
    """Return the weight of kept elements in training, relative to dropped ones."""
    weight = model.parameter("kept", float)
    if not 0 < weight < 1_000_000:
        raise ModelError(f"{model.name}: the parameter 'kept' should be a positive weight, not {weight}")
    return weight
