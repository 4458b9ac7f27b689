"""NCleaner and StupidOS: what reads like clean text is kept, what reads like dirty text is not.

Two models of character n-grams, one of clean and one of dirty text, say how many bits they need for a segment. What
counts is the difference per character minus the ``bias``: where it is 0 or more, the segment is kept. A positive bias
makes for more precision, a negative one for more recall.

Segments are decided on one by one, as published, or in coherent runs (`ncleaner.engines.ngram.viterbi`). What rules are certain
about, and what is hidden, is not asked about.
"""

from __future__ import annotations

from _thread import allocate_lock  # of which `threading`, which would have to be imported, is made

from ncleaner.engines import Engine
from ncleaner.engines.ngram.confidence import coefficients_of, is_bounded
from ncleaner.engines.ngram.scorer import Scorer
from ncleaner.engines.ngram.viterbi import decode, one_by_one
from ncleaner.errors import ModelError, NCleanerError, UnknownNameError
from ncleaner.page.decisions import Decisions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ncleaner.models import Model
    from ncleaner.page.blocks import Blocks
    from ncleaner.train import Example

DECODINGS = ("independent", "viterbi")

READS = ("reads like boilerplate", "reads like body text")
STANDS = ("stands among boilerplate", "stands among body text")


class Ngram(Engine):
    """Character n-gram models of clean and of dirty text.

    ``decode`` is how decisions are made, ``bias`` the bits per character that clean text must be better by; both are
    those of the model where nothing is said.
    """

    name = "ngram"
    trainable = True
    takes_model = True
    default_model = "english"
    options = ("bias", "decode")

    def __init__(self, model: Model, *, bias: float | None = None, decode: str | None = None) -> None:
        self.model = model
        self.decode = _decoding(model) if decode is None else decode
        if self.decode not in DECODINGS:
            raise UnknownNameError("decoding", self.decode, DECODINGS)
        where = model.parameter("viterbi", dict) if self.decode == "viterbi" else model.parameters
        self.switch = _bits(model, where, "switch") if self.decode == "viterbi" else 0.0
        self.bias = _bits(model, where, "bias") if bias is None else _finite(bias)
        self.coefficients = coefficients_of(model)
        self.scorer = Scorer(model)
        self.lock = allocate_lock()  # the scorer has one text at hand, and pages may come from several threads

    def __reduce__(self) -> tuple[Any, ...]:
        from ncleaner.models.format import pack

        return _unpickled, (pack(self.model.header, self.model.arrays), self.model.name, self.bias, self.decode)

    @classmethod
    def with_model(cls, model: Model, **options: Any) -> Ngram:
        """The engine with that model."""
        return cls(model, **options)

    @classmethod
    def trained_on(cls, examples: Iterable[Example], **options: Any) -> Ngram:
        """The engine with a model that has learnt from pages and their gold texts."""
        from ncleaner.train.ngram import train

        return cls(train(examples), **options)

    @classmethod
    def describe(cls, model: Model) -> dict[str, Any]:
        """The n-grams that tell most."""
        from ncleaner.engines.ngram.show import describe

        return describe(model)

    def decide(self, blocks: Blocks, more: float = 0.0) -> Decisions:
        """Keep what is more like clean text; ``more`` is for those who have a bias of their own to add."""
        bias = self.bias + more
        decisions = Decisions(blocks)
        with self.lock:
            scores, lengths = self.scorer.measure(blocks, decisions.keep)
        in_runs = self.decode == "viterbi"
        keep = decode(scores, lengths, bias, self.switch) if in_runs else one_by_one(scores, bias)
        decisions.settle(scores, keep, bias)
        return decisions

    def reason(self, blocks: Blocks, decisions: Decisions, index: int) -> str:
        """What a segment reads like, unless it is certain what it is."""
        block = blocks.items[index]
        if block.rule or block.state & decisions.hidden:
            return super().reason(blocks, decisions, index)
        return in_words(bool(decisions.keep[index]), decisions.scores[index])

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


def in_words(keep: bool, score: float) -> str:
    """Why a segment with so many bits per character was kept or dropped."""
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


def _unpickled(data: bytes, name: str, bias: float, decode: str) -> Ngram:
    from ncleaner.models.format import unpack

    return Ngram(unpack(data, name), bias=bias, decode=decode)
