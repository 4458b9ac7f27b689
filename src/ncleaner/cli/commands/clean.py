"""``ncleaner [clean] [FILE|DIR|URL|-]…``: clean pages.

Strategy: plan what to read and where to write, then read or fetch and clean the pages one by one. An input that fails,
or that is skipped because of low confidence, gets a line on standard error and does not stop the others.
"""

from __future__ import annotations

import sys

from ncleaner.cli.clean_plan import Plan
from ncleaner.cli.output import discard_output, print_error, reason
from ncleaner.cli.status import FAILED, MISUSED, OK
from ncleaner.errors import InputError, UsageError
from ncleaner.system.files import STDIN, read_input, write_file, write_output

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ncleaner.cleaner import Cleaner
    from ncleaner.cli.clean_plan import PageJob
    from ncleaner.cli.parser import Parser
    from ncleaner.page.document import Document
    from ncleaner.page.page import Source


WITH_HEADER = ("txt", "markdown", "html")
"""Formats that have the metadata in front of the text if they are asked for."""

WITHOUT_METADATA = ("cleaneval", "decisions")

WITH_IMAGES = ("markdown", "html")
"""Formats that can have images; the first one is meant where none is given."""


class Skipped(Exception):
    """A page whose text must not be written; the message says why."""


class Options:
    """The options of the command, with their defaults."""

    inputs: tuple[str, ...] | list[str] = ()
    format = "txt"
    format_options: dict[str, str] = {}  # noqa: RUF012  the options that set the format; replaced, never changed
    with_metadata = False
    images = False
    engine: str | None = None
    model: str | None = None
    engine_options: dict[str, Any] = {}  # noqa: RUF012  replaced, never changed
    min_confidence: float | None = None
    url: str | None = None
    encoding: str | None = None
    text = False
    limits: dict[str, Any] = {}  # noqa: RUF012  of pages that are fetched; replaced, never changed
    output: str | None = None
    color = "auto"
    all = False
    quiet = False
    verbose = False


def run(argv: list[str]) -> int:
    """Clean pages and return the exit status."""
    options = Options()
    if any(argument != STDIN and argument.startswith("-") for argument in argv):
        from ncleaner.cli.clean_options import parse

        parse(argv, options)
    else:  # a call without options avoids argparse, whose import takes as long as cleaning a page
        options.inputs = argv
    if not options.inputs and (sys.stdin is None or sys.stdin.isatty()):
        from ncleaner.cli.clean_options import BRIEF

        print(BRIEF, end="", file=sys.stderr)
        return MISUSED
    return _clean_all(options)


def parser() -> Parser:
    """Return the parser of the command."""
    from ncleaner.cli import clean_options

    return clean_options.parser()


def _clean_all(options: Options) -> int:
    if options.images and not options.format_options:
        options.format = WITH_IMAGES[0]
    cleaner = _cleaner(options)
    plan = _plan(options)
    for name, problem in plan.problems:
        _report(options, name, problem)
    failed = bool(plan.problems)
    for job in plan.jobs:
        try:
            text = _clean(cleaner, job, options)
        except Skipped as skipped:
            _report(options, job.name, f"left out: {skipped}")
            continue
        if text is None:
            failed = True
            continue
        try:
            _write(job, text)
        except BrokenPipeError:
            raise
        except OSError as error:
            _report(options, job.target or "standard output", reason(error))
            failed = True
            if job.target is None:
                discard_output()
                break
    return FAILED if failed else OK


def _cleaner(options: Options) -> Cleaner:
    from ncleaner.cleaner import Cleaner

    cleaner = Cleaner(engine=options.engine, model=options.model, **options.engine_options)
    if options.min_confidence is not None and not cleaner.engine.can_tell_confidence:
        which = "this model" if cleaner.engine.takes_model else f"the engine {cleaner.engine.name!r}"
        raise UsageError(
            f"--min-confidence cannot be used: {which} reports no confidence; leave it out, or use forest or ngram"
        )
    return cleaner


