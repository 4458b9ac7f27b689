"""``ncleaner corpus INPUT… -o DIR``: clean a crawl and write it for corpus tools and training pipelines."""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Sequence
from functools import partial
from textwrap import wrap
from time import monotonic
from typing import TYPE_CHECKING, Any

from ncleaner.cli.argument_types import count, fraction, seconds
from ncleaner.cli.corpus_progress import progress
from ncleaner.cli.corpus_sites import OptionsOfSites, add_site_options, site_options
from ncleaner.cli.corpus_summary import table
from ncleaner.cli.engine_options import MODEL_HELP, add_engine_options, chosen_engine, other_engines
from ncleaner.cli.output import print_error, print_result, reason
from ncleaner.cli.parser import Parser, add_help
from ncleaner.cli.parser import table as table_of
from ncleaner.cli.status import FAILED, INTERRUPTED, OK
from ncleaner.corpus.cleaned import ALL_FIELDS, FIELDS, MORE_FIELDS
from ncleaner.corpus.fetching.options import LONGEST_DELAY, FetchOptions
from ncleaner.corpus.folder import ERROR_LOG
from ncleaner.corpus.job import interrupts
from ncleaner.corpus.job import run as run_job
from ncleaner.corpus.record import LARGEST_PAGE, Columns
from ncleaner.corpus.run.pool import MEMORY, SECONDS, Limits, Pool
from ncleaner.corpus.run.worker import missing
from ncleaner.corpus.settings import Filters, Settings
from ncleaner.corpus.sinks import SINKS, TABLES, SinkOptions
from ncleaner.engines import DEFAULT_ENGINE
from ncleaner.errors import OutputError, UsageError, WorkerError
from ncleaner.render import FORMATS

if TYPE_CHECKING:
    from ncleaner.corpus.job import Outcome
    from ncleaner.corpus.run.runtime import RuntimeFactory

MEGABYTE = 1 << 20
LOCAL = "local"
RAY = "ray"
DEFAULT_SINK = "jsonl.gz"
LEAST_MEMORY = 256  # megabytes
LISTED = 20  # reasons why shards were given up, or inputs that could not be read

SUMMARY = "Clean all pages of a crawl and write them as a corpus."

EXAMPLES = (
    ("ncleaner corpus 'crawl/*.warc.gz' -o corpus", "write compressed JSON Lines"),
    ("ncleaner corpus pages/ -o corpus --to parquet", "write Parquet tables"),
    ("ncleaner corpus addresses.urls -o corpus", "fetch addresses first"),
    ("ncleaner corpus crawl/ -o corpus --min-words 50", "filter the pages"),
)

DETAILS = """\
INPUT is a file, a glob, a directory, or - for a list of paths on standard
input. Inputs are WARC and WET archives, JSON Lines and Parquet tables with
pages in a column, and HTML and text files, all of them compressed or not. Paths
with a protocol, such as s3://, are read through fsspec, if that is installed.
A list of addresses is a text file NAME.urls with one on each line; its pages
are fetched first.
"""

EPILOG = """\
The output is divided into shards, which do not depend on the number of workers.
Finished shards are kept: after a crash or an interrupt, the same command
resumes the job. errors.jsonl lists records that are damaged or could not be
cleaned, and summary.json has the totals. A shard is given up if its file is
missing, unreadable or changed meanwhile, or if workers are killed again and
again: the status is 1, and the same command retries it. Ctrl-C finishes the
shards in progress, then stops; a second Ctrl-C stops at once.

The pages of lists are fetched one after another into archives in DIR/.ncleaner,
as robots.txt allows, in which they stay for the same command; errors.jsonl
lists those that could not be fetched. --restart fetches them again.

With --sites, boilerplate is also recognised by standing on several pages of a
site. Pages of a site have a domain in common, which is what can be registered
below a public suffix; those without an address share a folder. The whole input
is read twice. Pages of sites with fewer than --site-pages pages, and pages of
plain text, are cleaned as without it.

On a Ray cluster, ncleaner must be installed on all nodes, and all nodes must
see INPUT and DIR under the same names. The output is the same, byte for byte.

exit status: 0 if all input is done, 1 if shards were given up, if nothing could
be read from an archive or table, or if the output cannot be written, 2 for
invalid arguments, 130 if interrupted
"""

