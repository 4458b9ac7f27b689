"""Make untrusted text safe to print."""

from __future__ import annotations


def printable(text: str) -> str:
    """Return the text with U+FFFD in place of characters that could control a terminal."""
    return "".join(char if char.isprintable() else "\ufffd" for char in text)
