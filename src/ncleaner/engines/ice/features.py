"""The features of elements that the decision trees ask for.

The five of section 3.3, under the names that Figure 2 has for them, and the finer ones of ``ice-tree-plus``. All are
numbers but ``parent_tag``, which is the name of the element that a text stands in, empty for plain text.
"""

from __future__ import annotations

from ncleaner.engines.ice.lexicon import known, language_of, stop_words
from ncleaner.engines.ice.reading import tag_of
from ncleaner.engines.ice.wording import Wording
from ncleaner.page.blocks import LIST, TABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ncleaner.page.blocks import Blocks

    Value = float | str

PARENT_TAG = "parent_tag"
PUBLISHED = ("wordcount", PARENT_TAG, "cap_ratio", "punct_ratio", "stop_ratio")

NEAR = ("wordcount", "link_ratio", "stop_ratio", "level")
"""The features that are asked of the elements before and after, too."""

OWN = ("link_ratio", "bold_ratio", "level", "in_list", "in_table", "ends_sentence", "letters", "position", "share")
FINER = (*PUBLISHED, *OWN, "divergence", *(f"{name}_{side}" for side in ("before", "after") for name in NEAR))

OUTSIDE = -1.0  # of the page: what the neighbours of the first and the last element are


def published(blocks: Blocks, visible: Sequence[int]) -> list[list[Value]]:
    """The features of section 3.3 of the elements with these indices, in the order of `PUBLISHED`."""
    tag = tag_of(blocks)
    rows: list[list[Value]] = []
    for index in visible:
        wording = Wording(blocks.text(index))
        stops = wording.ratio(known(stop_words, language_of(blocks, index)))
        rows.append([wording.count, tag(index), wording.cap_ratio, wording.punct_ratio, stops])
    return rows


def finer(blocks: Blocks, visible: Sequence[int], divergences: Sequence[float]) -> list[list[Value]]:
    """The features in the order of `FINER`; ``divergences`` are those of ``ice-lm``."""
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
    nothing: list[Value] = [OUTSIDE] * len(NEAR)
    for place, row in enumerate(rows):
        row += near[place - 1] if place else nothing
        row += near[place + 1] if place + 1 < len(rows) else nothing
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
        float(Wording(text[-80:]).ends_sentence),
        block.chars / max(1, block.words),
    ]
