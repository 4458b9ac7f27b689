"""The genetic algorithm (section 3.5): a regular expression, evolved on pages and their gold texts, says what to keep.

`ncleaner.engines.ice.expression` has what such expressions are and how they are matched. Kept elements are headings and
list items where they are marked up as such, else paragraphs. If an expression does not come to an end on a page in
time, all of the page is kept, with a warning.
"""

from __future__ import annotations

from ncleaner.engines.ice import DROPPED, Ice, Verdict, is_number
from ncleaner.engines.ice.expression import captured, compiled, shares
from ncleaner.errors import EngineUnavailable, ExpressionTooLong, ModelError, NCleanerError, not_installed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from ncleaner.models import Model
    from ncleaner.page.blocks import Blocks
    from ncleaner.train import Example

ENOUGH = 0.5  # of an element, for it to be kept
LEAST, MOST = 0.001, 3600  # seconds


class Evolved(Ice):
    """An evolved expression. It may take so many ``seconds`` of processor time for a page."""

    name = "ice-ga"
    trainable = True
    takes_model = True
    default_model = "ice-ga"
    options = ("seconds",)

    def __init__(self, model: Model, *, seconds: float = 10.0) -> None:
        if not is_number(seconds, LEAST, MOST):
            raise NCleanerError(f"the seconds must be a number from {LEAST} to {MOST}, not {seconds!r}")
        self.model = model
        self.seconds = float(seconds)
        text = model.parameter("expression", str)
        try:
            self.expression = compiled(text)
        except ImportError:
            raise EngineUnavailable(not_installed(f"the engine {self.name!r}", "regex", "ice")) from None
        except NCleanerError as error:
            raise ModelError(f"{model.name}: {error}") from None

    @classmethod
    def with_model(cls, model: Model, **options: Any) -> Evolved:
        """The engine with that model."""
        return cls(model, **options)

    @classmethod
    def trained_on(cls, examples: Iterable[Example], **options: Any) -> Evolved:
        """The engine with an expression that has evolved on these pages."""
        from ncleaner.train.ice.ga import train

        return cls(train(examples), **options)

    def judge(self, blocks: Blocks, visible: Sequence[int]) -> list[Verdict]:
        """Match the expression against the source."""
        spans = blocks.spans()
        try:
            captures = captured(self.expression, blocks.source.decode("utf-8"), self.seconds)
        except ExpressionTooLong as problem:
            blocks.warnings = (*blocks.warnings, f"{problem}: everything is kept")
            return [Verdict(blocks.items[index].kind, 0.0, (None,)) for index in visible]
        found = shares([spans[index] for index in visible], captures)
        return [
            Verdict(blocks.items[index].kind if share >= ENOUGH else DROPPED, 0.0, (share,))
            for index, share in zip(visible, found, strict=True)
        ]

    def sentence(self, verdict: Verdict) -> str:
        """How much of it was captured."""
        share = verdict.facts[0]
        if share is None:
            return "the expression did not come to an end in time"
        return f"{100 * share:.0f} % of its source is captured by the expression"
