"""Rescue: what a block must score on a page of which too little would be kept.

A block is kept if more speaks for it than against it. On a page that is unlike all others, or only a line long, that
may be true of hardly any block, although something must be content: a shop's list of what it sells, for instance, where
each item by itself looks like any link. The scores are chances, and tell what F of the words is to be expected from
keeping the blocks above a score. Where it is expected to be far better with a lower score than usual, that one is used.

Some pages have no content: a shop's frame, for instance, which a script is to fill. There no block is likely, and all
of them together promise but a few words. Such a page is left empty, unless it is so short that it has no frame either.

Words are counted by steps of the score, so that the rows need not be sorted. Sums are of whole numbers, so that they
are the same on every machine.
"""

from __future__ import annotations

from array import array

from ncleaner.engines.forest.trees import UNITS
from ncleaner.octets import arrays
from ncleaner.page.blocks import A_PAGE, Block

STEPS = 256  # an eighth of a bit each, around 0
MIDDLE = STEPS // 2
SHIFT = 7
CERTAIN = 1 << 16  # the number that stands for a chance of 1
FAR_BETTER = 13, 10  # as a fraction
FINE = 20  # bits of F; a page of 2^26 words leaves so much room
A_FEW = 30  # words; a page that promises less, and has no likely block, has no content

assert UNITS >> SHIFT == 8

_STEPS, _MIDDLE, _SHIFT, _CERTAIN, _FINE = STEPS, MIDDLE, SHIFT, CERTAIN, FINE
_BETTER, _THAN = FAR_BETTER
_A_FEW, _A_PAGE = A_FEW, A_PAGE
_CHANCES = array("q", [round(CERTAIN / (1 + 2 ** -((step - MIDDLE + 0.5) / 8))) for step in range(STEPS)])
_NO_WORDS = array("q", bytes(8 * STEPS))


def least_sum(items: list[Block], sums: array[int]) -> int:
    """The lowest sum that a block should be kept with, 0 or less; what a rule is certain about does not count."""
    counts = _NO_WORDS[:]
    _count(items, arrays.ints(sums), len(sums), arrays.longs(counts))
    step = _best_step(arrays.longs(counts), arrays.longs(_CHANCES))
    return (step - MIDDLE) << SHIFT if step else min(sums)  # what is below all steps is on the lowest one


def _count(items: list[Block], sums: array[int], size: int, counts: array[int]) -> None:
    """Count the words by steps of their scores."""
    for row in range(size):
        block: Block = items[row]
        if not block.rule:
            step = (sums[row] >> _SHIFT) + _MIDDLE
            step = 0 if step < 0 else _STEPS - 1 if step >= _STEPS else step
            counts[step] += block.words


def _best_step(counts: array[int], chances: array[int]) -> int:
    """The lowest step to keep, the middle one if that is hardly worse than the best, or if there is no content."""
    expected = 0  # clean words on the whole page
    for step in range(_STEPS):
        expected += counts[step] * chances[step]
    words = right = usual = best = f = 0
    found = _MIDDLE
    for step in range(_STEPS - 1, -1, -1):
        if counts[step]:
            words += counts[step]
            right += counts[step] * chances[step]
            f = (right << _FINE) // (_CERTAIN * words + expected)
            if f > best:
                best = f
                found = step
        if step == _MIDDLE:
            usual = best = f
            found = step
    if not usual and words >= _A_PAGE and expected < _A_FEW * _CERTAIN:
        return _MIDDLE
    return found if _THAN * best >= _BETTER * usual else _MIDDLE
