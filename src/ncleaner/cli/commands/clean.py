"""``ncleaner [clean] [FILE|DIR|-]…``: pages in, clean text out.

Strategy: the options become a plan of what to read and where to write, and only when that is settled the pages are
cleaned, one by one. An input that fails gets a line on standard error, and so does one that is left out because its
text cannot be trusted; the others go on.
"""

from __future__ import annotations

import sys

from ncleaner.cli import forget_output
from ncleaner.cli.jobs import Plan
from ncleaner.errors import InputError, NCleanerError, UsageError
from ncleaner.system.files import STDIN, read_input, write_file, write_output

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ncleaner.cleaner import Cleaner
    from ncleaner.cli.jobs import Job
    from ncleaner.page.document import Document

OK = 0
FAILED = 1
MISUSED = 2


class LeftOut(Exception):
    """A page whose text is not to be written; the message says why."""


class Options:
    """What the user asked for; these are the defaults."""

    inputs: tuple[str, ...] | list[str] = ()
    format = "txt"
    engine: str | None = None
    model: str | None = None
    engine_options: dict[str, Any] = {}  # noqa: RUF012  replaced, never changed
    min_confidence: float | None = None
    url: str | None = None
    encoding: str | None = None
    text = False
    output: str | None = None
    all = False
    quiet = False
    verbose = False


def run(argv: list[str]) -> int:
    """Clean pages; return the exit status."""
    options = Options()
    if any(argument != STDIN and argument.startswith("-") for argument in argv):
        from ncleaner.cli.options import parse

        parse(argv, options)
    else:  # the usual call needs no argparse, whose import takes as long as to clean a page
        options.inputs = argv
    if not options.inputs and (sys.stdin is None or sys.stdin.isatty()):
        from ncleaner.cli.options import SHORT_HELP

        print(SHORT_HELP, end="", file=sys.stderr)
        return MISUSED
    try:
        return _clean_all(options)
    except NCleanerError as error:
        print(f"ncleaner: {error}", file=sys.stderr)
        return MISUSED


def _clean_all(options: Options) -> int:
    cleaner = _cleaner(options)
    plan = _plan(options)
    for name, reason in plan.problems:
        _complain(options, name, reason)
    failed = bool(plan.problems)
    for job in plan.jobs:
        try:
            text = _cleaned(cleaner, job, options)
        except LeftOut as reason:
            _complain(options, job.name, f"left out: {reason}")
            continue
        if text is None:
            failed = True
            continue
        try:
            _write(job, text)
        except BrokenPipeError:
            raise
        except OSError as error:
            _complain(options, job.target or "standard output", error.strerror or str(error))
            failed = True
            if job.target is None:
                forget_output()
                break
    return FAILED if failed else OK


def _cleaner(options: Options) -> Cleaner:
    from ncleaner.cleaner import Cleaner

    cleaner = Cleaner(engine=options.engine, model=options.model, **options.engine_options)
    if options.min_confidence is not None and not cleaner.engine.can_tell_confidence:
        who = "this model" if cleaner.engine.takes_model else f"the engine {cleaner.engine.name!r}"
        raise UsageError(f"--min-confidence: {who} cannot tell how far its text can be trusted")
    return cleaner


def _plan(options: Options) -> Plan:
    from ncleaner.render import EXTENSIONS

    plan = Plan(list(options.inputs) or [STDIN], options.output, EXTENSIONS[options.format])
    if options.url is not None and len(plan.jobs) > 1:
        raise UsageError(f"--url is the address of one page, but there are {len(plan.jobs)}")
    return plan


def _cleaned(cleaner: Cleaner, job: Job, options: Options) -> str | None:
    """A page in the output format; ``None`` if it cannot be read."""
    kind = "text" if options.text or job.is_text else "html"
    try:
        page = read_input(job.source)
        document = cleaner.clean(page, url=options.url, encoding=options.encoding, kind=kind)
        if options.verbose:
            _tell(job, document)
        if options.min_confidence is not None:
            _doubt(document, options.min_confidence)
        return document.to(options.format, all=options.all)
    except (OSError, InputError) as error:
        _complain(options, job.name, getattr(error, "strerror", None) or str(error))
    except MemoryError:
        _complain(options, job.name, "there is not enough memory for it")
    return None


def _doubt(document: Document, least: float) -> None:
    """Raise if the text of a page cannot be trusted, or if there is none."""
    confidence = document.confidence
    if confidence is None:
        raise LeftOut("nothing of it is kept")
    if confidence < least:
        raise LeftOut(f"its confidence is {confidence:.4f}, and should be {least:g} or more")


def _write(job: Job, text: str) -> None:
    if job.target is None:
        write_output(text)
    else:
        write_file(job.target, text)


def _complain(options: Options, name: str, reason: str) -> None:
    if not options.quiet:
        print(f"ncleaner: {name}: {reason}", file=sys.stderr)


def _tell(job: Job, document: Document) -> None:
    """What there is to know about a page and how it was cleaned."""
    kept = document.decisions.kept
    facts = f"{kept} of {len(document.blocks)} segments kept by {document.engine}, {document.page.encoding}"
    if document.confidence is not None:
        facts += f", confidence {document.confidence:.4f}"
    for name, chance in list(document.page_types.items())[:1]:
        facts += f", {name} ({chance:.0%})"
    for line in (facts, *document.warnings):
        print(f"ncleaner: {job.name}: {line}", file=sys.stderr)
