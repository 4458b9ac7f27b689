"""The dump keeps all text that readers can see: the papers' baseline, which every other engine must beat."""

from __future__ import annotations

from ncleaner.engines.base import INVISIBLE, VISIBLE, Engine, RuleGrounds
from ncleaner.page.decisions import Decisions, Draft

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.page.blocks import Blocks


class Dump(Engine):
    """Keeps all visible blocks."""

    name = "dump"

    def decide(self, blocks: Blocks) -> Decisions:
        """Keep the visible blocks."""
        draft = Draft(blocks, rules=False)
        return draft.finish(VisibleGrounds(blocks, draft))


class VisibleGrounds(RuleGrounds):
    """Reasons of an engine that follows no rules."""

    __slots__ = ()

    def reason(self, index: int) -> str:
        """Return whether readers can see the block."""
        return VISIBLE if self.draft.keep[index] else INVISIBLE
