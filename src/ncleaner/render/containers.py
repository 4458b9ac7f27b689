"""The quotes and list items around a block, from the outermost to the innermost. Markdown indents by them.

The chain of an element is the chain of its parent, plus the element itself if it is a quote or an item. Chains are
cached by element, so all of them together take time linear in the number of elements.
"""

from __future__ import annotations

from typing import NamedTuple

from ncleaner.render.tables import attributes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.page.blocks import Blocks

DEEPEST = 8  # parsers have a limit too; deeper containers are ignored
HIGHEST_NUMBER = 999_999_999  # the highest item number in CommonMark


class Container(NamedTuple):
    """A list item, or a quote if ``list`` is ``None``; ``number`` is ``None`` for bullets.

    ``key`` and ``list`` are indices of elements. Containers without an element have negative ones.
    """

    key: int
    list: int | None = None
    number: int | None = None


Chain = tuple[Container, ...]


class Containers:
    """The chains of containers around the elements of a page."""

    def __init__(self, blocks: Blocks) -> None:
        self._blocks = blocks
        self._chains: dict[int, Chain] = {-1: ()}
        self._first_numbers: dict[int, int] = {}
        self._positions = self._item_positions()

    def _item_positions(self) -> dict[int, int]:
        """Return the position of each item in its list. Dropped items count, so that numbers match the page."""
        counts: dict[int, int] = {}
        positions = {}
        for index in range(len(self._blocks.elements)):
            if self._blocks.tag(index) == "li":
                parent = self._blocks.elements.parent(index)
                positions[index] = counts.get(parent, 0)
                counts[parent] = positions[index] + 1
        return positions

    def around(self, element: int) -> Chain:
        """Return the chain of an element, including the element itself."""
        uncached = []
        while element not in self._chains:
            uncached.append(element)
            element = self._blocks.elements.parent(element)
        chain = self._chains[element]
        for inner in reversed(uncached):
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
        return Container(element, parent, min(self._first_number(parent) + self._positions[element], HIGHEST_NUMBER))

    def _first_number(self, ordered_list: int) -> int:
        if ordered_list not in self._first_numbers:
            start = attributes(self._blocks, ordered_list).get("start", "").strip()
            usable = start.isascii() and start.isdigit() and len(start) <= 9
            self._first_numbers[ordered_list] = int(start) if usable else 1
        return self._first_numbers[ordered_list]
