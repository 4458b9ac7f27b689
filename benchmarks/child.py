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
