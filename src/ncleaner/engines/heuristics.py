"""The certain rules and nothing else: the "SOS baseline" of StupidOS (section 4.1), "heuristics only" of NCleaner."""

from __future__ import annotations

from ncleaner.engines import Engine
from ncleaner.page.decisions import Decisions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.page.blocks import Blocks


class Heuristics(Engine):
    """Drops what is hidden and what a rule is certain about."""

    name = "heuristics"

    def decide(self, blocks: Blocks) -> Decisions:
        """Drop only what is certain."""
        return Decisions(blocks)
