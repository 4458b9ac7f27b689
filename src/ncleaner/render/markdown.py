"""Markdown: CommonMark with GitHub's tables.

The leaf blocks of the document (see `ncleaner.render.leaf_blocks`) are written in order. A container that is also
around the previous leaf block becomes indentation; a new one begins with its marker (``>``, ``-``, ``1.``).

With ``all``, dropped segments are struck through as on GitHub, and dropped code blocks have the language "dropped".
"""

from __future__ import annotations

from ncleaner.render.fields import SHOWN, metadata_fields
from ncleaner.render.inline import fence_for
from ncleaner.render.leaf_blocks import CODE, PARAGRAPH, TITLE, LeafBlock, LeafBlockBuilder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ncleaner.page.document import Document
    from ncleaner.render.containers import Chain, Container

# The markers of list items. A list that directly follows another uses the second ones, or the two would be one list.
BULLETS = ("-", "*")
AFTER_NUMBERS = (".", ")")

MOST_INDENTED = 6


def render(document: Document, *, all: bool = False, links: bool = True, metadata: bool = False) -> str:
    """Render the document as Markdown.

    Without ``links``, only the text of links is written; ``metadata`` adds YAML front matter.
    """
    lines = Writer(len(document.page.source)).lines(LeafBlockBuilder(document, all, links).build())
    text = "".join(f"{line}\n" for line in lines)
    return _front_matter(document) + text if metadata else text


def _front_matter(document: Document) -> str:
    from ncleaner.render.front_matter import front_matter

    header = front_matter(metadata_fields(document, SHOWN))
    return header + "\n" if header else ""


class Writer:
    """Writes leaf blocks as lines, indented by their containers.

    Lines of a page of ``size`` bytes are no longer indented once `MOST_INDENTED` times the page is written: the lines
    of code in a deep list could all be short.
    """

    def __init__(self, size: int) -> None:
        self._indented = MOST_INDENTED * size + (1 << 18)  # characters that may still be written with indentation
        self._widths: dict[int, int] = {}  # of the markers of items
        self._variants: dict[int, int] = {}  # of the markers of lists

    def lines(self, leaf_blocks: Iterable[LeafBlock]) -> Iterator[str]:
        """Yield the lines of the document."""
        last: Chain = ()
        kind = -1
        for leaf in leaf_blocks:
            if self._indented < 0:
                leaf = leaf._replace(chain=())
            common = _common_length(last, leaf.chain)
            if kind >= 0 and not (kind in (PARAGRAPH, TITLE) and _is_tight(last, leaf.chain, common)):
                yield self._indent(leaf.chain[:common]).rstrip()
            indent = self._indent(leaf.chain[:common]) + self._open(leaf.chain[common:], last[common:])
            for number, line in enumerate(_content(leaf)):
                if number:
                    indent = self._indent(leaf.chain) if self._indented > 0 else ""
                yield indent + line if line else indent.rstrip()
                self._indented -= len(indent) + len(line) + 1
            last, kind = leaf.chain, leaf.kind

    def _indent(self, chain: Chain) -> str:
        return "".join("> " if container.list is None else " " * self._widths[container.key] for container in chain)

    def _open(self, chain: Chain, ended: Chain) -> str:
        """Return the markers of the containers that begin here; ``ended`` are the ones that end at this point."""
        markers = []
        neighbour = ended[0] if ended else None
        for container in chain:
            if container.list is None:
                markers.append("> ")
            else:
                self._variants.setdefault(container.list, self._variant(container, neighbour))
                markers.append(self._marker(container))
            neighbour = None
        return "".join(markers)

    def _variant(self, item: Container, neighbour: Container | None) -> int:
        """Return which markers a list uses, given the container at its level that has just ended."""
        if neighbour is None or neighbour.list is None or (neighbour.number is None) != (item.number is None):
            return 0
        return 1 - self._variants[neighbour.list]

    def _marker(self, item: Container) -> str:
        variant = self._variants[item.list or 0]
        marker = BULLETS[variant] if item.number is None else f"{item.number}{AFTER_NUMBERS[variant]}"
        self._widths[item.key] = len(marker) + 1
        return marker + " "


def _common_length(last: Chain, chain: Chain) -> int:
    """Return how many containers at the start of the chains are the same."""
    count = 0
    for before, container in zip(last, chain, strict=False):
        if before.key != container.key:
            break
        count += 1
    return count


def _is_tight(last: Chain, chain: Chain, common: int) -> bool:
    """Return whether an item needs no empty line before it: after its sibling, or after its parent item's text."""
    if common == len(chain) or chain[common].list is None:
        return False
    if common < len(last):
        return last[common].list == chain[common].list
    return common > 0 and last[-1].list is not None and chain[common].number in (None, 1)


def _content(leaf: LeafBlock) -> list[str]:
    if leaf.kind == TITLE:
        return [" ".join(leaf.lines)]
    if leaf.kind != CODE:
        return leaf.lines
    fence = fence_for("\n".join(leaf.lines), 3)
    return [fence if leaf.keep else f"{fence}dropped", *leaf.lines, fence]
