"""``ncleaner agreement A B``: measure how far two annotators of the same pages agree."""

from __future__ import annotations

import argparse

from ncleaner.cli.output import print_json, print_tables
from ncleaner.cli.parser import EXIT_STATUS_OF_SETS, Parser, add_help

SUMMARY = "Measure how far two people agree who annotated the same pages."

EXAMPLES = (
    ("ncleaner agreement anna/ ben/", "compare the gold texts in two folders"),
    ("ncleaner agreement anna/ ben/ --json", "print all pages as JSON"),
)

DETAILS = """\
Print the minimum edit distance in words, per page and overall, the kinds of
differences, and the pages with the least agreement first.

A and B are folders of texts, plain or in CleanEval's format; files of the same
name belong to the same page.
"""


class Options(argparse.Namespace):
    """The options of the command, with their defaults."""

    a: str
    b: str
    all: bool = False
    json: bool = False


def run(argv: list[str]) -> int:
    """Compare two folders of annotations and return the exit status."""
    options = parser().parse_args(argv, Options())
    from ncleaner.evaluate.agreement import agreement
    from ncleaner.evaluate.agreement_tables import printout_of
    from ncleaner.gold.annotations import read_annotations
    from ncleaner.system.progress import progress

    annotations = read_annotations(options.a, options.b)
    with progress() as advance:
        summary = agreement(annotations, advance)
    return print_json(summary) if options.json else print_tables(printout_of(summary, every_page=options.all))


def parser() -> Parser:
    """Return the parser of the command."""
    parser = Parser(
        "agreement",
        "A B [--all] [--json]",
        summary=SUMMARY,
        examples=EXAMPLES,
        details=DETAILS,
        epilog=EXIT_STATUS_OF_SETS,
    )
    parser.positional("a", "A")
    parser.positional("b", "B")
    add = parser.group("options")
    add("--all", action="store_true", help="print all pages, not only those with the least agreement")
    add("--json", action="store_true", help="print JSON with all pages instead of tables")
    add_help(add)
    return parser
