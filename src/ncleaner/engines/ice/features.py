"""The features of elements for the decision trees.

There are the five features of section 3.3, named as in Figure 2, and the finer ones of ``ice-tree-plus``. All are
numbers except ``parent_tag``: the name of the element that contains the text, empty for plain text.
"""

from __future__ import annotations

from ncleaner.engines.ice.lexicon import cached_words, language_of, stop_words
from ncleaner.engines.ice.reading import tag_of
from ncleaner.engines.ice.word_statistics import WordStatistics
from ncleaner.page.blocks import LIST, TABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ncleaner.page.blocks import Blocks

    Value = float | str

PARENT_TAG = "parent_tag"
PUBLISHED = ("wordcount", PARENT_TAG, "cap_ratio", "punct_ratio", "stop_ratio")

NEAR = ("wordcount", "link_ratio", "stop_ratio", "level")
"""The features that the elements before and after contribute, too."""

OWN = ("link_ratio", "bold_ratio", "level", "in_list", "in_table", "ends_sentence", "letters", "position", "share")
FINER = (*PUBLISHED, *OWN, "divergence", *(f"{name}_{side}" for side in ("before", "after") for name in NEAR))

OUTSIDE = -1.0  # the features of the missing neighbours of the first and the last element


def published(blocks: Blocks, visible: Sequence[int]) -> list[list[Value]]:
    """Return the features of section 3.3 for the elements with these indices, in the order of `PUBLISHED`."""
    tag = tag_of(blocks)
    rows: list[list[Value]] = []
    for index in visible:
        words = WordStatistics(blocks.text(index))
        stops = words.ratio(cached_words(stop_words, language_of(blocks, index)))
        rows.append([words.count, tag(index), words.cap_ratio, words.punct_ratio, stops])
    return rows


def finer(blocks: Blocks, visible: Sequence[int], divergences: Sequence[float]) -> list[list[Value]]:
    """Return the features in the order of `FINER`; ``divergences`` are the divergences of ``ice-lm``."""
    rows = published(blocks, visible)
    words = [float(row[0]) for row in rows]
    total = max(1.0, sum(words))
    before = 0.0
    for row, index, count, divergence in zip(rows, visible, words, divergences, strict=True):
        row += _own(blocks, index)
        row += [before / total, count / total, divergence]
        before += count
    columns = [FINER.index(name) for name in NEAR]
    near = [[row[column] for column in columns] for row in rows]
    outside: list[Value] = [OUTSIDE] * len(NEAR)
    for place, row in enumerate(rows):
        row += near[place - 1] if place else outside
        row += near[place + 1] if place + 1 < len(rows) else outside
    return rows


def _own(blocks: Blocks, index: int) -> list[Value]:
    block = blocks.items[index]
    text = blocks.text(index)
    chars = max(1, block.chars)
    return [
        block.link_chars / chars,
        block.bold_chars / chars,
        block.level,
        float(block.state & LIST != 0),
        float(block.state & TABLE != 0),
        float(WordStatistics(text[-80:]).ends_sentence),
        block.chars / max(1, block.words),
    ]
