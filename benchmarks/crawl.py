"""From a crawl to a corpus: what a page costs from WARC to Parquet, beside other extractors, and what workers bring.

Strategy: the archive has the pages of the data sets, one record each. Others read it with FastWARC, and write rows of
id, address, date and text. Ours does the same, and once more with all that it knows, which is the default: segments,
metadata, confidence, type of page. Every contender has a process of its own. They take turns to go through the archive,
again and again, so that what else the machine does hits them alike, and the best time counts; after some rounds new
processes take their places. Trafilatura goes through it once, which takes long enough. Time is CPU time, all that the
process takes. Workers are a matter of wall time, and the whole command is measured: its start, too, so that the archive
is longer there. `benchmarks.crawl_sites` has what it costs to learn sites first.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, process_time

from benchmarks import crawl_sites
from benchmarks.child import Child
from benchmarks.pages import SETS, load, missing
from benchmarks.report import Row, Table
from ncleaner import backend

OURS = "ncleaner corpus"
TEXT = "ncleaner corpus --fields id,url,date,text"
RESILIPARSE = "FastWARC, resiliparse: main content"
TRAFILATURA = "FastWARC, trafilatura"
PACKAGES = {RESILIPARSE: "resiliparse", TRAFILATURA: "trafilatura"}
LIMITS = {RESILIPARSE: 3, TRAFILATURA: 30}  # times as fast
PROCESSES = 4
ROUNDS = 12
FIELDS = ("id", "url", "date", "text")

SNAPSHOT = 3_000_000_000  # pages that Common Crawl gathers at a time
PRICE = 0.04  # dollars for an hour of a core, about what clouds ask for
CORES = 100

WORKERS = (1, 2)
LEAST_GAIN = 1.8
RUNS = 5
REPEATED = 8  # times that each page is in the archive for workers


def write_archive(path: Path, pages: list[bytes], urls: list[str] | None = None) -> None:
    """A WARC file with a record for each page, compressed record by record."""
    with path.open("wb") as file:
        for number, page in enumerate(pages):
            url = f"https://example.org/{number}" if urls is None else urls[number]
            file.write(gzip.compress(_record(number, page, url), 6, mtime=0))


def _record(number: int, page: bytes, url: str) -> bytes:
    response = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(page) + page
    fields = (
        "WARC/1.0",
        "WARC-Type: response",
        f"WARC-Record-ID: <urn:md5:{hashlib.md5(response, usedforsecurity=False).hexdigest()}-{number}>",
        "WARC-Date: 2024-05-17T12:00:00Z",
        f"WARC-Target-URI: {url}",
        "Content-Type: application/http; msgtype=response",
        f"Content-Length: {len(response)}",
    )
    return "\r\n".join(fields).encode() + b"\r\n\r\n" + response + b"\r\n\r\n"


def seconds(label: str, archive: str) -> Iterator[float]:
    """The CPU time that a contender needs from an archive to Parquet, again and again."""
    with tempfile.TemporaryDirectory() as folder:
        run = CONTENDERS[label](archive, folder) if label in CONTENDERS else crawl_sites.run(label, archive, folder)
        while True:
            start = process_time()
            run()
            yield process_time() - start


def _ours(archive: str, folder: str, fields: tuple[str, ...] | None = None) -> Callable[[], object]:
    from ncleaner.corpus.run.task import Task
    from ncleaner.corpus.run.worker import ready
    from ncleaner.corpus.settings import Settings
    from ncleaner.corpus.sinks import SinkOptions
    from ncleaner.corpus.sources import plan

    sink = SinkOptions("parquet") if fields is None else SinkOptions("parquet", fields=fields)
    work = ready(Settings(sink), folder)
    (piece,) = plan([archive], shard_size=1 << 40)
    return lambda: work.on(Task(0, piece))


def _resiliparse(archive: str, folder: str) -> Callable[[], object]:
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import bytes_to_str, detect_encoding

    def text(page: bytes) -> str:
        return str(extract_plain_text(bytes_to_str(page, detect_encoding(page)), main_content=True))

    return _peer(archive, folder, text)


def _trafilatura(archive: str, folder: str) -> Callable[[], object]:
    from trafilatura import extract

    return _peer(archive, folder, lambda page: extract(page) or "")


def _peer(archive: str, folder: str, extract: Callable[[bytes], str]) -> Callable[[], object]:
    import pyarrow
    from fastwarc.warc import ArchiveIterator, WarcRecordType
    from pyarrow import parquet

    def run() -> None:
        columns: dict[str, list[str | None]] = {name: [] for name in FIELDS}
        for record in ArchiveIterator(archive, record_types=WarcRecordType.response, fsspec_args=False):
            columns["id"].append(record.record_id)
            columns["url"].append(record.headers.get("WARC-Target-URI"))
            columns["date"].append(record.headers.get("WARC-Date"))
            columns["text"].append(extract(record.reader.read()))
        parquet.write_table(pyarrow.table(columns), f"{folder}/pages.parquet", compression="zstd")

    return run


def _text(archive: str, folder: str) -> Callable[[], object]:
    return _ours(archive, folder, FIELDS)


CONTENDERS = {TEXT: _text, OURS: _ours, RESILIPARSE: _resiliparse, TRAFILATURA: _trafilatura}


def take_turns(archive: Path) -> dict[str, float]:
    """The least time of each contender that is installed."""
    times: dict[str, list[float]] = {
        label: [] for label in CONTENDERS if label not in PACKAGES or find_spec(PACKAGES[label])
    }
    for number in range(PROCESSES):
        with ExitStack() as stack:
            children = {label: stack.enter_context(Child("crawl", label, str(archive))) for label in times}
            for turn in range(ROUNDS):
                for label, child in children.items():
                    if label != TRAFILATURA or number == turn == 0:
                        times[label].append(float(child.ask()))
    return {label: min(found) for label, found in times.items()}


def rows(times: dict[str, float], pages: list[bytes]) -> Iterator[Row]:
    """What each needs, and how many times as fast ours is."""
    size = sum(map(len, pages)) / 1e6
    for label, time in times.items():
        factor = time / times[TEXT]
        cells = (f"{1000 * time / len(pages):.2f}", f"{size / time:.1f}", f"{factor:.2f}")
        yield Row(label, cells, 1 / factor, 1 / LIMITS[label] if label in LIMITS else None)


def snapshot_rows(times: dict[str, float], pages: list[bytes]) -> Iterator[Row]:
    """What all pages of a snapshot would take, if they were like these."""
    for label, time in times.items():
        hours = SNAPSHOT * time / len(pages) / 3600
        yield Row(label, (f"{hours:,.0f}", f"{PRICE * hours:,.0f}", f"{hours / CORES:,.0f}"))


def run_command(archive: Path, workers: int) -> float:
    """The seconds that the whole command takes, by the clock on the wall."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "ncleaner", "corpus", str(archive), "-o", f"{folder}/corpus", "--quiet"]
        start = monotonic()
        subprocess.run([*command, "--to", "parquet", "--workers", str(workers)], check=True, stdout=subprocess.DEVNULL)
        return monotonic() - start


