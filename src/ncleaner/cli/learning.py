"""What the commands that try out training have in common: options, and what happens with the results."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ncleaner.cli.commands.clean import FAILED, MISUSED, OK
from ncleaner.cli.measuring import count
from ncleaner.cli.parser import Parser
from ncleaner.cli.printing import complain, printed
from ncleaner.cli.sets import set_of
from ncleaner.errors import NCleanerError, UsageError
from ncleaner.system.files import write_file
from ncleaner.train.recipe import DIRTY, Recipe

if TYPE_CHECKING:
    from ncleaner.train.examples import Progress, TrainingPage

DEFAULTS = Recipe()

EPILOG = """\
exit status: 0 if all went well, 1 if something could not be read or written, 2
if the command was misused
"""


class Options(argparse.Namespace):
    """What the user asked for; these are the defaults."""

    set: str | None = None
    limit: int | None = None
    dirty: str = DEFAULTS.dirty
    json: bool = False
    plot: str | None = None


def parser_of(name: str, description: str, usage: str) -> argparse.ArgumentParser:
    """A parser that knows the set, ``--limit``, ``--dirty``, ``--json`` and ``--plot``."""
    parser = Parser(
        prog=f"ncleaner {name}",
        usage=f"ncleaner {name} {usage}",
        description=description,
        epilog=EPILOG,
        argument_default=argparse.SUPPRESS,
    )
    parser.add_argument("set", nargs="?", metavar="SET", help=argparse.SUPPRESS)
    add = parser.add_argument_group("learning").add_argument
    add("--limit", type=count, metavar="N", help="only the N pages of SET whose ids have the smallest SHA-256")
    add("--dirty", choices=DIRTY, help=f"what is counted as dirty text (default: {DEFAULTS.dirty})")
    add = parser.add_argument_group("output").add_argument
    add("--json", action="store_true", help="print JSON instead of tables")
    add("--plot", metavar="FILE", help="draw a figure, as SVG")
    add("-h", "--help", action="help", help="print this")
    return parser


def lessons_of(name: str, limit: int | None, progress: Progress) -> list[TrainingPage]:
    """The pages of a set, read."""
    from ncleaner.train.examples import examples_of, read_training_pages

    found = set_of(name)
    found = found if limit is None else found.limited(limit)
    return read_training_pages(examples_of([(found, 1)]), progress, len(found.pages))


def deliver(
    options: Options, work: Callable[[Progress], tuple[Sequence[str], dict[str, Any], Callable[[], str]]]
) -> int:
    """Do the work, which gives lines, JSON and a figure to be drawn; return the exit status."""
    from ncleaner.system.progress import progress

    try:
        if options.set is None:
            raise UsageError("say which SET to learn from")
        if options.plot is not None and os.path.isdir(options.plot):
            raise UsageError(f"--plot {options.plot}: this is a directory, name a file in it")
        with progress() as advance:
            lines, facts, figure = work(advance)
        status = printed(_json(facts) if options.json else "\n".join(lines))
        return status if options.plot is None else max(status, _drawn(options.plot, figure()))
    except NCleanerError as error:
        return complain(str(error), MISUSED)
    except KeyboardInterrupt:
        complain("interrupted", FAILED)
        raise


def _json(facts: dict[str, Any]) -> str:
    import json

    return json.dumps(facts, indent=1)


def _drawn(path: str, figure: str) -> int:
    try:
        write_file(path, figure)
    except OSError as error:
        return complain(f"{path}: {error.strerror or error}", FAILED)
    return OK
