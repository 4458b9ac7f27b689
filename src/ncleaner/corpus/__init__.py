"""Corpus jobs: read crawls, clean their pages and write them for corpus tools and training pipelines.

`run` does a job on this machine or on a Ray cluster. To distribute the work yourself, `plan` returns the shards of a
job, and a `Work` processes one shard.
"""

from __future__ import annotations

from ncleaner.corpus.fetching.options import FetchOptions
from ncleaner.corpus.job import Outcome, run
from ncleaner.corpus.record import Columns, Shard
from ncleaner.corpus.run.pool import Limits
from ncleaner.corpus.run.task import Result, Task
from ncleaner.corpus.run.work import Work
from ncleaner.corpus.settings import Filters, Settings
from ncleaner.corpus.sinks import SinkOptions
from ncleaner.corpus.sites.options import SiteOptions
from ncleaner.corpus.sources import plan
from ncleaner.errors import FolderError, OutputError, SitesError, SourceError, WorkerError

__all__ = [
    "Columns",
    "FetchOptions",
    "Filters",
    "FolderError",
    "Limits",
    "Outcome",
    "OutputError",
    "Result",
    "Settings",
    "Shard",
    "SinkOptions",
    "SiteOptions",
    "SitesError",
    "SourceError",
    "Task",
    "Work",
    "WorkerError",
    "plan",
    "run",
]
