"""Disks that are full, files that may not grow, and outputs that may not be written."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from attacks.accidents.crawl import SAME, Crawl, last_line
from attacks.outcome import Outcome, skipped
from attacks.running import Ended

RULE = f"status 1 and a sentence; resumed with more space, {SAME}"
NO_MOUNT = "no file system can be mounted here"


def outcomes(job: Crawl, quick: bool) -> Iterator[Outcome]:
    """Fill a disk, limit the size of files, and take the right to write."""
    yield _full_disk(job)
    yield _limited_files(job)
    yield _read_only(job)


@contextmanager
def _disk(folder: Path, size: str) -> Iterator[bool]:
    """Mount a small file system; yield whether that was possible."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "none", str(folder)]
    is_mounted = not subprocess.run(mount, capture_output=True, check=False).returncode
    try:
        yield is_mounted
    finally:
        if is_mounted:
            subprocess.run(["umount", "-l", str(folder)], check=True)


def _remount(folder: Path, options: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{options}", str(folder)], check=True)


def _failed(ended: Ended, what: str) -> list[str]:
    """Return findings unless a run failed with a sentence."""
    if ended.problem:
        return [f"{what}: {ended.problem}"]
    if ended.status != 1 or not ended.errors.startswith("ncleaner: "):
        return [f"{what}: status {ended.status}: {last_line(ended.errors)}"]
    return []


def _full_disk(job: Crawl) -> Outcome:
    sizes = ("100k", "700k", "2m")
    findings: list[str] = []
    for size in sizes:
        folder = job.new_output()
        with _disk(folder, size) as is_mounted:
            if not is_mounted:
                return skipped("full disks", RULE, NO_MOUNT)
            findings += _failed(job.run(folder / "corpus"), f"a disk of {size}")
            _remount(folder, "size=1g")
            findings += job.resumed(folder / "corpus", f"a disk of {size}")
    return Outcome("full disks", len(sizes), RULE, tuple(findings))


def _limited_files(job: Crawl) -> Outcome:
    """Run the job below a shell that limits the size of files, in kilobytes."""
    limits = (1, 40)
    findings: list[str] = []
    for limit in limits:
        output = job.new_output()
        findings += _failed(job.run(output, preexec_fn=lambda limit=limit: _limit_files(limit << 10)), f"{limit} KB")
        findings += job.resumed(output, f"files of at most {limit} KB")
    return Outcome("limits on the size of files", len(limits), RULE, tuple(findings))


def _limit_files(size: int) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def _read_only(job: Crawl) -> Outcome:
    """Take the right to write before a run, and in the middle of the job."""
    rule = f"status 1 and a sentence; resumed with the right to write, {SAME}"
    folder = job.new_output()
    with _disk(folder, "1g") as is_mounted:
        if not is_mounted:
            return skipped("read-only outputs", rule, NO_MOUNT)
        _remount(folder, "ro")
        findings = _failed(job.run(folder / "corpus"), "read-only from the beginning")
        _remount(folder, "rw")
        process = job.start(folder / "corpus")
        process.kill()
        process.communicate()
        _remount(folder, "ro")
        findings += _failed(job.run(folder / "corpus"), "read-only on resume")
        _remount(folder, "rw")
        findings += job.resumed(folder / "corpus", "read-only before")
    return Outcome("read-only outputs", 2, rule, tuple(findings))
