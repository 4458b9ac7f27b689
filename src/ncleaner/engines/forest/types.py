"""Page types: articles, forums, lists of products, and so on.

The features of a page are the means of the features of its blocks. Each type has its own trees, which score it. Types
are computed on demand.
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
LARGEST = 60.0  # bits of a score: more would not change its probability

_LEAST = -(1 << 31)


class Types:
    """The page types of a model."""

    def __init__(self, model: Model) -> None:
        names = model.parameter("types", list)
        if len(names) > MOST_TYPES or not all(isinstance(name, str) for name in names):
            raise ModelError(f"{model.name}: the page types must be at most {MOST_TYPES} names")
        self.trees = {name: Trees(model, f"type.{name}.", len(COLUMNS)) for name in names}

    def score(self, name: str, features: Features) -> int:
        """Return the score of a type, in `UNITS` of a bit, or a very low one if the model does not know the type."""
        if not features.count or name not in self.trees:
            return _LEAST
        return self.trees[name].scores(features.means(), 1)[0]

    def chances(self, features: Features) -> dict[str, float]:
        """Return the probability of each type, the likeliest first."""
        if not features.count or not self.trees:
            return {}
        row = features.means()
        chances = {name: _chance(trees.scores(row, 1)[0] / UNITS) for name, trees in self.trees.items()}
        whole = sum(chances.values())
        return {name: chances[name] / whole for name in sorted(chances, key=lambda name: (-chances[name], name))}


def _chance(score: float) -> float:
    """Return the probability for a score in bits."""
    return 1 / (1 + 2 ** -max(-LARGEST, min(LARGEST, score)))
