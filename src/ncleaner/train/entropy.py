"""Cross-entropy of n-gram models on unseen text, over n and q (Figure 2 of both papers).

The text is all visible text of the pages, clean or dirty, as in section 3.3 of StupidOS. Each fold is predicted from
the counts of the others.

Strategy: the counts of a fold give the frequency of each of its longest n-grams, so each distinct n-gram is predicted
once. The sum of the interpolation formula is built up order by order (`ncleaner.engines.ngram.log_ratios`), so one
pass gives the values for all n.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log2

from ncleaner.engines.ngram.counts import Counts
from ncleaner.engines.ngram.normalise import alphabet
from ncleaner.errors import NCleanerError
from ncleaner.train.examples import Progress, TrainingPage
from ncleaner.train.folds import held_out_folds

Parameters = tuple[int, float]
"""n and q."""


def cross_entropies(
    pages: Sequence[TrainingPage],
    ns: Sequence[int],
    qs: Sequence[float],
    mode: int,
    progress: Progress | None = None,
) -> dict[Parameters, float]:
    """Return the bits per character of the visible text, for each n and q."""
    total = _counted(pages, max(ns), mode)
    if not total.characters:
        raise NCleanerError("the pages have no visible text")
    bits = {(n, q): 0.0 for n in ns for q in qs}
    done = 0
    for fold in held_out_folds(pages):
        unseen = _counted(fold, max(ns), mode)
        known = total.copy()
        known.update(unseen, -1)
        _predict(unseen, known, bits)
        done += len(fold)
        if progress is not None:
            progress(f"cross-entropy, mode {mode}", done, len(pages))
    return {parameters: -sum / total.characters for parameters, sum in bits.items()}


def _counted(pages: Sequence[TrainingPage], n: int, mode: int) -> Counts:
    counts = Counts(n, mode)
    for page in pages:
        for start, end in zip(page.starts, page.ends, strict=True):
            counts.add_span(page.buffer, start, end)
    return counts


def _predict(unseen: Counts, known: Counts, bits: dict[Parameters, float]) -> None:
    """Add the binary logarithms of the probabilities of all characters to ``bits``."""
    factors = {(n, q): log2((1 - q) / (1 - q**n)) for n, q in bits}
    longest = {q: max(n for n, other in bits if other == q) for _, q in bits}
    for times, shares in _shares(unseen, known):
        for q, last in longest.items():
            sum = 0.0
            for order in range(1, last + 1):
                sum = shares[order - 1] + q * sum
                if (order, q) in bits:
                    bits[order, q] += times * (log2(sum) + factors[order, q])


def _shares(unseen: Counts, known: Counts) -> Iterator[tuple[int, list[float]]]:
    """Yield, for each of the longest n-grams, its frequency and the probability of its last character by order."""
    histories: dict[int, int] = {}
    for key, count in known.items():
        histories[key >> 8] = histories.get(key >> 8, 0) + count
    size = len(alphabet(known.mode))
    masks = [(1 << 8 * order) - 1 for order in range(1, known.n + 1)]
    for key, times in unseen.items():
        if key > masks[-1] >> 8:
            single = (known.get(key & 0xFF) + 1) / (histories.get(0, 0) + size)
            shares = [single]
            for mask in masks[1:]:
                seen = histories.get((key & mask) >> 8, 0)
                shares.append(known.get(key & mask) / seen if seen else 0.0)
            yield times, shares
