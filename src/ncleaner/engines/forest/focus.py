"""Focus: on a page that surely has an article, what stands elsewhere must be surer than usual.

Beside an article, a teaser for another one reads just as well, and its markup tells little. By itself such a block may
be as likely content as not. But where the article is found, it is hardly ever part of it.
"""

from __future__ import annotations

from array import array

from ncleaner.engines.forest.columns import COLUMNS
from ncleaner.engines.forest.trees import EDGE, UNITS
from ncleaner.octets import arrays
from ncleaner.page.blocks import Block

SURE = 2 * UNITS  # of a block of the article,
ENOUGH = 100  # words of which, if that is more than half of what would be kept, are one
LESS = UNITS  # for what stands elsewhere,
ELSEWHERE = "prose steps"  # which is what has any

_SURE, _ENOUGH, _LESS = SURE, ENOUGH, LESS
_PLACE = EDGE
_COLUMN = COLUMNS.index(ELSEWHERE)


def focus(items: list[Block], data: bytearray, sums: array[int]) -> bool:
    """Lower the sums of blocks outside of the container with most prose, if it has an article, and say if so."""
    count = len(sums)
    if len(items) != count or len(data) < len(COLUMNS) * (count + 2 * _PLACE):
        raise IndexError(count)
    column = _COLUMN * (count + 2 * _PLACE) + _PLACE
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
            units[row] -= _LESS
    return True
