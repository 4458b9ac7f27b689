"""The decision tree with the improvements that the paper's conclusion proposes (section 5).

It has more fine-grained features, among them the divergence of ``ice-lm``; a cleaner training set, whose labels come
from an alignment of each page with its gold text; and weights for the classes.
"""

from __future__ import annotations

from ncleaner.engines.ice.divergence import divergences
from ncleaner.engines.ice.features import FINER, finer
from ncleaner.engines.ice.tree import DecisionTree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ncleaner.engines.ice.features import Value
    from ncleaner.page.blocks import Blocks


class TreePlus(DecisionTree):
    """A C4.5 decision tree over more features."""

    name = "ice-tree-plus"
    default_model = "ice-tree-plus"
    features = FINER

    def rows(self, blocks: Blocks, visible: Sequence[int]) -> list[list[Value]]:
        """Return the features of the elements with these indices, including divergences."""
        return finer(blocks, visible, divergences(blocks, visible))
