"""Kills of runs and of their workers at random moments."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from attacks.accidents.crawl import SAME, Crawl, finished, last_line
from attacks.outcome import Outcome
from attacks.running import PATIENCE, end, workers

PARENTS, WORKERS = 70, 130
QUICK_PARENTS, QUICK_WORKERS = 3, 5
SEED = 21
KILLS_PER_RUN = 20
ATTEMPTS = 2  # a page whose worker was killed while it ran alone is retried by the next run


def outcomes(job: Crawl, quick: bool) -> Iterator[Outcome]:
    """Kill runs, then workers."""
    chance = random.Random(SEED)
    parents = QUICK_PARENTS if quick else PARENTS
    rule = f"resumed, {SAME}"
    yield Outcome("kills of a run", parents, rule, tuple(_killed_runs(job, chance, parents)))
    count = QUICK_WORKERS if quick else WORKERS
    rule = f"{SAME}, or the status is not 0 and the next run completes it"
    yield Outcome("kills of a worker", count, rule, tuple(_killed_workers(job, chance, count)))


def _killed_runs(job: Crawl, chance: random.Random, count: int) -> Iterator[str]:
    output, killed, before = job.new_output(), 0, -1
    while killed < count:
        process = job.start(output, workers=chance.choice([1, 2]))
        time.sleep(chance.uniform(0.02, 1.5) if finished(output) == before else chance.uniform(0.02, 4.0))
        before = finished(output)
        if process.poll() is None:
            process.kill()
            killed += 1
            end(process)
            continue
        ended = end(process)
        if ended.status != 0:
            yield f"after {killed} kills: status {ended.status}: {last_line(ended.errors)}"
        yield from job.differences(output, f"after {killed} kills")
        output = job.new_output()
    yield from job.resumed(output, f"after {killed} kills")


def _killed_workers(job: Crawl, chance: random.Random, count: int) -> Iterator[str]:
    killed = 0
    while killed < count:
        output = job.new_output()
        process = job.start(output)
        killed += _kill_workers(process, chance, min(KILLS_PER_RUN, count - killed))
        yield from _result(job, process, output, f"after {killed} kills")


def _kill_workers(process: subprocess.Popen[str], chance: random.Random, most: int) -> int:
    """Kill workers of a run while it lasts; return how many."""
    killed = 0
    patience = time.monotonic() + PATIENCE
    while process.poll() is None and killed < most and time.monotonic() < patience:
        time.sleep(chance.uniform(0.01, 1.0))
        alive = workers(process.pid)
        if alive:
            with suppress(ProcessLookupError):
                os.kill(chance.choice(alive), signal.SIGKILL)
                killed += 1
    return killed


def _result(job: Crawl, process: subprocess.Popen[str], output: Path, what: str) -> Iterator[str]:
    ended = end(process)
    if ended.problem:
        yield f"{what}: {ended.problem}"
    if ended.status == 0:
        yield from job.differences(output, f"{what}, status 0")
    else:
        yield from job.resumed(output, what, ATTEMPTS)
