"""Markdown: CommonMark with GitHub's tables, footnotes, strikethrough, task lists and formulas.

The tree of the document (`ncleaner.tree`) is written from top to bottom. A quote or an item is a prefix for the lines
inside it. What Markdown has no marks for is written as HTML: raised text, some tables.

With ``all``, dropped text is struck through as on GitHub, and dropped code blocks have the language "dropped".
"""

from __future__ import annotations

from ncleaner.page.node import HEADINGS, Node
from ncleaner.render import markdown_inline as inline
from ncleaner.render.fields import SHOWN, metadata_fields
from ncleaner.render.markdown_tables import table_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ncleaner.page.document import Document

# The markers of list items. A list that directly follows another uses the second ones, or the two would be one list.
BULLETS = ("-", "*")
AFTER_NUMBERS = (".", ")")

MOST_INDENTED = 6
"""Lines are not indented once as many times the page is written: the lines of code in a deep list may be short."""

DEEPEST = 8  # quotes and items around a line; parsers have a limit too

_LISTS = ("ul", "ol")
_OF_SEVERAL_LINES = ("`", "<", "|")  # beginnings of code and tables


def render(
    document: Document, *, all: bool = False, links: bool = True, images: bool = False, metadata: bool = False
) -> str:
    """Render the document as Markdown.

    Without ``links``, only the text of links is written. ``images`` adds images, and ``metadata`` YAML front matter.
    """
    root = document.tree(all=all, links=links, images=images)
    text = "".join(f"{line}\n" for line in Writer(len(document.page.source)).lines(root))
    return _front_matter(document) + text if metadata else text


def _front_matter(document: Document) -> str:
    from ncleaner.render.front_matter import front_matter

    header = front_matter(metadata_fields(document, SHOWN))
    return header + "\n" if header else ""


class Writer:
    """Writes the tree of a page of ``size`` bytes as lines."""

    def __init__(self, size: int) -> None:
        self._room = MOST_INDENTED * size + (1 << 18)  # characters that may still be written with indentation
        self._notes: list[Node] = []

    def lines(self, root: Node) -> Iterator[str]:
        """Yield the lines of the document, and those of its footnotes."""
        yield from self._blocks(root.nodes, "", 0)
        notes, self._notes = self._notes, []
        for note in notes:
            yield ""
            mark = f"[^{note.attributes['note']}]: "
            nodes = [Node("p", None, note.children)] if note.tag == "p" else note.nodes
            yield from self._marked(nodes, "", mark, "    ", 0)

    def _blocks(self, nodes: list[Node], prefix: str, depth: int, in_item: bool = False) -> Iterator[str]:
        """Yield the lines of nodes, each line with the prefix, and empty lines between the nodes.

        In an item, a list that begins with 1 or a bullet needs no empty line after a paragraph.
        """
        before = ""  # the markers of the list before
        last = ""
        is_first = True
        for node in self._without_notes(nodes):
            marks = self._list_marks(node, before)
            is_close = in_item and last == "p" and node.tag in _LISTS and _first_number(node) == "1"
            for number, line in enumerate(self._node(node, prefix, depth, marks)):
                if number == 0 and not is_first and not is_close:
                    yield self._empty(prefix)
                is_first = False
                yield line
            before = marks
            last = node.tag

    def _without_notes(self, nodes: list[Node]) -> list[Node]:
        """Return the nodes but for notes, which are written at the end."""
        kept = []
        for node in nodes:
            if "note" in node.attributes:
                self._notes.append(node)
            else:
                kept.append(node)
        return kept

    def _list_marks(self, node: Node, before: str) -> str:
        """Return the marker of a list's items, for numbers only what follows them; nothing for other nodes."""
        if node.tag == "dl":
            return BULLETS[0]
        if node.tag not in _LISTS:
            return ""
        first, second = BULLETS if node.tag == "ul" else AFTER_NUMBERS
        return second if before == first else first

    def _node(self, node: Node, prefix: str, depth: int, marks: str) -> Iterator[str]:
        """Yield the lines of a node."""
        if node.tag in HEADINGS:
            yield self._counted(f"{self._shown(prefix)}{'#' * int(node.tag[1])} {_heading(node)}")
        elif node.tag == "p":
            yield from self._prefixed(_paragraph(node), prefix)
        elif node.tag == "pre":
            yield from self._prefixed(_code(node), prefix)
        elif node.tag in _LISTS:
            yield from self._list(node, prefix, depth, marks)
        elif node.tag == "blockquote":
            inner = "> " if depth < DEEPEST else ""
            yield from self._blocks(node.nodes, prefix + inner, depth + 1)
        elif node.tag == "table":
            yield from self._prefixed(table_lines(node), prefix)
        elif node.tag == "hr":
            yield self._counted(self._shown(prefix) + "---")
        elif node.tag == "dl":
            yield from self._definitions(node, prefix, depth)
        elif node.tag in ("summary", "dt") and not node.find_all(*HEADINGS):
            yield from self._prefixed(_emphasized(node, "**"), prefix)
        elif node.tag == "figcaption":
            yield from self._prefixed(_emphasized(node, "*"), prefix)
        elif node.tag == "img":
            yield self._counted(self._shown(prefix) + inline.markdown(inline.runs([node])))
        else:
            yield from self._blocks(node.nodes, prefix, depth)

    def _counted(self, line: str) -> str:
        self._room -= len(line) + 1
        return line

    def _shown(self, prefix: str) -> str:
        """Return a prefix, or nothing if there is no more room for prefixes."""
        return prefix if self._room >= 0 else ""

    def _empty(self, prefix: str) -> str:
        return self._counted(self._shown(prefix).rstrip())

    def _prefixed(self, lines: list[str], prefix: str) -> Iterator[str]:
        """Yield the lines of a node, all with the prefix or, if there is no room for it, none of them.

        Otherwise code would end in the middle, and what follows would be read as Markdown.
        """
        if len(lines) * len(prefix) > self._room:
            prefix = ""
        for line in lines:
            yield self._counted(prefix + line if line else prefix.rstrip())

    def _list(self, node: Node, prefix: str, depth: int, marks: str) -> Iterator[str]:
        """Yield the items of a list."""
        for item in self._without_notes(node.nodes):
            if not item.children:
                continue
            marker = marks if node.tag == "ul" else item.attributes.get("value", "1") + marks
            if depth >= DEEPEST:
                yield from self._blocks(item.nodes, prefix, depth)
            else:
                indent = " " * (len(marker) + 1)
                yield from self._marked(item.nodes, prefix, f"{marker} {_task(item)}", indent, depth + 1)

    def _marked(self, nodes: list[Node], prefix: str, mark: str, indent: str, depth: int) -> Iterator[str]:
        """Yield the lines of nodes behind a mark; further lines are indented instead."""
        for number, line in enumerate(self._blocks(nodes, prefix + indent, depth, in_item=True)):
            if number:
                yield line
            elif line.startswith(prefix + indent):
                yield prefix + mark + line[len(prefix + indent) :]
            else:  # there was no room for the indentation; of what has further lines, these would not be in the item
                yield line if line.startswith(_OF_SEVERAL_LINES) else mark + line

    def _definitions(self, node: Node, prefix: str, depth: int) -> Iterator[str]:
        """Yield terms as bold paragraphs, and definitions as items below them."""
        last = ""
        for part in self._without_notes(node.nodes):
            if not part.children:
                continue
            if last and not (last == part.tag == "dd"):
                yield self._empty(prefix)
            if part.tag == "dd":
                yield from self._marked(part.nodes, prefix, "- ", "  ", depth + 1)
            else:
                yield from self._node(part, prefix, depth, "")
            last = part.tag


