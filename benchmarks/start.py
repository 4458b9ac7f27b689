"""The start: what ``ncleaner page.html`` costs before and beside the work on the page, against a bare interpreter."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from benchmarks.child import ask
from benchmarks.pages import EXAMPLE, ROOT
from benchmarks.report import Row, Table

RUNS = 15
CPU_LIMIT = 4.0
MEMORY_LIMIT = 40.0  # MB
DETECTORS = {"cchardet", "chardetng_py"}  # the encoding detector may be a package of its own


def cpu_seconds(command: list[str]) -> float:
    """The CPU time of a process, user and system, its start included."""
    # Users have compiled bytecode, made when they installed or first ran the package.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=ROOT, env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return usage.ru_utime + usage.ru_stime


def installed_command() -> list[str]:
    """How a user starts ncleaner."""
    script = Path(sysconfig.get_path("scripts")) / "ncleaner"
    return [str(script)] if script.exists() else [sys.executable, "-m", "ncleaner"]


def measure() -> Iterator[Table]:
    """One table: time, memory, packages."""
    command = [*installed_command(), str(EXAMPLE)]
    bare = [sys.executable, "-c", "pass"]
    library = [sys.executable, "-c", "import ncleaner"]
    times = [[cpu_seconds(each) for each in (bare, library, command)] for _ in range(RUNS)]
    python, imported, cleaned = (median(column) for column in zip(*times, strict=True))
    megabytes = int(ask("command", str(EXAMPLE)).split()[-1]) / 1e6
    foreign = [name for name in ask("packages").split() if name not in DETECTORS]

    table = Table("Start", ("CPU ms", "of python", "MB", "packages"))
    table.rows += [
        Row("python -c pass", (f"{1000 * python:.1f}", "1.00", "", "")),
        Row("import ncleaner", (f"{1000 * imported:.1f}", f"{imported / python:.2f}", "", "")),
        Row(
            "ncleaner page.html: time",
            (f"{1000 * cleaned:.1f}", f"{cleaned / python:.2f}", "", ""),
            cleaned / python,
            CPU_LIMIT,
        ),
        Row("ncleaner page.html: peak memory", ("", "", f"{megabytes:.1f}", ""), megabytes, MEMORY_LIMIT),
        Row("third-party packages but the detector", ("", "", "", str(len(foreign))), len(foreign), 0),
    ]
    table.notes.append(f"medians of {RUNS} runs, in turn; {' '.join(command[:-1])} {EXAMPLE.name}")
    if foreign:
        table.notes.append(f"packages: {' '.join(foreign)}")
    yield table
