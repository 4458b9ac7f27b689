"""Signals: Ctrl-C once, twice and often, a request to end, and a closed terminal."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Iterator
from contextlib import suppress

from attacks.accidents.crawl import SAME, Crawl, wait_for_shards
from attacks.outcome import Outcome
from attacks.running import TRACEBACK, are_gone, descendants, end, kill

SERIES = {
    "SIGINT": [signal.SIGINT],
    "SIGINT twice": [signal.SIGINT] * 2,
    "SIGINT five times": [signal.SIGINT] * 5,
    "SIGTERM": [signal.SIGTERM],
    "SIGTERM twice": [signal.SIGTERM] * 2,
    "SIGHUP": [signal.SIGHUP],
    "SIGINT, then SIGTERM": [signal.SIGINT, signal.SIGTERM],
    "SIGSTOP and SIGCONT": [signal.SIGSTOP, signal.SIGCONT],
}
ROUNDS = 3
RULE = f"an end without a traceback, no process stays behind, and resumed, {SAME}"


def outcomes(job: Crawl, quick: bool) -> Iterator[Outcome]:
    """Send each series of signals to a run and its workers, as a terminal does."""
    chance = random.Random(5)
    rounds = 1 if quick else ROUNDS
    chosen = dict(list(SERIES.items())[2:4]) if quick else SERIES
    findings = [
        finding
        for name, series in chosen.items()
        for number in range(rounds)
        for finding in _signalled(job, name, series, 0.0 if not number else chance.uniform(0.0, 1.5), number)
    ]
    yield Outcome("series of signals", rounds * len(chosen), RULE, tuple(findings))


def _signalled(job: Crawl, name: str, series: list[signal.Signals], delay: float, number: int) -> Iterator[str]:
    output = job.new_output()
    process = job.start(output, start_new_session=True)
    wait_for_shards(process, output, number)  # in the first round, it may not even have started
    time.sleep(delay if number else 0.3)
    family = descendants(process.pid)
    for one in series:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, one)
        time.sleep(0.03)
    ended = end(process)
    if ended.status is None:
        yield f"{name}: it does not end"
    if TRACEBACK in ended.errors:
        yield f"{name}: a traceback: {ended.errors.strip().splitlines()[-1]}"
    if not are_gone(family):
        yield f"{name}: processes stay behind"
        kill(family)
    yield from job.resumed(output, name)
