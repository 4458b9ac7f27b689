"""Small models for the tests of the n-gram engine, and a literal implementation of the papers' equation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import log2
from typing import Any

from ncleaner.engines.ngram.build import build
from ncleaner.engines.ngram.counts import Counts
from ncleaner.engines.ngram.normalise import EDGE, PADDING, Normaliser, alphabet
from ncleaner.models.format import Model
from ncleaner.models.format import build as build_model

CLEAN = (
    "It rained all day, and the harbour was empty.",
    "She had never seen so many boats in one place, she said, and laughed.",
    "The council will meet again on Tuesday; nobody expects a decision before the summer.",
    "When the ferry came in at last, the children ran down to the quay.",
)
DIRTY = ("Home", "Contact us", "Log in", "Next page >>", "Copyright 2024", "All rights reserved", "Search", "Sitemap")

PARAMETERS = {"bias": 0.0, "decode": "independent", "viterbi": {"bias": 0.0, "switch": 8.0}}


def counted(texts: Sequence[str], n: int, mode: int) -> Counts:
    counts = Counts(n, mode)
    for text in texts:
        counts.add(text)
    return counts


def model(
    clean: Sequence[str] = CLEAN,
    dirty: Sequence[str] = DIRTY,
    *,
    n: int = 3,
    q: float = 0.5,
    mode: int = 1,
    **facts: Any,
) -> Model:
    parameters, arrays = build(counted(clean, n, mode), counted(dirty, n, mode), q)
    return build_model({"engine": "ngram", "parameters": {**parameters, **PARAMETERS, **facts}}, arrays)


class Equation:
    """Equation (1) of NCleaner, evaluated order by order from bare counts."""

    def __init__(self, counts: dict[bytes, int], n: int, q: float, mode: int) -> None:
        self.counts = counts
        self.n, self.q = n, q
        self.width = len(alphabet(mode))
        self.histories: Counter[bytes] = Counter()
        for gram, count in counts.items():
            self.histories[gram[:-1]] += count

    def probability(self, history: bytes, code: int) -> float:
        terms = (self.q**k * self._single(history[k:], code) for k in range(self.n))
        return (1 - self.q) / (1 - self.q**self.n) * sum(terms)

    def _single(self, history: bytes, code: int) -> float:
        gram = history + bytes([code])
        if not history:
            seen = sum(max(count, 0) for gram, count in self.counts.items() if len(gram) == 1)
            return (max(self.counts.get(gram, 0), 0) + 1) / (seen + self.width)
        if self.counts.get(gram, 0) <= 0:
            return 0.0
        total = self.histories[history]
        return min(max(self.counts[gram] / total, 0.0), 1.0) if total > 0 else 1.0


def bare_counts(texts: Sequence[str], n: int, mode: int) -> Counter[bytes]:
    normaliser = Normaliser(mode)
    counts: Counter[bytes] = Counter()
    for text in texts:
        padded = bytes([EDGE]) * PADDING + normaliser.text(text)
        counts.update(
            padded[end - order : end] for end in range(PADDING + 1, len(padded) + 1) for order in range(1, n + 1)
        )
    return counts


def equation_bits(clean: Equation, dirty: Equation, codes: bytes) -> list[float]:
    """Return the bits of each code of a text."""
    padded = bytes([EDGE]) * PADDING + codes
    bits = []
    for i in range(PADDING, len(padded)):
        history = padded[i - clean.n + 1 : i]
        bits.append(log2(clean.probability(history, padded[i])) - log2(dirty.probability(history, padded[i])))
    return bits
