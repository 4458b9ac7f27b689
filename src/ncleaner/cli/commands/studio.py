"""``ncleaner studio FOLDER|FILE``: see what is decided on pages, and why, in the browser."""

from __future__ import annotations

import argparse
import os

from ncleaner.cli.output import print_error, print_result
from ncleaner.cli.parser import Parser, add_help
from ncleaner.cli.status import OK
from ncleaner.cli.suggestions import suggestion
from ncleaner.errors import InputError, MissingPackage

SUMMARY = "See decisions on pages, annotate pages and train a model, in the browser."

EXAMPLES = (
    ("ncleaner studio pages/", "open a folder of pages"),
    ("ncleaner studio page.html", "open one page"),
    ("ncleaner studio", "drop pages into the window, or paste them"),
)

DETAILS = """\
The studio shows pages as they looked, with every segment that is kept, dropped
or uncertain in colour, the clean text beside them, and the reason for each
decision. One or more people can annotate the pages of a FOLDER and train models
on them. Ctrl-C ends the studio.
"""

EPILOG = """\
What annotators do is stored in FOLDER/ncleaner-studio.db, with every stroke;
trained models are in FOLDER/ncleaner-studio. Pages are never written.

The studio answers only on this machine, and only to the browser that has opened
the printed address. No script of a page runs, and nothing that a page refers to
is fetched.

exit status: 0 after Ctrl-C; 1 if pages cannot be read; 2 for invalid arguments
"""


class Options(argparse.Namespace):
    """The options of the command, with their defaults."""

    place: str | None = None
    host: str = "127.0.0.1"
    port: int = 0
    browser: bool = True


def run(argv: list[str]) -> int:
    """Serve the studio until Ctrl-C and return the exit status."""
    options = parser().parse_args(argv, Options())
    try:
        from ncleaner.studio.opening import opened
        from ncleaner.studio.serve import Server
    except ImportError as error:
        raise MissingPackage("the studio", error.name, "studio") from None
    if options.place is not None and not os.path.exists(options.place):
        raise InputError(f"there is no file or folder {options.place}{suggestion(options.place)}")
    studio = opened(options.place)

    def announce(address: str) -> None:
        print_result(f"The studio is at {address}\nCtrl-C ends it.")
        if options.browser:
            open_window(address)

    if studio.problem and options.place is not None and os.path.isdir(options.place):
        print_error(studio.problem)
    try:
        Server(*studio, host=options.host, port=options.port, announce=announce).run()
    finally:
        if studio.project is not None:
            studio.project.store.close()
    return OK


def open_window(address: str) -> None:
    """Open an address in the browser of the desktop. A browser in the terminal could not show it, so none is opened."""
    import webbrowser

    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return
    if type(browser) is not webbrowser.GenericBrowser:  # as browsers in the terminal are called there
        browser.open(address)


def parser() -> Parser:
    """Return the parser of the command."""
    parser = Parser(
        "studio", "[OPTIONS] [FOLDER|FILE]", summary=SUMMARY, examples=EXAMPLES, details=DETAILS, epilog=EPILOG
    )
    parser.positional("place", "FOLDER|FILE", nargs="?")
    add = parser.group("options")
    add("--port", type=int, metavar="N", help="listen on this port (default: a free one)")
    add("--host", metavar="ADDRESS", help="listen on this address of the machine (default: 127.0.0.1)")
    add("--no-browser", dest="browser", action="store_false", help="only print the address, and open no browser")
    add_help(add)
    return parser
