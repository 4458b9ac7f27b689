"""Focus: on a page that surely has an article, blocks outside it need a higher score.

A teaser for another article reads as well as the article itself, and its markup says little. Considered alone, such a
block is as likely content as not. But on a page whose article has been found, it is hardly ever part of it.
"""

from __future__ import annotations

from array import array

from ncleaner.engines.forest.columns import COLUMNS
from ncleaner.engines.forest.trees import EDGE, UNITS
from ncleaner.octets import arrays
from ncleaner.page.blocks import Block

OUTSIDE = "prose steps"  # the column that is 0 inside the container with most prose
SURE = 2 * UNITS  # the least score of a block that is surely part of an article
ENOUGH = 100  # words in such blocks make an article, if they are more than half of the words that would be kept
PENALTY = UNITS  # subtracted from the scores of blocks outside

_SURE, _ENOUGH, _PENALTY = SURE, ENOUGH, PENALTY
_COLUMN = COLUMNS.index(OUTSIDE)


def focus_on_article(items: list[Block], data: bytearray, sums: array[int]) -> bool:
    """Lower the scores of blocks outside the container with most prose, if it surely has an article.

    ``items`` are the candidate blocks, ``data`` is their table of features, and ``sums`` are their scores. Returns
    whether there is such an article.
    """
    count = len(sums)
    if len(items) != count or len(data) < len(COLUMNS) * (count + 2 * EDGE):
        raise IndexError(count)
    column = _COLUMN * (count + 2 * EDGE) + EDGE
    cells = data
    units = arrays.ints(sums)
    article = kept = 0
    for row in range(count):
        block: Block = items[row]
        if units[row] >= 0 and not block.rule:
            kept += block.words
            if units[row] >= _SURE and not cells[column + row]:
                article += block.words
    if article < _ENOUGH or 2 * article <= kept:
        return False
    for row in range(count):
        if cells[column + row]:
            units[row] -= _PENALTY
    return True
