"""Tables in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; bars in its cells are escaped, and line ends become blanks."""
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


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(' '.join(cell.split()).replace('|', chr(92) + '|') for cell in cells)} |"
