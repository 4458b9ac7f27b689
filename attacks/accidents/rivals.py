"""Two runs on one output at the same time, and locks that are no files."""

from __future__ import annotations

import os
from collections.abc import Iterator

from attacks.accidents.crawl import SAME, Crawl, last_line, wait_for_shards
from attacks.outcome import Outcome
from attacks.running import end

ROUNDS = 5


def outcomes(job: Crawl, quick: bool) -> Iterator[Outcome]:
    """Start rivals of a run."""
    rounds = 1 if quick else ROUNDS
    rule = f"one of two is refused with a sentence, and {SAME}"
    yield Outcome("pairs of runs on one output", rounds, rule, tuple(f for _ in range(rounds) for f in _rivals(job)))
    yield Outcome("a FIFO as lock file", 1, "an end with a sentence", tuple(_fifo(job)))


def _rivals(job: Crawl) -> Iterator[str]:
    output = job.new_output()
    process = job.start(output)
    wait_for_shards(process, output, 1)
    rival = job.run(output)
    if rival.problem or rival.status not in (1, 2) or "another run" not in rival.errors:
        yield f"the rival: status {rival.status}: {rival.problem or last_line(rival.errors)}"
    ended = end(process)
    if ended.status != 0:
        yield f"the first run: status {ended.status}: {last_line(ended.errors)}"
    yield from job.differences(output, "with a rival")


def _fifo(job: Crawl) -> Iterator[str]:
    output = job.new_output()
    (output / ".ncleaner").mkdir(parents=True)
    os.mkfifo(output / ".ncleaner" / "lock")
    ended = job.run(output, patience=20)
    if ended.status is None:
        yield "it hangs"
    elif ended.problem or not ended.status:
        yield f"status {ended.status}: {ended.problem or last_line(ended.errors)}"
