"""Rescue: what a block must score on a page of which next to nothing would be kept.

A block is kept if more speaks for it than against it. On a page that is unlike all others, or only a line long, that
may be true of no block at all. But there is hardly a page without any content, so that then the blocks are to be kept
for which the F of the words is expected to be best: if nothing is sure, the best of what there is. Sums are of whole
numbers, so that they are the same on every machine.
"""

from __future__ import annotations

from ncleaner.blocks import Blocks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

FEW = 50  # words
CERTAIN = 1 << 16  # the number that stands for a chance of 1
LARGEST = 30.0  # bits


def least_score(blocks: Blocks, rows: Sequence[int], scores: Sequence[float]) -> float:
    """The lowest score that a block should be kept with, 0 or less; ``rows`` are the indices of the blocks in play."""
    items = blocks.items
    open = [(score, items[index].words) for index, score in zip(rows, scores, strict=True) if not items[index].rule]
    open.sort(reverse=True)
    chances = [_chance(score) for score, _ in open]
    expected = sum(chance * words for chance, (_, words) in zip(chances, open, strict=True))
    all_words = right = best = best_of = 0
    least = 0.0
    for chance, (score, words) in zip(chances, open, strict=True):
        all_words += words
        right += chance * words
        whole = CERTAIN * all_words + expected
        if right * best_of > best * whole or not best_of:
            best, best_of, least = right, whole, score
    return min(least, 0.0)


def _chance(score: float) -> int:
    """The chance that a block is content, by its score in bits."""
    return round(CERTAIN / (1 + 2 ** -max(-LARGEST, min(LARGEST, score))))
