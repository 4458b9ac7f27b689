"""Words: how many of them an output and its gold text have in common, in the same order.

The measure of the NCleaner papers (section 4 of each). The words of the output (*a*) and of the gold text (*b*) are
aligned as in `ncleaner.gold.alignment`; the words inside the blocks of the alignment are the ones that match.
Precision is their share of the output's words, recall their share of the gold text's.

It is taken twice: as ``words``, of the words alone, and as ``words+marks``, of the words with the segment marks among
them, each counted as a word. The tables of the papers report the latter.
"""

from __future__ import annotations

from collections.abc import Sequence

from ncleaner.metrics.counts import Counts

Block = tuple[int, int, int]


def words(output: Sequence[str], gold: Sequence[str], blocks: Sequence[Block]) -> Counts:
    """Count the words of an output, of its gold text, and of the blocks in which they agree."""
    return Counts(sum(size for _, _, size in blocks), len(output), len(gold))
