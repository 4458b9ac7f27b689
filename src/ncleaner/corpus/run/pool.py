"""A pool of worker processes that can be killed: limits on pages are enforced from outside.

Strategy: every worker stores in its progress slot which record it is processing, and the pool looks there several times
a second. A worker that takes too long for one page, or too much memory, is killed, and a new worker gets the same task
with that record to be skipped. A worker that dies by itself may have been killed for reasons that have nothing to do
with the page: its task is repeated unchanged, and only if a worker dies at the same record again is the record skipped.
A task is always repeated as a whole, so the result does not depend on where a worker died.
"""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from time import monotonic

from ncleaner.corpus.run.progress_slot import FINISHING, STEP, ProgressSlot, record_at
from ncleaner.corpus.run.work import TOO_LONG, TOO_MUCH_MEMORY, Result, Task, TaskKey
from ncleaner.corpus.run.worker import work_for
from ncleaner.corpus.settings import Settings
from ncleaner.engines import ENGINES
from ncleaner.errors import WorkerError
from ncleaner.system.processes import ignore_interrupts

POLL_INTERVAL = 0.1  # seconds between two looks at the workers
SECONDS = 60.0
MEMORY = 1 << 30


@dataclass(frozen=True, slots=True)
class Limits:
    """The most seconds for a page, and the most bytes of memory for a worker with any page; 0 for no limit."""

    seconds: float = SECONDS
    memory: int = MEMORY


class Worker:
    """A process, the pipe to it, its progress slot and its current task."""

    def __init__(self, process: SpawnProcess, pipe: Connection, slot: ProgressSlot) -> None:
        self.process = process
        self.pipe = pipe
        self.slot = slot
        self.task: Task | None = None
        self.step = 0
        self.spent = 0.0  # seconds at this step

    def start(self, task: Task) -> None:
        """Send a task to the process."""
        self.task = task
        self.step, self.spent = 0, 0.0
        self.slot.clear()
        with suppress(BrokenPipeError):  # the process is dead, which the pool will notice
            self.pipe.send(task)

    def end(self) -> None:
        """Kill the process."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


class Pool:
    """A runtime of worker processes, which are started when they are needed. Use it in a ``with`` statement."""

    def __init__(self, settings: Settings, output: str, count: int, limits: Limits, tasks: int) -> None:
        self._settings = settings
        self._output = output
        self._count = min(count, tasks)
        self._limits = limits
        self._workers: list[Worker] = []
        self._deaths: Counter[tuple[TaskKey, int]] = Counter()
        self._looked_at = monotonic()

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.end()
        self._workers = []

    @property
    def has_room(self) -> bool:
        """Whether a worker is idle, or another one can be started."""
        return len(self._workers) < self._count or any(worker.task is None for worker in self._workers)

    @property
    def in_progress(self) -> list[tuple[Task, list[int]]]:
        """The tasks in progress, each with the values of its worker's slot."""
        return [(worker.task, worker.slot.values()) for worker in self._workers if worker.task is not None]

    def submit(self, task: Task) -> None:
        """Give a task to an idle worker, or to a new one."""
        idle = next((worker for worker in self._workers if worker.task is None), None)
        if idle is None:
            idle = self._new_worker()
            self._workers.append(idle)
        idle.start(task)

    def results(self) -> Iterator[Result]:
        """Wait a moment, then yield the results that have come in and replace workers that died or broke a limit."""
        wait([worker.pipe for worker in self._workers if worker.task], POLL_INTERVAL)
        now = monotonic()
        # If the program was suspended, for example by Ctrl-Z, that time must not count for the current pages.
        passed, self._looked_at = min(now - self._looked_at, 2 * POLL_INTERVAL), now
        for worker in list(self._workers):
            if worker.task is None:
                continue
            if worker.pipe.poll():
                result = self._received(worker)
                if result is not None:
                    yield result
            else:
                self._enforce_limits(worker, passed)

    def _received(self, worker: Worker) -> Result | None:
        try:
            answer = worker.pipe.recv()
        except (EOFError, OSError):
            self._handle_death(worker)
            return None
        if isinstance(answer, Exception):
            raise answer
        worker.task = None
        result: Result = answer
        return result

    def _handle_death(self, worker: Worker) -> None:
        """Give the task of a dead worker to a new one; without the current record, if that was its second death."""
        worker.process.join()
        task = worker.task
        if task is None:
            self._workers.remove(worker)
            return
        step = worker.slot.values()[STEP]
        death = task.key, step
        self._deaths[death] += 1
        if self._deaths[death] > 1:
            task = _without_record(task, step, f"ended its process: {_exit_reason(worker.process.exitcode)}")
        self._replace(worker, task)

    def _enforce_limits(self, worker: Worker, passed: float) -> None:
        """Kill and replace a worker that exceeds a limit; ``passed`` is the seconds since the last look."""
        step = worker.slot.values()[STEP]
        worker.spent = worker.spent + passed if step == worker.step else 0.0
        worker.step = step
        if step == FINISHING or worker.task is None:
            return
        too_long = record_at(step)[1] and 0 < self._limits.seconds < worker.spent
        too_much = 0 < self._limits.memory < memory_of(worker.process.pid)
        if too_long or too_much:
            worker.process.kill()
            worker.process.join()
            step = worker.slot.values()[STEP]  # it may have reached another record before it was killed
            self._replace(worker, _without_record(worker.task, step, TOO_LONG if too_long else TOO_MUCH_MEMORY))

    def _replace(self, worker: Worker, task: Task) -> None:
        worker.pipe.close()
        new = self._new_worker()
        self._workers[self._workers.index(worker)] = new
        new.start(task)

    def _new_worker(self) -> Worker:
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        slot = ProgressSlot.shared(context)
        arguments = (theirs, slot, self._settings, self._output, dict(ENGINES), self._limits.memory)
        process = context.Process(target=work_for, args=arguments, daemon=True)
        with ignore_interrupts():
            process.start()
        theirs.close()
        return Worker(process, ours, slot)


def _without_record(task: Task, step: int, reason: str) -> Task:
    """Return the task without the record at which a worker ended; raise `WorkerError` if it is excluded already."""
    number, is_cleaned = record_at(step)
    if step == FINISHING or task.last is not None or number in dict(task.skipped):
        raise WorkerError(f"workers ended repeatedly at shard {task.number}, not because of a page: {reason}")
    if is_cleaned:
        return replace(task, skipped=(*task.skipped, (number, reason)))
    return replace(task, last=(number, f"the rest cannot be read: {reason}"))


def _exit_reason(code: int | None) -> str:
    """Return the name of the signal that ended a process, or its exit status, as text."""
    if code is not None and code < 0:
        with suppress(ValueError):
            return signal.Signals(-code).name
    return f"exit status {code}"


def memory_of(process: int | None) -> int:
    """Return the bytes of memory that a process has, or 0 where the system does not say."""
    try:
        with open(f"/proc/{process}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0
