"""Hostile pages that grow: the time for every format grows in proportion, and so does the output.

The measurements are those of `benchmarks.linear` and `benchmarks.rendering`, with their limits.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from attacks.outcome import Outcome, skipped
from benchmarks import linear, rendering

RULE = "no figure is above its limit"


def attack(quick: bool) -> Iterator[Outcome]:
    """Measure all generators, and report the largest figure of each table."""
    if quick:
        yield skipped("hostile pages, doubled", RULE, "it takes minutes")
        return
    for table in chain(linear.measure(), rendering.measure()):
        limited = [row for row in table.rows if row.value is not None and row.limit is not None]
        over = tuple(f"{row.label}: {row.value:.4g}, the limit is {row.limit:.4g}" for row in limited if row.over)
        limits = sorted({f"{row.limit:.4g}" for row in limited})
        worst = max(limited, key=lambda row: (row.value or 0) / (row.limit or 1), default=None)
        note = f"worst: {worst.value:.4g}, {worst.label}" if worst is not None else ""
        yield Outcome(table.title, len(limited), f"at most {' or '.join(limits)}", over, note)
