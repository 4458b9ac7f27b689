"""Lists of numbers as arguments: ``3``, ``2,3,6``, ``1-4,8``; and numbers with a point, ``0.4,0.5``."""

from __future__ import annotations

import argparse
from typing import TypeVar

MOST = 1000  # numbers that anybody would want

Number = TypeVar("Number", int, float)


def integers(text: str) -> list[int]:
    """Whole numbers, single ones and ranges."""
    found: list[int] = []
    try:
        for part in text.split(","):
            first, dash, last = part.partition("-")
            some = range(int(first), int(last) + 1) if dash else range(int(first), int(first) + 1)
            found += some[:MOST]
    except ValueError:
        found = []
    return _some(text, found)


def numbers(text: str) -> list[float]:
    """Numbers that may have a point."""
    try:
        found = [float(part) for part in text.split(",")]
    except ValueError:
        found = []
    return _some(text, found)


def _some(text: str, found: list[Number]) -> list[Number]:
    """The numbers, each of them once."""
    if not 0 < len(found) < MOST:
        raise argparse.ArgumentTypeError(f"{text!r} is no list of numbers such as 2,3,6")
    return list(dict.fromkeys(found))
