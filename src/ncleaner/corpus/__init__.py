"""Corpus jobs: read crawls, clean their pages and write them for corpus tools and training pipelines.

`run` does a job on this machine or on a Ray cluster. To distribute the work yourself, `plan` returns the shards of a
job, and a `Work` processes one shard.
"""

from __future__ import annotations

from ncleaner.corpus.job import Outcome, run
from ncleaner.corpus.record import Columns, Shard
from ncleaner.corpus.run.pool import Limits
from ncleaner.corpus.run.work import Result, Task, Work
from ncleaner.corpus.settings import Filters, Settings
from ncleaner.corpus.sinks import SinkOptions
from ncleaner.corpus.sources import plan
from ncleaner.errors import FolderError, OutputError, SourceError, WorkerError

__all__ = [
    "Columns",
    "Filters",
    "FolderError",
    "Limits",
    "Outcome",
    "OutputError",
    "Result",
    "Settings",
    "Shard",
    "SinkOptions",
    "SourceError",
    "Task",
    "Work",
    "WorkerError",
    "plan",
    "run",
]
