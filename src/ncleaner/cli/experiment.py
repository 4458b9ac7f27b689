"""The common part of ``ncleaner tune`` and ``ncleaner learning-curve``: options, the run, and the results."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ncleaner.cli.argument_types import count
from ncleaner.cli.named_sets import read_named_set
from ncleaner.cli.output import print_json, print_result, write_result
from ncleaner.cli.parser import EXIT_STATUS_OF_SETS, Examples, Parser, add_help
from ncleaner.errors import UsageError
from ncleaner.train.recipe import DIRTY, Recipe

if TYPE_CHECKING:
    from ncleaner.train.examples import Progress, TrainingPage

DEFAULTS = Recipe()


class Options(argparse.Namespace):
    """The options of both commands, with their defaults."""

    set: str | None = None
    limit: int | None = None
    dirty: str = DEFAULTS.dirty
    json: bool = False
    plot: str | None = None


def experiment_parser(command: str, usage: str, summary: str, examples: Examples, details: str) -> Parser:
    """Return a parser with the set and the common options."""
    parser = Parser(command, usage, summary=summary, examples=examples, details=details, epilog=EXIT_STATUS_OF_SETS)
    parser.positional("set", "SET", nargs="?")
    add = parser.group("training")
    add(
        "--limit",
        type=count,
        metavar="N",
        help="use only N pages of SET, always the same ones (those whose ids have the smallest SHA-256)",
    )
    add("--dirty", choices=DIRTY, help=f"choose how dirty text is counted (default: {DEFAULTS.dirty})")
    add = parser.group("output")
    add("--json", action="store_true", help="print JSON instead of tables")
    add("--plot", metavar="FILE", help="draw a figure as SVG")
    add_help(add)
    return parser


def read_set_for_training(name: str, limit: int | None, progress: Progress) -> list[TrainingPage]:
    """Read the pages of a set and compare them with their gold texts."""
    from ncleaner.train.examples import examples_of, read_training_pages

    pages = read_named_set(name)
    pages = pages if limit is None else pages.limited(limit)
    return read_training_pages(examples_of([(pages, 1)]), progress, len(pages.pages))


def run_experiment(
    options: Options, work: Callable[[Progress], tuple[Sequence[str], dict[str, Any], Callable[[], str]]]
) -> int:
    """Call ``work``, print its lines or its JSON, draw its figure if asked for, and return the exit status."""
    from ncleaner.system.progress import progress

    if options.set is None:
        raise UsageError("name a SET to train on")
    if options.plot is not None and os.path.isdir(options.plot):
        raise UsageError(f"--plot {options.plot}: this is a directory, name a file in it")
    with progress() as advance:
        lines, facts, figure = work(advance)
    status = print_json(facts) if options.json else print_result("\n".join(lines))
    return status if options.plot is None else max(status, write_result(options.plot, figure()))
