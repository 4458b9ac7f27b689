"""From the counts of clean and of dirty text to the parameters and arrays of a model.

Where there is room for all n-grams that there can be, the model has a ``table`` of what each of them says, else the
arrays of `ncleaner.engines.ngram.automaton`. In both, ``telling`` has the n-grams that say most, for people to look at.
"""

from __future__ import annotations

from ncleaner.engines.ngram.automaton import Automaton
from ncleaner.engines.ngram.counts import Counts
from ncleaner.engines.ngram.odds import LARGEST_Q, SMALLEST_Q, Odds
from ncleaner.engines.ngram.scorer import is_dense
from ncleaner.errors import NCleanerError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from typing import Any


def build(
    clean: Counts, dirty: Counts, q: float, *, prune: float = 0.0
) -> tuple[dict[str, Any], dict[str, array[int]]]:
    """The parameters and the arrays of a model.

    With ``prune``, n-grams are left out as well that would change the score of all the texts that were counted by less
    than that many bits. Only the automaton becomes smaller by that.
    """
    if not SMALLEST_Q <= q <= LARGEST_Q:
        raise NCleanerError(f"q must be between {SMALLEST_Q} and {LARGEST_Q}, not {q}")
    if (clean.n, clean.mode) != (dirty.n, dirty.mode):
        raise NCleanerError("clean and dirty text must be counted with the same n and mode")
    n = clean.n
    odds = Odds(clean, dirty, q)
    arrays = odds.table() if is_dense(n, clean.mode) else Automaton(odds, prune).arrays()
    return {"n": n, "q": q, "mode": clean.mode}, {**arrays, "telling": odds.telling()}
