"""Recipes: the parameters for training an n-gram model."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isfinite

from ncleaner.engines.ngram.engine import DECODINGS
from ncleaner.engines.ngram.log_ratios import LARGEST_Q, SMALLEST_Q
from ncleaner.engines.ngram.normalise import LONGEST, MODES
from ncleaner.errors import NCleanerError, UnknownNameError

DIRTY = ("differential", "aligned")
LARGEST_N = LONGEST
LARGEST_MODE = len(MODES) - 1


@dataclass(frozen=True, slots=True)
class Recipe:
    """The parameters of training; ``bias`` and ``decode`` are chosen on held-out folds if they are ``None``.

    ``n`` is the length of the n-grams, ``q`` the weight of shorter histories, ``mode`` the normalisation of text, and
    ``dirty`` the way to count dirty text (see `ncleaner.train.ngram`). ``prune`` leaves out n-grams that change the
    score of all counted text by less than this number of bits.
    """

    n: int = 3
    q: float = 0.5
    mode: int = 1
    dirty: str = "differential"
    bias: float | None = None
    decode: str | None = None
    prune: float = 0.0

    def __post_init__(self) -> None:
        if not 1 <= self.n <= LARGEST_N:
            raise NCleanerError(f"n must be a number from 1 to {LARGEST_N}, not {self.n}")
        if not SMALLEST_Q <= self.q <= LARGEST_Q:
            raise NCleanerError(f"q must be between {SMALLEST_Q} and {LARGEST_Q}, not {self.q}")
        if not 0 <= self.mode <= LARGEST_MODE:
            raise NCleanerError(f"the mode must be a number from 0 to {LARGEST_MODE}, not {self.mode}")
        if self.dirty not in DIRTY:
            raise UnknownNameError("way to count dirty text", self.dirty, DIRTY)
        if self.decode is not None and self.decode not in DECODINGS:
            raise UnknownNameError("decoding", self.decode, DECODINGS)
        if self.bias is not None and not isfinite(self.bias):
            raise NCleanerError(f"the bias must be a number of bits, not {self.bias}")
        if not 0 <= self.prune < inf:
            raise NCleanerError(f"prune must be a number of bits, 0 or more, not {self.prune}")


DEFAULT = ENGLISH = Recipe(n=3, q=0.5, mode=1, dirty="differential")
"""The recipe of the papers, for models that know the words of a language."""

UNIVERSAL = Recipe(n=6, q=0.4, mode=3, dirty="aligned")
"""The recipe for models that work for all languages, because they know no words."""
