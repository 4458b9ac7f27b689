"""Mixtures of an n-gram model with counts of further text: each n-gram gets a mean of two log ratios.

A model file has log ratios, not counts, so the counts of its pages are out of reach. But log ratios are all that a
score is made of: their mean, n-gram by n-gram, is the mean of two scores. An n-gram that only one side has seen gets
the bits that the other side gives to its longest suffix, as if it read a text.

A table is mixed number by number. An automaton (`ncleaner.engines.ngram.automaton`) is read back into its n-grams: each
slot is an n-gram, and each state the history of the n-grams in its slots. As it leaves out n-grams that have the bits
of their suffixes, all suffixes are added again.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from ncleaner.engines.ngram.automaton import Automaton
from ncleaner.engines.ngram.build import build
from ncleaner.engines.ngram.counts import Counts
from ncleaner.engines.ngram.log_ratios import LogRatios, all_keys, suffix
from ncleaner.engines.ngram.normalise import alphabet
from ncleaner.engines.ngram.scorer import is_dense
from ncleaner.models.format import Model

SHARES = 10  # weights are tenths, so that tables are mixed in integers


def mixture(model: Model, clean: Counts, dirty: Counts, q: float, tenths: int) -> dict[str, array[int]]:
    """Return the arrays of a model whose log ratios are means; ``tenths`` is the weight of the given model."""
    if is_dense(clean.n, clean.mode):
        _, own = build(clean, dirty, q)
        return {**own, "table": _mixed_table(bytes(model.array("table", "U8")), own["table"], tenths)}
    both = clean.copy()
    for key in _ngrams(model, len(alphabet(clean.mode))):
        while key:
            both.count(key, 0)
            key = suffix(key)
    ratios = LogRatios(both, dirty, q)
    ratios.mix(_units(model, all_keys(both, dirty)), tenths / SHARES)
    return {**Automaton(ratios, 0.0).arrays(), "telling": ratios.most_distinctive()}


def _mixed_table(base: bytes, own: array[int], tenths: int) -> array[int]:
    rest = SHARES - tenths
    half = SHARES // 2
    return array("B", [(tenths * a + rest * b + half) // SHARES for a, b in zip(base, own, strict=True)])


def _ngrams(model: Model, width: int) -> Iterator[int]:
    """Yield the keys of all n-grams that have a slot in an automaton."""
    checks, targets = bytes(model.array("checks", "U8")), model.array("targets", "U32")
    states = [(0, 0, 0)]  # with the history that leads there, and its length
    while states:
        state, history, length = states.pop()
        for code in range(1, width + 1):
            if checks[state + code] == code:
                key = history << 8 | code
                yield key
                target = targets[state + code]
                if target and model.arrays["values"][target] == length + 1:  # else the target is a shorter history
                    states.append((target, key, length + 1))


def _units(model: Model, keys: array[int]) -> array[int]:
    """Return the log ratio that an automaton gives to each n-gram or, if it has none, to its longest suffix."""
    checks = bytes(model.array("checks", "U8"))
    values, targets = list(model.array("values", "I16")), list(model.array("targets", "U32"))
    states = {0: 0}
    units = array("i", bytes(4 * len(keys)))
    for rank, key in enumerate(keys):  # a history comes before the n-grams that begin with it
        state, code = states[key >> 8], key & 0xFF
        while checks[state + code] != code:
            state = targets[state]
        units[rank] = values[state + code]
        states[key] = targets[state + code]
    return units
