"""Coherent runs: joint decisions on the segments of a page, as the outlook of StupidOS proposes.

Each segment labelled clean earns the sum of the bits of its characters. Each change between clean and dirty from one
segment to the next costs ``switch`` bits. The text before and after the page counts as dirty, because most pages begin
and end with boilerplate: the first and the last run have no advantage over the runs in the middle. `decode` returns the
best sequence of labels.

Strategy: with two labels, only the difference between the best sequences that end with each label matters. If that
difference is larger than the cost of a change, both sequences have the same label one segment earlier, so it is clamped
to the cost.

If a page would lose all its text, its segments are decided on one by one instead: a short text among much boilerplate
does not earn enough for two changes.
"""

from __future__ import annotations

from array import array

_NOTHING = array("d", [0.0])


def one_by_one(scores: array[float], bias: float) -> bytearray:
    """Return a 1 for each segment to keep, else a 0, from its bits per character alone."""
    keep = bytearray(len(scores))
    for index in range(len(scores)):
        keep[index] = scores[index] >= bias
    return keep


def decode(scores: array[float], lengths: array[int], bias: float, switch: float) -> bytearray:
    """Return a 1 for each segment to keep in coherent runs, else a 0.

    ``scores`` are bits per character, ``lengths`` numbers of characters.
    """
    count = len(scores)
    differences = _NOTHING * count
    view = differences  # a typed memoryview when compiled
    difference = -switch
    for index in range(count):
        difference = min(max(difference, -switch), switch) + (scores[index] - bias) * lengths[index]
        view[index] = difference
    keep = bytearray(count)
    clean = difference >= switch
    for back in range(count):
        index = count - 1 - back
        if abs(view[index]) > switch:
            clean = view[index] >= 0
        keep[index] = clean
    return keep if 1 in keep else one_by_one(scores, bias)
