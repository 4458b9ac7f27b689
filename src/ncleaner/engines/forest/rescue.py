"""Rescue: a lower threshold for pages of which too little would be kept.

Usually, blocks with a score of 0 or more are kept. On an unusual page, or one of a single line, hardly any block may
reach that, although some text must be content: a shop's list of products, for instance, where each item by itself looks
like any other link. Scores are log odds, so they give the expected F measure of the words for each threshold. If a
lower threshold promises a better F than 0 does, by a tenth, it is used. Where only the article is asked for, it must
promise twice as much: what else reads well on such a page is teasers.

Some pages have no content, such as a shop's frame that a script is to fill. On such a page no block reaches 0, and all
blocks together promise only a few words. It is left empty, unless it is too short to be a frame.

Words are counted by steps of the score, so that the rows need not be sorted. All sums are integers, so that they are
the same on every machine.
"""

from __future__ import annotations

from array import array

from ncleaner.engines.forest.odds import CERTAIN, MIDDLE, PROBABILITIES, SHIFT, STEPS, step_of
from ncleaner.octets import arrays
from ncleaner.page.blocks import A_PAGE, Block

_BETTER, _TWICE, _THAN = 11, 20, 10  # F is better if it is 11/10, or 20/10, of what it was
_FINE = 20  # bits of F: with so many there is no overflow on pages of up to 2^26 words
_A_FEW = 30  # words: a page that promises fewer, and has no block with a score of 0 or more, has no content

_STEPS, _MIDDLE, _CERTAIN = STEPS, MIDDLE, CERTAIN
_NO_WORDS = array("q", bytes(8 * STEPS))


def lowered_threshold(items: list[Block], sums: array[int], is_article: bool = False) -> int:
    """Return the lowest score, 0 or less, that blocks should be kept with.

    ``items`` are the candidate blocks and ``sums`` their scores; ``is_article`` says that only the article of the page
    is asked for. Blocks that a rule decides on do not count.
    """
    counts = _NO_WORDS[:]
    _count(items, arrays.ints(sums), len(sums), arrays.longs(counts))
    step = _best_step(arrays.longs(counts), arrays.longs(PROBABILITIES), _TWICE if is_article else _BETTER)
    return (step - MIDDLE) << SHIFT if step else min(sums)  # the lowest step also has all scores below it


def _count(items: list[Block], sums: array[int], size: int, counts: array[int]) -> None:
    """Count the words by steps of their scores."""
    for row in range(size):
        block: Block = items[row]
        if not block.rule:
            counts[step_of(sums[row])] += block.words


def _best_step(counts: array[int], probabilities: array[int], better: int) -> int:
    """Return the lowest step to keep: the best one if it is so much better than the middle, else the middle.

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
    return lowest if _THAN * best >= better * usual else _MIDDLE
