"""Text from elsewhere, made harmless and visible.

Page ids, engine names, error messages and above all the texts may contain anything. Markup is escaped. Control
characters, which HTML forbids, become their pictures (U+2400 …); characters that turn the direction of the text around
them, noncharacters and lone surrogates, which cannot be encoded, become U+FFFD.
"""

from __future__ import annotations

REPLACEMENT = "\ufffd"

_LONGEST_WORD = 120  # characters; some languages write no spaces, so a "word" may be a paragraph


def _table() -> dict[int, str]:
    unspeakable = [
        *range(0x80, 0xA0),  # C1 controls
        *range(0x202A, 0x202F),  # embeddings and overrides of direction
        *range(0x2066, 0x206A),  # isolates
        *range(0xD800, 0xE000),  # surrogates
        *range(0xFDD0, 0xFDF0),  # noncharacters, like the last two of each plane
        *(plane + last for plane in range(0, 0x110000, 0x10000) for last in (0xFFFE, 0xFFFF)),
    ]
    table = dict.fromkeys(unspeakable, REPLACEMENT)
    table |= {code: chr(0x2400 + code) for code in range(0x20)}
    table |= {ord("\t"): " ", ord("\n"): " ", 0x7F: "\u2421"}
    table |= {ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;", ord('"'): "&quot;"}
    return table


_TABLE = _table()


def escape(text: str) -> str:
    """The text as it stands between tags or in a quoted attribute, on one line."""
    return text.translate(_TABLE)


def shorten(text: str, longest: int = _LONGEST_WORD) -> str:
    """The text itself, or the beginning of it and how much is missing."""
    if len(text) <= longest:
        return text
    return f"{text[:longest]}… (+{len(text) - longest:,} characters)"
