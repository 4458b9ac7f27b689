"""What commands print: results to standard output, complaints to standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable

from ncleaner.cli import forget_output
from ncleaner.cli.commands.clean import FAILED, OK
from ncleaner.system.files import write_output

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.evaluate.printout import Printout


def complain(message: str, status: int) -> int:
    """Print a line to standard error; return the exit status."""
    print(f"ncleaner: {message}", file=sys.stderr)
    return status


def printed(text: str) -> int:
    """Print a result; return the exit status, which tells whether it could be printed."""
    return printed_by(lambda: write_output(text))


def printed_by(show: Callable[[], None]) -> int:
    """The same for what prints by itself."""
    try:
        show()
    except BrokenPipeError:  # whoever read it has seen enough
        forget_output()
    except OSError as error:
        forget_output()
        return complain(f"standard output: {error.strerror or error}", FAILED)
    return OK


def printed_sheet(sheet: Printout) -> int:
    """The same for tables, in the way that suits what standard output is."""
    return printed_by(lambda: _show(sheet))


def _show(sheet: Printout) -> None:
    from ncleaner.evaluate.printout import lines, show

    if sys.stdout is not None and sys.stdout.isatty():
        try:
            from rich.console import Console
        except ImportError:
            pass
        else:
            show(sheet, Console(highlight=False, markup=False, emoji=False))
            return
    write_output("\n".join(lines(sheet)))
