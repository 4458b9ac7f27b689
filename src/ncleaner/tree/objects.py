"""Images, rules and check boxes, by the block that they stand in or before."""

from __future__ import annotations

from typing import NamedTuple

from ncleaner.page.blocks import AFTER_SPACE, BETWEEN, OBJECT_WIDTH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.page.blocks import Blocks


_KINDS = BETWEEN - 1


class Object(NamedTuple):
    """An image, rule or check box: where its tag begins, its position in the buffer, and its container.

    ``link_start`` and ``link_end`` are the span of the address that it links to; ``after_space`` says whether white
    space is before it.
    """

    kind: int
    start: int
    position: int
    element: int
    link_start: int
    link_end: int
    after_space: bool


Objects = dict[int, list[Object]]


def objects_by_block(blocks: Blocks) -> tuple[Objects, Objects]:
    """Return the objects inside of each block, and those between it and the block before."""
    inside: Objects = {}
    between: Objects = {}
    table = blocks.objects
    for at in range(0, len(table), OBJECT_WIDTH):
        kind, start, position, block, element, link_start, link_end = table[at : at + OBJECT_WIDTH]
        found = between if kind & BETWEEN else inside
        after_space = kind & AFTER_SPACE != 0
        link = link_start, link_end
        found.setdefault(block, []).append(Object(kind & _KINDS, start, position, element, *link, after_space))
    return inside, between
