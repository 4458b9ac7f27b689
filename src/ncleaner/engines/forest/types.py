"""What type of page it is: an article, a forum, a list of products, and so on.

The facts about a page are the means of those about its blocks. For each type there are trees of its own, which say how
much speaks for it. All of that is done when somebody asks.
"""

from __future__ import annotations

from ncleaner.engines.forest.columns import COLUMNS
from ncleaner.engines.forest.features import Features
from ncleaner.engines.forest.trees import UNITS, Trees
from ncleaner.errors import ModelError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.models.format import Model

MOST_TYPES = 64
LARGEST = 60.0  # bits; with as many, all is certain


class Types:
    """The types of pages that a model knows."""

    def __init__(self, model: Model) -> None:
        names = model.parameter("types", list)
        if len(names) > MOST_TYPES or not all(isinstance(name, str) for name in names):
            raise ModelError(f"{model.name}: the types of pages must be names, {MOST_TYPES} at most")
        self.trees = {name: Trees(model, f"type.{name}.", len(COLUMNS)) for name in names}

    def chances(self, features: Features) -> dict[str, float]:
        """How likely a page is of each type, the likeliest first."""
        if not features.count or not self.trees:
            return {}
        row = features.means()
        odds = {name: _chance(trees.scores(row, 1)[0] / UNITS) for name, trees in self.trees.items()}
        whole = sum(odds.values())
        return {name: odds[name] / whole for name in sorted(odds, key=lambda name: (-odds[name], name))}


def _chance(score: float) -> float:
    """The chance that a score in bits stands for."""
    return 1 / (1 + 2 ** -max(-LARGEST, min(LARGEST, score)))
