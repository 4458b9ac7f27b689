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
        return [INVISIBLE if block.state & HIDDEN else VISIBLE for block in blocks.items]
