"""What ``ncleaner evaluate`` and ``ncleaner compare`` have in common: options, and what happens with the results.

Everything that can be wrong with a call is found before the first page is cleaned. The results are printed before files
are written, so that nothing is lost where a file cannot be.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from textwrap import fill
from typing import TYPE_CHECKING, Any

from ncleaner.cli.commands.clean import FAILED, MISUSED, OK
from ncleaner.cli.engine_options import add_engine_options
from ncleaner.cli.parser import Parser
from ncleaner.cli.printing import complain, printed, printed_sheet
from ncleaner.cli.sets import place_of
from ncleaner.engines import ENGINES
from ncleaner.errors import NCleanerError, UsageError
from ncleaner.system.files import write_file

if TYPE_CHECKING:
    from ncleaner.evaluate.results import Evaluation
    from ncleaner.gold.sets import Set

STDOUT = "-"

EPILOG = """\
--json prints the summary that the tables show, --csv a row for each engine and
page. Whatever is printed goes to standard output, messages to standard error.

exit status: 0 if all went well, 1 if something could not be read or written, 2
if the command was misused
"""


MODEL = "model to evaluate with the engine that it is for; may be given several times"

Available = Callable[[list[str], list[str]], list[str]]
"""Picks those of the engines that can run, given the models that there are."""


class Options(argparse.Namespace):
    """What the user asked for; these are the defaults."""

    set: str | None = None
    pages: str | None = None
    gold: str | None = None
    limit: int | None = None
    engines: list[str] | None = None
    models: list[str] | None = None
    engine_options: dict[str, Any] = {}  # noqa: RUF012  replaced, never changed
    cross_validate: int = 0
    workers: int = 1
    ascii: bool = False
    json: bool = False
    csv: str | None = None
    html: str | None = None


def parse(name: str, description: str, engine: str, argv: list[str]) -> Options:
    """Read the arguments of one of the commands; ``engine`` is what its option of that name means."""
    options = Options()
    _parser(name, description, engine).parse_args(argv, options)
    return options


def _parser(name: str, description: str, engine: str) -> argparse.ArgumentParser:
    parser = Parser(
        prog=f"ncleaner {name}",
        usage=f"ncleaner {name} SET [OPTIONS]\n       ncleaner {name} --pages DIR --gold DIR [OPTIONS]",
        description=description,
        epilog=f"engines: {fill(', '.join(ENGINES), 71, subsequent_indent='  ', break_on_hyphens=False)}\n\n{EPILOG}",
        argument_default=argparse.SUPPRESS,
    )
    parser.add_argument("set", nargs="?", metavar="SET", help=argparse.SUPPRESS)
    add = parser.add_argument_group("engines").add_argument
    add("--engine", action="append", dest="engines", metavar="NAME", help=engine)
    add("--model", action="append", dest="models", metavar="NAME|FILE", help=MODEL)
    add_engine_options(add)
    add("--cross-validate", type=count, metavar="K", help="for each of K folds, train on the others and judge it")
    add = parser.add_argument_group("the set").add_argument
    add("--pages", metavar="DIR", help="folder of pages, in SET or elsewhere")
    add("--gold", metavar="DIR", help="folder of gold texts, in SET or elsewhere")
    add("--limit", type=count, metavar="N", help="only the N pages whose ids have the smallest SHA-256")
    add("--ascii", action="store_true", help="judge by ASCII characters only")
    add = parser.add_argument_group("output").add_argument
    add("--json", action="store_true", help="print the summary as JSON")
    add("--csv", nargs="?", const=STDOUT, metavar="FILE", help="write all pages as CSV, without a FILE: print them")
    add("--html", metavar="FILE", help="write a report to look at in a browser")
    add = parser.add_argument_group("running").add_argument
    add("--workers", type=count, metavar="N", help="processes that share the work (default: 1)")
    add("-h", "--help", action="help", help="print this")
    return parser


def count(text: str) -> int:
    """A number of things, of which there must be some."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 up")
    return number


def measure(
    options: Options,
    engines: list[str],
    *,
    memory: bool = False,
    available: Available = lambda engines, models: engines,
) -> int:
    """Evaluate engines and print what was asked for; return the exit status."""
    try:
        _check(options)
        evaluation = _evaluation(options, engines, memory, available)
        return _deliver(evaluation, options)
    except NCleanerError as error:
        return complain(str(error), MISUSED)
    except KeyboardInterrupt:
        complain("interrupted", FAILED)
        raise


def _check(options: Options) -> None:
    """Find what cannot be meant."""
    if options.set is None and (options.pages is None or options.gold is None):
        hint = "" if options.csv in (None, STDOUT) else "; the FILE of --csv comes after it: SET --csv FILE"
        raise UsageError(f"say which SET to evaluate, or give both --pages and --gold{hint}")
    if options.json and options.csv == STDOUT:
        raise UsageError("--json and --csv cannot both go to standard output: --csv FILE writes to a file")
    for name, path in (("--csv", options.csv), ("--html", options.html)):
        if path is not None and os.path.isdir(path):
            raise UsageError(f"{name} {path}: this is a directory, name a file in it")


def _evaluation(options: Options, engines: list[str], memory: bool, available: Available) -> Evaluation:
    from ncleaner.evaluate.run import evaluate
    from ncleaner.evaluate.silence import silenced
    from ncleaner.evaluate.statistics import t_test
    from ncleaner.system.progress import progress

    t_test([0.0, 1.0], [0.0, 0.0])  # if the package that statistics need is missing, it is better to know now
    chosen = _set(options)
    models = options.models or []
    with silenced(), progress() as advance:
        return evaluate(
            chosen,
            available(engines, models),
            models=models,
            options=options.engine_options,
            workers=options.workers,
            ascii_only=options.ascii,
            cross_validate=options.cross_validate,
            measure_memory=memory,
            progress=advance,
        )


def _set(options: Options) -> Set:
    from ncleaner.gold.sets import read_set

    path = None if options.set is None else place_of(options.set)
    found = read_set(path, pages=options.pages, gold=options.gold)
    return found if options.limit is None else found.limited(options.limit)


def _deliver(evaluation: Evaluation, options: Options) -> int:
    """Print, then write files, whatever became of the printing."""
    from ncleaner.evaluate.summary import summarize, to_csv

    summary = summarize(evaluation)
    status = _printed(evaluation, summary, options)
    if options.csv is not None and options.csv != STDOUT:
        status = max(status, _written(options.csv, to_csv(evaluation)))
    if options.html is not None:
        from ncleaner.evaluate.report import report

        status = max(status, _written(options.html, report(evaluation, summary=summary)))
    return status


def _printed(evaluation: Evaluation, summary: dict[str, Any], options: Options) -> int:
    from ncleaner.evaluate.printout import unpaired_note
    from ncleaner.evaluate.summary import to_csv
    from ncleaner.evaluate.tables import printout_of

    if options.csv == STDOUT:
        if evaluation.unpaired:
            complain(unpaired_note(evaluation.unpaired), OK)
        return printed(to_csv(evaluation))
    if options.json:
        import json

        return printed(json.dumps(summary, indent=1))
    return printed_sheet(printout_of(summary))


def _written(path: str, text: str) -> int:
    try:
        write_file(path, text)
    except OSError as error:
        return complain(f"{path}: {error.strerror or error}", FAILED)
    return OK
