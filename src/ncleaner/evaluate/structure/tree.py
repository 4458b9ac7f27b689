"""The tree of a page as lexbor parses it, as a table of nodes in document order.

This parser has nothing in common with our scanner, so what the scanner gets wrong cannot be wrong here as well. A node
has the index of its parent and the end of its subtree, so nothing recurses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from typing import Any

from ncleaner.errors import MissingPackage
from ncleaner.evaluate.structure.forms import OBJECT

TEXT = "-text"
ELEMENTS_OF_BLOCKS = frozenset(
    """address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption figure
    footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol p pre section summary table tbody td tfoot
    th thead tr ul""".split()
)
_NOT_SHOWN = frozenset(
    """audio canvas datalist head iframe noembed noframes noscript object script select style svg template textarea
    title video""".split()
)
_HIDING_STYLE = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))", re.IGNORECASE)
_BLANKS = re.compile(r"[ \t\n\r\f]+")


@dataclass(slots=True)
class Node:
    """An element or a text. ``is_hidden`` says that readers cannot see it."""

    index: int
    tag: str
    parent: int
    attributes: dict[str, str]
    text: str
    is_hidden: bool
    end: int = 0

    @property
    def classes(self) -> list[str]:
        """The names of its classes."""
        return self.attributes.get("class", "").split()


class Tree:
    """The nodes of a page."""

    def __init__(self, html: str) -> None:
        self.nodes: list[Node] = []
        self.skipped: set[int] = set()  # nodes in whose place a text has `OBJECT`, such as formulas
        self._read(html)
        for node in reversed(self.nodes):
            node.end = max(node.end, node.index + 1)
            if node.parent >= 0:
                parent = self.nodes[node.parent]
                parent.end = max(parent.end, node.end)

    def _read(self, html: str) -> None:
        waiting: list[tuple[Any, int]] = [(_parsed(html), -1)]
        while waiting:
            node, parent = waiting.pop()
            index = self._add(node, parent)
            children = []
            child = node.child
            while child is not None:
                if child.tag == TEXT or not child.tag.startswith(("-", "_", "!")):
                    children.append((child, index))
                child = child.next
            waiting.extend(reversed(children))

    def _add(self, node: Any, parent: int) -> int:
        is_text = node.tag == TEXT
        attributes = {} if is_text else {name: value or "" for name, value in node.attributes.items()}
        is_hidden = (parent >= 0 and self.nodes[parent].is_hidden) or _hides(node.tag, attributes)
        text = node.text_content or "" if is_text else ""
        self.nodes.append(Node(len(self.nodes), node.tag, parent, attributes, text, is_hidden))
        return len(self.nodes) - 1

    def below(self, node: Node) -> Iterator[Node]:
        """Yield the nodes inside of a node."""
        for index in range(node.index + 1, node.end):
            yield self.nodes[index]

    def children(self, node: Node) -> Iterator[Node]:
        """Yield the elements directly inside of a node."""
        index = node.index + 1
        while index < node.end:
            if self.nodes[index].tag != TEXT:
                yield self.nodes[index]
            index = self.nodes[index].end

    def ancestors(self, node: Node) -> Iterator[Node]:
        """Yield the elements around a node, the innermost first."""
        while node.parent >= 0:
            node = self.nodes[node.parent]
            yield node

    def is_in(self, node: Node, tags: Container[str]) -> bool:
        """Return whether an element of one of these tags is around the node."""
        return any(each.tag in tags for each in self.ancestors(node))

    def text(self, node: Node, leave_out: Callable[[Node], bool] = lambda node: False) -> str:
        """Return the text that readers see inside of a node, with a line feed at the borders of blocks."""
        pieces = []
        ends: list[int] = []  # of the blocks around the current node
        index = node.index + 1
        while index < node.end:
            while ends and index >= ends[-1]:
                ends.pop()
                pieces.append("\n")
            each = self.nodes[index]
            if each.is_hidden or index in self.skipped or leave_out(each):
                if index in self.skipped:
                    pieces.append(OBJECT)
                index = each.end
                continue
            if each.tag in ELEMENTS_OF_BLOCKS:
                pieces.append("\n")
                ends.append(each.end)
            pieces.append(_BLANKS.sub(" ", each.text))
            index += 1
        return re.sub(r" *\n[ \n]*", "\n", "".join(pieces)).strip()


def _parsed(html: str) -> Any:
    try:
        from selectolax.lexbor import LexborHTMLParser
    except ImportError:
        raise MissingPackage("evaluate --structure", "selectolax", "evaluate") from None
    return LexborHTMLParser(html.replace("\r\n", "\n")).root


def _hides(tag: str, attributes: dict[str, str]) -> bool:
    return (
        tag in _NOT_SHOWN
        or "hidden" in attributes
        or attributes.get("aria-hidden", "").lower() == "true"
        or _HIDING_STYLE.search(attributes.get("style", "")) is not None
    )
