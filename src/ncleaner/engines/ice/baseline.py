"""The baseline (section 3.1): all text of the page is kept, every block-level element as a paragraph."""

from __future__ import annotations

from ncleaner.engines.ice import Ice, Verdict
from ncleaner.page.blocks import PARAGRAPH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ncleaner.page.blocks import Blocks


class Baseline(Ice):
    """Keeps every element, as a paragraph."""

    name = "ice-baseline"

    def judge(self, blocks: Blocks, visible: Sequence[int]) -> list[Verdict]:
        """Paragraphs, all of them."""
        return [Verdict(PARAGRAPH) for _ in visible]

    def sentence(self, verdict: Verdict) -> str:
        """The only reason there is."""
        return "all visible text is a paragraph"
