"""The options and the help of ``ncleaner clean``."""

from __future__ import annotations

import argparse

from ncleaner.cli import COMMANDS, DEFAULT_COMMAND
from ncleaner.cli.argument_types import fraction, megabytes, seconds
from ncleaner.cli.engine_options import MODEL_HELP, add_engine_options, chosen_engine, other_engines
from ncleaner.cli.output import print_result
from ncleaner.cli.parser import Parser, add_color, table
from ncleaner.engines import DEFAULT_ENGINE, ENGINES, default_model
from ncleaner.fetch import LARGEST, TIMEOUT
from ncleaner.render import FORMATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ncleaner.cli.commands.clean import Options

USAGE = "[OPTIONS] [FILE|DIR|URL|-]..."
SHELLS = ("bash", "zsh", "fish")

SUMMARY = "Turn web pages into clean text: keep the content, drop menus, ads and the like."

BRIEF = f"""\
usage: ncleaner {USAGE}

{SUMMARY}

  ncleaner page.html                      print the text of a page
  ncleaner https://example.org/           fetch a page and print its text
  curl -s https://example.org/ | ncleaner
  ncleaner --help                         show more examples, options and commands
"""
"""What a terminal gets if no page is named."""

HELP = f"""\
usage: ncleaner {USAGE}
       ncleaner COMMAND [OPTIONS]

{SUMMARY}

examples:
  ncleaner page.html                      print the text of a page
  ncleaner -f markdown page.html          print it as Markdown
  ncleaner https://example.org/           fetch a page and print its text
  ncleaner -o clean/ *.html               clean many pages into a folder
  cat page.html | ncleaner                read standard input

options:
  -f, --format FORMAT        write txt (the default), markdown, html, json, xml,
                             tei or another format
  -o, --output FILE|DIR      write to a file or a folder instead of printing
  --links, --images          write Markdown with links, with images
  --with-metadata            write title, author and date before the text
  --precision, --recall      keep less text, but surer; keep more
  --comments auto|keep|drop  keep or drop the comments of readers
  --scope auto|article|page  keep the article alone, or all text of the page
  --engine NAME              decide by another engine, such as ngram
  -v, --verbose              print warnings and facts about each page
  -h, --help                 print this help

commands:
  explain            show why each block of a page was kept or dropped
  studio             see and correct decisions in the browser, train a model
  corpus             clean all pages of a crawl and write them as a corpus
  site               show what the pages of a site have in common
  evaluate, compare  measure engines and other tools on pages with gold texts
  agreement, merge   compare and merge the gold texts of two annotators
  train, tune, learning-curve, models, regions
                     train models and look into them

`ncleaner --help-all` lists all options, formats, engines and commands.
`ncleaner COMMAND --help` explains a command.
"""

EXAMPLES = (
    ("ncleaner page.html", "print the text of a page"),
    ("ncleaner -f markdown page.html", "print it as Markdown"),
    ("ncleaner --links --with-metadata page.html", "put title and date first"),
    ("ncleaner https://example.org/", "fetch a page and print its text"),
    ("ncleaner -o clean/ *.html", "clean many pages into a folder"),
    ("curl -s URL | ncleaner --url URL -", "clean a page from elsewhere"),
)

DETAILS = """\
Files may be gzip-compressed. Without FILE, or with -, read standard input.
With a directory, clean its *.html, *.htm, *.xhtml and *.txt files; this needs
-o DIR. With an address that begins with http:// or https://, fetch the page.
Print several pages one after another, or write them to the directory given
with -o.
"""

EPILOG = """\
environment variables:
  NO_COLOR           print no colours, if it is set
  NCLEANER_DATA      the folder of sets of pages that commands take by name
  NCLEANER_BROWSER   the Chromium-based browser that renders pages for fiasco

exit status: 0 on success, 1 if some inputs failed (each with a line on standard
error), 2 for invalid arguments
"""

OTHER_COMMANDS = "other commands, each with --help"


class Version(argparse.Action):
    """Print the version, the backend, and the default engine and model."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: Any, values: Any, option_string: str | None = None
    ) -> None:
        """Print and exit."""
        from ncleaner import __version__, backend

        model = default_model(DEFAULT_ENGINE)
        engine = f"default engine {DEFAULT_ENGINE}, {f'model {model}' if model else 'no model'}"
        parser.exit(print_result(f"ncleaner {__version__} ({backend.name()} backend, {engine})"))


class Help(argparse.Action):
    """Print the help for every day."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: Any, values: Any, option_string: str | None = None
    ) -> None:
        """Print and exit."""
        parser.exit(print_result(HELP))


