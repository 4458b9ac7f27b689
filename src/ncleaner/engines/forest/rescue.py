"""Rescue: a lower threshold for pages of which too little would be kept.

Usually, blocks with a score of 0 or more are kept. On an unusual page, or one of a single line, hardly any block may
reach that, although some text must be content: a shop's list of products, for instance, where each item by itself looks
like any other link. Scores are log odds, so they give the expected F measure of the words for each threshold. If a
lower threshold promises a far better F than 0 does, it is used.

Some pages have no content, such as a shop's frame that a script is to fill. On such a page no block reaches 0, and all
blocks together promise only a few words. It is left empty, unless it is too short to be a frame.

Words are counted by steps of the score, so that the rows need not be sorted. All sums are integers, so that they are
the same on every machine.
"""

from __future__ import annotations

from array import array

from ncleaner.engines.forest.trees import UNITS
from ncleaner.octets import arrays
from ncleaner.page.blocks import A_PAGE, Block

_STEPS = 256  # of an eighth of a bit, around a score of 0
_MIDDLE = _STEPS // 2
_SHIFT = 7  # from units of a score to steps
_CERTAIN = 1 << 16  # a probability of 1
_BETTER, _THAN = 13, 10  # F is far better if it is 13/10 of what it was
_FINE = 20  # bits of F: with so many there is no overflow on pages of up to 2^26 words
_A_FEW = 30  # words: a page that promises fewer, and has no block with a score of 0 or more, has no content

assert UNITS >> _SHIFT == 8

_PROBABILITIES = array("q", [round(_CERTAIN / (1 + 2 ** -((step - _MIDDLE + 0.5) / 8))) for step in range(_STEPS)])
_NO_WORDS = array("q", bytes(8 * _STEPS))


def lowered_threshold(items: list[Block], sums: array[int]) -> int:
    """Return the lowest score, 0 or less, that blocks should be kept with.

    ``items`` are the candidate blocks and ``sums`` their scores. Blocks that a rule decides on do not count.
    """
    counts = _NO_WORDS[:]
    _count(items, arrays.ints(sums), len(sums), arrays.longs(counts))
    step = _best_step(arrays.longs(counts), arrays.longs(_PROBABILITIES))
    return (step - _MIDDLE) << _SHIFT if step else min(sums)  # the lowest step also has all scores below it


def _count(items: list[Block], sums: array[int], size: int, counts: array[int]) -> None:
    """Count the words by steps of their scores."""
    for row in range(size):
        block: Block = items[row]
        if not block.rule:
            step = (sums[row] >> _SHIFT) + _MIDDLE
            step = 0 if step < 0 else _STEPS - 1 if step >= _STEPS else step
            counts[step] += block.words


def _best_step(counts: array[int], probabilities: array[int]) -> int:
    """Return the lowest step to keep: the best one if it is far better than the middle, else the middle.

    Returns the middle step, too, if the page has no content.
    """
    expected = 0  # clean words on the whole page, times _CERTAIN
    for step in range(_STEPS):
        expected += counts[step] * probabilities[step]
    words = right = usual = best = f = 0
    lowest = _MIDDLE
    for step in range(_STEPS - 1, -1, -1):
        if counts[step]:
            words += counts[step]
            right += counts[step] * probabilities[step]
            f = (right << _FINE) // (_CERTAIN * words + expected)
            if f > best:
                best = f
                lowest = step
        if step == _MIDDLE:
            usual = best = f
            lowest = step
    if not usual and words >= A_PAGE and expected < _A_FEW * _CERTAIN:
        return _MIDDLE
    return lowest if _THAN * best >= _BETTER * usual else _MIDDLE
