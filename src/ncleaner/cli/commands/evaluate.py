"""``ncleaner evaluate SET --engine E…``: measure how well engines clean the pages of a set with gold texts."""

from __future__ import annotations

from collections.abc import Sequence

from ncleaner.cli.engine_options import chosen_engines
from ncleaner.cli.evaluation import SETS_TO_EVALUATE, Options, evaluation_parser, run_evaluation
from ncleaner.cli.metadata_evaluation import run_metadata_evaluation
from ncleaner.cli.parser import Parser
from ncleaner.cli.structure_evaluation import run_structure_evaluation
from ncleaner.engines import DEFAULT_ENGINE

SUMMARY = "Measure how well engines clean the pages of a set, by comparing their text with gold texts."

EXAMPLES = (
    ("ncleaner evaluate my-set", "measure the default"),
    ("ncleaner evaluate my-set --engine forest --engine ngram", "compare two engines"),
    ("ncleaner evaluate my-set --html report.html", "see the differences"),
    ("ncleaner evaluate my-set --metadata", "measure metadata"),
)

DETAILS = f"""\
With several engines, compare each with the first.

{SETS_TO_EVALUATE}"""

ENGINE_HELP = f"evaluate this engine; may be given several times (default: {DEFAULT_ENGINE}, or that of --model)"


METADATA_HELP = "evaluate titles, authors and dates instead of text, by metadata.json in SET; needs no engine"
STRUCTURE_HELP = "evaluate what the Markdown of an engine loses of tables, lists, code, formulas and headings"


def run(argv: list[str]) -> int:
    """Evaluate engines and return the exit status."""
    options = parser(chosen_engines(argv) or [DEFAULT_ENGINE]).parse_args(argv, Options())
    if options.structure:
        return run_structure_evaluation(options)
    if options.metadata:
        return run_metadata_evaluation(options)
    return run_evaluation(options, options.engines or ([] if options.models else [DEFAULT_ENGINE]))


def parser(engines: Sequence[str] = (DEFAULT_ENGINE,)) -> Parser:
    """Return the parser of the command; help shows the options of the given engines."""
    parser = evaluation_parser("evaluate", SUMMARY, EXAMPLES, DETAILS, ENGINE_HELP, engines)
    add = parser.group("other evaluations, instead of that of texts")
    add("--metadata", action="store_true", help=METADATA_HELP)
    add("--structure", action="store_true", help=STRUCTURE_HELP)
    return parser