class Completion(argparse.Action):
    """Print a completion script."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: Any, values: Any, option_string: str | None = None
    ) -> None:
        """Print and exit."""
        from ncleaner.cli.completion import script

        parser.exit(print_result(script(values)))


class Format(argparse.Action):
    """Set the output format. Of several ``-f`` the last one counts; short forms must not contradict any other."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: Any, values: Any, option_string: str | None = None
    ) -> None:
        """Set the format, or exit with a message."""
        format = self.const or values
        this = self.option_strings[0]
        for option, other in namespace.format_options.items():
            if other != format and option != this:
                parser.error(f"{this} and {option} contradict each other: give one format")
        namespace.format_options = {**namespace.format_options, this: format}
        namespace.format = format


class Limit(argparse.Action):
    """Set a limit of pages that are fetched: an argument of `ncleaner.fetch_url`."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: Any, values: Any, option_string: str | None = None
    ) -> None:
        """Set the argument that has the name of the option."""
        name = self.option_strings[0].removeprefix("--").replace("-", "_")
        namespace.limits = {**namespace.limits, name: self.const or values}


def parse(argv: Sequence[str], options: Options) -> None:
    """Set the options by the arguments; exit with a message if they are invalid."""
    parser(chosen_engine(argv)).parse_intermixed_args(argv, options)


def parser(engine: str = DEFAULT_ENGINE) -> Parser:
    """Return the parser of the command; help shows the options of the given engine."""
    tables = [
        table("formats", FORMATS),
        table("engines", _engines()) + other_engines("ncleaner", "--help-all"),
        table(OTHER_COMMANDS, _commands()),
    ]
    epilog = "\n".join([*tables, EPILOG])
    parser = Parser("", USAGE, summary=SUMMARY, examples=EXAMPLES, details=DETAILS, epilog=epilog)
    parser.help_option = "--help-all"
    parser.positional("inputs", "FILE|DIR|URL|-", nargs="*")
    add = parser.group("output")
    help = "write this format, see below (default: txt)"
    add("-f", "--format", action=Format, choices=FORMATS, metavar="FORMAT", help=help)
    add("--markdown", action=Format, const="markdown", nargs=0, dest="format", help="short for -f markdown")
    help = "short for -f markdown, which has the addresses of links"
    add("--links", action=Format, const="markdown", nargs=0, dest="format", help=help)
    add(
        "--images",
        action="store_true",
        help="write images with their addresses, in markdown (the default then) or html",
    )
    add("--json", action=Format, const="json", nargs=0, dest="format", help="short for -f json")
    help = "write title, author, date and the like before txt, markdown and html; other formats always have them"
    add("--with-metadata", action="store_true", help=help)
    help = "write to this file, or into this directory if it exists or ends in /"
    add("-o", "--output", metavar="FILE|DIR", help=help)
    add("--all", action="store_true", help="include dropped segments")
    add = parser.group("input")
    add("--text", action="store_true", help="read plain text, not HTML")
    add("--encoding", metavar="NAME", help="decode pages by this encoding, whatever they declare")
    add("--url", metavar="URL", help="set the address of the page, if it was fetched before")
    add = parser.group("pages by address, which need: pip install 'ncleaner[fetch]'")
    help = "fetch also from this machine and from private networks"
    add("--allow-private", action=Limit, const=True, nargs=0, dest="limits", help=help)
    help = f"give up a page after so many seconds in total (default: {TIMEOUT:g})"
    add("--timeout", action=Limit, type=seconds, metavar="SECONDS", dest="limits", help=help)
    help = f"fetch no page that is larger (default: {LARGEST >> 20})"
    add("--max-size", action=Limit, type=megabytes, metavar="MB", dest="limits", help=help)
    add = parser.group("cleaning")
    add("--engine", metavar="NAME", help=f"choose the engine, see below (default: {DEFAULT_ENGINE})")
    add("--model", metavar="NAME|FILE", help=MODEL_HELP)
    help = "skip pages with less confidence than this, 0 to 1, and pages without text (forest, ngram)"
    add("--min-confidence", type=fraction, metavar="X", help=help)
    add_engine_options(parser, [engine])
    add = parser.group("messages and help")
    add("-q", "--quiet", action="store_true", help="print no lines about failed and skipped inputs")
    add("-v", "--verbose", action="store_true", help="print warnings and facts about each page")
    add_color(add)
    add("--version", action=Version, nargs=0, help="print the version, the backend and the default engine")
    help = "print a completion script for a shell: bash, zsh or fish"
    add("--completion", action=Completion, choices=SHELLS, metavar="SHELL", help=help)
    add("-h", "--help", action=Help, nargs=0, help="print the most common options, and the commands")
    add("--help-all", action="help", help="print all options, formats, engines and commands")
    return parser


def _engines() -> dict[str, str]:
    """Return the summary of each engine, without other tools: ``ncleaner compare --help`` lists those."""
    return {name: entry.summary for name, entry in ENGINES.items() if ":" not in name}


def _commands() -> dict[str, str]:
    return {name: summary for name, (_, summary) in COMMANDS.items() if name != DEFAULT_COMMAND}
