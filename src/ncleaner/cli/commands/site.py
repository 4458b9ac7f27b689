"""``ncleaner site FOLDER``: show what the pages of a site have in common, and how that changes a page.

On a terminal, kept text is green, dropped text red, and text dropped with evidence from other pages yellow. There are
no colours elsewhere, or if ``NO_COLOR`` is set.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence

from ncleaner.cleaner import Cleaner
from ncleaner.cli.clean_plan import is_text
from ncleaner.cli.columns import one_line
from ncleaner.cli.explanation import KINDS
from ncleaner.cli.output import print_coloured, print_result, write_result
from ncleaner.cli.page_input import read_page
from ncleaner.cli.parser import EXIT_STATUS, Parser, add_color, add_help
from ncleaner.cli.terminal import AUTO, DIM, GREEN, RED, YELLOW, coloured, is_coloured, without_controls
from ncleaner.decode import decode
from ncleaner.errors import UsageError
from ncleaner.page.document import Document
from ncleaner.read import read_page as read_blocks
from ncleaner.render.markup import escape
from ncleaner.sites.site import Learner, Site
from ncleaner.sites.template import TemplateBlock, template
from ncleaner.system.files import unzipped_name

SUMMARY = "Show what the pages of a site have in common, and how that changes the cleaning of a page."

EXAMPLES = (
    ("ncleaner site pages/", "list what pages have in common"),
    ("ncleaner site pages/ --page pages/news.html", "show how that changes a page"),
)

DETAILS = """\
Learn the site from the pages in FOLDER, which should all be of the same site.
Blocks on several of the pages are listed with their counts. With --page, kept
text is green on a terminal, dropped text red, and text that is dropped because
other pages have it, yellow.
"""

FORMATS = ("txt", "html")
ENDINGS = (".html", ".htm", ".xhtml")

POLICY = "default-src 'none'; style-src 'unsafe-inline'"
STYLE = """
:root { color-scheme: light dark; }
body { margin: 2rem auto; max-width: 56rem; padding: 0 1.5rem; font: 1rem/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere; }
td { padding: .2rem .8rem .2rem 0; vertical-align: top; }
td:first-child { white-space: nowrap; text-align: right; opacity: .7; }
""".strip()


class Options(argparse.Namespace):
    """The options of the command, with their defaults."""

    folder: str
    page: str | None = None
    format: str = "txt"
    color: str = AUTO
    output: str | None = None


def run(argv: list[str]) -> int:
    """Show a site and return the exit status."""
    options = parser().parse_args(argv, Options())
    if options.page is not None and is_text(options.page):
        raise UsageError(f"{options.page} is plain text; what is known of a site is about pages in HTML")
    paths = _pages(options.folder)
    learner = Learner()
    for path in paths:
        learner.add(read_page(path))
    site = learner.site()
    if options.page is not None:
        document = Cleaner(site=site).clean(read_page(options.page))
        text = _page(document, options)
    else:
        blocks = template(site, (read_blocks(decode(read_page(path))) for path in paths))
        text = _html(site, blocks) if options.format == "html" else "\n".join(_lines(site, blocks))
    if options.output is not None:
        return write_result(options.output, text)
    return print_result(text) if options.format == "html" else print_coloured(text)


def parser() -> Parser:
    """Return the parser of the command."""
    parser = Parser("site", "[OPTIONS] FOLDER", summary=SUMMARY, examples=EXAMPLES, details=DETAILS, epilog=EXIT_STATUS)
    parser.positional("folder", "FOLDER")
    add = parser.group("options")
    add("--page", metavar="FILE", help="show how this page is cleaned, instead of the common blocks")
    add("-f", "--format", choices=FORMATS, help="write text or a page for the browser (default: txt)")
    add("-o", "--output", metavar="FILE", help="write to this file (default: standard output)")
    add_color(add)
    add_help(add)
    return parser


def _pages(folder: str) -> list[str]:
    """Return the paths of the pages in a folder, in the order of their names."""
    try:
        names = sorted(os.listdir(folder))
    except FileNotFoundError:
        raise UsageError(f"there is no folder {folder}: name the folder with the pages of a site") from None
    except NotADirectoryError:
        raise UsageError(f"{folder} is a file; name the folder with the pages of a site") from None
    pages = [os.path.join(folder, name) for name in names if unzipped_name(name).lower().endswith(ENDINGS)]
    if not pages:
        raise UsageError(f"no pages in {folder}: looked for *{', *'.join(ENDINGS)}, with or without .gz")
    return pages


def _headline(site: Site, blocks: Sequence[TemplateBlock]) -> str:
    pages = f"{len(site)} page{'' if len(site) == 1 else 's'}"
    return f"{pages} in the sample, {len(blocks)} block{'' if len(blocks) == 1 else 's'} on two of them or more"


def _lines(site: Site, blocks: Sequence[TemplateBlock]) -> Iterator[str]:
    """Yield the lines to print: a headline, and one for each block of the template."""
    yield _headline(site, blocks)
    width = len(str(len(site)))
    for block in blocks:
        yield f"{block.pages:{width}} of {len(site)}  {_shown(block.text)}"


def _shown(text: str) -> str:
    return one_line(without_controls(text))


def _html(site: Site, blocks: Sequence[TemplateBlock]) -> str:
    """Return the blocks of the template as a page."""
    rows = "\n".join(f"<tr><td>{block.pages} of {len(site)}</td><td>{escape(block.text)}</td></tr>" for block in blocks)
    return (
        f'<!DOCTYPE html>\n<html><head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f"<title>{_headline(site, blocks)}</title>\n<style>\n{STYLE}\n</style>\n</head><body>\n"
        f"<h1>{_headline(site, blocks)}</h1>\n<table>\n{rows}\n</table>\n</body></html>\n"
    )


def _page(document: Document, options: Options) -> str:
    """Return how a page was cleaned."""
    if options.format == "html":
        return document.to("decisions")
    return "\n".join(_decisions(document, in_colours=options.output is None and is_coloured(options.color)))


def _decisions(document: Document, *, in_colours: bool) -> Iterator[str]:
    """Yield the lines to print: two for each segment, and an empty one between segments."""
    for number, segment in enumerate(document.segments):
        if number:
            yield ""
        decision = f"{'+' if segment.keep else '-'} {KINDS[segment.kind]}: {_shown(segment.reason)}"
        text = _shown(segment.text)
        if in_colours:
            colour = GREEN if segment.keep else YELLOW if _is_of_site(segment.reason) else RED
            decision, text = coloured(decision, DIM), coloured(text, colour)
        yield decision
        yield text


def _is_of_site(reason: str) -> bool:
    return "of this site" in reason
