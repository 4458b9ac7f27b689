"""Coherent runs: the segments of a page decided on together, as the outlook of StupidOS proposes.

Each segment has bits for being clean, those of all its characters, and each change between clean and dirty from one
segment to the next costs the same number of bits. The best sequence of the two labels is looked for.

Strategy: with two labels, only the difference between the best sequences that end with either of them matters. A
difference larger than the cost of a change means that both have the same label one segment earlier, so that it never
counts as more than that.

Where nothing would be left of a page, its segments are decided on one by one after all: a short text among much
furniture cannot pay for the way in and out again.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def decode(scores: Sequence[float], lengths: Sequence[int], bias: float, switch: float) -> list[bool]:
    """Which segments of a page to keep, from their bits per character and their numbers of characters."""
    differences = []
    difference = 0.0
    for score, length in zip(scores, lengths, strict=True):
        difference = min(max(difference, -switch), switch) + (score - bias) * length
        differences.append(difference)
    keep: list[bool] = []
    clean = difference >= 0
    for difference in reversed(differences):
        if abs(difference) > switch or not keep:
            clean = difference >= 0
        keep.append(clean)
    keep.reverse()
    return keep if True in keep else [score >= bias for score in scores]