RESUME = "run the same command again to resume"


class Options(OptionsOfSites):
    """The options of the command, with their defaults."""

    inputs: list[str]
    output: str
    to: str = DEFAULT_SINK
    format: str | None = None
    all: bool = False
    fields: tuple[str, ...] = FIELDS
    shard_size: int | None = None
    columns: Columns = Columns()
    encoding: str | None = None
    largest_page: int = LARGEST_PAGE // MEGABYTE
    delay: float = FetchOptions().delay
    timeout: float = FetchOptions().timeout
    allow_private: bool = False
    engine: str | None = None
    model: str | None = None
    engine_options: dict[str, Any] = {}  # noqa: RUF012  replaced, never changed
    min_confidence: float | None = None
    min_words: int = 0
    languages: tuple[str, ...] = ()
    detect_language: bool = False
    drop_duplicates: bool = False
    drop_duplicate_paragraphs: bool = False
    workers: int = 0
    runtime: str = LOCAL
    address: str | None = None
    page_seconds: float = SECONDS
    page_memory: int = MEMORY // MEGABYTE
    resume: bool = False
    restart: bool = False
    quiet: bool = False


def run(argv: list[str]) -> int:
    """Make a corpus and return the exit status."""
    options = parser(chosen_engine(argv)).parse_intermixed_args(argv, Options())
    try:
        return _run(options)
    except ModuleNotFoundError as error:
        raise missing(error) from None
    except (OutputError, WorkerError, OSError) as error:
        raise OutputError(f"{options.output}: {reason(error)}; finished shards are kept, {RESUME}") from error
    except KeyboardInterrupt:
        print_error(f"stopped; {RESUME}")
        return INTERRUPTED


def _run(options: Options) -> int:
    settings = _settings(options)
    runtime, workers = _runtime(options)
    began = monotonic()
    with progress(options.quiet) as show, interrupts(lambda: _print_interrupt(options)) as interrupted:
        outcome = run_job(
            options.inputs,
            options.output,
            settings,
            workers=workers,
            runtime=runtime,
            limits=Limits(options.page_seconds, options.page_memory * MEGABYTE),
            shard_size=None if options.shard_size is None else options.shard_size * MEGABYTE,
            restart=options.restart,
            resume=options.resume,
            save_sites=options.sites_save,
            fetching=FetchOptions(options.delay, options.timeout, options.allow_private),
            progress=show,
            interrupted=interrupted,
        )
    return _print_outcome(outcome, options, monotonic() - began)


def _print_outcome(outcome: Outcome, options: Options, seconds: float) -> int:
    for why, number in Counter(outcome.given_up.values()).most_common(LISTED):
        print_error(f"{why}; {number} {'shard was' if number == 1 else 'shards were'} given up")
    if not outcome.is_complete:
        done = f"{outcome.shards} of {outcome.shards_total} shards are finished"
        if outcome.learnt is not None:
            done += f", and the sites of {outcome.learnt} are learnt"
        print_error(f"{done}; {RESUME}")
        return FAILED if outcome.given_up else INTERRUPTED
    _print_unreadable(outcome.unreadable, options.output)
    status = OK if options.quiet else print_result(table(outcome, options.output, seconds))
    return FAILED if outcome.unreadable else status


def _print_unreadable(inputs: Sequence[str], output: str) -> None:
    log = os.path.join(output, ERROR_LOG)
    for path in inputs[:LISTED]:
        print_error(f"{path}: nothing could be read from it; see {log}")
    if len(inputs) > LISTED:
        print_error(f"nothing could be read from {len(inputs) - LISTED} more inputs; see {log}")


def _print_interrupt(options: Options) -> None:
    if not options.quiet:
        print_error("finishing the shards in progress; press Ctrl-C again to stop at once")


