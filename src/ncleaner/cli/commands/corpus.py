"""``ncleaner corpus INPUT… -o DIR``: from what crawlers leave to what corpus tools and training pipelines read."""

from __future__ import annotations

import argparse
import os
import sys
from functools import partial
from textwrap import wrap
from time import monotonic
from typing import TYPE_CHECKING, Any

from ncleaner.cli import INTERRUPTED
from ncleaner.cli.commands.clean import FAILED, MISUSED, OK
from ncleaner.cli.corpus_progress import progress
from ncleaner.cli.corpus_summary import table
from ncleaner.cli.engine_options import add_engine_options
from ncleaner.cli.measuring import count
from ncleaner.cli.options import share
from ncleaner.cli.parser import Parser
from ncleaner.cli.printing import complain, printed
from ncleaner.corpus.cleaned import FIELDS
from ncleaner.corpus.job import interrupts
from ncleaner.corpus.job import run as run_job
from ncleaner.corpus.record import LARGEST_PAGE, Columns
from ncleaner.corpus.run.pool import MEMORY, SECONDS, Limits, Pool
from ncleaner.corpus.run.worker import missing
from ncleaner.corpus.settings import Filters, Settings
from ncleaner.corpus.sinks import SINKS, TABLES, SinkOptions
from ncleaner.engines import DEFAULT_ENGINE
from ncleaner.errors import NCleanerError, OutputError, UsageError, WorkerError
from ncleaner.render import FORMATS

if TYPE_CHECKING:
    from ncleaner.corpus.job import Outcome
    from ncleaner.corpus.run.runtime import RuntimeFactory

MEGABYTE = 1 << 20
LOCAL = "local"
RAY = "ray"
DEFAULT_SINK = "jsonl.gz"
LEAST_MEMORY = 256  # megabytes

DESCRIPTION = """\
Clean all pages of a crawl, and write them as a corpus.

INPUT is a file or a glob, a directory, or - for a list of paths on standard
input: WARC and WET archives, JSON Lines and Parquet with pages in a column, or
the pages themselves, HTML or text; all of them compressed or not. Paths with a
protocol, such as s3://, are reached through fsspec, if that is installed.
"""

EPILOG = """\
The output is divided into shards, which are the same however many workers there
are. What is finished stays finished: after a crash, the same command goes on
where it was. errors.jsonl has what could not be read or cleaned, summary.json
the numbers. Ctrl-C finishes the shards at hand, a second one stops at once.

On a Ray cluster, ncleaner must be installed on all nodes, and all of them must
see INPUT and DIR by the same names. The output is the same, to the last byte.

exit status: 0 if all of the input is done, 1 if the output cannot be written,
2 if the command was misused, 130 if it was interrupted
"""


class Options(argparse.Namespace):
    """What the user asked for; these are the defaults."""

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
    """Make a corpus; return the exit status."""
    options = Options()
    _parser().parse_intermixed_args(argv, options)
    try:
        return _run(options)
    except (OutputError, WorkerError) as error:
        return complain(_how_to_go_on(options, str(error)), FAILED)
    except NCleanerError as error:
        return complain(str(error), MISUSED)
    except ModuleNotFoundError as error:
        return complain(str(missing(error)), MISUSED)
    except OSError as error:
        return complain(_how_to_go_on(options, error.strerror or str(error)), FAILED)
    except KeyboardInterrupt:
        return complain("stopped; the same command goes on with what is left", INTERRUPTED)


def _how_to_go_on(options: Options, reason: str) -> str:
    return f"{options.output}: {reason}; what is finished is safe, and the same command goes on from there"


def _run(options: Options) -> int:
    settings = _settings(options)
    runtime, workers = _runtime(options)
    began = monotonic()
    with progress(options.quiet) as show, interrupts(lambda: _tell_of_interrupt(options)) as interrupted:
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
            progress=show,
            interrupted=interrupted,
        )
    return _deliver(outcome, options, monotonic() - began)


def _deliver(outcome: Outcome, options: Options, seconds: float) -> int:
    if not outcome.is_complete:
        said = f"{outcome.shards} of {outcome.shards_total} shards are finished; the same command goes on with the rest"
        return complain(said, INTERRUPTED)
    return OK if options.quiet else printed(table(outcome, options.output, seconds))


def _tell_of_interrupt(options: Options) -> None:
    if not options.quiet:
        complain("finishing the shards at hand; Ctrl-C again to stop at once", OK)


def _settings(options: Options) -> Settings:
    if options.format is not None and options.to != "files":
        raise UsageError("--format is for --to files; the other sinks have a format of their own")
    if 0 < options.page_memory < LEAST_MEMORY:
        raise UsageError(f"--page-memory: a worker may take {LEAST_MEMORY} MB before it sees a page")
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
        max_page_bytes=options.largest_page * MEGABYTE,
    )


def _runtime(options: Options) -> tuple[RuntimeFactory, int]:
    """What has the workers, and how many it shall have; 0 for as many as it can."""
    if options.runtime == RAY:
        from ncleaner.corpus.run.cluster import Cluster

        return partial(Cluster, address=options.address), options.workers
    if options.address is not None:
        raise UsageError(f"--address is for --runtime {RAY}")
    return Pool, options.workers or _processors()


