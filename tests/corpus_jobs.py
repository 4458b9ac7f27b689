"""Helpers for tests of corpus jobs: pages to clean, an engine that misbehaves on marked pages, and runs to kill.

Workers import the engine, too, so this module must not import pytest.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ncleaner.corpus.folder import ERROR_LOG, MANIFEST, SUMMARY
from ncleaner.corpus.job import Outcome, run
from ncleaner.corpus.run.pool import Limits
from ncleaner.corpus.settings import Settings
from ncleaner.corpus.sinks import SinkOptions
from ncleaner.engines import ENGINES, Entry, ReadingEngine
from ncleaner.engines.forest.engine import Forest
from ncleaner.engines.heuristics import Heuristics
from ncleaner.page.blocks import Blocks
from ncleaner.page.page import Page
from ncleaner.read import read_page

ROOT = Path(__file__).resolve().parent.parent
TRAP = "test:trap"
SITE_TRAP = "test:site-trap"
SHARD = 8 << 10  # bytes, which is a few pages

HANG = b"<!-- hang -->"
EAT = b"<!-- eat -->"
DIE = b"<!-- die -->"
RAISE = b"<!-- raise -->"
SLOW = b"<!-- slow -->"

NO_PAGES = b"WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n"
"""An archive without pages, which is a shard of its own."""

SCRIPT = "import corpus_jobs; corpus_jobs.main()"


class Trap(ReadingEngine, Heuristics):
    """An engine that hangs, crashes … if the page asks for it."""

    name = TRAP

    def read(self, page: Page) -> Blocks:
        """Do what the marks of the page ask for, then read it."""
        obey(page)
        return read_page(page)


class SiteTrap(ReadingEngine, Forest):
    """The same, for an engine that uses sites."""

    name = SITE_TRAP

    def read(self, page: Page) -> Blocks:
        """Do what the marks of the page ask for, then read it."""
        obey(page)
        return read_page(page)


def obey(page: Page) -> None:
    """Do what the marks of a page ask for."""
    while HANG in page.source:
        pass
    if EAT in page.source:
        hoard = []
        while True:
            hoard.append(bytes(1 << 24))
    if DIE in page.source:
        os.kill(os.getpid(), signal.SIGSEGV)
    if RAISE in page.source:
        raise RuntimeError("this page\nis not for me")
    if SLOW in page.source:
        time.sleep(0.02)


def kill_itself(*_: object) -> None:
    """Do as a worker that is killed from outside before it has read anything."""
    os.kill(os.getpid(), signal.SIGKILL)


@contextmanager
def trap() -> Iterator[None]:
    """Put the engine into the table of engines, which is passed to workers."""
    ENGINES[TRAP] = Entry("corpus_jobs:Trap", "does what the page says")
    ENGINES[SITE_TRAP] = Entry("corpus_jobs:SiteTrap", "does so, and uses sites")
    try:
        yield
    finally:
        del ENGINES[TRAP], ENGINES[SITE_TRAP]


def page(number: int, mark: bytes = b"") -> bytes:
    """Return a page with a text of its own."""
    title = f"Walk {number}"
    nav = "<nav><a href=/>Home</a> | <a href=/walks>Walks</a> | <a href=/contact>Contact</a></nav>"
    text = f"On the {number}th day we walked {number} miles along the river, and nobody spoke before the old bridge."
    return mark + f"<html lang=en><title>{title}</title>{nav}<h1>{title}</h1><p>{text}<p>It rained.".encode() * 3


def write_pages(folder: Path, count: int, marks: dict[int, bytes] | None = None) -> Path:
    """Write a folder of pages, some of them marked, and return it."""
    folder.mkdir()
    for number in range(count):
        (folder / f"{number:04}.html").write_bytes(page(number, (marks or {}).get(number, b"")))
    return folder


def job(
    pages: Path,
    output: Path,
    *,
    sink: str | SinkOptions = "jsonl",
    workers: int = 1,
    limits: Limits | None = None,
    **options: Any,
) -> Outcome:
    """Run a job in small shards."""
    names = ("restart", "resume", "interrupted", "save_sites", "progress")
    run_options: dict[str, Any] = {name: options.pop(name) for name in names if name in options}
    run_options["shard_size"] = options.pop("shard_size", SHARD)
    sink = SinkOptions(sink) if isinstance(sink, str) else sink
    settings = Settings(sink, **{"engine": TRAP, **options})
    with trap():
        return run([str(pages)], str(output), settings, workers=workers, limits=limits, **run_options)


SPEED = re.compile(rb',\s*"(?:pages|megabytes)_per_second": (?:null|[0-9.]+)')


def tree(folder: Path) -> dict[str, bytes]:
    """Return all files of a folder with their bytes, without the speed of a job, which is never the same."""
    files = {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
    return {name: SPEED.sub(b"", data) if name.endswith(SUMMARY) else data for name, data in files.items()}


def error_log(output: Path) -> list[tuple[str, int, str]]:
    """Return file name, offset and reason of each record that could not be read or cleaned."""
    lines = map(json.loads, (output / ERROR_LOG).read_text("utf-8").splitlines())
    return [(Path(line["source"]).name, line["offset"], line["reason"]) for line in lines]


def finished(output: Path) -> int:
    """Return the number of lines about shards, which are finished or learnt, or -1 if there is no manifest."""
    try:
        return (output / MANIFEST).read_bytes().count(b"\n") - 1
    except OSError:
        return -1


def started(pages: Path, output: Path, workers: int = 1, script: str = SCRIPT) -> subprocess.Popen[str]:
    """Start the same job in a process of its own, or another one with the same arguments."""
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests"), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-c", script, str(pages), str(output), str(workers)]
    return subprocess.Popen(command, env={**os.environ, "PYTHONPATH": path}, stderr=subprocess.PIPE, text=True)


def main() -> None:
    """Run the job in that process."""
    pages, output, workers = sys.argv[1:]
    job(Path(pages), Path(output), workers=int(workers))


def wait_for_shards(process: subprocess.Popen[str], output: Path, count: int, patience: float = 60) -> None:
    """Wait until ``count`` shards are finished, or the process has ended, or ``patience`` seconds have passed."""
    end = time.monotonic() + patience
    while finished(output) < count and process.poll() is None and time.monotonic() < end:
        time.sleep(0.002)


def children(process: int) -> list[int]:
    """Return the child processes of a process."""
    try:
        numbers = Path(f"/proc/{process}/task/{process}/children").read_text("ascii")
    except OSError:
        return []
    return [int(number) for number in numbers.split()]


def is_worker(process: int) -> bool:
    """Whether a process is a worker, not the resource tracker of multiprocessing."""
    try:
        return b"spawn_main" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False
