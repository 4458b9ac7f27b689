"""Builds the parameters and arrays of a model from counts of clean and dirty text.

If a table of all possible n-grams is small enough, the model has a ``table`` with the score of each, else the arrays of
`ncleaner.engines.ngram.automaton`. In both cases ``telling`` lists the most distinctive n-grams, to be shown to people.
"""

from __future__ import annotations

from ncleaner.engines.ngram.automaton import Automaton
from ncleaner.engines.ngram.counts import Counts
from ncleaner.engines.ngram.log_ratios import LARGEST_Q, SMALLEST_Q, LogRatios
from ncleaner.engines.ngram.scorer import is_dense
from ncleaner.errors import NCleanerError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from typing import Any


def build(
    clean: Counts, dirty: Counts, q: float, *, prune: float = 0.0
) -> tuple[dict[str, Any], dict[str, array[int]]]:
    """Return the parameters and the arrays of a model.

    ``prune`` leaves out n-grams that change the total score of the counted texts by less than that many bits. It only
    affects the automaton.
    """
    if not SMALLEST_Q <= q <= LARGEST_Q:
        raise NCleanerError(f"q must be between {SMALLEST_Q} and {LARGEST_Q}, not {q}")
    if (clean.n, clean.mode) != (dirty.n, dirty.mode):
        raise NCleanerError("clean and dirty text must be counted with the same n and mode")
    n = clean.n
    ratios = LogRatios(clean, dirty, q)
    arrays = ratios.table() if is_dense(n, clean.mode) else Automaton(ratios, prune).arrays()
    return {"n": n, "q": q, "mode": clean.mode}, {**arrays, "telling": ratios.most_distinctive()}
