"""A job from beginning to end: plan the shards, skip those that are finished, share the rest among workers.

The order of the output is the order of the shards, which is fixed before any work starts. If duplicates are dropped,
they are looked for strictly in that order, whatever the order in which workers compute the hashes. The hashes of
finished shards are read again, so that a resumed job finds the same duplicates.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from types import FrameType
from typing import Any

from ncleaner.corpus.filters.duplicates import DuplicateFinder, Duplicates
from ncleaner.corpus.folder import Folder
from ncleaner.corpus.record import Shard
from ncleaner.corpus.run.part import shard_name
from ncleaner.corpus.run.pool import Limits, Pool
from ncleaner.corpus.run.progress_slot import BYTES, FAILED, KEPT, PAGES, POSITION
from ncleaner.corpus.run.runtime import Runtime, RuntimeFactory
from ncleaner.corpus.run.work import HASHES, GivenUp, Result, Task
from ncleaner.corpus.settings import Settings, description
from ncleaner.corpus.sources import plan
from ncleaner.corpus.sources.fingerprint import changed_source
from ncleaner.corpus.tally import Tally, total
from ncleaner.errors import FolderError


@dataclass(frozen=True, slots=True)
class JobProgress:
    """The progress of a job: numbers of pages, bytes of pages, bytes of input as stored, and shards.

    These include the work of earlier runs. To compute the speed of this run, subtract ``earlier``, which has the pages
    and bytes of earlier runs, and ``input_earlier``, their input.
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


@dataclass(slots=True)
class Outcome:
    """The end of a run: the counts of all finished shards, their number, and the number of all shards.

    ``given_up`` are the reasons why shards were given up, by their numbers. The next run retries them.
    """

    tally: Tally
    shards: int
    shards_total: int
    given_up: dict[int, str] = field(default_factory=dict)

    @property
    def is_complete(self) -> bool:
        """Whether all shards are finished."""
        return self.shards == self.shards_total


ProgressCallback = Callable[[JobProgress], None]


def run(
    inputs: Sequence[str],
    output: str,
    settings: Settings,
    *,
    workers: int = 1,
    runtime: RuntimeFactory = Pool,
    limits: Limits | None = None,
    shard_size: int | None = None,
    restart: bool = False,
    resume: bool = False,
    progress: ProgressCallback = lambda progress: None,
    interrupted: Callable[[], bool] = lambda: False,
) -> Outcome:
    """Do a job, or the rest of it if the output folder has finished shards.

    ``runtime`` provides the workers: `Pool` for processes on this machine, or `ncleaner.corpus.run.cluster.Cluster`.
    ``restart`` starts over if the folder has a job, ``resume`` raises `FolderError` if it has none. ``progress`` is
    called several times a second. Once ``interrupted`` returns true, no more shards are started, and those in progress
    are finished.
    """
    settings.cleaner()  # raises if there is no such engine, before a folder is made
    shards = plan(inputs, shard_size=shard_size, leave_out=output)
    folder = Folder(output)
    if resume and not folder.has_job():
        raise FolderError(f"{output} has no job to resume: run without --resume to start one")
    with folder.locked():
        folder.begin(description(shards, settings), restart=restart)
        _check_finished(folder, shards)
        given_up: dict[int, str] = {}
        try:
            left = len(shards) - len(folder.finished)
            if left:
                tasks = 2 * left if settings.filters.drops_duplicates else left
                with runtime(settings, output, workers, limits or Limits(), tasks) as pool:
                    given_up = _Run(shards, folder, pool, settings, progress).until(interrupted)
            if len(folder.finished) == len(shards):
                folder.finish()
        finally:
            folder.remove_parts()
        return Outcome(folder.total(), len(folder.finished), len(shards), given_up)


def _check_finished(folder: Folder, shards: list[Shard]) -> None:
    """Raise `FolderError` if the input of a finished shard has changed since."""
    for number, line in folder.finished.items():
        path = changed_source(shards[number], line["input"], folder.written_at(number))
        if path is not None:
            raise FolderError(
                f"{path} has changed since its pages were written to {folder.path}:"
                " restore it, choose a new folder, or start over with --restart"
            )


