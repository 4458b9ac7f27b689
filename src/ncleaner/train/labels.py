"""Labels of blocks: the number of words of each block that are in the gold text.

A gold text does not record where on the page its words were. So the words of all visible blocks, in order, are aligned
with the words of the gold text, exactly as the measure ``words`` aligns them (`ncleaner.metrics.words`). Words in the
alignment are matched words. A block is clean if at least half of its words are matched. This is what StupidOS asks for
in its outlook, "a reliably aligned version of the gold standard".

Because the measure uses the same alignment, the matched words also give the score of any selection of blocks, without
another alignment: see `ncleaner.train.decoding`.
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
    """The number of words of each block of a page, and the number of matched words (0 for hidden blocks).

    ``gold`` is the number of words of the gold text.
    """

    words: list[int]
    matched: list[int]
    gold: int


def label(blocks: Blocks, gold: str) -> Labels:
    """Label the blocks of a page by its gold text, in CleanEval's format or plain."""
    text = read(gold)
    counts = [len(blocks.text(index).split()) for index in range(len(blocks))]
    matched = [0] * len(counts)
    for index, _, size in aligned(blocks, text.words):
        matched[index] += size
    return Labels(counts, matched, len(text.words))


def aligned(blocks: Blocks, gold: list[str]) -> Iterator[tuple[int, int, int]]:
    """Yield the runs of words that a block and a gold text have in common.

    A run is the index of the block, the position of its first word in the gold text, and its number of words.
    """
    hidden = blocks.hidden_bits()
    visible = []
    words: list[str] = []
    ends = []  # of the visible blocks, as positions in ``words``
    for index, block in enumerate(blocks.items):
        if not block.state & hidden:
            words += blocks.text(index).split()
            visible.append(index)
            ends.append(len(words))
    for start, gold_start, size in matches(words, gold)[:-1]:
        position = start
        while position < start + size:
            number = bisect_right(ends, position)
            stop = min(start + size, ends[number])
            yield visible[number], gold_start + position - start, stop - position
            position = stop
