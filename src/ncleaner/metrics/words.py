"""Words: the words that an output and its gold text have in common, in the same order.

This is the measure of the NCleaner papers (section 4 of each). The words of the output (*a*) and of the gold text (*b*)
are aligned as in `ncleaner.gold.alignment`; the words inside the blocks of the alignment match. Precision is their
share of the output's words, recall their share of the gold text's.

There are two variants: ``words``, of the words alone, and ``words+marks``, which counts each segment mark as a word.
The tables of the papers report the latter.
"""

from __future__ import annotations

from collections.abc import Sequence

from ncleaner.metrics.counts import Counts

Match = tuple[int, int, int]
"""A block of an alignment: its start in the output, its start in the gold text, and its length."""


def words(output: Sequence[str], gold: Sequence[str], blocks: Sequence[Match]) -> Counts:
    """Count the words of an output, of its gold text, and of the blocks of their alignment."""
    return Counts(sum(size for _, _, size in blocks), len(output), len(gold))
