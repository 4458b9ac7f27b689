"""Conflicts in a file: places where two versions of a text are still both there, one below the other.

They look as version control programs write them, so that editors that know those know these::

    <<<<<<< anna
    <p>What the first person has.
    =======
    <p>What the second person has.
    >>>>>>> ben

Whoever resolves one leaves what is right and deletes the three lines. One of them that is left behind without the
others is reported, too. A line of the text that only looks like one of them needs a space before it: white space means
nothing in these files.
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
    """What is left of a conflict: the number of its first line, and the names of the two versions.

    Of a single line that was left behind, ``stray`` is what it begins with, and there are no names.
    """

    line: int
    names: tuple[str, str] = ("", "")
    stray: str = ""


def conflict(names: tuple[str, str], first: str, second: str, newline: str) -> str:
    """Two versions of some lines as a conflict; one that has any text ends with a newline."""
    return (
        f"{OPENING} {names[0]}{newline}{guarded(first)}{DIVIDER}{newline}{guarded(second)}{CLOSING} {names[1]}{newline}"
    )


def guarded(text: str) -> str:
    """The same text with a space before lines that could be taken for those of a conflict."""
    return _LINE.sub(r" \g<0>", text)


def conflicts(text: str) -> Iterator[Conflict]:
    """What is unresolved in a text, in order."""
    pending: list[tuple[int, str, str]] = []  # the lines of a conflict that have been seen: number, beginning, name
    line, at = 1, 0
    for found in _LINE.finditer(text):
        line += text.count("\n", at, found.start())
        at = found.start()
        beginning = found[1] or found[2]
        if beginning != (OPENING, DIVIDER, CLOSING)[len(pending)]:
            yield from _strays(pending)
            pending = []
        pending.append((line, beginning, found[3].strip()))
        if beginning == CLOSING and len(pending) == 3:
            yield Conflict(pending[0][0], (pending[0][2], pending[2][2]))
            pending = []
        elif pending[0][1] != OPENING:
            yield from _strays(pending)
            pending = []
    yield from _strays(pending)


def _strays(lines: list[tuple[int, str, str]]) -> Iterator[Conflict]:
    for line, beginning, _ in lines:
        yield Conflict(line, stray=beginning)


def first_unresolved(text: str) -> int:
    """The line of the first conflict, or 0.

    A stray divider is none here: it may well be a line below a heading, and costs one word if it is not.
    """
    if OPENING not in text and CLOSING not in text:
        return 0
    return next((found.line for found in conflicts(text) if found.stray != DIVIDER), 0)
