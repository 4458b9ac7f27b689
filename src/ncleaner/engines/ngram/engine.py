"""NCleaner and StupidOS: what reads like clean text is kept, what reads like dirty text is not.

Two models of character n-grams, one of clean and one of dirty text, say how many bits they need for a segment. What
counts is the difference per character minus the ``bias``: where it is 0 or more, the segment is kept. A positive bias
makes for more precision, a negative one for more recall.

Segments are decided on one by one, as published, or in coherent runs (`ncleaner.engines.ngram.viterbi`). What rules are certain
about, and what is hidden, is not asked about.
"""

from __future__ import annotations

from _thread import allocate_lock  # of which `threading`, which would have to be imported, is made

from ncleaner.engines.base import ModelEngine, RuleGrounds
from ncleaner.engines.ngram.confidence import coefficients_of, is_bounded
from ncleaner.engines.ngram.scorer import Scorer
from ncleaner.engines.ngram.viterbi import decode, one_by_one
from ncleaner.errors import ModelError, NCleanerError, UnknownNameError
from ncleaner.page.decisions import Decisions, Draft

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ncleaner.models import Model
    from ncleaner.page.blocks import Blocks

DECODINGS = ("independent", "viterbi")

READS = ("reads like boilerplate", "reads like body text")
STANDS = ("stands among boilerplate", "stands among body text")


class Ngram(ModelEngine):
    """Character n-gram models of clean and of dirty text.

    ``decode`` is how decisions are made, ``bias`` the bits per character that clean text must be better by; both are
    those of the model where nothing is said.
    """

    name = "ngram"
    default_model = "english"
    explains_characters = True

    def __init__(self, model: Model, *, bias: float | None = None, decode: str | None = None) -> None:
        super().__init__(model)
        self.decode = _decoding(model) if decode is None else decode
        if self.decode not in DECODINGS:
            raise UnknownNameError("decoding", self.decode, DECODINGS)
        where = model.parameter("viterbi", dict) if self.decode == "viterbi" else model.parameters
        self.switch = _bits(model, where, "switch") if self.decode == "viterbi" else 0.0
        self.bias = _bits(model, where, "bias") if bias is None else _finite(bias)
        self.coefficients = coefficients_of(model)
        self.scorer = Scorer(model)
        self.lock = allocate_lock()  # the scorer has one text at hand, and pages may come from several threads

    @classmethod
    def describe(cls, model: Model) -> dict[str, Any]:
        """The n-grams that tell most."""
        from ncleaner.engines.ngram.show import describe

        return describe(model)

    def decide(self, blocks: Blocks) -> Decisions:
        """Keep segments that resemble clean text more than dirty text."""
        draft = self.draft(blocks)
        return draft.finish(TextGrounds(blocks, draft))

    def draft(self, blocks: Blocks, more: float = 0.0) -> Draft:
        """Return the decisions as a draft, made with ``more`` bits of bias."""
        bias = self.bias + more
        draft = Draft(blocks)
        with self.lock:
            scores, lengths = self.scorer.measure(blocks, draft.keep)
        in_runs = self.decode == "viterbi"
        keep = decode(scores, lengths, bias, self.switch) if in_runs else one_by_one(scores, bias)
        draft.settle(scores, keep, bias)
        return draft

    def explain(self, text: str) -> list[tuple[str, float]]:
        """The bits of each character of a text and of its end; the bias is not in them."""
        from ncleaner.engines.ngram.explain import explain

        with self.lock:
            return explain(self.scorer, text)

    @property
    def can_tell_confidence(self) -> bool:
        """Whether the model has learnt to predict its precision; one of very few pages has not."""
        return self.coefficients is not None

    def confidence(self, blocks: Blocks, decisions: Decisions) -> float | None:
        """The precision that the model expects of itself on this page."""
        if self.coefficients is None:
            return None
        from ncleaner.engines.ngram.confidence import confidence

        return confidence(self.coefficients, blocks, decisions, self.bias)


class TextGrounds(RuleGrounds):
    """Reasons by the score of the text; ``scale`` is the number of bits of a score for one bit per character."""

    __slots__ = ("scale",)

    def __init__(self, blocks: Blocks, draft: Draft, scale: float = 1.0) -> None:
        super().__init__(blocks, draft)
        self.scale = scale

    def reason(self, index: int) -> str:
        """Return whether the text reads like boilerplate, unless the block is hidden or certain boilerplate."""
        draft = self.draft
        return self.certain(index) or in_words(bool(draft.keep[index]), draft.scores[index] / self.scale)


def in_words(keep: bool, score: float) -> str:
    """Return why a segment with this score, in bits per character, was kept or dropped."""
    said = f"{READS[score >= 0]}, {score:+.2f} bits per character"
    return said if keep == (score >= 0) else f"{said}, but {STANDS[keep]}"


def _decoding(model: Model) -> str:
    name = model.parameter("decode", str)
    if name not in DECODINGS:
        raise ModelError(f"{model.name}: there is no decoding {name!r}; there are: {', '.join(DECODINGS)}")
    return name


def _finite(bias: float) -> float:
    """The bias that somebody asks for."""
    if not is_bounded(bias):
        raise NCleanerError(f"the bias must be a number of bits, not {bias!r}")
    return float(bias)


def _bits(model: Model, parameters: dict[str, Any], name: str) -> float:
    """A number of bits among the parameters of a model."""
    value: Any = parameters.get(name)
    if not is_bounded(value):
        raise ModelError(f"{model.name}: the parameter {name!r} should be a number of bits, not {str(value)[:40]}")
    return float(value)
