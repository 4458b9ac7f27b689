"""The kept content in parts of limited length, for indexes and retrieval.

A part has text that stands below the same headings, as much of it as fits. Paragraphs, list items, tables and code are
whole if they fit; longer ones are divided, between words if need be, so that no part is longer than the limit.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ncleaner.errors import UsageError
from ncleaner.page.chunk import Chunk
from ncleaner.page.node import HEADINGS, Node

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ncleaner.page.document import Document

# Languages without blanks between words have about a word for two characters, or for four in Thai and the like.
_WORD = re.compile("[\u3040-\u9fff]{1,2}|[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]{1,4}|[^\\s\u3040-\u9fff]+")

_WHOLE = frozenset(["p", "pre", "tr", "caption", "dt", *HEADINGS])
"""Nodes that are divided only if they are too long themselves."""


class Piece(NamedTuple):
    """A piece of text that fits into a part, its words, its node, and where in the page the node is."""

    text: str
    words: int
    node: Node
    start: int
    end: int


def chunks(document: Document, *, max_words: int = 200, **options: Any) -> list[Chunk]:
    """Return the kept content of a document in parts of at most ``max_words`` words."""
    if max_words < 1:
        raise UsageError(f"max_words must be 1 or more, not {max_words}")
    result: list[Chunk] = []
    headings: list[tuple[int, str]] = []  # level and text of the headings above
    pieces: list[Piece] = []
    words = 0
    for node in _leaves(document.tree(**options)):
        if node.tag in HEADINGS:
            _add(result, headings, pieces)
            pieces, words = [], 0
            level = int(node.tag[1])
            headings = [above for above in headings if above[0] < level]
            headings.append((level, " ".join(node.text.split())))
            continue
        for piece in _pieces(node, max_words):
            if words + piece.words > max_words:
                _add(result, headings, pieces)
                pieces, words = [], 0
            pieces.append(piece)
            words += piece.words
    _add(result, headings, pieces)
    return result


def _leaves(root: Node) -> Iterator[Node]:
    """Yield the nodes that are kept whole, in order."""
    pending = [root]
    while pending:
        node = pending.pop()
        if node.tag in _WHOLE:
            yield node
        else:
            pending.extend(reversed(node.nodes))


def _pieces(node: Node, max_words: int) -> Iterator[Piece]:
    """Yield the text of a node, divided if it has too many words."""
    text = node.text
    words = list(_WORD.finditer(text))
    if not words:
        return
    leaves = [leaf for leaf in node.walk() if leaf.start >= 0]
    start = min((leaf.start for leaf in leaves), default=-1)
    end = max((leaf.end for leaf in leaves), default=-1)
    if len(words) <= max_words:
        yield Piece(text, len(words), node, start, end)
        return
    for at in range(0, len(words), max_words):
        part = words[at : at + max_words]
        yield Piece(text[part[0].start() : part[-1].end()], len(part), node, start, end)


def _add(result: list[Chunk], headings: list[tuple[int, str]], pieces: list[Piece]) -> None:
    """Add a part with these pieces, if there are any."""
    if not pieces:
        return
    start = min((piece.start for piece in pieces if piece.start >= 0), default=-1)
    end = max(piece.end for piece in pieces)
    text = "\n".join(piece.text for piece in pieces)
    above = tuple(heading for _, heading in headings)
    nodes = tuple({id(piece.node): piece.node for piece in pieces}.values())
    result.append(Chunk(text, above, sum(piece.words for piece in pieces), start, end, nodes))
