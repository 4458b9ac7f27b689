"""The common part of ``ncleaner evaluate`` and ``ncleaner compare``: options, the run, and the results.

Arguments are validated before the first page is cleaned. Results are printed before files are written, so that a file
that cannot be written loses nothing.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from textwrap import fill
from typing import TYPE_CHECKING, Any

from ncleaner.cli.argument_types import count, folder
from ncleaner.cli.engine_options import add_engine_options, other_engines
from ncleaner.cli.named_sets import SET_DESCRIPTION, existing_set, read_named_set
from ncleaner.cli.output import print_error, print_json, print_result, print_tables, write_result
from ncleaner.cli.parser import EXIT_STATUS_OF_SETS, Examples, Parser, add_help
from ncleaner.engines import ENGINES
from ncleaner.errors import UsageError
from ncleaner.evaluate import peers as peers  # adds other tools to the table of engines

if TYPE_CHECKING:
    from ncleaner.evaluate.results import Evaluation
    from ncleaner.gold.sets import Set

STDOUT = "-"

SETS_TO_EVALUATE = f"""\
{SET_DESCRIPTION}
A set may have a file snippets.json instead of gold/, with texts that must be
in the output and texts that must not be in it:
  {{"PAGE.html": {{"with": [TEXT, ...], "without": [TEXT, ...]}}, ...}}
