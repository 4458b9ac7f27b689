"""Hostile archives and tables for ``ncleaner corpus``: good pages beside them must all come out."""

from __future__ import annotations

import gzip
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from attacks.archive_cases import Case, cases, good
from attacks.outcome import Outcome
from attacks.running import Ended, run, watched

LIMIT = 512 << 20  # bytes; --page-memory
MORE = 8 << 30  # bytes, for another run if a shard was given up
BAR = LIMIT * 5 // 4  # the limit is looked at several times a second
LEDGER = 1 << 20  # bytes of errors.jsonl, for any input
MARKER = re.compile(rb"Marker (\d+) marker")
BESIDE = 5000  # number of the good page in a file of its own
FAILED = 1
STATUSES = (0, FAILED, 2, 3)
RULE = (
    f"a status and a sentence; no process above {BAR >> 20} MB; errors.jsonl below {LEDGER >> 20} MB; nothing outside"
    " the output folder; every good page in the output, of a second run if the first needs more memory"
)
SINKS = ("files", "jsonl", "tei", "vertical", "dolma", "parquet")
QUICK = ("hostile ids in a table", "a page that is a gzip bomb", "deep and odd JSON")


def attack(quick: bool) -> Iterator[Outcome]:
    """Make a corpus of each case."""
    chosen = {name: case for name, case in cases().items() if not quick or name in QUICK}
    findings, peak = _tried(chosen, "jsonl")
    yield Outcome("hostile archives and tables", len(chosen), RULE, tuple(findings), f"at most {peak >> 20} MB")
    named = {name: case for name, case in chosen.items() if "ids" in name or "addresses" in name}
    for sink in SINKS[:1] if quick else SINKS:
        findings, _ = _tried(named, sink)
        yield Outcome(f"hostile ids and addresses, written as {sink}", len(named), RULE, tuple(findings))


def _tried(chosen: dict[str, Case], sink: str) -> tuple[list[str], int]:
    """Make a corpus of each case; return the findings, and the most memory of a process."""
    findings, peak = [], 0
    for name, case in chosen.items():
        with tempfile.TemporaryDirectory() as folder:
            ended, problems = _corpus(Path(folder), case, sink)
        peak = max(peak, ended.peak)
        findings += [f"{name}: {problem}" for problem in problems]
    return findings, peak


def _corpus(folder: Path, case: Case, sink: str) -> tuple[Ended, list[str]]:
    """Make a corpus of a case, in a folder of its own, and return what went wrong."""
    inputs = folder / "input"
    inputs.mkdir()
    expected = case(inputs)
    (inputs / "zz-beside.html").write_bytes(good(BESIDE))
    before = _names(folder)
    output = folder / "output"
    command = ("corpus", inputs, "-o", output, "--workers", "2", "-q", "--to", sink, "--page-memory")
    ended = watched(*command, str(LIMIT >> 20), cwd=folder)
    problems = list(_problems(ended, output))
    outside = {name for name in _names(folder) - before if not name.startswith("output")}
    problems += [f"a file outside of the output: {name}" for name in sorted(outside)]
    missing = (expected | {BESIDE}) - _markers(output, sink)
    if missing and ended.status == FAILED:
        run(*command, str(MORE >> 20), cwd=folder)
        missing = (expected | {BESIDE}) - _markers(output, sink)
    if missing and ended.status is not None and not _is_refused(ended):
        problems.append(f"status {ended.status}, {len(missing)} good pages are missing: {sorted(missing)[:5]}")
    return ended, problems


def _is_refused(ended: Ended) -> bool:
    """Return whether the run ended before it began, with a sentence about its input."""
    return ended.status == 2 and ended.errors.startswith("ncleaner: ")


def _problems(ended: Ended, output: Path) -> Iterator[str]:
    if ended.problem:
        yield ended.problem
    elif ended.status not in STATUSES:
        yield f"status {ended.status}"
    if ended.status and not ended.errors.strip():
        yield f"status {ended.status} without a message"
    if ended.peak > BAR:
        yield f"{ended.peak >> 20} MB in one process"
    ledger = output / "errors.jsonl"
    if ledger.exists() and ledger.stat().st_size > LEDGER:
        yield f"errors.jsonl has {ledger.stat().st_size >> 20} MB"


def _names(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


def _markers(output: Path, sink: str) -> set[int]:
    """Return the numbers of the good pages in the output."""
    found: set[int] = set()
    for path in output.rglob("*"):
        if path.is_file() and ".ncleaner" not in path.parts:
            found |= {int(number) for number in MARKER.findall(_content(path, sink))}
    return found


def _content(path: Path, sink: str) -> bytes:
    if path.suffix == ".parquet":
        import pyarrow.parquet

        return "\n".join(pyarrow.parquet.read_table(path, columns=["text"])["text"].to_pylist()).encode()
    data = path.read_bytes()
    data = gzip.decompress(data) if path.suffix == ".gz" else data
    # Tokens are lines in the vertical format.
    return data.replace(b"\n", b" ").replace(b"<g/> ", b"") if sink == "vertical" else data
