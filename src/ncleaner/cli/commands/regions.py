"""``ncleaner render FILE``: how a page looks to the engine ``fiasco``, as in the paper's Figure 2 and Table 1."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ncleaner.cli.commands.clean import FAILED, MISUSED
from ncleaner.cli.parser import Parser
from ncleaner.cli.printing import complain, printed
from ncleaner.decode.decode import decode
from ncleaner.engines.fiasco.dom import tree_of
from ncleaner.engines.fiasco.packages import requires_package
from ncleaner.engines.fiasco.targets import marked_html, targets_of
from ncleaner.errors import BrowserError, InputError, NCleanerError
from ncleaner.read import reader
from ncleaner.system.files import STDIN, read_input, unzipped_name, write_bytes
from ncleaner.system.printable import printable

if TYPE_CHECKING:
    from ncleaner.engines.fiasco.visual import Measures

DESCRIPTION = """\
Have a browser show a page, without scripts and network, and write a picture of
it on which the regions of its target nodes are outlined and numbered. Print what
the engine fiasco measures of each region. The browser is Chromium or one of its
family; the variable NCLEANER_BROWSER can name it.
"""

EPILOG = """\
exit status: 0 if all went well, 1 if the page could not be read or rendered or
the result not be written, 2 if the command was misused
"""

EXTENSION = ".regions.png"
BEGINNING = 40  # characters of a text that are printed
GAP = "  "


def run(argv: list[str]) -> int:
    """Render a page; return the exit status."""
    options = _parser().parse_args(argv)
    name = "standard input" if options.file == STDIN else options.file
    try:
        page = read_input(options.file)
    except (OSError, InputError) as error:
        return complain(f"{name}: {getattr(error, 'strerror', None) or error}", FAILED)
    target = options.output or _default_output(options.file)
    try:
        return _rendered(page, name, target, options.encoding)
    except NCleanerError as error:
        return complain(str(error), MISUSED)
    except OSError as error:
        return complain(f"{target}: {error.strerror or error}", FAILED)


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="ncleaner render",
        usage="ncleaner render [OPTIONS] [FILE|-]",
        description=DESCRIPTION,
        epilog=EPILOG,
    )
    parser.add_argument("file", nargs="?", default=STDIN, metavar="FILE|-", help=argparse.SUPPRESS)
    parser.add_argument(
        "-o", "--output", metavar="FILE", help=f"where to write the picture (default: the page's name with {EXTENSION})"
    )
    parser.add_argument("--encoding", metavar="NAME", help="encoding of the page, whatever it says itself")
    parser.add_argument("-h", "--help", action="help", help="print this")
    return parser


def _default_output(source: str) -> str:
    """A name like that of the page, in the folder we are in."""
    name = "page" if source == STDIN else os.path.splitext(os.path.basename(unzipped_name(source)))[0]
    return name + EXTENSION


def _rendered(page: bytes, name: str, target: str, encoding: str | None) -> int:
    """Write the picture and print the table; return the exit status."""
    with requires_package("opencv-python-headless"):
        from ncleaner.engines.fiasco.visual.blobs import line_unit, regions
        from ncleaner.engines.fiasco.visual.browser import Browser
        from ncleaner.engines.fiasco.visual.drawing import drawn
        from ncleaner.engines.fiasco.visual.measures import measures
        from ncleaner.engines.fiasco.visual.workers import SECONDS

    tree = tree_of(reader("html")(decode(page, encoding=encoding).source))
    targets = targets_of(tree)
    try:
        with Browser() as browser:
            rendering = browser.render(marked_html(tree, targets).encode("utf-8", "replace"), SECONDS)
    except BrowserError as error:
        return complain(f"{name}: {error}", FAILED)
    found = regions(rendering)
    write_bytes(target, drawn(rendering.picture, found))
    texts = [tree.text(row) for row in targets]
    return printed("\n".join(_table(measures(found, line_unit(rendering.boxes)), texts)))


def _table(measured: dict[int, Measures], texts: list[str]) -> Iterator[str]:
    """A line for each region, and one about targets that have none."""
    from ncleaner.engines.fiasco.visual import NAMES

    headings = ("region", *NAMES)
    widths = [len(heading) for heading in headings]
    yield GAP.join((*headings, "text"))
    for number, values in measured.items():
        cells = [str(number), *(f"{value:.2f}" for value in values)]
        aligned = [f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True)]
        yield GAP.join((*aligned, _beginning(texts[number]))).rstrip()
    unseen = len(texts) - len(measured)
    if unseen:
        yield f"{unseen} {'target is' if unseen == 1 else 'targets are'} not to be seen on the picture"


def _beginning(text: str) -> str:
    """The first characters of a text, none of which a terminal would take for a command."""
    plain = printable(" ".join(text.split()))
    return plain if len(plain) <= BEGINNING else plain[: BEGINNING - 1] + "…"
