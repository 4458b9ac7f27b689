"""``ncleaner explain FILE|URL``: show the segments of a page, kept and dropped, with reasons and scored characters.

On a terminal, characters that count for clean text are green, those that count against it red, and strong ones bold.
There are no colours elsewhere, if ``NO_COLOR`` is set, or if the engine does not score characters.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from ncleaner.cleaner import Cleaner
from ncleaner.cli.clean_plan import is_text
from ncleaner.cli.engine_options import MODEL_HELP, add_engine_options, chosen_engine, other_engines
from ncleaner.cli.output import print_result
from ncleaner.cli.page_input import read_page
from ncleaner.cli.parser import EXIT_STATUS, Parser, add_help
from ncleaner.engines import DEFAULT_ENGINE, find
from ncleaner.page.document import Document
from ncleaner.system.files import STDIN

DESCRIPTION = """\
Show all segments of a page, kept (+) and dropped (-), each with the reason. On
a terminal, colour the characters if the engine scores them (forest and ngram
do): green for clean text, red against it, bold for a high score.
"""

WEAK, STRONG = 0.5, 2.5  # bits; characters with a score below WEAK have no colour
PLAIN, FAINT = "\x1b[0m", "\x1b[2m"
GREEN, BOLD_GREEN, RED, BOLD_RED = "\x1b[32m", "\x1b[1;32m", "\x1b[31m", "\x1b[1;31m"


class Options(argparse.Namespace):
    """The options of the command, with their defaults."""

    file: str = STDIN
    engine: str | None = None
    model: str | None = None
    engine_options: dict[str, Any] = {}  # noqa: RUF012  replaced, never changed
    text: bool = False
    encoding: str | None = None


def run(argv: list[str]) -> int:
    """Explain a page and return the exit status."""
    options = parser(chosen_engine(argv)).parse_args(argv, Options())
    cleaner = Cleaner(engine=options.engine, model=options.model, **options.engine_options)
    kind = "text" if options.text or is_text(options.file) else "html"
    document = cleaner.clean(read_page(options.file), encoding=options.encoding, kind=kind)
    return print_result("\n".join(lines(document, coloured=_is_coloured())))


def parser(engine: str = DEFAULT_ENGINE) -> Parser:
    """Return the parser of the command; help shows the options of the given engine."""
    epilog = f"{other_engines('ncleaner explain')}\n{EXIT_STATUS}"
    parser = Parser("explain", "[OPTIONS] [FILE|URL|-]", description=DESCRIPTION, epilog=epilog)
    parser.positional("file", "FILE|URL|-", nargs="?")
    add = parser.group("options")
    add("--engine", metavar="NAME", help=f"choose the engine (default: {DEFAULT_ENGINE})")
    add("--model", metavar="NAME|FILE", help=MODEL_HELP)
    add("--text", action="store_true", help="read plain text, not HTML")
    add("--encoding", metavar="NAME", help="set the encoding, whatever the page declares")
    add_help(add)
    add_engine_options(parser, [engine])
    return parser


def _is_coloured() -> bool:
    return sys.stdout is not None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def lines(document: Document, *, coloured: bool) -> Iterator[str]:
    """Yield the lines to print: two for each segment, and an empty one between segments."""
    with_scores = coloured and find(document.engine).explains_characters
    for number, segment in enumerate(document.segments):
        if number:
            yield ""
        decision = f"{'+' if segment.keep else '-'} {segment.kind} {segment.reason}"
        yield f"{FAINT}{decision}{PLAIN}" if coloured else decision
        yield _colour(segment.explain()) if with_scores else segment.text


def _colour(characters: Iterable[tuple[str, float]]) -> str:
    """Return a text coloured by the scores of its characters."""
    runs = groupby(characters, key=lambda scored: _code(scored[1]))
    texts = ((code, "".join(character for character, _ in run)) for code, run in runs)
    return "".join(f"{code}{text}{PLAIN}" if code else text for code, text in texts if text)


def _code(bits: float) -> str:
    """Return the terminal code for a score."""
    if abs(bits) < WEAK:
        return ""
    if bits > 0:
        return BOLD_GREEN if bits >= STRONG else GREEN
    return BOLD_RED if bits <= -STRONG else RED
