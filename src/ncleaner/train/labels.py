"""What a gold text says of each block of its page: how many of its words were kept.

A gold text does not say where on the page its words stood. So the words of all visible blocks, one after another, are
aligned with the words of the gold text, exactly as the measure ``words`` does it (`ncleaner.metrics.words`): a word of
a block inside the alignment was kept. A block is clean if at least half of its words were. That is what StupidOS hopes
for in its outlook, "a reliably aligned version of the gold standard".

Because it is the same alignment as the measure's, the words that matched also tell how good any choice of blocks is,
without another alignment: see `ncleaner.train.choice`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from ncleaner.gold.alignment import matches
from ncleaner.gold.reading import read
from ncleaner.page.blocks import Blocks


@dataclass(frozen=True, slots=True)
class Labels:
    """For each block of a page how many words it has, and how many of them the gold text has; of hidden blocks none.

    ``gold`` is the number of words of the gold text.
    """

    words: list[int]
    matched: list[int]
    gold: int


def label(blocks: Blocks, gold: str) -> Labels:
    """Label the blocks of a page by its gold text, which is in CleanEval's format or plain."""
    text = read(gold)
    counts = [len(blocks.text(index).split()) for index in range(len(blocks))]
    matched = [0] * len(counts)
    for index, _, size in aligned(blocks, text.words):
        matched[index] += size
    return Labels(counts, matched, len(text.words))


def aligned(blocks: Blocks, gold: list[str]) -> Iterator[tuple[int, int, int]]:
    """The runs of words that a block and a gold text have in common.

    That is the index of the block, the number of the first word in the gold text, and how many there are.
    """
    hidden = blocks.hidden_bits()
    visible = []
    words: list[str] = []
    ends = []  # of the visible blocks in the list of their words
    for index, block in enumerate(blocks.items):
        if not block.state & hidden:
            words += blocks.text(index).split()
            visible.append(index)
            ends.append(len(words))
    for start, gold_start, size in matches(words, gold)[:-1]:
        at = start
        while at < start + size:
            number = bisect_right(ends, at)
            stop = min(start + size, ends[number])
            yield visible[number], gold_start + at - start, stop - at
            at = stop
