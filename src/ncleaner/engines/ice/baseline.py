"""The baseline (section 3.1): all text of the page is kept, every block-level element as a paragraph."""

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
        """Paragraphs, all of them."""
        return [Label(PARAGRAPH) for _ in visible]

    def sentence(self, label: Label) -> str:
        """The only reason there is."""
        return "all visible text is a paragraph"
