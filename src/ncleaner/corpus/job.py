"""A job from beginning to end: plan the shards, skip those that are finished, share the rest among workers.

The order of the output is the order of the shards, which is fixed before any work starts. If duplicates are dropped,
they are looked for strictly in that order, whatever the order in which workers compute the hashes. The hashes of
finished shards are read again, so that a resumed job finds the same duplicates.

If pages are cleaned with their sites, a pass over all shards learns the sites, which are merged in the order of the
shards, before any shard is written.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic
from types import FrameType
from typing import Any

from ncleaner.corpus.fetching.lists import is_list
from ncleaner.corpus.fetching.options import FetchOptions
from ncleaner.corpus.folder import Folder
from ncleaner.corpus.passes import LearningPass, OnePass, Pass, TwoPasses
from ncleaner.corpus.progress import JobProgress, ProgressCallback
from ncleaner.corpus.record import Shard
from ncleaner.corpus.run.part import FETCHED
from ncleaner.corpus.run.pool import Limits, Pool
from ncleaner.corpus.run.progress_slot import BYTES, FAILED, KEPT, PAGES, POSITION
from ncleaner.corpus.run.runtime import Runtime, RuntimeFactory
from ncleaner.corpus.run.task import GivenUp, Result
from ncleaner.corpus.settings import Settings, description
from ncleaner.corpus.sinks import corpus_files
from ncleaner.corpus.sites.job import merge_sites
from ncleaner.corpus.sites.saved import check, path_in, save
from ncleaner.corpus.sources import plan
from ncleaner.corpus.sources.fingerprint import changed_source
from ncleaner.corpus.speed import Speed
from ncleaner.corpus.tally import Tally, total
from ncleaner.corpus.unreadable import unreadable
from ncleaner.errors import FolderError, UsageError


@dataclass(slots=True)
class Outcome:
    """The end of a run: the counts of all finished shards, their number, and the number of all shards.

    ``given_up`` are the reasons why shards were given up, by their numbers. The next run retries them. ``learnt`` is
    the number of shards whose sites are learnt, unless all are or need not be; ``sites`` has the counts of all sites.
    ``unreadable`` are the inputs from which nothing could be read. ``speed`` is the speed of this run, if it wrote any
    shard.
    """

    tally: Tally
    shards: int
    shards_total: int
    given_up: dict[int, str] = field(default_factory=dict)
    learnt: int | None = None
    sites: dict[str, Any] | None = None
    unreadable: tuple[str, ...] = ()
    speed: Speed | None = None

    @property
    def is_complete(self) -> bool:
        """Whether all is done."""
        return self.shards == self.shards_total and self.learnt is None


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
    save_sites: str | None = None,
    fetching: FetchOptions | None = None,
    progress: ProgressCallback = lambda progress: None,
    interrupted: Callable[[], bool] = lambda: False,
) -> Outcome:
    """Do a job, or the rest of it if the output folder has finished shards.

    ``runtime`` provides the workers: `Pool` for processes on this machine, or `ncleaner.corpus.run.cluster.Cluster`.
    ``restart`` starts over if the folder has a job, ``resume`` raises `FolderError` if it has none. ``save_sites`` is a
    folder in which the sites are kept for another job. ``fetching`` says how the pages of lists of addresses are
    fetched. ``progress`` is called several times a second. Once ``interrupted`` returns true, no more shards are
    started, and those in progress are finished; while pages are fetched, `KeyboardInterrupt` is raised.
    """
    began = monotonic()
    settings.cleaner()  # raises if there is no such engine, before a folder is made
    folder = Folder(output)
    if resume and not folder.has_job():
        raise FolderError(f"{output} has no job to resume: run without --resume to start one")
    if any(map(is_list, inputs)):
        inputs = _fetched(inputs, folder, settings, fetching or FetchOptions(), restart, progress, interrupted)
    shards = plan(inputs, shard_size=shard_size, leave_out=output)
    if save_sites is not None:
        _check_saving(save_sites, settings)
    described = description(shards, settings)  # raises if there are no sites to load
    with folder.locked():
        folder.begin(described, restart=restart)
        _check_done(folder, shards)
        job = _Job(shards, folder, settings, progress, interrupted, save_sites)
        earlier = folder.total()
        given_up: dict[int, str] = {}
        try:
            if job.tasks:
                with runtime(settings, output, workers, limits or Limits(), job.tasks) as pool:
                    given_up = job.process(pool)
            tally = folder.total()
            pages, bytes = tally.pages - earlier.pages, tally.bytes - earlier.bytes
            speed = Speed.of(pages, bytes, monotonic() - began) if pages else None
            if job.is_complete:
                job.finish(speed)
        finally:
            folder.remove_parts()
        learnt = len(folder.learnt.shards) if job.must_learn else None
        unread = unreadable(shards, folder.finished)
        return Outcome(tally, len(folder.finished), len(shards), given_up, learnt, folder.learnt.counts, unread, speed)


def _fetched(
    inputs: Sequence[str],
    folder: Folder,
    settings: Settings,
    options: FetchOptions,
    restart: bool,
    progress: ProgressCallback,
    interrupted: Callable[[], bool],
) -> list[str]:
    """Fetch the pages of lists; return the inputs with archives in place of lists."""
    from ncleaner.corpus.fetching.stage import fetch_lists

    with folder.locked():
        if restart:
            folder.remove_fetched()
        return fetch_lists(inputs, folder.at(FETCHED), options, settings.max_page_bytes, progress, interrupted)


class _Job:
    """A job in a folder that is locked."""

    def __init__(
        self,
        shards: list[Shard],
        folder: Folder,
        settings: Settings,
        progress: ProgressCallback,
        interrupted: Callable[[], bool],
        save_sites: str | None,
    ) -> None:
        self.shards = shards
        self.folder = folder
        self.settings = settings
        self.progress = progress
        self.interrupted = interrupted
        self.save_sites = save_sites

    @property
    def left(self) -> int:
        """The number of shards that are not finished."""
        return len(self.shards) - len(self.folder.finished)

    @property
    def must_learn(self) -> bool:
        """Whether sites are needed, to clean with them or to save them, and are not there."""
        if self.settings.sites is None or self.folder.learnt.is_merged:
            return False
        return self.left > 0 or (self.save_sites is not None and not os.path.exists(path_in(self.save_sites)))

    @property
    def tasks(self) -> int:
        """The number of tasks that are left."""
        writing = 2 * self.left if self.settings.filters.drops_duplicates else self.left
        return writing + (len(self.shards) - len(self.folder.learnt.shards) if self.must_learn else 0)

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left to do but the end."""
        return not self.left and not self.must_learn

    def process(self, pool: Runtime) -> dict[int, str]:
        """Do what is left; return the numbers of the shards that were given up, and the reasons."""
        if self.must_learn:
            given_up = self._run(LearningPass(self.shards, self.folder), pool)
            if len(self.folder.learnt.shards) < len(self.shards) or not self._merge():
                return given_up
        if not self.left:
            return {}
        if self.settings.filters.drops_duplicates:
            return self._run(TwoPasses(self.shards, self.folder, self.settings), pool)
        return self._run(OnePass(self.shards, self.folder), pool)

    def _run(self, tasks: Pass, pool: Runtime) -> dict[int, str]:
        return _Run(self.shards, tasks, pool, self.progress).until(self.interrupted)

    def _merge(self) -> bool:
        """Merge the sites of all shards; return whether that was not interrupted."""
        assert self.settings.sites is not None
        return merge_sites(self.folder, self.settings.sites, self.progress, self.interrupted)

    def finish(self, speed: Speed | None) -> None:
        """Save the sites, if that is wanted, and end the job, with the speed of this run if it did anything."""
        if self.save_sites is not None and self.folder.learnt.is_merged:
            save(self.folder.learnt.store, self.save_sites)
        self.folder.finish(speed, corpus_files(self.settings.sink))


