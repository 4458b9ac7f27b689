"""Labels of blocks: the number of words of each block that are in the gold text.

A gold text does not record where on the page its words were. So the words of all visible blocks, in order, are aligned
with the words of the gold text, exactly as the measure ``words`` aligns them (`ncleaner.metrics.words`), except that
each character of a script without blanks is a word. Words in the alignment are matched words. A block is clean if at
least half of its words are matched. This is what StupidOS asks for in its outlook, "a reliably aligned version of the
gold standard".

Because the measure uses the same alignment, the matched words also give the score of any selection of blocks, without
another alignment: see `ncleaner.train.decoding`.

A page with snippets instead of a gold text has labels of only some blocks: those that hold a wanted snippet are clean,
those that hold an unwanted one are not, and of blocks that hold both, or none, nothing is known.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ncleaner.engines.ngram.normalise import UNSPACED
from ncleaner.gold.alignment import matches
from ncleaner.gold.reading import read
from ncleaner.gold.snippets import Snippets
from ncleaner.page.blocks import Blocks

_UNSPACED = "".join(f"{first}-{last}" for first, last, _ in UNSPACED)
_PARTS = re.compile(f"[{_UNSPACED}]|[^\\s{_UNSPACED}]+")


@dataclass(frozen=True, slots=True)
class Labels:
    """The number of words of each block of a page, and the number of matched words (0 for hidden blocks).

    ``gold`` is the number of words of the gold text. ``known`` says of which blocks the label is known; it is empty if
    all are.
    """

    words: list[int]
    matched: list[int]
    gold: int
    known: bytes = b""


def label(blocks: Blocks, gold: str) -> Labels:
    """Label the blocks of a page by its gold text, in CleanEval's format or plain."""
    words = [part for word in read(gold).words for part in parts(word)]
    counts = [len(parts(blocks.text(index))) for index in range(len(blocks))]
    matched = [0] * len(counts)
    for index, _, size in aligned(blocks, words, parts):
        matched[index] += size
    return Labels(counts, matched, len(words))


def parts(text: str) -> list[str]:
    """Return the words of a text; a character of a script without blanks is a word."""
    return text.split() if text.isascii() else _PARTS.findall(text)


def label_by_snippets(blocks: Blocks, snippets: Snippets) -> Labels:
    """Label the blocks of a page by its snippets."""
    hidden = blocks.hidden_bits()
    counts, matched, known = [], [], bytearray()
    for index, block in enumerate(blocks.items):
        text = " ".join(blocks.text(index).split())
        is_wanted, is_unwanted = (
            any(" ".join(snippet.split()) in text for snippet in some) for some in (snippets.wanted, snippets.unwanted)
        )
        counts.append(len(parts(text)))
        matched.append(counts[-1] if is_wanted else 0)
        known.append(is_wanted != is_unwanted and not block.state & hidden)
    return Labels(counts, matched, 0, bytes(known))


def aligned(
    blocks: Blocks, gold: list[str], split: Callable[[str], list[str]] = str.split
) -> Iterator[tuple[int, int, int]]:
    """Yield the runs of words that a block and a gold text have in common; ``split`` divides a block into words.

    A run is the index of the block, the position of its first word in the gold text, and its number of words.
    """
    hidden = blocks.hidden_bits()
    visible = []
    words: list[str] = []
    ends = []  # of the visible blocks, as positions in ``words``
    for index, block in enumerate(blocks.items):
        if not block.state & hidden:
            words += split(blocks.text(index))
            visible.append(index)
            ends.append(len(words))
    for start, gold_start, size in matches(words, gold)[:-1]:
        position = start
        while position < start + size:
            number = bisect_right(ends, position)
            stop = min(start + size, ends[number])
            yield visible[number], gold_start + position - start, stop - position
            position = stop