"""

PEER_PATH_HELP = (
    "search this folder for magic_html, and its node_modules for the packages of peer:readability-js; may be given"
    " several times (default: NCLEANER_PEER_PATH)"
)
MODEL_HELP = "evaluate this model, with its engine; may be given several times"

Available = Callable[[list[str], list[str]], list[str]]
"""Returns those of the engines, the first argument, that can run with the models, the second argument."""


class Options(argparse.Namespace):
    """The options of both commands, with their defaults."""

    set: str | None = None
    pages: str | None = None
    gold: str | None = None
    limit: int | None = None
    engines: list[str] | None = None
    models: list[str] | None = None
    engine_options: dict[str, Any] = {}  # noqa: RUF012  replaced, never changed
    cross_validate: int = 0
    train_with: list[tuple[str, int]] = []  # noqa: RUF012  replaced, never changed
    workers: int = 1
    peer_path: list[str] | None = None
    ascii: bool = False
    json: bool = False
    csv: str | None = None
    html: str | None = None
    metadata: bool = False
    structure: bool = False


def evaluation_parser(
    command: str, summary: str, examples: Examples, details: str, engine_help: str, engines: Sequence[str]
) -> Parser:
    """Return the parser of a command; help shows the options of the given engines."""
    names = fill(", ".join(ENGINES), 71, subsequent_indent="  ", break_on_hyphens=False)
    parser = Parser(
        command,
        "SET [OPTIONS]",
        "--pages DIR --gold DIR [OPTIONS]",
        summary=summary,
        examples=examples,
        details=details,
        epilog=f"engines: {names}\n{other_engines(f'ncleaner {command}')}\n{EXIT_STATUS_OF_SETS}",
    )
    parser.positional("set", "SET", nargs="?")
    add = parser.group("engines")
    add("--engine", action="append", dest="engines", metavar="NAME", help=engine_help)
    add("--model", action="append", dest="models", metavar="NAME|FILE", help=MODEL_HELP)
    help = "train on all but one of K folds and evaluate that one, for each fold"
    add("--cross-validate", type=count, metavar="K", help=help)
    help = "train on this set, too, and count each of its pages N times (default: 1); may be given several times"
    add("--train-with", type=_weighted_set, action="append", metavar="SET[=N]", help=help)
    add_engine_options(parser, engines)
    add = parser.group("set")
    add("--pages", metavar="DIR", help="read the pages from this folder, in SET or elsewhere")
    add("--gold", metavar="DIR", help="read the gold texts from this folder, in SET or elsewhere")
    add(
        "--limit",
        type=count,
        metavar="N",
        help="use only N pages of the set, always the same ones (those whose ids have the smallest SHA-256)",
    )
    add("--ascii", action="store_true", help="ignore characters outside ASCII")
    add = parser.group("output")
    add("--json", action="store_true", help="print the summary as JSON instead of tables")
    help = "write a row for each engine and page as CSV; without FILE, print it"
    add("--csv", nargs="?", const=STDOUT, metavar="FILE", help=help)
    add("--html", metavar="FILE", help="write a report for a browser")
    add = parser.group("running")
    add("--workers", type=count, metavar="N", help="use N worker processes (default: 1)")
    add("--peer-path", type=folder, action="append", metavar="DIR", help=PEER_PATH_HELP)
    add_help(add)
    return parser


def _weighted_set(text: str) -> tuple[str, int]:
    """Return the name of a set and the weight of its pages."""
    name, sign, weight = text.rpartition("=")
    return (name, count(weight)) if sign else (text, 1)


def run_evaluation(
    options: Options,
    engines: list[str],
    *,
    memory: bool = False,
    only_html: bool = False,
    available: Available = lambda engines, models: engines,
) -> int:
    """Evaluate engines, print and write the results, and return the exit status."""
    _check(options)
    if options.peer_path:
        peers.set_peer_path(options.peer_path)
    pages = read_chosen_set(options)
    if only_html:
        pages = _only_html(pages)
    return _output(_evaluate(pages, options, engines, memory, available), options)


def _only_html(pages: Set) -> Set:
    """Return the set without its plain-text pages; print how many there are."""
    html = [pair for pair in pages.pages if pair.kind == "html"]
    if not html:
        raise UsageError(f"{pages.name} has no HTML pages, and other tools read nothing else: run ncleaner evaluate")
    if len(html) < len(pages.pages):
        print_error(f"plain-text pages left out, as other tools read HTML only: {len(pages.pages) - len(html)}")
    return replace(pages, pages=html)


def _check(options: Options) -> None:
    """Validate the arguments."""
    if options.set is None and (options.pages is None or options.gold is None):
        hint = "" if options.csv in (None, STDOUT) else "; --csv took it as its FILE, write SET --csv FILE"
        raise UsageError(f"name a SET to evaluate, or give both --pages and --gold{hint}")
    if options.json and options.csv == STDOUT:
        raise UsageError("--json and --csv cannot both go to standard output: --csv FILE writes to a file")
    for name, path in (("--csv", options.csv), ("--html", options.html)):
        if path is not None and os.path.isdir(path):
            raise UsageError(f"{name} {path}: this is a directory, name a file in it")


def _evaluate(pages: Set, options: Options, engines: list[str], memory: bool, available: Available) -> Evaluation:
    from ncleaner.evaluate.run import evaluate
    from ncleaner.evaluate.silence import silenced
    from ncleaner.evaluate.statistics import t_test
    from ncleaner.system.progress import progress

    t_test([0.0, 1.0], [0.0, 0.0])  # fails now, not after the run, if the package for statistics is missing
    if options.html is not None and pages.has_snippets:
        raise UsageError(f"--html shows differences from gold texts, and {pages.name} has only snippets")
    models = options.models or []
    with silenced(), progress() as advance:
        return evaluate(
            pages,
            available(engines, models),
            models=models,
            options=options.engine_options,
            workers=options.workers,
            ascii_only=options.ascii,
            cross_validate=options.cross_validate,
            train_with=[(read_named_set(name), weight) for name, weight in options.train_with],
            measure_memory=memory,
            progress=advance,
        )


def read_chosen_set(options: Options) -> Set:
    """Read the set that the options name, or as many pages of it as they say."""
    from ncleaner.gold.sets import read_set

    folder = None if options.set is None else existing_set(options.set)
    pages = read_set(folder, pages=options.pages, gold=options.gold)
    return pages if options.limit is None else pages.limited(options.limit)


def _output(evaluation: Evaluation, options: Options) -> int:
    """Print the results, then write files, even if printing fails."""
    from ncleaner.evaluate.summary import summarize, to_csv

    summary = summarize(evaluation)
    status = _print(evaluation, summary, options)
    if options.csv is not None and options.csv != STDOUT:
        status = max(status, write_result(options.csv, to_csv(evaluation)))
    if options.html is not None:
        from ncleaner.evaluate.report import report

        status = max(status, write_result(options.html, report(evaluation, summary=summary)))
    return status


def _print(evaluation: Evaluation, summary: dict[str, Any], options: Options) -> int:
    from ncleaner.evaluate.printout import unpaired_note
    from ncleaner.evaluate.summary import to_csv
    from ncleaner.evaluate.tables import printout_of

    if options.csv == STDOUT:
        if evaluation.unpaired:
            print_error(unpaired_note(evaluation.unpaired))
        return print_result(to_csv(evaluation))
    return print_json(summary) if options.json else print_tables(printout_of(summary))
