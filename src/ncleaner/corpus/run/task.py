"""The tasks of a job, and what becomes of them."""

from __future__ import annotations

from dataclasses import dataclass

from ncleaner.corpus.filters.duplicates import Duplicates
from ncleaner.corpus.record import Shard
from ncleaner.corpus.tally import Tally

TOO_MUCH_MEMORY = "took too much memory"
TOO_LONG = "took too long"
"""The reasons in the error log for pages that exceed a limit."""

TaskKey = tuple[int, bool, bool]
"""Identifies a task of a job: the number of the shard, whether the task learns sites, and whether it makes hashes."""


@dataclass(frozen=True, slots=True)
class Task:
    """A shard to process, and its number.

    ``skipped`` has the numbers of records that must not be cleaned because they would end the process, and the reasons.
    ``last`` is the number of a record that must not even be read, and the reason; reading ends before it. ``only`` is
    the number of a record to try alone: the records before it are read but not cleaned, and the result is of no use.
    ``learn`` asks for the sites of the pages, which are not cleaned. ``hash_only`` asks for the hashes of the pages;
    the next task for the shard has the ``duplicates`` found by them.
    """

    number: int
    shard: Shard
    skipped: tuple[tuple[int, str], ...] = ()
    last: tuple[int, str] | None = None
    only: int | None = None
    learn: bool = False
    hash_only: bool = False
    duplicates: Duplicates | None = None

    @property
    def key(self) -> TaskKey:
        """The identity of the task in its job."""
        return self.number, self.learn, self.hash_only


@dataclass(frozen=True, slots=True)
class GivenUp:
    """A task that has no result in this run, and the reason. Its shard stays unfinished, so the next run retries it."""

    task: Task
    reason: str


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a task: its temporary folder, the outputs below it, the counts, and the digest of its input."""

    task: Task
    folder: str
    outputs: tuple[str, ...]
    tally: Tally
    input: str | None = None

    @property
    def number(self) -> int:
        """The number of the shard."""
        return self.task.number