def worker_rows(archive: Path, pages: list[bytes]) -> Iterator[Row]:
    """Pages a second with one worker and with two."""
    times: dict[int, list[float]] = {count: [] for count in WORKERS}
    for _ in range(RUNS):
        for count, found in times.items():
            found.append(run_command(archive, count))
    size = sum(map(len, pages)) / 1e6
    for count, found in times.items():
        time = min(found)
        gain = min(times[1]) / time
        cells = (f"{len(pages) / time:.0f}", f"{size / time:.1f}", f"{gain:.2f}")
        yield Row(f"{count} worker{'s' * (count > 1)}", cells, 1 / gain, 1 / LEAST_GAIN if count > 1 else None)


def measure() -> Iterator[Table]:
    """A table for the extractors, one that takes them to the scale of the web, one for workers, and one for sites."""
    pages = [page for name in SETS for page in load(name)]
    first = Table(f"From WARC to Parquet ({len(pages)} pages)", ("ms/page", "MB/s", "times first"))
    paper = Table("On paper: 3 billion pages, a snapshot of Common Crawl", ("core-hours", "dollars", "hours"))
    second = Table(f"Workers ({REPEATED * len(pages)} pages)", ("pages/s", "MB/s", "times one"))
    if not pages or backend.name() != "compiled":
        why = "skipped: the compiled modules are not in use" if pages else missing(" and ".join(SETS))
        for table in (first, paper, second):
            table.notes.append(why)
            yield table
        return
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder, "crawl.warc.gz")
        write_archive(archive, pages)
        times = take_turns(archive)
        first.rows += rows(times, pages)
        first.notes.append("CPU time; the limit is what ours may take of the time of another")
        yield first
        paper.rows += snapshot_rows(times, pages)
        paper.notes.append(f"at {PRICE} dollars for an hour of a core; hours by the clock on {CORES} cores")
        yield paper
        write_archive(archive, pages * REPEATED)
        second.rows += worker_rows(archive, pages * REPEATED)
        second.notes.append(f"by the clock, on a machine of {os.cpu_count()} cores; the limit is that of the time")
        yield second
    yield crawl_sites.table(write_archive)
