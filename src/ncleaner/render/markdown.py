"""Markdown: CommonMark, with the tables of GitHub.

The pieces of the document (see `ncleaner.render.pieces`) are written one after the other: what two neighbours have in
common of the quotes and list items around them goes on as indentation, what is new opens with its mark.

Dropped segments, with ``all``, are struck through as on GitHub, and code blocks are of the language "dropped".
"""

from __future__ import annotations

from ncleaner.render.about import facts
from ncleaner.render.inline import fence_for
from ncleaner.render.pieces import CODE, TEXT, TITLE, Piece, Reader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ncleaner.page.document import Document
    from ncleaner.render.containers import Chain, Container

# What items of a list begin with, and those of a second list that follows it directly and would else be one with it.
BULLETS = ("-", "*")
AFTER_NUMBERS = (".", ")")


def render(document: Document, *, all: bool = False, links: bool = True, metadata: bool = False) -> str:
    """The document as Markdown.

    ``links`` off leaves their text only; ``metadata`` puts a YAML front matter before the text.
    """
    lines = Writer().lines(Reader(document, all, links).pieces())
    text = "".join(f"{line}\n" for line in lines)
    return _front_matter(document) + text if metadata else text


def _front_matter(document: Document) -> str:
    """The metadata between rulers. A JSON string is also one of YAML, if all that is not printable is escaped."""
    import json

    lines = []
    for name, value in facts(document).items():
        quoted = json.dumps(value, ensure_ascii=False)
        lines.append(f"{name}: {''.join(c if c.isprintable() else json.dumps(c)[1:-1] for c in quoted)}\n")
    return "---\n" + "".join(lines) + "---\n\n" if lines else ""


class Writer:
    """Puts pieces below each other and indents them."""

    def __init__(self) -> None:
        self._widths: dict[int, int] = {}  # of the marks of items
        self._variants: dict[int, int] = {}  # of the marks of lists

    def lines(self, pieces: Iterable[Piece]) -> Iterator[str]:
        """The lines of the document."""
        last: Chain = ()
        kind = -1
        for piece in pieces:
            common = _common(last, piece.chain)
            if kind >= 0 and not (kind in (TEXT, TITLE) and _is_tight(last, piece.chain, common)):
                yield self._indent(piece.chain[:common]).rstrip()
            indent = self._indent(piece.chain[:common]) + self._open(piece.chain[common:], last[common:])
            for line in _content(piece):
                yield indent + line if line else indent.rstrip()
                indent = self._indent(piece.chain)
            last, kind = piece.chain, piece.kind

    def _indent(self, chain: Chain) -> str:
        return "".join("> " if container.list is None else " " * self._widths[container.key] for container in chain)

    def _open(self, chain: Chain, ended: Chain) -> str:
        """The marks of containers that begin here, where others, from the same place inwards, have ended."""
        marks = []
        neighbour = ended[0] if ended else None
        for container in chain:
            if container.list is None:
                marks.append("> ")
            else:
                self._variants.setdefault(container.list, self._variant(container, neighbour))
                marks.append(self._mark(container))
            neighbour = None
        return "".join(marks)

    def _variant(self, item: Container, neighbour: Container | None) -> int:
        """Which marks a list has, given what has just ended in its place."""
        if neighbour is None or neighbour.list is None or (neighbour.number is None) != (item.number is None):
            return 0
        return 1 - self._variants[neighbour.list]

    def _mark(self, item: Container) -> str:
        variant = self._variants[item.list or 0]
        mark = BULLETS[variant] if item.number is None else f"{item.number}{AFTER_NUMBERS[variant]}"
        self._widths[item.key] = len(mark) + 1
        return mark + " "


def _common(last: Chain, chain: Chain) -> int:
    """How many containers go on."""
    count = 0
    for one, other in zip(last, chain, strict=False):
        if one.key != other.key:
            break
        count += 1
    return count


def _is_tight(last: Chain, chain: Chain, common: int) -> bool:
    """Whether an item may follow without an empty line: on its sibling, or on the text of the item it is part of."""
    if common == len(chain) or chain[common].list is None:
        return False
    if common < len(last):
        return last[common].list == chain[common].list
    return common > 0 and last[-1].list is not None and chain[common].number in (None, 1)


def _content(piece: Piece) -> list[str]:
    if piece.kind == TITLE:
        return [" ".join(piece.lines)]
    if piece.kind != CODE:
        return piece.lines
    fence = fence_for("\n".join(piece.lines), 3)
    return [fence if piece.keep else f"{fence}dropped", *piece.lines, fence]
