"""Inputs that disappear, shrink or change, while a job runs and between two runs of it.

A run may refuse to go on, or do everything again. It may not end with status 0 and an output that is neither that of
the old input nor that of the new one.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

from attacks.accidents.crawl import SAME, Crawl, last_line, visible, wait_for_shards, write_table
from attacks.outcome import Outcome
from attacks.running import Ended, end

RULE = f"a status other than 0, or the output of the input as it is; with the old input again, {SAME}"

Change = Callable[[Path], None]


def _rewrite(path: Path) -> None:
    """Replace the pages of a table by others, with the same number of bytes."""
    size = path.stat().st_size
    write_table(path, size, seed=9)
    with path.open("r+b") as file:
        file.truncate(size)


def _edit(path: Path) -> None:
    """Change one word of the last page, in place."""
    data = path.read_bytes()
    at = data.rindex(b"<p>") + 3
    with path.open("r+b") as file:
        file.seek(at)
        file.write(b"Q")


def _cut(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2)


def _grow(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b'{"html": "<p>One more page, which was added later, and which has some more words."}\n')


CHANGES: dict[str, Change] = {
    "deleted": Path.unlink,
    "cut": _cut,
    "rewritten at the same size": _rewrite,
    "edited at the same size": _edit,
    "longer": _grow,
}


def outcomes(job: Crawl, quick: bool) -> Iterator[Outcome]:
    """Change the table of the crawl in each way, at both times, and restore it."""
    chosen = dict(list(CHANGES.items())[:1]) if quick else CHANGES
    saved = job.folder / "saved.jsonl"
    shutil.copy2(job.table, saved)
    for when, disturbed in (("between two runs", _between), ("while the job runs", _during)):
        findings: list[str] = []
        for name, change in chosen.items():
            findings += _changed(job, saved, name, change, disturbed)
        yield Outcome(f"inputs that change {when}", len(chosen), RULE, tuple(findings))


Disturbed = Callable[[Crawl, Path, Change], Ended]


def _changed(job: Crawl, saved: Path, name: str, change: Change, disturbed: Disturbed) -> Iterator[str]:
    output = job.new_output()
    try:
        ended = disturbed(job, output, change)
        if ended.problem:
            yield f"{name}: {ended.problem}"
        if ended.status == 0 and visible(output) not in (job.expected, _fresh(job)):
            yield f"{name}: status 0, and the output is neither that of the old input nor that of the new one"
    finally:
        shutil.copy2(saved, job.table)
    if ended.status != 0:
        yield from _restored(job, output, name)


def _restored(job: Crawl, output: Path, name: str) -> Iterator[str]:
    """Run the job again with the old input; only a run that asks for a restart may need one."""
    ended = job.run(output)
    if ended.status not in (0, 2):
        yield f"{name}, and restored: status {ended.status}: {last_line(ended.errors)}"
    elif ended.status == 2 and "--restart" not in ended.errors:
        yield f"{name}, and restored: refused without a way out: {last_line(ended.errors)}"
    elif ended.status == 0:
        yield from job.differences(output, f"{name}, and restored")


def _fresh(job: Crawl) -> dict[str, bytes]:
    """Return the output for the input as it is now."""
    output = job.new_output()
    job.run(output)
    return visible(output)


def _between(job: Crawl, output: Path, change: Change) -> Ended:
    process = _half(job, output)
    process.kill()
    process.communicate()
    change(job.table)
    return job.run(output)


def _during(job: Crawl, output: Path, change: Change) -> Ended:
    process = _half(job, output)
    change(job.table)
    return end(process)


def _half(job: Crawl, output: Path) -> subprocess.Popen[str]:
    process = job.start(output)
    wait_for_shards(process, output, 3)
    return process
