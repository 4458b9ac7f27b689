"""Running the command ``ncleaner`` from outside: its status, its messages, its memory, and what it leaves behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from attacks.builders import ROOT

PATIENCE = 120.0  # seconds
TRACEBACK = "Traceback (most recent call last)"


@dataclass(frozen=True, slots=True)
class Ended:
    """A command that has ended: its exit status, its output, and the most memory that one of its processes had."""

    status: int | None
    output: str
    errors: str
    peak: int = 0

    @property
    def problem(self) -> str:
        """What no end of a command may be: a traceback, a crash, or no end at all. Empty if it is none of these."""
        if self.status is None:
            return f"it did not end within {PATIENCE:.0f} seconds"
        if TRACEBACK in self.errors:
            return f"a traceback: {self.errors.strip().splitlines()[-1]}"
        if self.status < 0:
            return f"it was ended by {signal.Signals(-self.status).name}"
        return ""


def command(*arguments: str | Path) -> list[str]:
    """Return the command line of ``ncleaner`` with arguments."""
    return [sys.executable, "-m", "ncleaner", *map(str, arguments)]


def environment(**more: str) -> dict[str, str]:
    """Return the environment of this process, in which the package of this checkout is found."""
    path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    return {**os.environ, "PYTHONPATH": path, **more}


def start(*arguments: str | Path, **options: Any) -> subprocess.Popen[str]:
    """Start the command; ``options`` are those of `subprocess.Popen`."""
    streams: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL}
    streams |= {"env": environment(), "text": True, "errors": "replace", **options}
    return subprocess.Popen(command(*arguments), **streams)


def end(process: subprocess.Popen[str], patience: float = PATIENCE, input: str | None = None) -> Ended:
    """Wait until a process has ended; after ``patience`` seconds, kill it and its children."""
    try:
        output, errors = process.communicate(input, timeout=patience)
    except subprocess.TimeoutExpired:
        kill([process.pid, *descendants(process.pid)])
        output, errors = process.communicate()
        return Ended(None, output or "", errors or "")
    return Ended(process.returncode, output or "", errors or "")


def run(*arguments: str | Path, patience: float = PATIENCE, input: str | None = None, **options: Any) -> Ended:
    """Run the command to its end."""
    if input is not None:
        options["stdin"] = subprocess.PIPE
    return end(start(*arguments, **options), patience, input)


def watched(*arguments: str | Path, patience: float = PATIENCE, **options: Any) -> Ended:
    """Run the command to its end, and measure the memory of its processes meanwhile."""
    process = start(*arguments, **options)
    with peak_memory(process.pid) as peak:
        ended = end(process, patience)
    return Ended(ended.status, ended.output, ended.errors, peak())


def child(*arguments: str, patience: float, largest: int) -> tuple[list[str], int]:
    """Run a module of ours in a process of its own, which prints a line for each finding.

    Return the findings and the most memory of the process. Another end than that of the module, and more memory than
    ``largest`` bytes, are findings, too.
    """
    streams: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = subprocess.Popen([sys.executable, "-m", *arguments], text=True, env=environment(), cwd=ROOT, **streams)
    with peak_memory(process.pid) as peak:
        ended = end(process, patience)
    findings = ended.output.splitlines()
    if ended.status != 0:
        findings.append(f"the process ended with {ended.status}: {ended.errors.strip()[-200:]}")
    if peak() > largest:
        findings.append(f"{peak() >> 20} MB of memory")
    return findings, peak()


@contextmanager
def peak_memory(root: int) -> Iterator[Callable[[], int]]:
    """Look at the memory of a process and its descendants 50 times a second; yield a function for the maximum."""
    highest = 0
    is_over = threading.Event()

    def look() -> None:
        nonlocal highest
        while not is_over.wait(0.02):
            highest = max([highest, *map(resident, [root, *descendants(root)])])

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    try:
        yield lambda: highest
    finally:
        is_over.set()
        thread.join()


def resident(process: int) -> int:
    """Return the bytes of memory that a process has, or 0 if it has ended."""
    try:
        return int(Path(f"/proc/{process}/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError, ValueError):
        return 0


def children(process: int) -> list[int]:
    """Return the child processes of a process."""
    try:
        return [int(number) for number in Path(f"/proc/{process}/task/{process}/children").read_text("ascii").split()]
    except OSError:
        return []


def descendants(process: int) -> list[int]:
    """Return the child processes of a process, their children, and so on."""
    found: list[int] = []
    for child in children(process):
        found += [child, *descendants(child)]
    return found


def workers(process: int) -> list[int]:
    """Return the worker processes of a corpus job."""
    return [child for child in children(process) if "spawn_main" in command_line(child)]


def command_line(process: int) -> str:
    """Return the arguments of a process, or nothing if it has ended."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
    except OSError:
        return ""


def is_running(process: int) -> bool:
    """Return whether a process exists and has not ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()[0] != "Z"
    except (OSError, IndexError):
        return False


def kill(processes: Iterable[int]) -> None:
    """Kill processes that may have ended already."""
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


def are_gone(processes: Sequence[int], patience: float = 20.0) -> bool:
    """Wait until processes have ended; return whether they have."""
    return wait_until(lambda: not any(map(is_running, processes)), patience)


def wait_until(condition: Callable[[], bool], patience: float = 30.0) -> bool:
    """Wait for a condition; return whether it became true in time."""
    end_of_patience = time.monotonic() + patience
    while not condition():
        if time.monotonic() > end_of_patience:
            return False
        time.sleep(0.005)
    return True
