"""Rescue: what to keep of a page of which next to nothing would be kept.

A block is kept if more speaks for it than against it. On a page that is unlike all others, or only a line long, that
may be true of no block at all. But there is hardly a page without any content, so that then those blocks are kept for
which the F of the words is expected to be best: if nothing is sure, the best of what there is. Sums are of whole
numbers, so that they are the same on every machine.
"""

from __future__ import annotations

from ncleaner.blocks import Blocks
from ncleaner.decisions import Decisions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

FEW = 50  # words
CERTAIN = 1 << 16  # the number that stands for a chance of 1
LARGEST_SCORE = 30.0  # bits


def rescue(blocks: Blocks, decisions: Decisions, rows: Sequence[int]) -> None:
    """Keep more of a page if it has become very short; ``rows`` are the indices of the blocks in play."""
    items = blocks.items
    if decisions.kept >= FEW or sum([items[index].words for index in rows if decisions.keep[index]]) >= FEW:
        return
    chances = {index: _chance(decisions.scores[index]) for index in rows if not items[index].rule}
    order = sorted(chances, key=lambda index: (-chances[index], index))
    expected = sum(chances[index] * items[index].words for index in order)
    words = right = best = best_of = 0
    chosen = 0
    for count, index in enumerate(order, 1):
        words += items[index].words
        right += chances[index] * items[index].words
        whole = CERTAIN * words + expected
        if right * best_of > best * whole or not best_of:
            best, best_of, chosen = right, whole, count
    for index in order[:chosen]:
        decisions.keep[index] = 1


def _chance(score: float) -> int:
    """The chance that a block is content, by its score in bits."""
    return round(CERTAIN / (1 + 2 ** -max(-LARGEST_SCORE, min(LARGEST_SCORE, score))))