def _settings(options: Options) -> Settings:
    if options.format is not None and options.to != "files":
        raise UsageError("--format is for --to files; the other sinks have a fixed format")
    if 0 < options.page_memory < LEAST_MEMORY:
        raise UsageError(
            f"--page-memory: give {LEAST_MEMORY} MB or more, which a worker may need before its first page"
        )
    if options.fields != FIELDS and options.to not in TABLES:
        raise UsageError(f"--fields is for the sinks {', '.join(TABLES)}")
    return Settings(
        sink=SinkOptions(options.to, options.format or "txt", options.all, options.fields),
        engine=options.engine,
        model=options.model,
        engine_options=options.engine_options,
        encoding=options.encoding,
        filters=Filters(
            min_confidence=options.min_confidence,
            min_words=options.min_words,
            languages=options.languages,
            detect=options.detect_language,
            duplicate_pages=options.drop_duplicates,
            duplicate_paragraphs=options.drop_duplicate_paragraphs,
        ),
        columns=options.columns,
        sites=site_options(options),
        max_page_bytes=options.largest_page * MEGABYTE,
    )


def _runtime(options: Options) -> tuple[RuntimeFactory, int]:
    """Return the runtime, and the number of its workers; 0 means as many as possible."""
    if options.runtime == RAY:
        from ncleaner.corpus.run.cluster import Cluster

        return partial(Cluster, address=options.address), options.workers
    if options.address is not None:
        raise UsageError(f"--address is for --runtime {RAY}")
    return Pool, options.workers or _processors()


