r"""The text of a block as inline nodes: links, emphasis, code, formulas and the other styles.

Formulas that a page leaves to a script, ``\(…\)``, ``\[…\]`` and ``$$…$$``, become formulas too. Each kind of
delimiter is searched for at most once behind the last closing one, so that the time is linear.

Styles and links around several blocks are opened again in each of them. So that a page of tiny blocks inside of many
styles stays small, no more are opened once they would take four times the page.
"""

from __future__ import annotations

from ncleaner.page.node import Node
from ncleaner.read.html.tokenizer import START_TAG, Tokenizer
from ncleaner.tree.links import decode_attribute

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ncleaner.page.blocks import Blocks
    from ncleaner.tree.links import Links

_TAGS = {"b": "strong", "i": "em", "display": "math"}  # of names that are no tags
_DELIMITERS = (("\\(", "\\)", "inline"), ("\\[", "\\]", "block"), ("$$", "$$", "block"))
_SIGNS_OF_TEX = "\\^_="  # two dollar signs may also mean prices
_LEAST_ROOM = 1 << 18  # characters for the tags of small pages
_TAG = 30  # characters that the tags of an inline node take; the shortest style in a page takes eight, ``<b>a</b>``
_JOINED = frozenset(["q", "del", "ins", "mark"])  # one node, although emphasis inside of it begins or ends

Inserted = list[tuple[int, bool, Node]]
"""Nodes without text in a block, each with its offset in the text, and whether white space is before it."""


class InlineReader:
    """Reads the text of blocks as inline nodes; without ``links``, links are left out."""

    def __init__(self, blocks: Blocks, links: Links | None) -> None:
        self._blocks = blocks
        self._links = links
        self._room = 4 * len(blocks.source) + _LEAST_ROOM  # characters that the tags of further nodes may take
        self.fragments: list[tuple[Node, str]] = []  # links to a place in their own page, and the name of the place

    def children(self, index: int, inserted: Inserted, skip: int) -> list[Node | str]:
        """Return the text of a block without the first ``skip`` characters, with nodes inserted into it."""
        text = self._blocks.text(index).replace("\n", " ")  # preformatted text inside another block has line feeds
        root = Node("p")
        path = [root]
        pending = list(reversed(inserted))
        at = skip
        for offset, name, raw in [*self._blocks.inline(index), (len(text), "", "")]:
            while pending and pending[-1][0] <= offset:
                place, after_space, node = pending.pop()
                at = _write(path[-1], text, at, place)
                path[-1].children += [" ", node] if after_space else [node]
            at = _write(path[-1], text, at, offset)
            if name[:1] == "+":
                path.append(self._opened(path[-1], name[1:], raw))
            elif name:
                path.pop()
        return _without_empty(root)

    def _opened(self, parent: Node, name: str, raw: str) -> Node:
        """Return the node that an inline tag opens, appended to its parent, or the parent if there is no more room."""
        if name in _JOINED and parent.children:
            last = parent.children[-1]
            if isinstance(last, Node) and last.tag == name:
                return last
        self._room -= _TAG + len(raw)
        if self._room < 0:
            return parent
        node = Node(_TAGS.get(name, name))
        if name == "a":
            self._set_address(node, decode_attribute(raw))
        elif name in ("math", "display"):
            node.attributes["display"] = "inline" if name == "math" else "block"
        elif name == "abbr":
            tokens = Tokenizer(raw.encode("utf-8"))
            title = tokens.attributes().get("title", "") if tokens.next() == START_TAG else ""
            if title.strip():
                node.attributes["title"] = " ".join(title.split())
        parent.children.append(node)
        return node

    def link(self, raw: str, children: list[Node | str]) -> Node | None:
        """Return a link with these children, given the address as it is in the source; ``None`` if it has no target."""
        node = Node("a", None, children)
        self._set_address(node, decode_attribute(raw))
        return node if "href" in node.attributes else None

    def _set_address(self, node: Node, address: str) -> None:
        if address.startswith("#") and len(address) > 1:
            self.fragments.append((node, address[1:]))
        target = self._links.resolve(address) if self._links is not None else None
        if target is not None:
            node.attributes["href"] = target


def _write(node: Node, text: str, at: int, end: int) -> int:
    """Write text into a node; return its end."""
    if end > at:
        node.children += [text[at:end]] if node.tag in ("code", "math") else _with_formulas(text[at:end])
    return max(at, end)


def _without_empty(root: Node) -> list[Node | str]:
    """Return the children without links that have no address, and without nodes that have nothing in them."""
    result: list[Node | str] = []
    for child in root.children:
        if isinstance(child, str) or child.tag == "img":
            result.append(child)
            continue
        child.children = _without_empty(child)
        if child.tag == "a" and "href" not in child.attributes:
            result += child.children
        elif child.children:
            result.append(child)
    return result


def _with_formulas(text: str) -> list[Node | str]:
    """Return a text with the formulas in it as nodes."""
    if "\\(" not in text and "\\[" not in text and "$$" not in text:
        return [text]
    result: list[Node | str] = []
    at = 0
    nexts = [_finder(text, *delimiters) for delimiters in _DELIMITERS]
    while True:
        found = min((place for place in (find(at) for find in nexts) if place is not None), default=None)
        if found is None:
            break
        start, end, display = found
        if text[at:start]:
            result.append(text[at:start])
        tex = text[start + 2 : end - 2].strip()
        is_formula = tex and tex[-1] != "\\" and (text[start] != "$" or any(sign in tex for sign in _SIGNS_OF_TEX))
        result.append(Node("math", {"display": display}, [tex]) if is_formula else text[start:end])
        at = end
    if text[at:]:
        result.append(text[at:])
    return result


def _finder(text: str, opening: str, closing: str, display: str) -> Callable[[int], tuple[int, int, str] | None]:
    """Return a function that finds the next formula with these delimiters from a position on."""
    start = end = -1  # of the formula found last; both only grow

    def find(at: int) -> tuple[int, int, str] | None:
        nonlocal start, end
        if start < at:
            start = text.find(opening, at)
            if start >= 0 and end < start + 2:
                end = text.find(closing, start + 2)
            if start < 0 or end < 0:
                start = len(text)
        return (start, end + 2, display) if start < len(text) else None

    return find
