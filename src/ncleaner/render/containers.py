"""The quotes and list items around a block, as Markdown needs them: from the outside in, and none for layout.

The chain of an element is that of its parent and perhaps one more; chains are remembered by element, so all of them
together cost one walk over the elements.
"""

from __future__ import annotations

from typing import NamedTuple

from ncleaner.render.tables import attributes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.page.blocks import Blocks

DEEPEST = 8  # parsers have such a limit, too; what is deeper counts as part of the last container that fitted
HIGHEST_NUMBER = 999_999_999  # of an item in CommonMark


class Container(NamedTuple):
    """A quote, if ``list`` is none, or an item of a list; ``number`` is none for bullets.

    ``key`` and ``list`` are indices of elements; what has no element gets a negative number.
    """

    key: int
    list: int | None = None
    number: int | None = None


Chain = tuple[Container, ...]


class Containers:
    """The chains of the elements of a page."""

    def __init__(self, blocks: Blocks) -> None:
        self._blocks = blocks
        self._chains: dict[int, Chain] = {-1: ()}
        self._first_numbers: dict[int, int] = {}
        self._places = self._count_items()

    def _count_items(self) -> dict[int, int]:
        """The place of each item in its list. Dropped items count, so that numbers are those of the page."""
        counts: dict[int, int] = {}
        places = {}
        for index in range(len(self._blocks.elements)):
            if self._blocks.tag(index) == "li":
                parent = self._blocks.elements.parent(index)
                places[index] = counts.get(parent, 0)
                counts[parent] = places[index] + 1
        return places

    def around(self, element: int) -> Chain:
        """The chain of an element, itself included."""
        way = []
        while element not in self._chains:
            way.append(element)
            element = self._blocks.elements.parent(element)
        chain = self._chains[element]
        for inner in reversed(way):
            container = self._container(inner) if len(chain) < DEEPEST else None
            if container is not None:
                chain = (*chain, container)
            self._chains[inner] = chain
        return chain

    def _container(self, element: int) -> Container | None:
        tag = self._blocks.tag(element)
        if tag == "blockquote":
            return Container(element)
        if tag != "li":
            return None
        parent = self._blocks.elements.parent(element)
        if self._blocks.tag(parent) != "ol":
            return Container(element, parent)
        return Container(element, parent, min(self._first_number(parent) + self._places[element], HIGHEST_NUMBER))

    def _first_number(self, ordered_list: int) -> int:
        if ordered_list not in self._first_numbers:
            start = attributes(self._blocks, ordered_list).get("start", "").strip()
            usable = start.isascii() and start.isdigit() and len(start) <= 9
            self._first_numbers[ordered_list] = int(start) if usable else 1
        return self._first_numbers[ordered_list]
