"""What a gold text says of each block of its page: how many of its words were kept, and as what kind of segment.

A gold text does not say where on the page its words stood. So the words of all visible blocks, one after another, are
aligned with the words of the gold text, exactly as the measure ``words`` does it (`ncleaner.evaluate.words`): a word of
a block inside the alignment was kept. A block is clean if at least half of its words were. That is what StupidOS hopes
for in its outlook, "a reliably aligned version of the gold standard".

Because it is the same alignment as the measure's, the words that matched also tell how good any choice of blocks is,
without another alignment: see `ncleaner.train.choice`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from ncleaner.blocks import Blocks
from ncleaner.evaluate.alignment import matches
from ncleaner.evaluate.text import MARKS, Text, read

CONTINUED = "+"


@dataclass(frozen=True, slots=True)
class Labels:
    """For each block of a page how many words it has, how many of them the gold text has, and what mark.

    The mark is ``"p"``, ``"h"`` or ``"l"`` for a block that begins a segment of the gold text, ``"+"`` for one that
    goes on with the segment of a block before it, and empty for one that is dirty or where the gold text has no marks.
    Hidden blocks are dirty. ``gold`` is the number of words of the gold text.
    """

    words: list[int]
    matched: list[int]
    marks: list[str]
    gold: int

    def is_clean(self, index: int) -> bool:
        """Whether at least half of the words of a block were kept."""
        return 0 < self.words[index] <= 2 * self.matched[index]


def label(blocks: Blocks, gold: str) -> Labels:
    """Label the blocks of a page by its gold text, which is in CleanEval's format or plain."""
    text = read(gold)
    hidden = blocks.hidden_bits()
    counts = []
    visible = []
    words: list[str] = []
    ends = []  # of the visible blocks in the list of their words
    for index, block in enumerate(blocks.items):
        found = blocks.text(index).split()
        counts.append(len(found))
        if not block.state & hidden:
            words += found
            visible.append(index)
            ends.append(len(words))
    matched = [0] * len(counts)
    firsts = [-1] * len(counts)  # the first word of the gold text that matched in the block
    for start, gold_start, size in matches(words, text.words)[:-1]:
        at = start
        while at < start + size:
            number = bisect_right(ends, at)
            stop = min(start + size, ends[number])
            index = visible[number]
            if not matched[index]:
                firsts[index] = gold_start + at - start
            matched[index] += stop - at
            at = stop
    labels = Labels(counts, matched, [""] * len(counts), len(text.words))
    _mark(labels, firsts, text)
    return labels


def _mark(labels: Labels, firsts: Sequence[int], text: Text) -> None:
    """Say for each clean block which segment of the gold text it begins or continues."""
    if not text.marks:
        return
    starts, kinds = _segments(text)
    last = -1
    for index, first in enumerate(firsts):
        if labels.is_clean(index):
            segment = bisect_right(starts, first) - 1
            labels.marks[index] = CONTINUED if segment == last else kinds[segment]
            last = segment


def _segments(text: Text) -> tuple[list[int], list[str]]:
    """Where the segments of a gold text begin, as numbers of words, and their kinds.

    Text before the first mark is a paragraph; a mark without words begins nothing.
    """
    starts, kinds = [0], ["p"]
    word = 0
    for token in text.tokens:
        if token in MARKS:
            if starts[-1] == word:
                kinds[-1] = token[1]
            else:
                starts.append(word)
                kinds.append(token[1])
        else:
            word += 1
    return starts, kinds
