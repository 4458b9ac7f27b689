"""A part of the kept content, for indexes and retrieval."""

from __future__ import annotations

from ncleaner.page.frozen import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.page.node import Node


class Chunk(Value):
    """A part of the kept content: whole leaves, tables and list items, as long as they fit.

    ``text`` is its text and ``headings`` are the headings above it, the highest first. ``words`` is the number of words
    of the text. ``page.text[start:end]`` is its source. ``nodes`` are its nodes in the tree of the document.
    """

    __slots__ = ("end", "headings", "nodes", "start", "text", "words")

    text: str
    headings: tuple[str, ...]
    words: int
    start: int
    end: int
    nodes: tuple[Node, ...]

    def __init__(
        self, text: str, headings: tuple[str, ...], words: int, start: int, end: int, nodes: tuple[Node, ...]
    ) -> None:
        self._fill(text=text, headings=headings, words=words, start=start, end=end, nodes=nodes)
