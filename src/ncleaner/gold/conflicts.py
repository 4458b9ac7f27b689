"""Conflicts in a file: places that still have two versions of the text, one below the other.

The format is that of version control programs, so editors recognise it::

    <<<<<<< anna
    <p>The text of the first person.
    =======
    <p>The text of the second person.
    >>>>>>> ben

To resolve a conflict, keep the right text and delete the three marker lines. A marker line that is left behind without
the others is reported, too. A line of text that looks like a marker line needs a space before it: white space has no
meaning in these files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

OPENING = "<<<<<<<"
DIVIDER = "======="
CLOSING = ">>>>>>>"

_LINE = re.compile(rf"^(?:({OPENING}|{CLOSING})(?!\S)|({DIVIDER})(?=[^\S\n]*$))([^\n]*)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Conflict:
    """An unresolved conflict: the number of its first line, and the names of the two versions.

    For a marker line without the others, ``stray`` is the marker, and the names are empty.
    """

    line: int
    names: tuple[str, str] = ("", "")
    stray: str = ""


def conflict(names: tuple[str, str], first: str, second: str, newline: str) -> str:
    """Return two versions of some lines as a conflict. A version is empty or ends with a newline."""
    return (
        f"{OPENING} {names[0]}{newline}{guarded(first)}{DIVIDER}{newline}{guarded(second)}{CLOSING} {names[1]}{newline}"
    )


def guarded(text: str) -> str:
    """Return the text with a space before lines that look like marker lines."""
    return _LINE.sub(r" \g<0>", text)


def conflicts(text: str) -> Iterator[Conflict]:
    """Yield the unresolved conflicts of a text, in order."""
    pending: list[tuple[int, str, str]] = []  # marker lines of the current conflict: number, marker, name
    line, at = 1, 0
    for match in _LINE.finditer(text):
        line += text.count("\n", at, match.start())
        at = match.start()
        marker = match[1] or match[2]
        if marker != (OPENING, DIVIDER, CLOSING)[len(pending)]:
            yield from _strays(pending)
            pending = []
        pending.append((line, marker, match[3].strip()))
        if marker == CLOSING and len(pending) == 3:
            yield Conflict(pending[0][0], (pending[0][2], pending[2][2]))
            pending = []
        elif pending[0][1] != OPENING:
            yield from _strays(pending)
            pending = []
    yield from _strays(pending)


def _strays(lines: list[tuple[int, str, str]]) -> Iterator[Conflict]:
    for line, marker, _ in lines:
        yield Conflict(line, stray=marker)


def first_unresolved(text: str) -> int:
    """Return the line of the first conflict, or 0 if there is none.

    Ignores stray dividers: they may be lines below headings, and otherwise cost a single word.
    """
    if OPENING not in text and CLOSING not in text:
        return 0
    return next((conflict.line for conflict in conflicts(text) if conflict.stray != DIVIDER), 0)