def _check_saving(folder: str, settings: Settings) -> None:
    """Raise an `NCleanerError` if the sites cannot be saved to a folder."""
    if settings.sites is None:
        raise UsageError("sites are saved by jobs that learn them: give --sites, too")
    load = settings.sites.load
    if load is not None and os.path.realpath(load) == os.path.realpath(folder):
        raise UsageError(f"sites cannot be loaded from {load} and saved there: choose another folder")
    check(folder, settings.sites.key)


def _check_done(folder: Folder, shards: list[Shard]) -> None:
    """Raise `FolderError` if the input of a shard that is finished or learnt has changed since."""
    done = [(number, line, folder.written_at(number)) for number, line in folder.finished.items()]
    learnt = folder.learnt
    done += [
        (number, line, learnt.written_at(number))
        for number, line in learnt.shards.items()
        if number not in folder.finished
    ]
    for number, line, written in done:
        path = changed_source(shards[number], line["input"], written)
        if path is not None:
            raise FolderError(
                f"{path} has changed since its pages were written to {folder.path}:"
                " restore it, choose a new folder, or start over with --restart"
            )


class _Run:
    """A pass over the shards in progress."""

    def __init__(self, shards: list[Shard], tasks: Pass, pool: Runtime, progress: ProgressCallback) -> None:
        self.shards = shards
        self.tasks = tasks
        self.pool = pool
        self.progress = progress
        self.given_up: dict[int, str] = {}
        self.earlier = self.tally = tasks.total()
        self.input = self.input_earlier = sum(shards[number].size for number in tasks.done)
        self.input_total = sum(shard.size for shard in shards)

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
        elif self.tasks.accept(result):
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
                shards=len(self.tasks.done),
                shards_total=len(self.shards),
                earlier=self.earlier,
                input_earlier=self.input_earlier,
                stage=self.tasks.stage,
            )
        )


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
