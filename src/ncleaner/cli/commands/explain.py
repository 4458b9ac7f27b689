"""``ncleaner explain FILE|URL``: show the blocks of a page, kept and dropped, with scores and reasons."""

from __future__ import annotations

import argparse
from typing import Any

from ncleaner.cleaner import Cleaner
from ncleaner.cli.clean_plan import is_text, page_name
from ncleaner.cli.engine_options import MODEL_HELP, add_engine_options, chosen_engine, other_engines
from ncleaner.cli.explanation import View, explanation
from ncleaner.cli.output import print_coloured
from ncleaner.cli.page_input import named_page, read_page
from ncleaner.cli.parser import EXIT_STATUS, Parser, add_color, add_help
from ncleaner.cli.terminal import AUTO, is_coloured, width
from ncleaner.engines import DEFAULT_ENGINE

SUMMARY = "Show why each block of a page was kept or dropped."

EXAMPLES = (
    ("ncleaner explain page.html", "show all blocks"),
    ("ncleaner explain --full page.html", "show whole texts"),
    ("ncleaner explain --color always page.html | less -R", "page through in colours"),
    ("ncleaner explain --engine ngram page.html", "see another engine"),
)

DETAILS = """\
Kept blocks have a +, dropped ones a -. The bar shows the score: to the right of
the line if it speaks for the block, to the left if it speaks against it. The
reason stands below. Neighbouring dropped blocks with nearly the same reasons
are shown together. The engine ngram colours characters on a terminal: green for
clean text, red against it, bold if strong.

For programs, `ncleaner -f json` has all blocks with scores and reasons.
"""


class Options(argparse.Namespace):
    """The options of the command, with their defaults."""

    file: str | None = None
    full: bool = False
    color: str = AUTO
    engine: str | None = None
    model: str | None = None
    engine_options: dict[str, Any] = {}  # noqa: RUF012  replaced, never changed
    text: bool = False
    encoding: str | None = None


def run(argv: list[str]) -> int:
    """Explain a page and return the exit status."""
    options = parser(chosen_engine(argv)).parse_args(argv, Options())
    path = named_page(options.file, "ncleaner explain")
    cleaner = Cleaner(engine=options.engine, model=options.model, **options.engine_options)
    kind = "text" if options.text or is_text(path) else "html"
    document = cleaner.clean(read_page(path), encoding=options.encoding, kind=kind)
    view = View(width(), coloured=is_coloured(options.color), full=options.full)
    return print_coloured("\n".join(explanation(document, page_name(path), view)))


def parser(engine: str = DEFAULT_ENGINE) -> Parser:
    """Return the parser of the command; help shows the options of the given engine."""
    epilog = f"{other_engines('ncleaner explain')}\n{EXIT_STATUS}"
    parser = Parser(
        "explain", "[OPTIONS] [FILE|URL|-]", summary=SUMMARY, examples=EXAMPLES, details=DETAILS, epilog=epilog
    )
    parser.positional("file", "FILE|URL|-", nargs="?")
    add = parser.group("options")
    add("--full", action="store_true", help="show whole texts, and every block by itself")
    add_color(add)
    add("--engine", metavar="NAME", help=f"choose the engine (default: {DEFAULT_ENGINE})")
    add("--model", metavar="NAME|FILE", help=MODEL_HELP)
    add("--text", action="store_true", help="read plain text, not HTML")
    add("--encoding", metavar="NAME", help="decode the page by this encoding, whatever it declares")
    add_help(add)
    add_engine_options(parser, [engine])
    return parser
