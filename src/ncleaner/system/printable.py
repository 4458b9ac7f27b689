"""Text from outside, made safe to print."""

from __future__ import annotations


def printable(text: str) -> str:
    """A text that does nothing to a terminal but appear on it."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)
