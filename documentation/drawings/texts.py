"""Texts of a page in a drawing."""

from __future__ import annotations


def shorten(text: str, longest: int) -> str:
    """Return the text, or its beginning with an ellipsis if it has more than ``longest`` characters."""
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"