def _processors() -> int:
    """How many processors we may use."""
    if sys.platform.startswith("linux"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="ncleaner corpus",
        usage="ncleaner corpus INPUT... -o DIR [OPTIONS]",
        description=DESCRIPTION,
        epilog="\n".join([*_sinks_and_fields(), "", EPILOG]),
        argument_default=argparse.SUPPRESS,
    )
    parser.add_argument("inputs", nargs="+", metavar="INPUT", help=argparse.SUPPRESS)
    _add_output(parser)
    _add_input(parser)
    add = parser.add_argument_group("cleaning").add_argument
    add("--engine", metavar="NAME", help=f"what decides, see ncleaner --help (default: {DEFAULT_ENGINE})")
    add("--model", metavar="NAME|FILE", help="model for the engine, or instead of it; see ncleaner models")
    add_engine_options(add)
    _add_filters(parser)
    _add_running(parser)
    return parser


def _sinks_and_fields() -> list[str]:
    sinks = [f"  {name:<11} {what}" for name, (_, what) in SINKS.items()]
    return ["sinks:", *sinks, "", f"fields of {', '.join(TABLES)}:", *_indented(", ".join(FIELDS))]


def _indented(text: str) -> list[str]:
    return wrap(text, 78, initial_indent="  ", subsequent_indent="  ")


def _add_output(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument_group("output").add_argument
    add("-o", "--output", metavar="DIR", required=True, help="the folder to write to")
    add("--to", choices=SINKS, metavar="SINK", help=f"what to write, see below (default: {DEFAULT_SINK})")
    add("-f", "--format", choices=FORMATS, metavar="FORMAT", help="format of --to files (default: txt)")
    add("--all", action="store_true", help="the dropped segments, too")
    help = "columns of tables, see below; each takes its time (default: all)"
    add("--fields", type=fields, metavar="NAME,...", help=help)
    add("--shard-size", type=count, metavar="MB", help="input of a shard (default: a 64th of all, from 4 to 128)")


def _add_input(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument_group("input").add_argument
    add("--columns", type=columns, metavar="NAME=COLUMN,...", help="of tables: what is html, text, id, url and date")
    add("--encoding", metavar="NAME", help="encoding of the pages, whatever they say themselves")
    help = f"leave out pages that are larger when all is unpacked (default: {Options.largest_page})"
    add("--largest-page", type=count, metavar="MB", help=help)


def _add_filters(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument_group("leaving out pages").add_argument
    add("--min-confidence", type=share, metavar="X", help="those of which less is expected to be right, from 0 to 1")
    add("--min-words", type=count, metavar="N", help="those of which fewer words are left")
    add(
        "--keep-languages",
        dest="languages",
        type=codes,
        metavar="CODE,...",
        help="those whose text is in none of these languages",
    )
    add("--drop-duplicates", action="store_true", help="those whose text was there before")
    help = "and of others, paragraphs that were there before, or nearly so; either takes a second look at all pages"
    add("--drop-duplicate-paragraphs", action="store_true", help=help)
    add("--detect-language", action="store_true", help="tell languages by the text, not by what pages say; drop none")


def _add_running(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument_group("running").add_argument
    add("--workers", type=count, metavar="N", help="processes (default: one for each processor)")
    help = f"where they are: {LOCAL}, this machine (default), or {RAY}, the nodes of a Ray cluster"
    add("--runtime", choices=(LOCAL, RAY), metavar="NAME", help=help)
    add("--address", metavar="ADDRESS", help="that of the cluster, or auto; without it, one is started on this machine")
    add("--page-seconds", type=float, metavar="N", help=f"most time for a page (default: {SECONDS:g}; 0: no limit)")
    help = f"most memory of a process with any page (default: {Options.page_memory}; 0: no limit)"
    add("--page-memory", type=int, metavar="MB", help=help)
    add("--resume", action="store_true", help="go on with what is in DIR, as usual, and only if there is something")
    add("--restart", action="store_true", help="remove what is in DIR and begin anew")
    add("-q", "--quiet", action="store_true", help="no progress and no summary")
    add("-h", "--help", action="help", help="print this")


def columns(text: str) -> Columns:
    """Columns by what they hold, as in ``html=body,url=address``."""
    given = dict(part.partition("=")[::2] for part in text.split(","))
    names = Columns.__slots__
    if not all(given.values()) or not set(given) <= set(names):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a list such as html=body,url=address; known: {', '.join(names)}"
        )
    return Columns(**given)


def fields(text: str) -> tuple[str, ...]:
    """Fields of a page, in the order of columns."""
    given = {part.strip() for part in text.split(",")}
    if not given <= set(FIELDS):
        raise argparse.ArgumentTypeError(f"{text!r} is not a list such as id,url,text; known: {', '.join(FIELDS)}")
    return tuple(name for name in FIELDS if name in given)


def codes(text: str) -> tuple[str, ...]:
    """Codes of languages."""
    found = tuple(part.strip().lower() for part in text.split(","))
    if not all(code.isalpha() and len(code) in (2, 3) for code in found):
        raise argparse.ArgumentTypeError(f"{text!r} is not a list of languages such as en,de")
    return found
