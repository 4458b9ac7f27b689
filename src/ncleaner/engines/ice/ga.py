"""The genetic algorithm (section 3.5): a regular expression, evolved on gold texts, captures the text to keep.

`ncleaner.engines.ice.expression` defines these expressions and matches them. Kept elements are headings or list items
if they are marked up as such, else paragraphs. If an expression does not finish on a page in time, the whole page is
kept, with a warning.
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

ENOUGH = 0.5  # the captured share of an element that is kept
LEAST_SECONDS, MOST_SECONDS = 0.001, 3600


class Evolved(Ice, ModelEngine):
    """An evolved expression. ``seconds`` limits the processor time for a page."""

    name = "ice-ga"
    default_model = "ice-ga"

    def __init__(self, model: Model, *, seconds: float = 10.0) -> None:
        if not is_number(seconds, LEAST_SECONDS, MOST_SECONDS):
            raise NCleanerError(f"the seconds must be a number from {LEAST_SECONDS} to {MOST_SECONDS}, not {seconds!r}")
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
        """Label the elements that the expression captures."""
        spans = blocks.spans()
        try:
            captures = captured(self.expression, blocks.source.decode("utf-8"), self.seconds)
        except ExpressionTooLong as error:
            blocks.warnings = (*blocks.warnings, f"{error}: everything is kept")
            return [Label(blocks.items[index].kind, 0.0, (None,)) for index in visible]
        captured_shares = shares([spans[index] for index in visible], captures)
        return [
            Label(blocks.items[index].kind if share >= ENOUGH else DROPPED, 0.0, (share,))
            for index, share in zip(visible, captured_shares, strict=True)
        ]

    def sentence(self, label: Label) -> str:
        """Return the captured share of the element."""
        share = label.facts[0]
        if share is None:
            return "the expression did not finish in time"
        return f"the expression captures {100 * share:.0f} % of its source"
