"""Printing of results to standard output and of messages to standard error, and writing of files.

Functions that print or write a result return the exit status: `OK`, or `FAILED` after a message.
"""

from __future__ import annotations

import os
import sys

from ncleaner.cli.status import FAILED, OK
from ncleaner.system.files import encoded, write_bytes, write_output
from ncleaner.system.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ncleaner.evaluate.printout import Printout


def print_error(message: str) -> None:
    """Print a message to standard error, without the control characters that names of files may have."""
    if sys.stderr is not None:
        print(printable(f"ncleaner: {message}"), file=sys.stderr)


def reason(error: Exception) -> str:
    """Return the text of an error; for system errors, without number and file name."""
    return getattr(error, "strerror", None) or str(error)


def print_result(text: str) -> int:
    """Print a result; a terminal gets no control characters but line feeds and tabs."""
    if sys.stdout is not None and sys.stdout.isatty():
        from ncleaner.cli.terminal import without_controls

        text = without_controls(text)
    return _status(lambda: write_output(text))


def print_coloured(text: str) -> int:
    """Print a result that may have the codes of colours, and no other control characters."""
    return _status(lambda: write_output(text))


def print_json(value: object) -> int:
    """Print a result as indented JSON."""
    import json

    return print_result(json.dumps(value, indent=1))


def print_tables(printout: Printout) -> int:
    """Print tables: with rich on a terminal, else as plain text."""
    return _status(lambda: _show(printout))


def write_result(path: str, content: str | bytes) -> int:
    """Write a file completely or not at all; text is encoded as UTF-8."""
    try:
        write_bytes(path, encoded(content) if isinstance(content, str) else content)
    except OSError as error:
        print_error(f"{path}: {reason(error)}")
        return FAILED
    return OK


def discard_output() -> None:
    """Redirect standard output to the null device, so that flushing it at exit cannot fail."""
    try:
        descriptor = sys.stdout.fileno()
    except (AttributeError, ValueError, OSError):
        return
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, descriptor)
    os.close(null)


def _status(show: Callable[[], None]) -> int:
    """Call a function that writes to standard output; a reader that has closed the pipe is no error."""
    try:
        show()
    except BrokenPipeError:
        discard_output()
    except OSError as error:
        discard_output()
        print_error(f"standard output: {reason(error)}")
        return FAILED
    return OK


def _show(printout: Printout) -> None:
    from ncleaner.evaluate.printout import lines, show

    if sys.stdout is not None and sys.stdout.isatty():
        try:
            from rich.console import Console
        except ImportError:
            pass
        else:
            show(printout, Console(highlight=False, markup=False, emoji=False))
            return
    write_output("\n".join(lines(printout)))
