"""The certain rules and nothing else: the "SOS baseline" of StupidOS (section 4.1), "heuristics only" of NCleaner."""

from __future__ import annotations

from ncleaner.document import Decision
from ncleaner.engines import Engine
from ncleaner.engines.dump import INVISIBLE, VISIBLE, hidden_bits
from ncleaner.rules import REASONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.blocks import Blocks

BY_RULE = tuple(Decision(False, reason=reason) for reason in REASONS)


class Heuristics(Engine):
    """Drops what is hidden and what a rule is certain about."""

    name = "heuristics"

    def decide(self, blocks: Blocks) -> list[Decision]:
        """Drop only what is certain."""
        hidden = hidden_bits(blocks)
        return [
            INVISIBLE if block.state & hidden else BY_RULE[block.rule] if block.rule else VISIBLE
            for block in blocks.items
        ]
