"""From crawl to corpus: what crawlers leave becomes what corpus tools and training pipelines read.

`run` does a job on this machine. For other ways to share the work, `plan` says which pieces there are, and a `Work`
does what is to be done with one of them.
"""

from __future__ import annotations

from ncleaner.corpus.job import Outcome, run
from ncleaner.corpus.record import Columns, Piece
from ncleaner.corpus.run.pool import Limits
from ncleaner.corpus.run.work import Result, Task, Work
from ncleaner.corpus.settings import Filters, Settings
from ncleaner.corpus.sinks import SinkOptions
from ncleaner.corpus.sources import plan

__all__ = [
    "Columns",
    "Filters",
    "Limits",
    "Outcome",
    "Piece",
    "Result",
    "Settings",
    "SinkOptions",
    "Task",
    "Work",
    "plan",
    "run",
]
