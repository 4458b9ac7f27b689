"""The genetic algorithm (section 3.5): a regular expression, evolved on pages and their gold texts, says what to keep.

`ncleaner.engines.ice.expression` has what such expressions are and how they are matched. Kept elements are headings and
list items where they are marked up as such, else paragraphs. If an expression does not come to an end on a page in
time, all of the page is kept, with a warning.
"""

from __future__ import annotations

from ncleaner.engines.base import ModelEngine
from ncleaner.engines.ice import DROPPED, Ice, Label, is_number
from ncleaner.engines.ice.expression import captured, compiled, shares
from ncleaner.errors import EngineUnavailable, ExpressionTooLong, ModelError, NCleanerError, not_installed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ncleaner.models import Model
    from ncleaner.page.blocks import Blocks

ENOUGH = 0.5  # of an element, for it to be kept
LEAST, MOST = 0.001, 3600  # seconds


class Evolved(Ice, ModelEngine):
    """An evolved expression. It may take so many ``seconds`` of processor time for a page."""

    name = "ice-ga"
    default_model = "ice-ga"

    def __init__(self, model: Model, *, seconds: float = 10.0) -> None:
        if not is_number(seconds, LEAST, MOST):
            raise NCleanerError(f"the seconds must be a number from {LEAST} to {MOST}, not {seconds!r}")
        ModelEngine.__init__(self, model)
        self.seconds = float(seconds)
        text = model.parameter("expression", str)
        try:
            self.expression = compiled(text)
        except ImportError:
            raise EngineUnavailable(not_installed(f"the engine {self.name!r}", "regex", "ice")) from None
        except NCleanerError as error:
            raise ModelError(f"{model.name}: {error}") from None

    def label(self, blocks: Blocks, visible: Sequence[int]) -> list[Label]:
        """Match the expression against the source."""
        spans = blocks.spans()
        try:
            captures = captured(self.expression, blocks.source.decode("utf-8"), self.seconds)
        except ExpressionTooLong as problem:
            blocks.warnings = (*blocks.warnings, f"{problem}: everything is kept")
            return [Label(blocks.items[index].kind, 0.0, (None,)) for index in visible]
        found = shares([spans[index] for index in visible], captures)
        return [
            Label(blocks.items[index].kind if share >= ENOUGH else DROPPED, 0.0, (share,))
            for index, share in zip(visible, found, strict=True)
        ]

    def sentence(self, label: Label) -> str:
        """How much of it was captured."""
        share = label.facts[0]
        if share is None:
            return "the expression did not come to an end in time"
        return f"{100 * share:.0f} % of its source is captured by the expression"
