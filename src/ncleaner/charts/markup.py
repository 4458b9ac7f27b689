"""Escaping of untrusted text for SVG and HTML.

Page ids, engine names, error messages and especially page texts may contain anything. Markup is escaped. Control
characters, which HTML forbids, become their pictures (U+2400 …). Characters that change the direction of the text
around them, noncharacters and lone surrogates, which cannot be encoded, become U+FFFD.
"""

from __future__ import annotations

REPLACEMENT = "\ufffd"

_LONGEST_WORD = 120  # characters; some languages write no spaces, so a "word" may be a paragraph


def _table() -> dict[int, str]:
    replaced = [
        *range(0x80, 0xA0),  # C1 controls
        *range(0x202A, 0x202F),  # direction embeddings and overrides
        *range(0x2066, 0x206A),  # direction isolates
        *range(0xD800, 0xE000),  # surrogates
        *range(0xFDD0, 0xFDF0),  # noncharacters, like the last two of each plane
        *(plane + last for plane in range(0, 0x110000, 0x10000) for last in (0xFFFE, 0xFFFF)),
    ]
    table = dict.fromkeys(replaced, REPLACEMENT)
    table |= {code: chr(0x2400 + code) for code in range(0x20)}
    table |= {ord("\t"): " ", ord("\n"): " ", 0x7F: "\u2421"}
    table |= {ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;", ord('"'): "&quot;"}
    return table


_TABLE = _table()


def escape(text: str) -> str:
    """Escape a text for use between tags or in a quoted attribute; line breaks become spaces."""
    return text.translate(_TABLE)


def shorten(text: str, longest: int = _LONGEST_WORD) -> str:
    """Return the text, or its beginning and the number of characters left out."""
    if len(text) <= longest:
        return text
    return f"{text[:longest]}… (+{len(text) - longest:,} characters)"
