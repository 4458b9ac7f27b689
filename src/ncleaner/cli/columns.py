"""Text in columns of a terminal, where a character can take no column, one, or two."""

from __future__ import annotations

from unicodedata import category, east_asian_width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

ELLIPSIS = "…"
_WIDE = ("W", "F")
_WITHOUT_WIDTH = ("Mn", "Me", "Cf")


def columns(text: str) -> int:
    """Return the columns that a text takes."""
    return len(text) if text.isascii() else sum(map(_columns_of, text))


def _columns_of(character: str) -> int:
    if character < "\u0300":
        return 1
    if east_asian_width(character) in _WIDE:
        return 2
    return 0 if category(character) in _WITHOUT_WIDTH else 1


def one_line(text: str) -> str:
    """Return the text with one blank for each run of white space."""
    return " ".join(text.split())


def shortened(text: str, width: int) -> str:
    """Return the beginning of a text that takes at most ``width`` columns, with an ellipsis if it is not all."""
    if len(text) <= width and columns(text) <= width:
        return text
    end, taken = 0, 1  # the ellipsis takes a column
    for character in text:
        taken += _columns_of(character)
        if taken > width:
            break
        end += 1
    return text[:end].rstrip() + ELLIPSIS


def wrapped(text: str, width: int) -> Iterator[str]:
    """Yield the lines of a text, broken at blanks where they would take more than ``width`` columns.

    Words that are longer than a line are broken anywhere.
    """
    for line in text.split("\n"):
        yield from _wrapped_line(line, max(width, 2))


def _wrapped_line(line: str, width: int) -> Iterator[str]:
    found, taken = "", 0
    for word in line.split(" "):
        size = columns(word)
        if found and taken + 1 + size > width:
            yield found
            found, taken = "", 0
        while size > width:
            part = _beginning(word, width)
            yield part
            word = word[len(part) :]
            size = columns(word)
        found, taken = (f"{found} {word}", taken + 1 + size) if found else (word, size)
    yield found


def _beginning(word: str, width: int) -> str:
    """Return as many characters as fit into the columns, at least one."""
    end = taken = 0
    for character in word:
        taken += _columns_of(character)
        if taken > width:
            break
        end += 1
    return word[: max(end, 1)]
