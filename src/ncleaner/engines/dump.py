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
    balance = sum(-block.words if block.state & HIDDEN else block.words for block in blocks.items)
    return HIDDEN if balance > 0 else 0
