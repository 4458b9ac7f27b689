"""A segment under construction."""

from __future__ import annotations

from ncleaner.read.rules import RULE_NONE
from ncleaner.read.text.lines import Line, is_wide

# Stands in the text of a draft for the number of a link in a dump; clean text has no control characters.
LINK = "\x01"


class SegmentDraft:
    """A segment under construction: its text, and the facts about its lines that the rules need.

    ``indent`` is the indentation of the first line, ``body`` that of the others. ``gap`` is true if an empty line
    precedes, ``closed`` if no line can be added. ``field`` is the name of the header field that the segment may be.
    """

    __slots__ = (
        "start", "end", "indent", "body", "depth", "gap", "lines", "parts", "text", "kind", "level", "rule", "field",
        "closed",
    )  # fmt: skip

    def __init__(self, line: Line, kind: int, field: str, closed: bool) -> None:
        self.start = line.start
        self.end = line.end
        self.indent = self.body = line.indent
        self.depth = line.depth
        self.gap = line.gap
        self.lines = 0
        self.parts: list[str] = []
        self.text = ""
        self.kind = kind
        self.level = 0
        self.rule = RULE_NONE
        self.field = field
        self.closed = closed

    def append(self, line: Line, text: str) -> None:
        """Add a line, whose text may have been changed to ``text``."""
        if self.parts and not (_is_ideograph(self.parts[-1][-1:]) and _is_ideograph(text[:1])):
            self.parts.append(" ")
        self.parts.append(text)
        self.end = line.end
        self.lines += 1
        if self.lines == 2:
            self.body = line.indent

    def close(self) -> bool:
        """Join the lines; return whether there is any text."""
        self.text = "".join(self.parts).strip()
        self.parts = []
        return bool(self.text.strip(LINK + " "))


def _is_ideograph(character: str) -> bool:
    """Return whether a character belongs to a script written without spaces: Han, kana and their punctuation."""
    return "\u2e80" <= character <= "\ua4cf" or ("\uf900" <= character and is_wide(character))
