"""The baseline (section 3.1): keeps all text of the page, with every block-level element as a paragraph."""

from __future__ import annotations

from ncleaner.engines.ice import Ice, Label
from ncleaner.page.blocks import PARAGRAPH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ncleaner.page.blocks import Blocks


class Baseline(Ice):
    """Keeps every element, as a paragraph."""

    name = "ice-baseline"

    def label(self, blocks: Blocks, visible: Sequence[int]) -> list[Label]:
        """Label all elements as paragraphs."""
        return [Label(PARAGRAPH) for _ in visible]

    def sentence(self, label: Label) -> str:
        """Return the same reason for all elements."""
        return "all visible text is kept as paragraphs"
