"""The kept text as an XML tree, in the vocabulary of trafilatura."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement

from ncleaner.page.node import HEADINGS, Node
from ncleaner.render.markup import legal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ncleaner.page.document import Document

_CONTAINERS = {
    "ul": ("list", {"rend": "ul"}), "ol": ("list", {"rend": "ol"}), "dl": ("list", {"rend": "dl"}),
    "li": ("item", {}), "dt": ("item", {"rend": "dt"}), "dd": ("item", {"rend": "dd"}),
    "blockquote": ("quote", {}), "table": ("table", {}), "tr": ("row", {}), "td": ("cell", {}),
    "th": ("cell", {"role": "head"}), "caption": ("head", {}), "details": ("details", {}), "summary": ("summary", {}),
    "figure": ("figure", {}), "figcaption": ("p", {}),
}  # fmt: skip
_STYLES = {
    "strong": {"rend": "#b"}, "em": {"rend": "#i"}, "code": {"rend": "#t"}, "kbd": {"rend": "#t"},
    "sup": {"rend": "#sup"}, "sub": {"rend": "#sub"},
}  # fmt: skip
_ON_ONE_LINE = frozenset(["item", "cell", "summary", "head"])
"""Elements that contain the text of their only paragraph."""


def xml_tree(document: Document, name: str, *, formatting: bool, links: bool, images: bool) -> Element:
    """Return the kept text as one element of this name.

    With ``formatting``, emphasis has elements; ``links`` and ``images`` say whether these have.
    """
    root = Element(name)
    writer = _Writer(formatting)
    for node in document.tree(links=links, images=images).nodes:
        writer.add(root, node)
    return root


class _Writer:
    """Writes nodes as XML elements."""

    def __init__(self, formatting: bool) -> None:
        self._formatting = formatting

    def add(self, parent: Element, node: Node) -> None:
        """Add a node that is no inline node."""
        if node.tag in HEADINGS:
            self._fill(SubElement(parent, "head", {"rend": node.tag}), node.children)
        elif node.tag == "p":
            self._fill(SubElement(parent, "p"), node.children)
        elif node.tag == "pre":
            SubElement(parent, "code").text = _text(node.text)
        elif node.tag == "hr":
            SubElement(parent, "lb")
        elif node.tag in _CONTAINERS:
            self._add_container(parent, node)
        else:
            self._fill(parent, [node])

    def _add_container(self, parent: Element, node: Node) -> None:
        name, attributes = _CONTAINERS[node.tag]
        element = SubElement(parent, name, attributes)
        children = node.nodes
        if "marker" in node.attributes:
            _append(element, node.attributes["marker"] + " ")
        if name in _ON_ONE_LINE and children and children[0].tag == "p":
            self._fill(element, children[0].children)
            children = children[1:]
        for child in children:
            self.add(element, child)

    def _fill(self, element: Element, children: Iterable[Node | str]) -> None:
        """Write inline content into an element."""
        for child in children:
            if isinstance(child, str):
                _append(element, child)
            elif child.tag == "br":
                SubElement(element, "lb")
            elif child.tag == "img":
                SubElement(element, "graphic", {name: _text(value) for name, value in child.attributes.items()})
            elif child.tag == "a" and "href" in child.attributes:
                self._fill(SubElement(element, "ref", {"target": _text(child.attributes["href"])}), child.children)
            elif child.tag == "del":
                self._fill(SubElement(element, "del"), child.children)
            elif self._formatting and child.tag in _STYLES:
                self._fill(SubElement(element, "hi", _STYLES[child.tag]), child.children)
            else:
                self._fill(element, child.children)


def _append(element: Element, text: str) -> None:
    """Add text to the end of an element."""
    if len(element):
        element[-1].tail = (element[-1].tail or "") + _text(text)
    else:
        element.text = (element.text or "") + _text(text)


def _text(text: str) -> str:
    return legal(text).replace("\r", " ")


def without_formatting(root: Node) -> None:
    """Remove emphasis from a tree, but not its text."""
    for node in root.walk():
        while any(isinstance(child, Node) and child.tag in _STYLES for child in node.children):
            node.children = [
                inner
                for child in node.children
                for inner in (child.children if isinstance(child, Node) and child.tag in _STYLES else [child])
            ]


def break_lines(element: Element, names: frozenset[str]) -> None:
    """Write each child of the elements with these names on a line of its own, which adds no white space to a text."""
    if element.tag in names and len(element) and not (element.text or "").strip():
        element.text = "\n"
        for child in element:
            child.tail = "\n"
            break_lines(child, names)
