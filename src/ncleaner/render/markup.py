"""What XML and the formats like it can hold, and how the rest is written."""

from __future__ import annotations

import re

# Production [2] of XML 1.0, "Char": everything else cannot be in a document, not even as a character reference.
FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

# A parser turns a bare carriage return into a line feed, and line feeds and tabs in attributes into spaces.
_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})
_VALUE = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;", "\n": "&#10;", "\t": "&#9;"}
)


def legal(text: str) -> str:
    """The text without the characters that XML forbids; a form feed and its like become blanks."""
    return FORBIDDEN.sub(lambda match: " " if match[0].isspace() else "", text)


def escape(text: str) -> str:
    """The text as it stands between tags."""
    return legal(text).translate(_TEXT)


def attributes(values: dict[str, str]) -> str:
    """Names and values as they stand in a start tag, each with a space before it."""
    return "".join(f' {name}="{legal(value).translate(_VALUE)}"' for name, value in values.items())
