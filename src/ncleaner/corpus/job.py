"""A job from beginning to end: plan, go on where it was left, share the pieces among workers, put the rest together.

The order of everything is that of the pieces, which is settled before anything runs. Where duplicates are left out the
verdicts on pieces are given strictly in that order, whatever the order in which workers survey them; the hashes of
finished shards are read again, so that a job that goes on comes to the same verdicts.
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

from ncleaner.corpus.filters.duplicates import Judge, Verdict
from ncleaner.corpus.folder import Folder
from ncleaner.corpus.record import Piece
from ncleaner.corpus.run.part import shard_name
from ncleaner.corpus.run.pool import Limits, Pool
from ncleaner.corpus.run.runtime import Runtime, Start
from ncleaner.corpus.run.slot import BYTES, FAILED, KEPT, PAGES, POSITION
from ncleaner.corpus.run.work import HASHES, Result, Task
from ncleaner.corpus.settings import Settings, description
from ncleaner.corpus.sources import plan
from ncleaner.corpus.tally import Tally, total
from ncleaner.errors import FolderError


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a run is: numbers of pages, bytes of input as they are stored, shards.

    What was there when the run began counts, but not for its speed: ``earlier`` has the pages and bytes of that, and
    ``input_earlier`` its input.
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
    """How a run ended: the numbers of all finished shards, and how many of how many those are."""

    tally: Tally
    shards: int
    shards_total: int

    @property
    def is_complete(self) -> bool:
        """Whether all of the input is done."""
        return self.shards == self.shards_total


Progress = Callable[[Standing], None]


def run(
    inputs: Sequence[str],
    output: str,
    settings: Settings,
    *,
    workers: int = 1,
    runtime: Start = Pool,
    limits: Limits | None = None,
    shard_size: int | None = None,
    restart: bool = False,
    resume: bool = False,
    progress: Progress = lambda standing: None,
    interrupted: Callable[[], bool] = lambda: False,
) -> Outcome:
    """Do a job, or what is left of it.

    ``runtime`` is what has the workers: the processes of this machine, or `ncleaner.corpus.run.cluster.Cluster`.
    ``restart`` begins anew where a folder has a job already, ``resume`` insists that it has. ``progress`` is called
    some times a second. When ``interrupted`` says so no further pieces are begun, and those at hand are finished.
    """
    settings.cleaner()  # which says so if there is no such engine, before there is a folder
    pieces = plan(inputs, shard_size=shard_size, leave_out=output)
    folder = Folder(output)
    if resume and not folder.has_job():
        raise FolderError(f"there is nothing to go on with in {output}")
    with folder.locked():
        folder.begin(description(pieces, settings), restart=restart)
        try:
            left = len(pieces) - len(folder.finished)
            if left:
                tasks = 2 * left if settings.filters.duplicates else left
                with runtime(settings, output, workers, limits or Limits(), tasks) as pool:
                    _Run(pieces, folder, pool, settings, progress).until(interrupted)
            if len(folder.finished) == len(pieces):
                folder.finish()
        finally:
            folder.tidy()
        return Outcome(folder.total(), len(folder.finished), len(pieces))


class _Run:
    """A run while it goes on."""

    def __init__(
        self, pieces: list[Piece], folder: Folder, pool: Runtime, settings: Settings, progress: Progress
    ) -> None:
        self.pieces = pieces
        self.folder = folder
        self.pool = pool
        self.progress = progress
        self.earlier = self.tally = folder.total()
        self.input = self.input_earlier = sum(pieces[number].size for number in folder.finished)
        self.input_total = sum(piece.size for piece in pieces)
        to_do = iter([number for number in range(len(pieces)) if number not in folder.finished])
        self.tasks: _Tasks | _TasksInOrder = (
            _TasksInOrder(pieces, folder, settings, to_do) if settings.filters.duplicates else _Tasks(pieces, to_do)
        )

    def until(self, interrupted: Callable[[], bool]) -> None:
        """Go on until all is done, or until somebody wants it to end."""
        while True:
            while self.pool.has_room:
                task = self.tasks.next(begin=not interrupted())
                if task is None:
                    break
                self.pool.give(task)
            if not self.pool.at_hand:
                return
            for result in self.pool.results():
                self._take(result)
            self._show()

    def _take(self, result: Result) -> None:
        survey = self.tasks.take(result)
        if survey is None:
            return
        self.folder.commit(result, survey or None)
        self.input += self.pieces[result.number].size
        self.tally = total([self.tally, result.tally])

    def _show(self) -> None:
        notes = [values for task, values in self.pool.at_hand if not task.survey]
        sums = [sum(column) for column in zip(*notes, strict=True)] or [0] * (POSITION + 1)
        tally = self.tally
        self.progress(
            Standing(
                pages=tally.pages + sums[PAGES],
                kept=tally.kept + sums[KEPT],
                failed=tally.failed + sums[FAILED],
                bytes=tally.bytes + sums[BYTES],
                input=self.input + sums[POSITION],
                input_total=self.input_total,
                shards=len(self.folder.finished),
                shards_total=len(self.pieces),
                earlier=self.earlier,
                input_earlier=self.input_earlier,
            )
        )


class _Tasks:
    """A task for each piece."""

    def __init__(self, pieces: list[Piece], to_do: Iterator[int]) -> None:
        self.pieces = pieces
        self.to_do = to_do

    def next(self, *, begin: bool) -> Task | None:
        """What is to be done next; without ``begin``, only if it belongs to a piece that is begun."""
        number = next(self.to_do, None) if begin else None
        return None if number is None else Task(number, self.pieces[number])

    def take(self, result: Result) -> str | None:
        """Where the survey of a finished piece is; nothing if there is none, ``None`` if the piece is not finished."""
        return ""


@dataclass(slots=True)
class _TasksInOrder:
    """Two tasks for each piece: to survey it, and to write it when there is a verdict on all pieces before it."""

    pieces: list[Piece]
    folder: Folder
    settings: Settings
    to_do: Iterator[int]
    judged: int = 0  # so many pieces have their verdict
    surveys: dict[int, Result] = field(default_factory=dict)
    verdicts: dict[int, Verdict] = field(default_factory=dict)
    judge: Judge = field(init=False)

    def __post_init__(self) -> None:
        self.judge = Judge(self.settings.filters)

    def next(self, *, begin: bool) -> Task | None:
        """What is to be done next; without ``begin``, only if it belongs to a piece that is begun."""
        self._judge()
        if self.verdicts:
            number = min(self.verdicts)
            return replace(self.surveys[number].task, survey=False, verdict=self.verdicts.pop(number))
        number = next(self.to_do, -1) if begin else -1
        return None if number < 0 else Task(number, self.pieces[number], survey=True)

    def take(self, result: Result) -> str | None:
        """Where the survey of a finished piece is; nothing if there is none, ``None`` if the piece is not finished."""
        if result.number not in self.surveys:
            self.surveys[result.number] = result
            return None
        return self.surveys.pop(result.number).folder

    def _judge(self) -> None:
        """Give verdicts as far as surveys are there, without a gap."""
        while self.judged < len(self.pieces):
            number = self.judged
            if number in self.folder.finished:
                self.judge.verdict(_bytes_of(self.folder.hashes(number)))
            elif number in self.surveys:
                place = os.path.join(self.surveys[number].folder, HASHES, shard_name(number))
                self.verdicts[number] = self.judge.verdict(_bytes_of(place))
            else:
                return
            self.judged += 1


def _bytes_of(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


@contextmanager
def interrupts(tell: Callable[[], None]) -> Iterator[Callable[[], bool]]:
    """Something that says whether there was a Ctrl-C, which is told about; the second one is as sudden as ever."""
    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    count = 0

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal count
        count += 1
        if count > 1:
            raise KeyboardInterrupt
        tell()

    before: Any = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: count > 0
    finally:
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)
