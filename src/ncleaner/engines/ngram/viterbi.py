"""Coherent runs: the segments of a page decided on together, as the outlook of StupidOS proposes.

Each segment has bits for being clean, those of all its characters, and each change between clean and dirty from one
segment to the next costs the same number of bits. What lies before and behind the page counts as dirty, so that its
first and last run have no advantage over those in the middle: most pages begin and end with furniture. The best
sequence of the two labels is looked for.

Strategy: with two labels, only the difference between the best sequences that end with either of them matters. A
difference larger than the cost of a change means that both have the same label one segment earlier, so that it never
counts as more than that.

Where nothing would be left of a page, its segments are decided on one by one after all: a short text among much
furniture cannot pay for the way in and out again.
"""

from __future__ import annotations

from array import array

_NOTHING = array("d", [0.0])


def one_by_one(scores: array[float], bias: float) -> bytearray:
    """Which segments of a page to keep, 1 or 0, if each is decided on alone by its bits per character."""
    keep = bytearray(len(scores))
    for index in range(len(scores)):
        keep[index] = scores[index] >= bias
    return keep


def decode(scores: array[float], lengths: array[int], bias: float, switch: float) -> bytearray:
    """Which to keep in runs, from their bits per character and their numbers of characters."""
    count = len(scores)
    differences = _NOTHING * count
    seen = differences  # when compiled, a view of it
    difference = -switch
    for index in range(count):
        difference = min(max(difference, -switch), switch) + (scores[index] - bias) * lengths[index]
        seen[index] = difference
    keep = bytearray(count)
    clean = difference >= switch
    for back in range(count):
        index = count - 1 - back
        if abs(seen[index]) > switch:
            clean = seen[index] >= 0
        keep[index] = clean
    return keep if 1 in keep else one_by_one(scores, bias)
