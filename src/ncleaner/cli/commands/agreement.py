"""``ncleaner agreement A B``: how far two people agree who have cleaned the same pages."""

from __future__ import annotations

import argparse
import json

from ncleaner.cli.commands.clean import FAILED, MISUSED
from ncleaner.cli.parser import Parser
from ncleaner.cli.printing import complain, printed, printed_sheet
from ncleaner.errors import NCleanerError

DESCRIPTION = """\
Compare what two people made of the same pages: minimum edit distance in words,
for each page and overall, what the differences are made of, and the pages with
the least agreement first.

A and B are folders of texts in CleanEval's format, or plain ones; those whose
files have the same name are of the same page.
"""

EPILOG = """\
exit status: 0 if all went well, 1 if the result could not be printed, 2 if the
command was misused
"""


class Options(argparse.Namespace):
    """What the user asked for; these are the defaults."""

    a: str
    b: str
    all: bool = False
    json: bool = False


def run(argv: list[str]) -> int:
    """Compare two folders of annotations; return the exit status."""
    options = Options()
    _parser().parse_args(argv, options)
    try:
        return _printed(options)
    except NCleanerError as error:
        return complain(str(error), MISUSED)
    except KeyboardInterrupt:
        complain("interrupted", FAILED)
        raise


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="ncleaner agreement",
        usage="ncleaner agreement A B [--all] [--json]",
        description=DESCRIPTION,
        epilog=EPILOG,
        argument_default=argparse.SUPPRESS,
    )
    parser.add_argument("a", metavar="A", help=argparse.SUPPRESS)
    parser.add_argument("b", metavar="B", help=argparse.SUPPRESS)
    parser.add_argument("--all", action="store_true", help="print all pages, however many there are")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables; it has all pages")
    parser.add_argument("-h", "--help", action="help", help="print this")
    return parser


def _printed(options: Options) -> int:
    from ncleaner.evaluate.agreement import agreement
    from ncleaner.evaluate.agreement_tables import printout_of
    from ncleaner.gold.annotations import read_annotations
    from ncleaner.system.progress import progress

    annotations = read_annotations(options.a, options.b)
    with progress() as advance:
        summary = agreement(annotations, advance)
    if options.json:
        return printed(json.dumps(summary, indent=1))
    return printed_sheet(printout_of(summary, every_page=options.all))
