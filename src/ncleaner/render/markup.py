"""Escaping for XML and similar formats."""

from __future__ import annotations

import re

# The complement of production [2] of XML 1.0, "Char". Not even character references to these are allowed.
FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

# Parsers turn bare carriage returns into line feeds, and line feeds and tabs in attributes into spaces.
_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})
_VALUE = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;", "\n": "&#10;", "\t": "&#9;"}
)


def legal(text: str) -> str:
    """Return the text without the characters that XML forbids; forbidden white space becomes spaces."""
    if text.isprintable():
        return text  # the usual case, and faster
    return FORBIDDEN.sub(lambda match: " " if match[0].isspace() else "", text)


def escape(text: str) -> str:
    """Escape text for use between tags."""
    return text if text.isalnum() else legal(text).translate(_TEXT)


def attributes(values: dict[str, str]) -> str:
    """Return the attributes as written in a start tag, each preceded by a space."""
    return "".join(f' {name}="{legal(value).translate(_VALUE)}"' for name, value in values.items())
