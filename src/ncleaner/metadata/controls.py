"""Control characters, which pages put into their metadata by mistake, or to send commands to a terminal."""

from __future__ import annotations

_CONTROLS = {point: None for point in (*range(0x20), *range(0x7F, 0xA0)) if not chr(point).isspace()}


def without_controls(text: str) -> str:
    """Return a text without control characters; white space is folded, as it was around them."""
    return text if text.isprintable() else " ".join(text.translate(_CONTROLS).split())