def _processors() -> int:
    """Return the number of processors that this process may use."""
    if sys.platform.startswith("linux"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def parser(engine: str = DEFAULT_ENGINE) -> Parser:
    """Return the parser of the command; help shows the options of the given engine."""
    parser = Parser(
        "corpus",
        "INPUT... -o DIR [OPTIONS]",
        summary=SUMMARY,
        examples=EXAMPLES,
        details=DETAILS,
        epilog="\n".join([*_sinks_and_fields(), "", other_engines("ncleaner corpus"), EPILOG]),
    )
    parser.positional("inputs", "INPUT", nargs="+")
    _add_output(parser)
    _add_input(parser)
    add = parser.group("cleaning")
    add("--engine", metavar="NAME", help=f"choose the engine, see ncleaner --help (default: {DEFAULT_ENGINE})")
    add("--model", metavar="NAME|FILE", help=MODEL_HELP)
    add_engine_options(parser, [engine])
    add_site_options(parser)
    _add_filters(parser)
    _add_running(parser)
    return parser


def _sinks_and_fields() -> list[str]:
    sinks = table_of("sinks", {name: summary for name, (_, summary) in SINKS.items()})
    more = f"with --fields also {', '.join(MORE_FIELDS)}"
    return [sinks, f"fields of {', '.join(TABLES)}:", *_indented(f"{', '.join(FIELDS)}; {more}")]


def _indented(text: str) -> list[str]:
    return wrap(text, 78, initial_indent="  ", subsequent_indent="  ")


def _add_output(parser: Parser) -> None:
    add = parser.group("output")
    add("-o", "--output", metavar="DIR", required=True, help="write to this folder")
    add("--to", choices=SINKS, metavar="SINK", help=f"choose the sink, see below (default: {DEFAULT_SINK})")
    add("-f", "--format", choices=FORMATS, metavar="FORMAT", help="write --to files in this format (default: txt)")
    add("--all", action="store_true", help="include dropped segments")
    help = "write these columns of tables, see below, or with + those besides the usual ones; fewer is faster"
    add("--fields", type=fields, metavar="[+]NAME,...", help=help)
    help = "put this much input into a shard (default: a 64th of all, from 4 to 128)"
    add("--shard-size", type=count, metavar="MB", help=help)


def _add_input(parser: Parser) -> None:
    add = parser.group("input")
    help = "name the columns of tables that have html, text, id, url and date"
    add("--columns", type=columns, metavar="NAME=COLUMN,...", help=help)
    add("--encoding", metavar="NAME", help="decode pages by this encoding, whatever they declare")
    help = f"skip pages that are larger after decompression (default: {Options.largest_page})"
    add("--largest-page", type=count, metavar="MB", help=help)
    add = parser.group("lists of addresses, which need: pip install 'ncleaner[fetch]'")
    help = f"wait between two requests to a host (default: {Options.delay:g}; its robots.txt can ask for up to "
    help += f"{LONGEST_DELAY:g})"
    add("--delay", type=seconds, metavar="SECONDS", help=help)
    help = f"give up a page after so many seconds in total (default: {Options.timeout:g})"
    add("--timeout", type=seconds, metavar="SECONDS", help=help)
    add("--allow-private", action="store_true", help="fetch also from this machine and from private networks")


def _add_filters(parser: Parser) -> None:
    add = parser.group("filters")
    help = "skip pages with less confidence than this, 0 to 1, and pages without text"
    add("--min-confidence", type=fraction, metavar="X", help=help)
    add("--min-words", type=count, metavar="N", help="skip pages with fewer than N words after cleaning")
    help = "keep only pages in these languages, detected from their text"
    add("--keep-languages", dest="languages", type=codes, metavar="CODE,...", help=help)
    add("--drop-duplicates", action="store_true", help="skip pages with the same text as an earlier page")
    help = "also drop duplicate and near-duplicate paragraphs; this option and the last clean every page twice"
    add("--drop-duplicate-paragraphs", action="store_true", help=help)
    help = "detect languages from the text instead of using the declared ones; skip no page"
    add("--detect-language", action="store_true", help=help)


def _add_running(parser: Parser) -> None:
    add = parser.group("running")
    add("--workers", type=count, metavar="N", help="use N worker processes (default: one for each processor)")
    help = f"run workers on this machine ({LOCAL}, the default) or on a Ray cluster ({RAY})"
    add("--runtime", choices=(LOCAL, RAY), metavar="NAME", help=help)
    help = "set the address of the cluster, or auto (default: start one on this machine)"
    add("--address", metavar="ADDRESS", help=help)
    help = f"limit the time for a page (default: {SECONDS:g}; 0: no limit)"
    add("--page-seconds", type=float, metavar="N", help=help)
    help = f"limit the memory of a worker (default: {Options.page_memory}; 0: no limit)"
    add("--page-memory", type=int, metavar="MB", help=help)
    add("--resume", action="store_true", help="fail unless DIR has a job to resume")
    add("--restart", action="store_true", help="remove an earlier job from DIR and start again")
    add("-q", "--quiet", action="store_true", help="print no progress and no summary")
    add_help(add)


def columns(text: str) -> Columns:
    """Return the columns in a list such as ``html=body,url=address``."""
    pairs = dict(part.partition("=")[::2] for part in text.split(","))
    names = Columns.__slots__
    if not all(pairs.values()) or not set(pairs) <= set(names):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a list such as html=body,url=address; there are: {', '.join(names)}"
        )
    return Columns(**pairs)


def fields(text: str) -> tuple[str, ...]:
    """Return the fields in a list such as ``id,url,text``, in the order of the columns; ``+`` adds the usual ones."""
    names = {part.strip() for part in text.removeprefix("+").split(",")}
    if not names <= set(ALL_FIELDS):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a list such as id,url,text or +markdown,author; there are: {', '.join(ALL_FIELDS)}"
        )
    if text.startswith("+"):
        names.update(FIELDS)
    return tuple(name for name in ALL_FIELDS if name in names)


def codes(text: str) -> tuple[str, ...]:
    """Return the language codes in a list such as ``en,de``."""
    languages = tuple(part.strip().lower() for part in text.split(","))
    if not all(code.isalpha() and len(code) in (2, 3) for code in languages):
        raise argparse.ArgumentTypeError(f"{text!r} is not a list of languages such as en,de")
    return languages
