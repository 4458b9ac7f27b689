"""The progress of a job, for those who show it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ncleaner.corpus.tally import Tally

FETCHING = "fetching"
LEARNING = "learning sites"
MERGING = "merging sites"
WRITING = "writing"
"""What a job does, one after the other; most jobs only write."""


@dataclass(frozen=True, slots=True)
class JobProgress:
    """The progress of a job: numbers of pages, bytes of pages, bytes of input as stored, and shards.

    These include the work of earlier runs. To compute the speed of this run, subtract ``earlier``, which has the pages
    and bytes of earlier runs, and ``input_earlier``, their input. ``stage`` is what the job does now; the figures are
    those of this stage.
    """

    pages: int
    kept: int
    failed: int
    bytes: int
    input: int
    input_total: int
    shards: int
    shards_total: int
    earlier: Tally
    input_earlier: int
    stage: str = WRITING


ProgressCallback = Callable[[JobProgress], None]
