"""The dump: everything is kept that a reader can see. The papers' baseline, and what all others must beat."""

from __future__ import annotations

from ncleaner.blocks import HIDDEN
from ncleaner.document import Decision
from ncleaner.engines import Engine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.blocks import Blocks

VISIBLE = Decision(True, reason="visible text")
INVISIBLE = Decision(False, reason="hidden from readers")

A_PAGE = 100  # words; less than that is no page that waits for its script


class Dump(Engine):
    """Keeps all but what the page hides."""

    name = "dump"

    def decide(self, blocks: Blocks) -> list[Decision]:
        """Keep what is visible."""
        hidden = hidden_bits(blocks)
        return [INVISIBLE if block.state & hidden else VISIBLE for block in blocks.items]


def hidden_bits(blocks: Blocks) -> int:
    """The bits of a block's state by which readers cannot see it.

    Some pages hide most of themselves until a script has run. There hiding means nothing, and no bit tells.
    """
    words = sum(block.words for block in blocks.items)
    hidden = sum(block.words for block in blocks.items if block.state & HIDDEN)
    return 0 if hidden >= A_PAGE and 2 * hidden > words else HIDDEN
