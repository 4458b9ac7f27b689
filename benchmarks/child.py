"""Runs `benchmarks.worker` in processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys

from benchmarks.pages import ROOT


def ask(*arguments: str, **environment: str) -> str:
    """What the worker answers."""
    answer = subprocess.run(
        [sys.executable, "-m", "benchmarks.worker", *arguments],
        stdout=subprocess.PIPE,
        check=True,
        cwd=ROOT,
        env={**os.environ, **environment},
        text=True,
    )
    return answer.stdout.strip()


class Worker:
    """A worker that answers again and again, each time it is asked."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.worker", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            text=True,
        )

    def ask(self) -> str:
        """The next answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(file=self.process.stdin, flush=True)
        return self.process.stdout.readline().strip()

    def end(self) -> None:
        """No more questions."""
        self.process.communicate()
