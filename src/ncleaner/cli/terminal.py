"""What terminals get: colours where they are wanted, and no control characters of pages."""

from __future__ import annotations

import os
import sys

AUTO, ALWAYS, NEVER = "auto", "always", "never"
CHOICES = (AUTO, ALWAYS, NEVER)

PLAIN, BOLD, DIM = "\x1b[0m", "\x1b[1m", "\x1b[2m"
GREEN, RED, YELLOW = "\x1b[32m", "\x1b[31m", "\x1b[33m"

_CONTROLS = {code: "\ufffd" for code in (*range(0x20), *range(0x7F, 0xA0)) if code not in (0x09, 0x0A)}


def is_terminal() -> bool:
    """Return whether standard output is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def is_coloured(choice: str = AUTO) -> bool:
    """Return whether to colour the output: ``choice`` is one of `CHOICES`.

    With ``auto``, a terminal gets colours unless ``NO_COLOR`` is set or ``TERM`` is ``dumb``.
    """
    if choice != AUTO:
        return choice == ALWAYS
    return is_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def without_controls(text: str) -> str:
    """Return the text with U+FFFD in place of control characters, but for line feeds and tabs."""
    return text.translate(_CONTROLS)


def coloured(text: str, code: str) -> str:
    """Return a text in a colour, or as it is if the code is empty."""
    return f"{code}{text}{PLAIN}" if code and text else text


def width() -> int:
    """Return the columns of the terminal; 80 if the output goes elsewhere."""
    from shutil import get_terminal_size

    return max(get_terminal_size((80, 24)).columns, 1)