def _first_number(node: Node) -> str:
    return node.nodes[0].attributes.get("value", "1") if node.nodes else "1"


def _task(item: Node) -> str:
    checked = item.attributes.get("checked")
    return "" if checked is None else "[x] " if checked == "true" else "[ ] "


def _paragraph(node: Node) -> list[str]:
    """Return the lines of a paragraph."""
    lines = list(filter(None, (_struck(inline.markdown(inline.runs(line)), node.keep) for line in node.lines)))
    if node.keep:
        lines = list(map(inline.paragraph_line, lines))
    return [f"{line}\\" for line in lines[:-1]] + lines[-1:]


def _heading(node: Node) -> str:
    texts = [inline.markdown(inline.without_bold(inline.runs(line))) for line in node.lines]
    return inline.heading_line(" ".join(_struck(text, node.keep) for text in texts if text))


def _struck(text: str, keep: bool) -> str:
    """Return Markdown, struck through if it was dropped."""
    return text if keep or not text else f"~~{text}~~"


def _code(node: Node) -> list[str]:
    lines = node.text.split("\n")
    fence = inline.fence_for("\n".join(lines), 3)
    return [fence + (node.attributes.get("language", "") if node.keep else "dropped"), *lines, fence]


def _emphasized(node: Node, delimiter: str) -> list[str]:
    """Return the lines of the leaves in a node, each in emphasis."""
    style = inline.BOLD if delimiter == "**" else inline.ITALIC
    lines = []
    for leaf in node.find_all("p", "pre", *HEADINGS):
        for line in leaf.lines:
            runs = [run._replace(style=run.style | style) for run in inline.runs(line)]
            lines.append(_struck(inline.markdown(runs), leaf.keep))
    lines = list(filter(None, lines))
    return [f"{line}\\" for line in lines[:-1]] + lines[-1:]
