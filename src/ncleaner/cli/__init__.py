"""The command line: one module per command in `ncleaner.cli.commands`, imported when the command is called.

A command is a function ``run(argv) -> int``, which returns the exit status. Beside it, ``parser()`` returns the parser
of its arguments; `ncleaner.cli.reference` has all parsers, for completion and the manual page. The first argument
selects the command; if it is not the name of one, the command is ``clean``. A file with the name of a command is
written ``./name``, or comes after ``--``.

Commands raise errors; `main` alone turns them into messages and exit statuses.

Arguments are parsed by argparse: importing click would double the time that ``ncleaner page.html`` takes.
"""

from __future__ import annotations

import signal
import sys

from ncleaner.cli.output import discard_output, print_error, reason
from ncleaner.cli.status import FAILED, INTERRUPTED, MISUSED, OK
from ncleaner.errors import BrowserError, InputError, NCleanerError, OutputError, WorkerError
from ncleaner.system.interrupts import one_interrupt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

COMMANDS = {
    "clean": ("ncleaner.cli.commands.clean", "clean web pages and plain-text dumps"),
    "explain": ("ncleaner.cli.commands.explain", "show why each block of a page was kept or dropped"),
    "studio": ("ncleaner.cli.commands.studio", "see decisions, annotate pages and train a model, in the browser"),
    "corpus": ("ncleaner.cli.commands.corpus", "clean all pages of a crawl and write them as a corpus"),
    "site": ("ncleaner.cli.commands.site", "show what the pages of a site have in common"),
    "evaluate": ("ncleaner.cli.commands.evaluate", "measure how well engines clean pages that have gold texts"),
    "compare": ("ncleaner.cli.commands.compare", "evaluate other tools too, with their time and memory"),
    "agreement": ("ncleaner.cli.commands.agreement", "measure how far two annotators agree"),
    "merge": ("ncleaner.cli.commands.merge", "merge the gold texts of two annotators and mark conflicts"),
    "train": ("ncleaner.cli.commands.train", "train a model on pages with gold texts"),
    "tune": ("ncleaner.cli.commands.tune", "find the best parameters of n-gram models"),
    "learning-curve": ("ncleaner.cli.commands.learning_curve", "measure how many training pages are enough"),
    "models": ("ncleaner.cli.commands.models", "list the installed models, or show one"),
    "regions": ("ncleaner.cli.commands.regions", "draw the regions of a rendered page and measure them"),
}
"""The module and a summary of each command."""

DEFAULT_COMMAND = "clean"

FAILURES = (InputError, OutputError, WorkerError, BrowserError)
"""Errors that are no fault of the arguments."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status.

    Without ``argv`` the arguments are those of the process, which is expected to end afterwards.
    """
    if argv is not None:
        return _status(list(argv))
    try:
        with one_interrupt():
            return _status(sys.argv[1:])
    except KeyboardInterrupt:  # it came before the handler was set
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        return INTERRUPTED


def _status(arguments: list[str]) -> int:
    """Run a command; return its exit status, or that of the error that it raises."""
    if any("\0" in argument for argument in arguments):
        print_error("an argument has a zero byte, which no name of a file has; remove it")
        return MISUSED
    name = DEFAULT_COMMAND
    if arguments and arguments[0] in COMMANDS:
        name = arguments.pop(0)
    try:
        run: Callable[[list[str]], int] = __import__(COMMANDS[name][0], fromlist=["run"]).run
        return run(arguments)
    except SystemExit as exit:  # raised by argparse
        return exit.code if isinstance(exit.code, int) else OK
    except KeyboardInterrupt:
        if name != DEFAULT_COMMAND:  # in a pipeline, other programs say it
            print_error("interrupted")
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output has ended
        discard_output()
        return OK
    except FAILURES as error:
        print_error(str(error))
        return FAILED
    except NCleanerError as error:
        print_error(str(error))
        return MISUSED
    except OSError as error:
        print_error(f"{error.filename}: {reason(error)}" if error.filename else reason(error))
        return FAILED
