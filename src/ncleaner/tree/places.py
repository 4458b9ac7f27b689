"""Where in the tree a block belongs: the nodes of the containers around it.

Lists, quotes, data tables and the like have nodes; other containers only pass on the node around them. Nodes are made
when the first block inside is met, so they are in the order of the page. Each container is looked at once, so the time
is linear; containers nested too deeply have no nodes.
"""

from __future__ import annotations

from typing import NamedTuple

from ncleaner.page.node import Node
from ncleaner.read.html.start_tag import attributes_at
from ncleaner.tree.tables import grid_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from ncleaner.page.blocks import Blocks

DEEPEST = 16  # nodes around a block; a list and its item are two
HIGHEST_NUMBER = 999_999_999  # the highest number of an item in CommonMark

_LISTS = {"ul": "ul", "menu": "ul", "dir": "ul", "ol": "ol", "dl": "dl"}
_ITEMS = frozenset(["li", "dt", "dd"])
_OTHERS = frozenset(["blockquote", "details", "summary"])
_FIGURES = frozenset(["figure", "figcaption"])


class Place(NamedTuple):
    """The node for the content of a container, how many nodes are around it, and whether one of them is an item."""

    node: Node
    depth: int = 0
    in_item: bool = False

    def inside(self, node: Node, *, is_item: bool = False) -> Place:
        """Return the place in a node that has been added to this place."""
        return Place(node, self.depth + 1, self.in_item or is_item)


class Places:
    """The places of the containers of a page; ``tables`` are its data tables. Figures have nodes if ``figures``."""

    def __init__(self, blocks: Blocks, tables: Collection[int], *, figures: bool) -> None:
        self.root = Node("body")
        self._blocks = blocks
        self._tables = tables
        self._figures = figures
        self._places = {-1: Place(self.root)}
        self._cells: dict[int, Node] = {}
        self._implied: dict[int, Node] = {}  # lists without list tags, by the node around them
        self._numbers: dict[int, int] = {}
        self._counted = False

    def of(self, element: int) -> Place:
        """Return the place for the content of a container."""
        unknown = []
        while element not in self._places:
            unknown.append(element)
            element = self._blocks.elements.parent(element)
        place = self._places[element]
        for inner in reversed(unknown):
            if place.depth < DEEPEST:
                place = self._inside(inner, place)
            self._places[inner] = place
        return place

    def known(self, element: int) -> Node | None:
        """Return the node that the content of a container has gone into, if there was any."""
        place = self._places.get(element)
        return None if place is None else place.node

    def item(self, place: Place, tag: str = "ul", marker: str = "", number: str = "") -> Place:
        """Return the place of a new item that has no list tags: in the list before it, if it is of the same kind.

        ``marker`` is the bullet or the number in the text of the item, and ``number`` the latter without signs.
        """
        last = place.node.children[-1] if place.node.children else None
        known = self._implied.get(id(place.node))
        if known is None or known is not last or known.tag != tag:
            known = _added(place.node, tag)
            self._implied[id(place.node)] = known
        item = _added(known, "li")
        if marker:
            item.attributes["marker"] = marker
        if number:
            item.attributes["value"] = number
        return Place(item, place.depth + 2, True)

    def _inside(self, element: int, place: Place) -> Place:
        """Return the place for the content of a container, given that of the container around it."""
        tag = self._blocks.tag(element)
        if tag in _LISTS:
            return place.inside(_added(self._item_for(place), _LISTS[tag]))
        if tag in _ITEMS:
            return self._item(element, tag, place)
        if element in self._cells:
            return place.inside(self._cells[element], is_item=True)
        if element in self._tables:
            grid = grid_of(self._blocks, element)
            self._cells.update(grid.cells)
            self._item_for(place).children.append(grid.table)
            return place.inside(grid.table)
        if tag in _OTHERS or (self._figures and tag in _FIGURES):
            return place.inside(_added(self._item_for(place), tag))
        return place

    def _item(self, element: int, tag: str, place: Place) -> Place:
        """Return the place of an item; items without a list around them have one of their own."""
        parent = place.node
        if tag == "li" and parent.tag in ("ul", "ol"):
            before = parent.children[-1] if parent.children else None
            node = _added(parent, "li")
            if parent.tag == "ol":
                node.attributes["value"] = str(self._number(element, before))
            return place.inside(node, is_item=True)
        if tag != "li" and parent.tag == "dl":
            return place.inside(_added(parent, tag), is_item=True)
        return self.item(place._replace(node=self._item_for(place))) if tag == "li" else place

    def _item_for(self, place: Place) -> Node:
        """Return the node for what stands in a place: in a list but in no item, that is the last item."""
        node = place.node
        if node.tag not in ("ul", "ol", "dl"):
            return node
        last = node.children[-1] if node.children else None
        if isinstance(last, Node) and last.tag in _ITEMS:
            return last
        return _added(node, "dd" if node.tag == "dl" else "li")

    def content(self, element: int) -> Place:
        """Return the place for text directly in a container: in a list, that is its last item."""
        place = self.of(element)
        node = self._item_for(place)
        return place if node is place.node else place.inside(node, is_item=True)

    def _number(self, item: int, before: Node | str | None) -> int:
        """Return the number of an item. Dropped items count, so that numbers match the page.

        An item deeper in its list, as in ``<ol><div><li>``, has the number that follows that of the node before.
        """
        if not self._counted:
            self._count()
            self._counted = True
        if item in self._numbers:
            return self._numbers[item]
        last = before.attributes.get("value", "0") if isinstance(before, Node) else "0"
        return min(int(last) + 1, HIGHEST_NUMBER)

    def _count(self) -> None:
        """Number the items of all ordered lists."""
        blocks = self._blocks
        nexts: dict[int, int] = {}
        for element in range(len(blocks.elements)):
            parent = blocks.elements.parent(element)
            if blocks.tag(element) == "li" and parent >= 0 and blocks.tag(parent) == "ol":
                if parent not in nexts:
                    nexts[parent] = self._declared(parent, "start", 1)
                number = self._declared(element, "value", nexts[parent])
                self._numbers[element] = min(number, HIGHEST_NUMBER)
                nexts[parent] = number + 1

    def _declared(self, element: int, name: str, default: int) -> int:
        value = attributes_at(self._blocks.source, self._blocks.elements[element].start).get(name, "").strip()
        return int(value) if value.isascii() and value.isdigit() and len(value) <= 9 else default


def _added(parent: Node, tag: str) -> Node:
    node = Node(tag)
    parent.children.append(node)
    return node
