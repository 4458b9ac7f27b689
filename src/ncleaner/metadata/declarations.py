"""What elements declare, and the open elements whose text is a value."""

from __future__ import annotations


class Declaration:
    """A value that an element declares.

    ``key`` is ``itemprop:``, ``rel:``, ``class:`` or ``time:`` and a name, ``start`` and ``end`` are the offsets of the
    element's tag and of the end of its text in the source, and ``at`` counts the characters of text before it.
    """

    __slots__ = ("key", "value", "start", "end", "at", "parent")

    def __init__(self, key: str, value: str, start: int, end: int, at: int, parent: str) -> None:
        self.key = key
        self.value = value
        self.start = start
        self.end = end
        self.at = at
        self.parent = parent


class Capture:
    """An open element whose text is a value of some keys."""

    __slots__ = ("keys", "tag", "depth", "start", "at", "pieces", "length", "scope", "parent")

    def __init__(self, keys: list[str], tag: int, start: int, at: int, scope: bool, parent: str) -> None:
        self.keys = keys
        self.tag = tag
        self.depth = 1
        self.start = start
        self.at = at
        self.pieces: list[str] = []
        self.length = 0
        self.scope = scope
        self.parent = parent

    def end_line(self) -> None:
        """Divide what comes from what there is: a block begins or ends."""
        if self.pieces and self.pieces[-1] != "\n":
            self.pieces.append("\n")
