"""The dump: everything is kept that a reader can see. The papers' baseline, and what all others must beat."""

from __future__ import annotations

from ncleaner.engines import INVISIBLE, VISIBLE, Engine
from ncleaner.page.decisions import Decisions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.page.blocks import Blocks


class Dump(Engine):
    """Keeps all but what the page hides."""

    name = "dump"

    def decide(self, blocks: Blocks) -> Decisions:
        """Keep what is visible."""
        return Decisions(blocks, rules=False)

    def reason(self, blocks: Blocks, decisions: Decisions, index: int) -> str:
        """Whether readers can see it."""
        return VISIBLE if decisions.keep[index] else INVISIBLE
