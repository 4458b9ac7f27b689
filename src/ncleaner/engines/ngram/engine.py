"""The engine ``ngram`` (NCleaner and StupidOS): keeps segments that read like clean text.

Two models of character n-grams, one of clean and one of dirty text, give the number of bits that they need for a
segment. The score is the difference in bits per character, minus the ``bias``; segments with a score of 0 or more are
kept. A positive bias gives more precision, a negative one more recall.

Segments are decided on one by one, as published, or in coherent runs (`ncleaner.engines.ngram.viterbi`). Hidden blocks,
and blocks that a rule marks as boilerplate, are dropped without a score.
"""

from __future__ import annotations

from ncleaner.engines.base import ModelEngine, RuleGrounds
from ncleaner.engines.ngram.confidence import coefficients_of, is_bounded
from ncleaner.engines.ngram.scorer import Scorer
from ncleaner.engines.ngram.viterbi import decode, one_by_one
from ncleaner.errors import ModelError, NCleanerError, UnknownNameError
from ncleaner.page.decisions import Decisions, Draft
from ncleaner.system.fork_lock import ForkLock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ncleaner.models import Model
    from ncleaner.page.blocks import Blocks

DECODINGS = ("independent", "viterbi")

READS = ("reads like boilerplate", "reads like body text")
STANDS = ("stands among boilerplate", "stands among body text")


class Ngram(ModelEngine):
    """Character n-gram models of clean and dirty text.

    ``decode`` is one of `DECODINGS`. ``bias`` is the number of bits per character by which the clean model must be
    better. Both default to the values in the model.
    """

    name = "ngram"
    default_model = "english"
    explains_characters = True
    uncertain_bits = 0.1  # per character

    def __init__(self, model: Model, *, bias: float | None = None, decode: str | None = None) -> None:
        super().__init__(model)
        self.decode = _decoding(model) if decode is None else decode
        if self.decode not in DECODINGS:
            raise UnknownNameError("decoding", self.decode, DECODINGS)
        parameters = model.parameter("viterbi", dict) if self.decode == "viterbi" else model.parameters
        self.switch = _bits(model, parameters, "switch") if self.decode == "viterbi" else 0.0
        self.bias = _bits(model, parameters, "bias") if bias is None else _checked_bias(bias)
        self.coefficients = coefficients_of(model)
        self.scorer = Scorer(model)
        self.lock = ForkLock()  # the scorer holds the state of one text, and threads may share the engine

    @classmethod
    def describe(cls, model: Model) -> dict[str, Any]:
        """Return the most distinctive n-grams."""
        from ncleaner.engines.ngram.describe import describe

        return describe(model)

    def decide(self, blocks: Blocks) -> Decisions:
        """Keep segments that resemble clean text more than dirty text."""
        draft = self.draft(blocks)
        return draft.finish(TextGrounds(blocks, draft))

    def draft(self, blocks: Blocks, extra_bias: float = 0.0) -> Draft:
        """Return the decisions as a draft, made with ``extra_bias`` added to the bias."""
        bias = self.bias + extra_bias
        draft = Draft(blocks)
        with self.lock:
            scores, lengths = self.scorer.measure(blocks, draft.keep)
        in_runs = self.decode == "viterbi"
        keep = decode(scores, lengths, bias, self.switch) if in_runs else one_by_one(scores, bias)
        draft.settle(scores, keep, bias)
        return draft

    def explain(self, text: str) -> list[tuple[str, float]]:
        """Return the bits of each character of a text and of its end, without the bias."""
        from ncleaner.engines.ngram.explain import explain

        with self.lock:
            return explain(self.scorer, text)

    @property
    def can_tell_confidence(self) -> bool:
        """Whether the model predicts its precision; models trained on very few pages do not."""
        return self.coefficients is not None

    def confidence(self, blocks: Blocks, decisions: Decisions) -> float | None:
        """Return the precision that the model predicts for this page."""
        if self.coefficients is None:
            return None
        from ncleaner.engines.ngram.confidence import confidence

        return confidence(self.coefficients, blocks, decisions, self.bias)


class TextGrounds(RuleGrounds):
    """Reasons from the score of the text; ``scale`` is the score that one bit per character is worth."""

    __slots__ = ("scale",)

    def __init__(self, blocks: Blocks, draft: Draft, scale: float = 1.0) -> None:
        super().__init__(blocks, draft)
        self.scale = scale

    def reason(self, index: int) -> str:
        """Return whether the text reads like boilerplate, unless the block is hidden or certain boilerplate."""
        draft = self.draft
        return self.certain(index) or score_reason(bool(draft.keep[index]), draft.scores[index] / self.scale)


def score_reason(keep: bool, score: float) -> str:
    """Return why a segment with this score, in bits per character, was kept or dropped."""
    reason = f"{READS[score >= 0]}, {score:+.2f} bits per character"
    return reason if keep == (score >= 0) else f"{reason}, but {STANDS[keep]}"


def _decoding(model: Model) -> str:
    name = model.parameter("decode", str)
    if name not in DECODINGS:
        raise ModelError(f"{model.name}: there is no decoding {name!r}; there are: {', '.join(DECODINGS)}")
    return name


def _checked_bias(bias: float) -> float:
    """Return the bias as a float; raise an error if it is not a number."""
    if not is_bounded(bias):
        raise NCleanerError(f"the bias must be a number of bits, not {bias!r}")
    return float(bias)


def _bits(model: Model, parameters: dict[str, Any], name: str) -> float:
    """Return a parameter of a model that is a number of bits."""
    value: Any = parameters.get(name)
    if not is_bounded(value):
        raise ModelError(f"{model.name}: the parameter {name!r} should be a number of bits, not {str(value)[:40]}")
    return float(value)
