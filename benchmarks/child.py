"""Runs `benchmarks.worker` in processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from types import TracebackType

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


class Child:
    """A worker that answers again and again, so that several can take turns."""

    def __init__(self, *arguments: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.worker", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            text=True,
        )

    def ask(self) -> str:
        """What it answers now."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(file=self._process.stdin, flush=True)
        return self._process.stdout.readline().strip()

    def __enter__(self) -> Child:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self._process.communicate()
