"""``ncleaner explain FILE``: the segments of a page, kept and dropped, why, and what each of their characters said.

On a terminal characters that speak for clean text are green and those that speak against it red, the more the bolder.
Elsewhere, and where ``NO_COLOR`` is set, there are only the reasons.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator
from itertools import groupby

from ncleaner.cleaner import Cleaner
from ncleaner.cli.commands.clean import FAILED, MISUSED
from ncleaner.cli.engine_options import add_engine_options
from ncleaner.cli.jobs import is_text
from ncleaner.cli.parser import Parser
from ncleaner.cli.printing import complain, printed
from ncleaner.engines import DEFAULT_ENGINE
from ncleaner.errors import InputError, NCleanerError
from ncleaner.page.document import Document
from ncleaner.system.files import STDIN, read_input

DESCRIPTION = """\
Show all segments of a page, kept (+) and dropped (-), each with the reason. On a
terminal every character is coloured by what the n-grams say: green if it speaks
for clean text, red if it speaks against it, bold if it says much.
"""

EPILOG = """\
exit status: 0 if all went well, 1 if the page could not be read or nothing
could be written, 2 if the command was misused
"""

SOME, MUCH = 0.5, 2.5  # bits; characters that say less than some are not coloured
PLAIN, FAINT = "\x1b[0m", "\x1b[2m"
GREEN, BOLD_GREEN, RED, BOLD_RED = "\x1b[32m", "\x1b[1;32m", "\x1b[31m", "\x1b[1;31m"


def run(argv: list[str]) -> int:
    """Explain a page; return the exit status."""
    options = _parser().parse_args(argv)
    try:
        cleaner = Cleaner(engine=options.engine, model=options.model, **options.engine_options)
        page = read_input(options.file)
        kind = "text" if options.text or is_text(options.file) else "html"
        document = cleaner.clean(page, encoding=options.encoding, kind=kind)
    except NCleanerError as error:
        return complain(str(error), MISUSED)
    except (OSError, InputError) as error:
        name = "standard input" if options.file == STDIN else options.file
        return complain(f"{name}: {getattr(error, 'strerror', None) or error}", FAILED)
    return printed("\n".join(lines(document, coloured=_is_coloured())))


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="ncleaner explain",
        usage="ncleaner explain [OPTIONS] [FILE|-]",
        description=DESCRIPTION,
        epilog=EPILOG,
    )
    parser.add_argument("file", nargs="?", default=STDIN, metavar="FILE|-", help=argparse.SUPPRESS)
    parser.add_argument(
        "--engine", metavar="NAME", help=f"the engine to ask: forest or ngram (default: {DEFAULT_ENGINE})"
    )
    parser.add_argument("--model", metavar="NAME|FILE", help="the model to ask; see ncleaner models")
    parser.set_defaults(engine_options={})
    add_engine_options(parser.add_argument)
    parser.add_argument("--text", action="store_true", help="plain text, not HTML: a dump or a message")
    parser.add_argument("--encoding", metavar="NAME", help="encoding of the page, whatever it says itself")
    parser.add_argument("-h", "--help", action="help", help="print this")
    return parser


def _is_coloured() -> bool:
    return sys.stdout is not None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def lines(document: Document, *, coloured: bool) -> Iterator[str]:
    """The lines to print: two for each segment, and an empty one between them."""
    for number, segment in enumerate(document.segments):
        if number:
            yield ""
        said = f"{'+' if segment.keep else '-'} {segment.kind} {segment.reason}"
        yield f"{FAINT}{said}{PLAIN}" if coloured else said
        yield _painted(segment.explain()) if coloured else segment.text


def _painted(characters: Iterable[tuple[str, float]]) -> str:
    """The text, with the colours of its characters."""
    runs = groupby(characters, key=lambda one: _colour(one[1]))
    texts = ((colour, "".join(character for character, _ in run)) for colour, run in runs)
    return "".join(f"{colour}{text}{PLAIN}" if colour else text for colour, text in texts if text)


def _colour(bits: float) -> str:
    if abs(bits) < SOME:
        return ""
    if bits > 0:
        return BOLD_GREEN if bits >= MUCH else GREEN
    return BOLD_RED if bits <= -MUCH else RED