def _plan(options: Options) -> Plan:
    from ncleaner.render import EXTENSIONS

    if options.with_metadata and options.format in WITHOUT_METADATA:
        raise UsageError(
            f"--with-metadata cannot be used: {options.format} has no place for metadata; use another format"
        )
    if options.images and options.format not in WITH_IMAGES:
        raise UsageError(f"--images cannot be used with {options.format}; use -f {' or -f '.join(WITH_IMAGES)}")
    plan = Plan(list(options.inputs) or [STDIN], options.output, EXTENSIONS[options.format])
    if options.url is not None and len(plan.jobs) > 1:
        raise UsageError(
            f"--url is the address of one page, but there are {len(plan.jobs)}: give one page, or leave out --url"
        )
    if options.url is not None and any(job.is_address for job in plan.jobs):
        raise UsageError(
            "--url is for a page that was fetched before; one that is fetched now has its own: leave it out"
        )
    return plan


def _clean(cleaner: Cleaner, job: PageJob, options: Options) -> str | None:
    """Return a page in the output format, or ``None`` after a message if it cannot be read."""
    kind = "text" if options.text or job.is_text else "html"
    try:
        page = _read(job, options)
        document = cleaner.clean(page, url=options.url, encoding=options.encoding, kind=kind)
        if options.verbose:
            _print_facts(job, document)
        if options.min_confidence is not None:
            _check_confidence(document, options.min_confidence)
        text = document.to(options.format, all=options.all, **_format_settings(options))
        return text if job.target is not None else _for_screen(document, text, options)
    except FileNotFoundError as error:
        from ncleaner.cli.suggestions import suggestion

        _report(options, job.name, reason(error) + suggestion(job.source))
    except (OSError, InputError) as error:
        _report(options, job.name, reason(error))
    except MemoryError:
        _report(options, job.name, "not enough memory for this page: leave it out, or give more memory")
    return None


def _read(job: PageJob, options: Options) -> Source:
    if not job.is_address:
        return read_input(job.source)
    from ncleaner.cli.fetching import fetch_input

    return fetch_input(job.source, **options.limits)


def _format_settings(options: Options) -> dict[str, bool]:
    """Return the settings of the output format besides ``all``."""
    settings = {"metadata": True} if options.with_metadata and options.format in WITH_HEADER else {}
    return settings | ({"images": True} if options.images else {})


def _check_confidence(document: Document, minimum: float) -> None:
    """Raise `Skipped` if the confidence is below the minimum or no text is kept."""
    confidence = document.confidence
    if confidence is None:
        raise Skipped("no text is kept")
    if confidence < minimum:
        raise Skipped(f"its confidence is {confidence:.4f}, below {minimum:g}")


def _for_screen(document: Document, text: str, options: Options) -> str:
    """Return the output as it is printed: on a terminal coloured, and without control characters."""
    if options.color != "always" and (sys.stdout is None or not sys.stdout.isatty()):
        return text
    from ncleaner.cli import colours, terminal

    if not terminal.is_coloured(options.color):
        return terminal.without_controls(text)
    has_header = options.with_metadata and options.format in WITH_HEADER
    return colours.shown(document, text, options.format, all=options.all, metadata=has_header)


def _write(job: PageJob, text: str) -> None:
    if job.target is None:
        write_output(text)
    else:
        write_file(job.target, text)


def _report(options: Options, name: str, problem: str) -> None:
    if not options.quiet:
        print_error(f"{name}: {problem}")


def _print_facts(job: PageJob, document: Document) -> None:
    """Print how a page was cleaned, and its warnings."""
    kept = document.decisions.kept
    facts = f"{kept} of {len(document.blocks)} segments kept by {document.engine}, {document.page.encoding}"
    if document.confidence is not None:
        facts += f", confidence {document.confidence:.4f}"
    for page_type, probability in list(document.page_types.items())[:1]:
        facts += f", {page_type} ({probability:.0%})"
    for line in (facts, *document.warnings):
        print_error(f"{job.name}: {line}")
