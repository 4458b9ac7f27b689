"""Accidents of corpus jobs: kills, full disks, signals, rivals and inputs that change. Nothing may be lost."""

from __future__ import annotations

from collections.abc import Iterator

from attacks.accidents import disks, inputs, kills, rivals, signals
from attacks.accidents.crawl import crawl
from attacks.outcome import Outcome


def attack(quick: bool) -> Iterator[Outcome]:
    """Make all accidents with one crawl."""
    with crawl(shards=6 if quick else 16) as job:
        for accident in (kills, disks, rivals, signals, inputs):
            yield from accident.outcomes(job, quick)
