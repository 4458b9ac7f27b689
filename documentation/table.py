"""Tables in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

_CODE = re.compile(r"`([^`]*)`")
_TAG = re.compile(r"<[^<>\s]+>")


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; a cell may have bars and line ends."""
    lines = [_line(headings), "|" + "---|" * len(headings)]
    lines += map(_line, rows)
    return "\n".join(lines)


def code(text: str) -> str:
    """Return a text as code."""
    return f"`{text}`"


def codes(texts: Iterable[str]) -> str:
    """Return texts as code, separated by commas."""
    return ", ".join(map(code, texts))


def sentence(text: str) -> str:
    """Return a summary as a sentence: with a capital, and a full stop."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", ")")) else f"{text}."


def tags_as_code(text: str) -> str:
    """Return a text with its tags as code; Markdown would take them for HTML."""
    return _TAG.sub(lambda tag: code(tag[0]), text)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(map(_cell, cells))} |"


def _cell(text: str) -> str:
    """Return a text on one line, without bars; in code, bars can only be escaped as HTML."""
    text = _CODE.sub(lambda code: f"<code>{escape(code[1])}</code>" if "|" in code[1] else code[0], text)
    return " ".join(text.split()).replace("|", "&#124;")
