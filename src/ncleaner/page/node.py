"""The nodes of the tree of kept content, named like the elements of HTML.

The tree is shallow: nesting is limited when it is built, so functions may recurse into it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ncleaner.page.blocks import Block

INLINE = frozenset(
    ["a", "strong", "em", "code", "sup", "sub", "del", "ins", "mark", "kbd", "q", "abbr", "math", "img", "br"]
)
"""The tags of nodes that stand inside a line."""

LEAVES = frozenset(["p", "pre", "h1", "h2", "h3", "h4", "h5", "h6"])
"""The tags of nodes whose children are text and inline nodes."""

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")

DEFAULT_HEADING_LEVEL = 2  # headings without a heading tag count as section headings


class Node:
    """A part of the kept content: its tag, its attributes, and its children, which are nodes and strings.

    Tags are those of HTML: ``body`` (the root), ``h1`` to ``h6``, ``p``, ``pre``, ``ul``, ``ol``, ``li``, ``dl``,
    ``dt``, ``dd``, ``blockquote``, ``table``, ``caption``, ``tr``, ``th``, ``td``, ``details``, ``summary``,
    ``figure``, ``figcaption``, ``hr``, and the inline ones in `INLINE`. A ``math`` node has TeX as its only child.

    Items have their number as ``value``, ``checked`` if they are tasks, and as ``marker`` a bullet or number that was
    typed. ``note`` is the label of a footnote and of the links to it, ``language`` that of code.

    ``page.text[start:end]`` is the source of a leaf (`LEAVES`); both are −1 elsewhere. ``keep`` is false for leaves
    that were dropped and are shown all the same.
    """

    __slots__ = ("attributes", "children", "end", "keep", "start", "tag")

    def __init__(self, tag: str, attributes: dict[str, str] | None = None, children: list[Node | str] | None = None):
        self.tag = tag
        self.attributes = {} if attributes is None else attributes
        self.children: list[Node | str] = [] if children is None else children
        self.start = self.end = -1
        self.keep = True

    def __iter__(self) -> Iterator[Node | str]:
        return iter(self.children)

    def __repr__(self) -> str:
        return f"<Node {self.tag}: {len(self.children)} children>"

    @property
    def nodes(self) -> list[Node]:
        """The children that are nodes."""
        return [child for child in self.children if isinstance(child, Node)]

    @property
    def text(self) -> str:
        """The text of the node: leaves and line breaks on lines of their own, cells of a row separated by tabs."""
        lines: list[str] = []
        _add_text(self, lines)
        return "\n".join(lines)

    @property
    def lines(self) -> list[list[Node | str]]:
        """The inline content of a leaf, divided at line breaks."""
        lines: list[list[Node | str]] = [[]]
        for child in self.children:
            if isinstance(child, Node) and child.tag == "br":
                lines.append([])
            else:
                lines[-1].append(child)
        return lines

    def walk(self) -> Iterator[Node]:
        """Yield the node and all nodes in it, in the order of the text."""
        pending = [self]
        while pending:
            node = pending.pop()
            yield node
            pending.extend(reversed(node.nodes))

    def find_all(self, *tags: str) -> list[Node]:
        """Return the nodes with one of these tags, in the order of the text."""
        return [node for node in self.walk() if node.tag in tags]


def _add_text(node: Node, lines: list[str]) -> None:
    """Add the lines of a node."""
    if node.tag == "tr":
        lines.append("\t".join(" ".join(cell.text.split()) for cell in node.nodes))
    elif node.tag in LEAVES or node.tag in INLINE:
        lines += ["".join(map(_inline_text, line)) for line in node.lines]
    else:
        for child in node.nodes:
            _add_text(child, lines)


def _inline_text(child: Node | str) -> str:
    return child if isinstance(child, str) else "".join(map(_inline_text, child.children))


def heading_level(block: Block) -> int:
    """Return the level of a heading, from 1 to 6."""
    return block.level or DEFAULT_HEADING_LEVEL
