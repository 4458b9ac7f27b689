"""``ncleaner regions FILE``: draw a page as the engine ``fiasco`` sees it, as in the paper's Figure 2 and Table 1."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from time import monotonic
from typing import TYPE_CHECKING

from ncleaner.cli.address_names import is_address, short_name
from ncleaner.cli.clean_plan import page_name
from ncleaner.cli.output import print_result, write_result
from ncleaner.cli.page_input import named_page, read_page
from ncleaner.cli.parser import Parser, add_help
from ncleaner.cli.status import OK
from ncleaner.decode import decode
from ncleaner.engines.fiasco.dom import tree_of
from ncleaner.engines.fiasco.packages import requires_package
from ncleaner.engines.fiasco.targets import marked_html, targets_of
from ncleaner.errors import BrowserError
from ncleaner.read import reader
from ncleaner.system.files import STDIN, unzipped_name
from ncleaner.system.printable import printable

if TYPE_CHECKING:
    from ncleaner.engines.fiasco.visual import Measures
    from ncleaner.page.page import Source

SUMMARY = "Draw a page with the regions that the engine fiasco sees, and print their features."

EXAMPLES = (
    ("ncleaner regions page.html", "write page.regions.png"),
    ("ncleaner regions page.html -o picture.png", "write the picture elsewhere"),
)

DETAILS = """\
Render the page in a browser, without scripts and network. Write a picture with
the regions of its target nodes outlined and numbered, and print the features
that the engine measures of each region. The browser is Chromium or one of its
family; the environment variable NCLEANER_BROWSER can name it.
"""

EPILOG = """\
exit status: 0 on success; 1 if the page cannot be read or rendered, or the
result cannot be written; 2 for invalid arguments
"""

EXTENSION = ".regions.png"
SHOWN_CHARACTERS = 40  # of a region's text
GAP = "  "


class Options(argparse.Namespace):
    """The options of the command, with their defaults."""

    file: str | None = None
    output: str | None = None
    encoding: str | None = None


def run(argv: list[str]) -> int:
    """Draw the regions of a page and return the exit status."""
    options = parser().parse_args(argv, Options())
    path = named_page(options.file, "ncleaner regions")
    target = options.output or _default_output(path)
    return _draw(read_page(path), page_name(path), target, options.encoding)


def parser() -> Parser:
    """Return the parser of the command."""
    parser = Parser(
        "regions", "[OPTIONS] [FILE|URL|-]", summary=SUMMARY, examples=EXAMPLES, details=DETAILS, epilog=EPILOG
    )
    parser.positional("file", "FILE|URL|-", nargs="?")
    add = parser.group("options")
    help = f"write the picture to this file (default: the page's name with {EXTENSION})"
    add("-o", "--output", metavar="FILE", help=help)
    add("--encoding", metavar="NAME", help="decode the page by this encoding, whatever it declares")
    add_help(add)
    return parser


def _default_output(source: str) -> str:
    """Return the page's name with another ending, in the current directory."""
    if is_address(source):
        return short_name(source) + EXTENSION
    name = "page" if source == STDIN else os.path.splitext(os.path.basename(unzipped_name(source)))[0]
    return name + EXTENSION


def _draw(page: Source, name: str, target: str, encoding: str | None) -> int:
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
            browser.started()
            deadline = monotonic() + SECONDS
            rendering = browser.render(marked_html(tree, targets).encode("utf-8", "replace"), SECONDS)
        regions_by_target = regions(rendering, deadline)
    except BrowserError as error:
        raise BrowserError(f"{name}: {error}") from None
    status = write_result(target, drawn(rendering.picture, regions_by_target))
    if status != OK:
        return status
    texts = [tree.text(row) for row in targets]
    return print_result("\n".join(_table(measures(regions_by_target, line_unit(rendering.boxes)), texts)))


def _table(measured: dict[int, Measures], texts: list[str]) -> Iterator[str]:
    """Yield a line for each region, and one with the number of targets without a region."""
    from ncleaner.engines.fiasco.visual import NAMES

    headings = ("region", *NAMES)
    widths = [len(heading) for heading in headings]
    yield GAP.join((*headings, "text"))
    for number, values in measured.items():
        cells = [str(number), *(f"{value:.2f}" for value in values)]
        aligned = [f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True)]
        yield GAP.join((*aligned, _beginning(texts[number]))).rstrip()
    invisible = len(texts) - len(measured)
    if invisible:
        yield f"{invisible} {'target is' if invisible == 1 else 'targets are'} not visible in the picture"


def _beginning(text: str) -> str:
    """Return the first characters of a text, without control characters."""
    plain = printable(" ".join(text.split()))
    return plain if len(plain) <= SHOWN_CHARACTERS else plain[: SHOWN_CHARACTERS - 1] + "…"