class _Run:
    """A run in progress."""

    def __init__(
        self, shards: list[Shard], folder: Folder, pool: Runtime, settings: Settings, progress: ProgressCallback
    ) -> None:
        self.shards = shards
        self.folder = folder
        self.pool = pool
        self.progress = progress
        self.given_up: dict[int, str] = {}
        self.earlier = self.tally = folder.total()
        self.input = self.input_earlier = sum(shards[number].size for number in folder.finished)
        self.input_total = sum(shard.size for shard in shards)
        to_do = iter([number for number in range(len(shards)) if number not in folder.finished])
        self.tasks: _OnePass | _TwoPasses = (
            _TwoPasses(shards, folder, settings, to_do)
            if settings.filters.drops_duplicates
            else _OnePass(shards, to_do)
        )

    def until(self, interrupted: Callable[[], bool]) -> dict[int, str]:
        """Process tasks until all are done, or until ``interrupted`` returns true and started shards are finished.

        Returns the numbers of the shards that were given up, and the reasons.
        """
        while True:
            while self.pool.has_room:
                task = self.tasks.next(begin=not interrupted())
                if task is None:
                    break
                self.pool.submit(task)
            if not self.pool.in_progress:
                return self.given_up
            for result in self.pool.results():
                self._accept(result)
            self._show()

    def _accept(self, result: Result | GivenUp) -> None:
        if isinstance(result, GivenUp):
            self.tasks.give_up(result.task)
            self.given_up[result.task.number] = result.reason
            return
        finished = self.tasks.accept(result)
        if finished is None:
            return
        self.folder.commit(result, finished.hashes_folder)
        self.input += self.shards[result.number].size
        self.tally = total([self.tally, result.tally])

    def _show(self) -> None:
        slots = [values for task, values in self.pool.in_progress if not task.hash_only]
        sums = [sum(column) for column in zip(*slots, strict=True)] or [0] * (POSITION + 1)
        tally = self.tally
        self.progress(
            JobProgress(
                pages=tally.pages + sums[PAGES],
                kept=tally.kept + sums[KEPT],
                failed=tally.failed + sums[FAILED],
                bytes=tally.bytes + sums[BYTES],
                input=self.input + sums[POSITION],
                input_total=self.input_total,
                shards=len(self.folder.finished),
                shards_total=len(self.shards),
                earlier=self.earlier,
                input_earlier=self.input_earlier,
            )
        )


@dataclass(frozen=True, slots=True)
class _Finished:
    """A result that finishes its shard. ``hashes_folder`` is the temporary folder with its hashes, if it has any."""

    hashes_folder: str | None = None


class _OnePass:
    """One task for each shard."""

    def __init__(self, shards: list[Shard], to_do: Iterator[int]) -> None:
        self.shards = shards
        self.to_do = to_do

    def next(self, *, begin: bool) -> Task | None:
        """Return the next task, if there is one; without ``begin``, no task that starts a shard."""
        number = next(self.to_do, None) if begin else None
        return None if number is None else Task(number, self.shards[number])

    def accept(self, result: Result) -> _Finished | None:
        """Take a result; return a `_Finished` if its shard is finished now."""
        return _Finished()

    def give_up(self, task: Task) -> None:
        """Take note of a task that has no result; here no other one depends on it."""


@dataclass(slots=True)
class _TwoPasses:
    """Two tasks for each shard: compute its hashes, then write it when all shards before it have been checked.

    So if a shard has no hashes because it was given up, the shards after it cannot be written in this run.
    """

    shards: list[Shard]
    folder: Folder
    settings: Settings
    to_do: Iterator[int]
    checked: int = 0  # the number of shards, from the first on, whose hashes were compared
    hashed: dict[int, Result] = field(default_factory=dict)
    duplicates: dict[int, Duplicates] = field(default_factory=dict)
    is_blocked: bool = False  # whether there is a shard without hashes
    finder: DuplicateFinder = field(init=False)

    def __post_init__(self) -> None:
        self.finder = DuplicateFinder(self.settings.filters)

    def next(self, *, begin: bool) -> Task | None:
        """Return the next task, if there is one; without ``begin``, no task that starts a shard."""
        self._find_duplicates()
        if self.duplicates:
            number = min(self.duplicates)
            return replace(self.hashed[number].task, hash_only=False, duplicates=self.duplicates.pop(number))
        number = next(self.to_do, -1) if begin and not self.is_blocked else -1
        return None if number < 0 else Task(number, self.shards[number], hash_only=True)

    def accept(self, result: Result) -> _Finished | None:
        """Take a result; return a `_Finished` if its shard is finished now."""
        if result.number not in self.hashed:
            self.hashed[result.number] = result
            return None
        return _Finished(self.hashed.pop(result.number).folder)

    def give_up(self, task: Task) -> None:
        """Take note of a task that has no result."""
        self.hashed.pop(task.number, None)
        self.is_blocked = self.is_blocked or task.hash_only

    def _find_duplicates(self) -> None:
        """Find the duplicates of all shards up to the first one that has no hashes yet."""
        while self.checked < len(self.shards):
            number = self.checked
            if number in self.folder.finished:
                self.finder.find(_bytes_of(self.folder.hashes(number)))
            elif number in self.hashed:
                path = os.path.join(self.hashed[number].folder, HASHES, shard_name(number))
                self.duplicates[number] = self.finder.find(_bytes_of(path))
            else:
                return
            self.checked += 1


def _bytes_of(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


@contextmanager
def interrupts(tell: Callable[[], None]) -> Iterator[Callable[[], bool]]:
    """Handle Ctrl-C meanwhile: the first one calls ``tell``, a second one raises `KeyboardInterrupt`.

    The context is a function that returns whether there was a Ctrl-C. Outside the main thread it always returns false.
    """
    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    count = 0

    def handle(number: int, frame: FrameType | None) -> None:
        nonlocal count
        count += 1
        if count > 1:
            raise KeyboardInterrupt
        tell()

    before: Any = signal.signal(signal.SIGINT, handle)
    try:
        yield lambda: count > 0
    finally:
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)
