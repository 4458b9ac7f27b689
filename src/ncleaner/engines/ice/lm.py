"""Language models (section 3.4): keeps elements that are close to the page's title, headings and keywords.

`ncleaner.engines.ice.divergence` computes the divergence of each element; elements up to a threshold are kept. The
threshold is the trained parameter. Kept elements are headings or list items if they are marked up as such, else
paragraphs.
"""

from __future__ import annotations

from ncleaner.engines.base import ModelEngine
from ncleaner.engines.ice import DROPPED, Ice, Label, is_number
from ncleaner.engines.ice.divergence import ABSOLUTE, SMOOTHINGS, divergences
from ncleaner.errors import ModelError, NCleanerError, UnknownNameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ncleaner.models import Model
    from ncleaner.page.blocks import Blocks

LARGEST = 1_000_000.0  # bits; far above any divergence


class LanguageModels(Ice, ModelEngine):
    """Keeps elements by their divergence from the page's query.

    ``smoothing`` is one of `SMOOTHINGS`; with ``bold``, bold text is part of the query. ``threshold`` is the largest
    divergence of kept elements, in bits; by default it comes from the model.
    """

    name = "ice-lm"
    default_model = "ice-lm"

    def __init__(
        self, model: Model, *, threshold: float | None = None, smoothing: str = ABSOLUTE, bold: bool = False
    ) -> None:
        if smoothing not in SMOOTHINGS:
            raise UnknownNameError("smoothing", smoothing, SMOOTHINGS)
        if threshold is not None and not is_number(threshold, 0, LARGEST):
            raise NCleanerError(f"the threshold must be a number of bits, not {threshold!r}")
        ModelEngine.__init__(self, model)
        self.smoothing = smoothing
        self.bold = bool(bold)
        learnt: Any = model.parameter("thresholds", dict).get(setting(smoothing, self.bold))
        if not is_number(learnt, 0, LARGEST):
            raise ModelError(
                f"{model.name}: the threshold for {setting(smoothing, self.bold)!r} should be a number of bits"
            )
        self.threshold = float(learnt) if threshold is None else float(threshold)

    def label(self, blocks: Blocks, visible: Sequence[int]) -> list[Label]:
        """Label each element by its divergence from the query."""
        bits_of_elements = divergences(blocks, visible, smoothing=self.smoothing, bold=self.bold)
        return [
            Label(blocks.items[index].kind if bits <= self.threshold else DROPPED, self.threshold - bits, (bits,))
            for index, bits in zip(visible, bits_of_elements, strict=True)
        ]

    def sentence(self, label: Label) -> str:
        """Return the divergence of the element, and the threshold."""
        return (
            f"divergence {label.facts[0]:.2f} bits from the page's title, headings and keywords,"
            f" threshold {self.threshold:.2f}"
        )


def setting(smoothing: str, bold: bool) -> str:
    """Return the name of a setting in the thresholds of a model."""
    return f"{smoothing}, bold" if bold else smoothing
