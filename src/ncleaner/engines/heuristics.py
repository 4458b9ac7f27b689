"""The rules for certain boilerplate alone: "SOS baseline" of StupidOS (section 4.1), "heuristics only" of NCleaner."""

from __future__ import annotations

from ncleaner.engines.base import Engine, RuleGrounds
from ncleaner.page.decisions import Decisions, Draft

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.page.blocks import Blocks


class Heuristics(Engine):
    """Drops hidden blocks and blocks that a rule marks as boilerplate."""

    name = "heuristics"

    def decide(self, blocks: Blocks) -> Decisions:
        """Drop hidden blocks and certain boilerplate."""
        draft = Draft(blocks)
        return draft.finish(RuleGrounds(blocks, draft))
