"""Measures the memory of processes, for tests of corpus jobs."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path

from conftest import ROOT
from corpus_jobs import children

INTERVAL = 0.1  # seconds between two measurements


class Memory(threading.Thread):
    """Measures the memory of a process and its children together until they end.

    Memory that processes share counts once in ``shares``, and for each of them in ``resident``.
    """

    def __init__(self, process: int) -> None:
        super().__init__()
        self.process = process
        self.ended = threading.Event()
        self.resident = self.shares = self.measurements = 0

    def run(self) -> None:
        while not self.ended.wait(INTERVAL):
            memory = Counter[str]()
            for process in (self.process, *children(self.process)):
                memory.update(memory_of(process))
            self.resident = max(self.resident, memory["Rss:"])
            self.shares = max(self.shares, memory["Pss:"])
            self.measurements += 1


def memory_of(process: int) -> dict[str, int]:
    """Return the memory of a process in bytes, by the names that the system uses."""
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text("ascii").splitlines()[1:]
    except OSError:  # it has ended
        return {}
    return {words[0]: int(words[1]) << 10 for line in lines if (words := line.split())}


def measured(*arguments: str) -> Memory:
    """Run ``ncleaner corpus`` with arguments and return the memory that it took."""
    command = [sys.executable, "-m", "ncleaner", "corpus", *arguments]
    path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    process = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": path}, stderr=subprocess.PIPE, text=True)
    memory = Memory(process.pid)
    memory.start()
    _, errors = process.communicate()
    memory.ended.set()
    memory.join()
    assert (process.returncode, errors) == (0, "")
    return memory
