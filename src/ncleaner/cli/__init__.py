"""The command line: one module for each command, imported when the command is called and not before.

A command has ``run(argv) -> int``, which returns the exit status: 0 if all went well, 1 if some inputs failed, 2 for
misuse. The first word picks the command; if it is not the name of one, pages are cleaned. A file that is called
like a command is written ``./name``, or comes after ``--``.

The options are read by argparse, not by click: importing click takes as long as everything else between
``ncleaner page.html`` and its output together.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

COMMANDS = {
    "clean": ("ncleaner.cli.commands.clean", "clean web pages and plain-text dumps"),
    "corpus": ("ncleaner.cli.commands.corpus", "clean all pages of a crawl, and write them as a corpus"),
    "evaluate": ("ncleaner.cli.commands.evaluate", "measure how well engines clean a set of pages with gold texts"),
    "compare": ("ncleaner.cli.commands.compare", "the same for other tools, with what they cost"),
    "agreement": ("ncleaner.cli.commands.agreement", "see how far two people agree who have cleaned the same pages"),
    "merge": ("ncleaner.cli.commands.merge", "make one gold text of those of two people, and mark where they differ"),
    "train": ("ncleaner.cli.commands.train", "learn a model from pages with gold texts"),
    "tune": ("ncleaner.cli.commands.tune", "find the best parameters of models"),
    "learning-curve": ("ncleaner.cli.commands.learning_curve", "see how many pages are enough to learn from"),
    "render": ("ncleaner.cli.commands.regions", "show how a page looks in a browser, and what fiasco measures of it"),
    "explain": ("ncleaner.cli.commands.explain", "show what each character of a page says for or against keeping it"),
    "models": ("ncleaner.cli.commands.models", "list the models that are installed, or show what is in one"),
}
"""Name to the module of a command, and what it does."""

DEFAULT_COMMAND = "clean"

INTERRUPTED = 130  # what a shell reports for a program that Ctrl-C ended


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    name = DEFAULT_COMMAND
    if arguments and arguments[0] in COMMANDS:
        name = arguments.pop(0)
    try:
        run: Callable[[list[str]], int] = __import__(COMMANDS[name][0], fromlist=["run"]).run
        return run(arguments)
    except SystemExit as exit:  # argparse leaves like that
        return exit.code if isinstance(exit.code, int) else 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # whoever read our output has seen enough
        forget_output()
        return 0


def forget_output() -> None:
    """Lead standard output nowhere, so that nobody tries to write out what is left when the program ends."""
    try:
        descriptor = sys.stdout.fileno()
    except (AttributeError, ValueError, OSError):
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)
