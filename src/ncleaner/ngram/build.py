"""From the counts of clean and of dirty text to the parameters and arrays of a model.

Where there is room for all n-grams that there can be, the model has a ``table`` of what each of them says, else the
arrays of `ncleaner.ngram.automaton`. In both, ``telling`` has the n-grams that say most, for people to look at.
"""

from __future__ import annotations

from ncleaner.errors import NCleanerError
from ncleaner.ngram.automaton import Automaton
from ncleaner.ngram.counts import Counts
from ncleaner.ngram.odds import Odds
from ncleaner.ngram.scorer import is_dense

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from typing import Any


def build(
    clean: Counts, dirty: Counts, q: float, *, n: int | None = None, prune: float = 0.0
) -> tuple[dict[str, Any], dict[str, array[int]]]:
    """The parameters and the arrays of a model; ``n`` may be smaller than that of the counts.

    With ``prune``, n-grams are left out as well that would change the score of all the texts that were counted by less
    than that many bits. Only the automaton becomes smaller by that.
    """
    n = clean.n if n is None else n
    if not 0 < q < 1:
        raise NCleanerError(f"q must be between 0 and 1, not {q}")
    if (clean.n, clean.mode) != (dirty.n, dirty.mode):
        raise NCleanerError("clean and dirty text must be counted with the same n and mode")
    if not 1 <= n <= clean.n:
        raise NCleanerError(f"n must be a number from 1 to {clean.n}, as the texts were counted, not {n}")
    odds = Odds(clean, dirty, q, n)
    arrays = odds.table() if is_dense(n, clean.mode) else Automaton(odds, prune).arrays()
    return {"n": n, "q": q, "mode": clean.mode}, {**arrays, "telling": odds.telling()}
