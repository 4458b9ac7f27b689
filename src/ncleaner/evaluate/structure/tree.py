"""The tree of a page as lexbor parses it, as a table of nodes in document order.

This parser has nothing in common with our scanner, so what the scanner gets wrong cannot be wrong here as well. A node
has the index of its parent and the end of its subtree, so nothing recurses.

Which text an engine keeps is written into the source before it is parsed: `KEPT` and `DROPPED`, two characters that no
page may have, stand where a block begins, and hold for all text up to the next of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from typing import Any

from ncleaner.errors import MissingPackage
from ncleaner.evaluate.structure.forms import OBJECT

TEXT = "-text"
KEPT = "\ufdd0"
DROPPED = "\ufdd1"
_SIGNS = re.compile(f"([{KEPT}{DROPPED}])")
ELEMENTS_OF_BLOCKS = frozenset(
    """address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption
    figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol p pre section summary table tbody
    td tfoot th thead tr ul""".split()
)
_NOT_SHOWN = frozenset(
    """audio canvas datalist head iframe noembed noframes noscript object script select style svg template textarea
    title video""".split()
)
_HIDING_STYLE = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))", re.IGNORECASE)
_BLANKS = re.compile(r"[ \t\n\r\f]+")


@dataclass(slots=True)
class Node:
    """An element or a text. Readers cannot see it if ``is_hidden``, and the engine dropped it if not ``is_kept``."""

    index: int
    tag: str
    parent: int
    attributes: dict[str, str]
    text: str
    is_hidden: bool
    is_kept: bool = True
    end: int = 0

    @property
    def classes(self) -> list[str]:
        """The names of its classes."""
        return self.attributes.get("class", "").split()


class Tree:
    """The nodes of a page; ``is_kept`` is whether text before the first sign counts as kept."""

    def __init__(self, html: str, is_kept: bool = True) -> None:
        self._is_kept = is_kept  # the text that is read next
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
            if node.tag == TEXT:
                self._add_text(node.text_content or "", parent)
                continue
            attributes = {name: _SIGNS.sub("", value or "") for name, value in node.attributes.items()}
            is_hidden = (parent >= 0 and self.nodes[parent].is_hidden) or _hides(node.tag, attributes)
            index = len(self.nodes)
            self.nodes.append(Node(index, node.tag, parent, attributes, "", is_hidden))
            children = []
            child = node.child
            while child is not None:
                if child.tag == TEXT or not child.tag.startswith(("-", "_", "!")):
                    children.append((child, index))
                child = child.next
            waiting.extend(reversed(children))

    def _add_text(self, text: str, parent: int) -> None:
        for piece in _SIGNS.split(text):
            if piece in (KEPT, DROPPED):
                self._is_kept = piece == KEPT
            elif piece:
                is_hidden = self.nodes[parent].is_hidden
                self.nodes.append(Node(len(self.nodes), TEXT, parent, {}, piece, is_hidden, self._is_kept))

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

    def text(self, node: Node, leave_out: Callable[[Node], bool] = lambda node: False, *, all: bool = False) -> str:
        """Return the kept text inside of a node, with a line feed at the borders of blocks; with ``all``, all text."""
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
            if each.is_kept or all:
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
    return tag in _NOT_SHOWN or "hidden" in attributes or _HIDING_STYLE.search(attributes.get("style", "")) is not None
