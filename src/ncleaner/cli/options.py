"""The options of ``ncleaner clean``, and its help."""

from __future__ import annotations

import argparse

from ncleaner.cli import COMMANDS, DEFAULT_COMMAND
from ncleaner.cli.engine_options import add_engine_options
from ncleaner.cli.parser import Parser
from ncleaner.engines import DEFAULT_ENGINE, ENGINES, default_model
from ncleaner.render import FORMATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ncleaner.cli.commands.clean import Options

USAGE = "ncleaner [OPTIONS] [FILE|DIR|-]..."

SHORT_HELP = f"""\
usage: {USAGE}
Clean web pages: keep the text that people wrote, drop the furniture around it.

  ncleaner page.html                 print the text of a page
  ncleaner -f markdown page.html     the same as Markdown
  curl -s https://example.org/ | ncleaner
  ncleaner --help                    all options, formats and engines
"""

DESCRIPTION = """\
Clean web pages: keep the text that people wrote, drop the furniture around it.

Files may be gzip-compressed. Without a FILE, or with -, standard input is read.
A directory is searched for *.html, *.htm, *.xhtml and *.txt and needs -o DIR.
Several files are printed one after another, or written to the directory -o.
"""

EPILOG = """\
exit status: 0 if all went well, 1 if some inputs failed (each with a line on
standard error), 2 if the command was misused
"""


class Version(argparse.Action):
    """Prints the version, which twin of the compiled modules runs, and what cleans by default."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: Any, values: Any, option_string: str | None = None
    ) -> None:
        """Print and leave."""
        from ncleaner import __version__, backend

        model = default_model(DEFAULT_ENGINE)
        cleans = f"default engine {DEFAULT_ENGINE}, {f'model {model}' if model else 'no model'}"
        print(f"ncleaner {__version__} ({backend.name()} backend, {cleans})")
        parser.exit()


def parse(argv: Sequence[str], options: Options) -> None:
    """Put what the arguments say into the options; leave with a message if they make no sense."""
    _parser().parse_intermixed_args(argv, options)


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="ncleaner",
        usage=USAGE,
        description=DESCRIPTION,
        epilog="\n".join(
            [
                _table("formats", FORMATS),
                _table("engines", _engines()),
                _table("other commands, each with --help", _commands()),
                EPILOG,
            ]
        ),
        argument_default=argparse.SUPPRESS,
    )
    parser.add_argument("inputs", nargs="*", metavar="FILE|DIR|-", help=argparse.SUPPRESS)
    add = parser.add_argument_group("output").add_argument
    add("-f", "--format", choices=FORMATS, metavar="FORMAT", help="output format, see below (default: txt)")
    add("-o", "--output", metavar="FILE|DIR", help="write there: into it if it is a directory or ends in /")
    add("--all", action="store_true", help="the dropped segments, too")
    add = parser.add_argument_group("input").add_argument
    add("--text", action="store_true", help="plain text, not HTML: a dump or a message")
    add("--encoding", metavar="NAME", help="encoding of the pages, whatever they say themselves")
    add("--url", metavar="URL", help="address that the page came from")
    add = parser.add_argument_group("cleaning").add_argument
    add("--engine", metavar="NAME", help=f"what decides, see below (default: {DEFAULT_ENGINE})")
    add("--model", metavar="NAME|FILE", help="model for the engine, or instead of it; see ncleaner models")
    add_engine_options(add)
    add(
        "--min-confidence",
        type=share,
        metavar="X",
        help="leave out pages of which less than this share of the text is expected to be right, 0 to 1, and those of"
        " which nothing is left (forest, ngram)",
    )
    add = parser.add_argument_group("messages").add_argument
    add("-q", "--quiet", action="store_true", help="no line for inputs that failed or are left out")
    add("-v", "--verbose", action="store_true", help="warnings and facts about each page")
    add("--version", action=Version, nargs=0, help="print the version and how it runs")
    add("-h", "--help", action="help", help="print this")
    return parser


def share(text: str) -> float:
    """A number from 0 to 1."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 1")
    return number


def _engines() -> dict[str, str]:
    """Our own engines; the other tools are in the help of ``ncleaner compare``."""
    return {name: entry.summary for name, entry in ENGINES.items() if ":" not in name}


def _commands() -> dict[str, str]:
    return {name: what for name, (_, what) in COMMANDS.items() if name != DEFAULT_COMMAND}


def _table(title: str, entries: dict[str, str]) -> str:
    width = max(11, *map(len, entries))
    lines = [f"  {name:<{width}} {what}" for name, what in entries.items()]
    return "\n".join([f"{title}:", *lines, ""])
