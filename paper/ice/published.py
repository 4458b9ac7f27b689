"""What the paper on ICE published: Table 1, and figures from its text (sections 3.3 and 4)."""

from __future__ import annotations

from typing import NamedTuple


class Range(NamedTuple):
    """The smallest, the largest and the average score of all pages, in percent."""

    lowest: float
    highest: float
    average: float


class Row(NamedTuple):
    """A row of Table 1, and the share of pages on which the system is the best of the four, in percent."""

    alignment: Range
    text: Range
    combined: Range
    best: float


TABLE_1 = {
    "ice_bl": Row(Range(17.5, 81.5, 50.7), Range(0.0, 99.4, 73.7), Range(16.7, 90.4, 62.2), 32),
    "ice_hr": Row(Range(16.7, 94.0, 58.7), Range(0.0, 99.8, 78.3), Range(8.3, 96.3, 68.5), 36),
    "ice_dt": Row(Range(0.0, 86.6, 47.6), Range(0.0, 98.6, 57.3), Range(0.0, 92.6, 52.4), 20),
    "ice_lm": Row(Range(0.1, 89.4, 51.4), Range(0.0, 98.9, 69.9), Range(0.0, 93.9, 60.6), 11),
}

ERROR_RATE = 22.57  # of the tree, ten-fold
INSTANCES = {"p": 1311, "h": 663, "l": 425, "n": 3467}
