"""From the blocks of a document to the tree of its content.

Blocks of the page that belong together become one leaf: the lines of a paragraph or heading with ``<br>``, blocks that
the engine joins to one segment, and the parts of preformatted text. `Places` says where each leaf belongs. Blocks are
taken in the order of the page, and each is looked at a bounded number of times.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ncleaner.page.blocks import BY_BR, CHECKBOX, CONTINUES, HEADING, HIDDEN, IMAGE, ITEM, PRE, QUOTE, RULE, characters
from ncleaner.page.node import HEADINGS, INLINE, LEAVES, Node, heading_level
from ncleaner.read.data_tables import data_tables
from ncleaner.read.html.start_tag import attributes_at
from ncleaner.tree import code
from ncleaner.tree.images import image
from ncleaner.tree.inline import InlineReader, Inserted
from ncleaner.tree.links import Links, base_of
from ncleaner.tree.notes import link_notes
from ncleaner.tree.objects import Object, objects_by_block
from ncleaner.tree.places import Place, Places
from ncleaner.tree.tables import without_empty

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.page.document import Document

_TYPED_NUMBER = re.compile(r"\(?(\d{1,9})[.)]\s+(?=\S)")
_TYPED_BULLET = re.compile(r"(?:[•‣▪●]\s*|[*·⁃▸►○◦■□▫◆»→✓✔+-]\s+)(?=\S)")

_MAY_BE_EMPTY = frozenset(["hr", "img", "td", "th", "tr"])

CODE = -1  # the kind of preformatted text


class Leaf(NamedTuple):
    """A leaf that further blocks may continue: its node, the node around it, its last block, and its kind."""

    node: Node
    parent: Node
    block: int
    kind: int


def tree(document: Document, *, all: bool = False, links: bool = True, images: bool = False) -> Node:
    """Return the kept content of a document as a tree.

    With ``all``, it has the dropped blocks too. Without ``links``, only the text of links is there; images are there
    only with ``images``.
    """
    return TreeBuilder(document, all, links, images).build()


def _remove_empty(root: Node) -> None:
    """Remove nodes without content: those of lists whose items are dropped, and empty rows."""
    for node in reversed(list(root.walk())):
        if node.tag == "table":
            without_empty(node)
        elif node.tag not in LEAVES and node.tag not in INLINE and node.tag != "tr":
            node.children = [child for child in node.nodes if child.children or child.tag in _MAY_BE_EMPTY]


def _remove_repeated_titles(root: Node, document: Document) -> None:
    """Remove further headings of the highest level with the text of the first, if that is the title of the page."""
    first, *others = [node for node in root.nodes if node.tag == "h1"] or [Node("h1")]
    text = " ".join(first.text.split())
    repeated = {id(node) for node in others if " ".join(node.text.split()) == text}
    if repeated and (document.metadata.title or "").startswith(text):
        root.children = [node for node in root.children if id(node) not in repeated]


class TreeBuilder:
    """Builds the tree of one document."""

    def __init__(self, document: Document, all: bool, links: bool, images: bool) -> None:
        blocks = document.blocks
        self._document = document
        self._blocks = blocks
        self._kinds = document.kinds
        self._headings = document.headings
        self._keep = document.decisions.keep
        self._all = all
        self._offsets = blocks.places()
        resolver = Links(base_of(document), len(document.page.source))
        self._images = resolver if images else None
        self._inline = InlineReader(blocks, resolver if links else None)
        tables = data_tables(blocks, b"" if all else self._keep)
        self._places = Places(blocks, frozenset(tables.elements), figures=images)
        self._inside, self._between = objects_by_block(blocks)
        self._preformatting = {-1: -1}  # element -> the element that makes it preformatted
        self._languages = code.Languages(blocks)
        self._quote: tuple[int, Node] | None = None  # of plain text: its last block, and its node
        self._by_element: dict[int, Node] = {}  # the first leaf directly in an element, for links to it

    def build(self) -> Node:
        """Return the root of the tree."""
        leaf: Leaf | None = None
        last = -1  # the last block that is shown
        for index, keep in enumerate(self._keep):
            if not (keep or self._all):
                continue
            if index in self._between:
                self._add_between(self._between[index], self._follows(last, index))
            if leaf is not None and self._continues(leaf, index):
                leaf = self._continue(leaf, index)
            else:
                leaf = self._leaf(index)
            last = index
        _remove_empty(self._places.root)
        if not self._all:
            _remove_repeated_titles(self._places.root, self._document)
        link_notes(self._places, self._blocks, self._by_element, self._inline.fragments)
        return self._places.root

    # Leaves

    def _kind(self, index: int) -> int:
        return self._kinds[index] & ~CONTINUES

    def _is_heading(self, index: int) -> bool:
        return self._kind(index) == HEADING and self._headings[index] == 1

    def _continues(self, leaf: Leaf, index: int) -> bool:
        """Return whether a block belongs to the leaf before it."""
        block = self._blocks.items[index]
        before = self._blocks.items[index - 1]
        is_code = block.state & PRE != 0
        if (leaf.kind == CODE) != is_code or leaf.node.keep != bool(self._keep[index]):
            return False
        if is_code:
            return self._preformatted(index) == self._preformatted(leaf.block)
        if self._kinds[index] >= CONTINUES:
            return leaf.node.keep and self._parent(index) is leaf.parent
        if leaf.block != index - 1:
            return False
        if block.breaks != BY_BR or block.element != before.element or self._kind(index) != leaf.kind:
            return False
        if leaf.kind == ITEM and not self._places.content(block.element).in_item:
            return False
        return (block.level > 0) == (leaf.node.tag in HEADINGS)

    def _continue(self, leaf: Leaf, index: int) -> Leaf:
        """Add a block to the leaf before it."""
        if leaf.kind == CODE:
            end = self._blocks.items[leaf.block].end
            leaf.node.children += code.indented(self._blocks, end, index)
        else:
            leaf.node.children += [Node("br"), *self._children(index)]
        leaf.node.end = self._offsets[2 * index + 1]
        return leaf._replace(block=index, kind=leaf.kind if leaf.kind == CODE else self._kind(index))

    def _leaf(self, index: int) -> Leaf:
        """Add a leaf for a block."""
        block = self._blocks.items[index]
        kind = self._kind(index)
        place = self._place(index)
        if block.state & PRE:
            node, kind = self._code(index), CODE
        elif self._is_heading(index):
            node = Node(f"h{heading_level(block)}", None, self._children(index))
        elif kind == ITEM and not place.in_item:
            place, node = self._typed_item(index, place)
        else:
            node = Node("p", None, self._children(index))
        node.start, node.end = self._offsets[2 * index], self._offsets[2 * index + 1]
        node.keep = self._keep[index] == 1
        place.node.children.append(node)
        self._by_element.setdefault(block.element, node)
        return Leaf(node, self._parent(index) if kind != CODE else place.node, index, kind)

    def _place(self, index: int) -> Place:
        """Return the place of a block; quotes in plain text have no container."""
        block = self._blocks.items[index]
        place = self._places.content(block.element)
        if not block.state & QUOTE or block.element >= 0:
            return place
        if self._quote is None or self._quote[0] != index - 1:
            place.node.children.append(Node("blockquote"))
        node = place.node.nodes[-1]
        self._quote = index, node
        return place.inside(node)

    def _parent(self, index: int) -> Node:
        return self._places.content(self._blocks.items[index].element).node

    def _typed_item(self, index: int, place: Place) -> tuple[Place, Node]:
        """Return the place and the node of an item without list tags; its bullet or number is no part of its text."""
        text = self._blocks.text(index)
        number = _TYPED_NUMBER.match(text)
        marker = number or _TYPED_BULLET.match(text)
        typed = marker[0].strip() if marker else ""
        item = self._places.item(place, "ol" if number else "ul", typed, str(int(number[1])) if number else "")
        return item, Node("p", None, self._children(index, marker.end() if marker else 0))

    def _children(self, index: int, skip: int = 0) -> list[Node | str]:
        """Return the inline content of a block."""
        block = self._blocks.items[index]
        inserted: Inserted = []
        offset, counted = 0, block.text_start  # characters are counted up to here
        for found in self._inside.get(index, ()):
            node = self._image(found)
            if node is not None:
                position = max(counted, min(found.position, block.text_end))
                offset += characters(self._blocks.buffer, counted, position)
                counted = position
                inserted.append((max(offset, skip), found.after_space, node))
        return self._inline.children(index, inserted, skip)

    # Code

    def _preformatted(self, index: int) -> int:
        """Return the element that makes a block preformatted, or -1."""
        element = self._blocks.items[index].element
        passed = []
        while element not in self._preformatting:
            passed.append(element)
            if self._blocks.tag(element) in code.PREFORMATTED:
                self._preformatting[element] = element
            else:
                element = self._blocks.elements.parent(element)
        result = self._preformatting[element]
        self._preformatting.update(dict.fromkeys(passed, result))
        return result

    def _code(self, index: int) -> Node:
        """Return the node of preformatted text, with its language."""
        element = self._preformatted(index)
        if element < 0:
            return Node("pre", None, [self._blocks.text(index)])
        language = self._languages.of(element)
        start = code.content_start(self._blocks, element, index)
        before = self._blocks.items[index - 1] if index else None
        if before is not None and not before.state & HIDDEN:
            start = max(start, before.end)
        _, text = code.indented(self._blocks, start, index)
        return Node("pre", {"language": language} if language else None, [text])

    # Objects

    def _follows(self, last: int, index: int) -> bool:
        """Return whether only hidden blocks are between two shown ones."""
        items = self._blocks.items
        return last >= 0 and all(items[between].state & HIDDEN for between in range(last + 1, index))

    def _add_between(self, objects: list[Object], is_among_kept: bool) -> None:
        """Add images and rules that stand before a block, if the block before is kept too; tick items of lists."""
        for found in objects:
            if found.kind == CHECKBOX:
                self._tick(found)
            elif is_among_kept and found.kind == RULE:
                self._add_rule(found)
            elif found.kind == IMAGE and self._images is not None:
                self._add_image(found, is_among_kept)

    def _tick(self, found: Object) -> None:
        item = self._places.content(found.element).node
        if item.tag == "li" and not item.children:
            values = attributes_at(self._blocks.source, found.start)
            item.attributes["checked"] = "true" if "checked" in values else "false"

    def _add_rule(self, found: Object) -> None:
        node = self._places.content(found.element).node
        last = node.children[-1] if node.children else None
        if isinstance(last, Node) and last.tag != "hr" and node.tag not in ("table", "tr"):
            node.children.append(Node("hr"))

    def _add_image(self, found: Object, is_among_kept: bool) -> None:
        """Add an image that stands alone: among kept blocks, or in a figure whose caption is kept."""
        node = self._places.content(found.element).node
        if not is_among_kept and node.tag != "figure":
            return
        shown = self._image(found)
        if shown is not None:
            node.children.append(shown if node.tag == "figure" else Node("p", None, [shown]))

    def _image(self, found: Object) -> Node | None:
        if self._images is None or found.kind != IMAGE:
            return None
        node = image(self._blocks.source, found.start, self._images)
        if node is None or found.link_end <= found.link_start:
            return node
        address = self._blocks.source[found.link_start : found.link_end].decode("utf-8")
        return self._inline.link(address, [node]) or node
