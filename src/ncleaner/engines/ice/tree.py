"""The decision tree (section 3.3): heading, list item, paragraph or nothing, by five features of an element."""

from __future__ import annotations

from ncleaner.engines.ice import NAMES, Ice, Verdict
from ncleaner.engines.ice.c45 import Tree
from ncleaner.engines.ice.features import PUBLISHED, published
from ncleaner.engines.ice.lexicon import check, stop_words
from ncleaner.errors import ModelError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from ncleaner.engines.ice.features import Value
    from ncleaner.models import Model
    from ncleaner.page.blocks import Blocks
    from ncleaner.page.decisions import Decisions
    from ncleaner.train import Example

SHOWN_DEPTH = 6  # of the tree, by ``ncleaner models show``


class DecisionTree(Ice):
    """A tree in the manner of C4.5."""

    name = "ice-tree"
    trainable = True
    takes_model = True
    default_model = "ice-tree"
    can_tell_confidence = True
    features: tuple[str, ...] = PUBLISHED

    def __init__(self, model: Model) -> None:
        check(self.name, stop_words)
        self.model = model
        self.tree = Tree(model, self.features)
        self.kept = weight_of(model)

    def __reduce__(self) -> tuple[Any, ...]:
        from ncleaner.models.format import pack

        return _unpickled, (type(self), pack(self.model.header, self.model.arrays), self.model.name)

    @classmethod
    def with_model(cls, model: Model, **options: Any) -> DecisionTree:
        """The engine with that model."""
        return cls(model, **options)

    @classmethod
    def trained_on(cls, examples: Iterable[Example], **options: Any) -> DecisionTree:
        """The engine with a tree that has grown from pages and their gold texts."""
        from ncleaner.train.ice.tree import train

        return cls(train(examples, cls.name, scores=False), **options)

    @classmethod
    def describe(cls, model: Model) -> dict[str, Any]:
        """The upper part of the tree."""
        return {"tree": Tree(model, cls.features).lines(SHOWN_DEPTH)}

    def rows(self, blocks: Blocks, visible: Sequence[int]) -> list[list[Value]]:
        """The features of elements."""
        return published(blocks, visible)

    def judge(self, blocks: Blocks, visible: Sequence[int]) -> list[Verdict]:
        """Walk down the tree with each element."""
        verdicts = []
        for row in self.rows(blocks, visible):
            path = self.tree.path(row)
            verdicts.append(Verdict(self.tree.kind(path[-1]), self.tree.score(path[-1]), (path, row)))
        return verdicts

    def sentence(self, verdict: Verdict) -> str:
        """The way through the tree."""
        path, row = verdict.facts
        way = ", ".join(self.tree.conditions(path, row)) or "whatever it is"
        counts = self.tree.instances(path[-1])
        return f"{way}: {NAMES[verdict.kind]}, as {100 * max(counts) / sum(counts):.0f} % of such elements"

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


def _unpickled(engine: type[DecisionTree], data: bytes, name: str) -> DecisionTree:
    from ncleaner.models.format import unpack

    return engine(unpack(data, name))
