"""Odds: scores in steps of an eighth of a bit, and the probability that each step stands for.

All numbers are integers, so that sums of probabilities are the same on every machine.
"""

from __future__ import annotations

from array import array

from ncleaner.engines.forest.trees import UNITS

STEPS = 256
MIDDLE = STEPS // 2  # the step of a score of 0
SHIFT = 7  # from units of a score to steps
CERTAIN = 1 << 16  # a probability of 1

assert UNITS >> SHIFT == 8

PROBABILITIES = array("q", [round(CERTAIN / (1 + 2 ** -((step - MIDDLE + 0.5) / 8))) for step in range(STEPS)])

_STEPS, _MIDDLE, _SHIFT = STEPS, MIDDLE, SHIFT


def step_of(score: int) -> int:
    """Return the step of a score; very large and very small scores have the last and the first step."""
    step = (score >> _SHIFT) + _MIDDLE
    return 0 if step < 0 else _STEPS - 1 if step >= _STEPS else step
