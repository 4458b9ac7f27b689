"""Workers that can be killed: they get tasks, and each page is under limits that are enforced from outside.

Strategy: every worker notes in its slot which record it is at. The pool looks some times a second. A worker that
cleans one page for too long, or has too much memory, is killed, and a new one gets the same task, with that record to
be skipped. A worker that dies by itself may have been killed by somebody who meant no page: its task is done again as
it was, and only if a worker dies at the same record again the record is skipped. As all of a task is done again, the
result does not tell where a worker died.
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

from ncleaner.corpus.run.slot import FINISHING, STEP, Slot, record_at
from ncleaner.corpus.run.work import TOO_LONG, TOO_MUCH_MEMORY, Result, Task
from ncleaner.corpus.run.worker import work_for
from ncleaner.corpus.settings import Settings
from ncleaner.engines import ENGINES
from ncleaner.errors import WorkerError
from ncleaner.system.processes import deaf_to_interrupts

LOOK = 0.1  # seconds between two looks at the workers
SECONDS = 60.0
MEMORY = 1 << 30


@dataclass(frozen=True, slots=True)
class Limits:
    """What one page may take: seconds, and bytes of memory, those of the worker without it included; 0 for no limit."""

    seconds: float = SECONDS
    memory: int = MEMORY


class Worker:
    """A process, the pipe to it, its notes, and what it is at."""

    def __init__(self, process: SpawnProcess, pipe: Connection, slot: Slot) -> None:
        self.process = process
        self.pipe = pipe
        self.slot = slot
        self.task: Task | None = None
        self.step = 0
        self.spent = 0.0  # seconds at this step

    def give(self, task: Task) -> None:
        """Have it do a task."""
        self.task = task
        self.step, self.spent = 0, 0.0
        self.slot.clear()
        with suppress(BrokenPipeError):  # if it is dead, the next look will show it
            self.pipe.send(task)

    def end(self) -> None:
        """End the process, whatever it does."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


class Pool:
    """Some workers, started when there is something to do for them. To be used in a ``with`` statement."""

    def __init__(self, settings: Settings, output: str, count: int, limits: Limits, tasks: int) -> None:
        self._settings = settings
        self._output = output
        self._count = min(count, tasks)
        self._limits = limits
        self._workers: list[Worker] = []
        self._deaths: Counter[tuple[int, bool, int]] = Counter()
        self._looked = monotonic()

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.end()
        self._workers = []

    @property
    def has_room(self) -> bool:
        """Whether there is a worker that has nothing to do, or could be."""
        return len(self._workers) < self._count or any(worker.task is None for worker in self._workers)

    @property
    def at_hand(self) -> list[tuple[Task, list[int]]]:
        """The tasks that are being done, and the notes on them."""
        return [(worker.task, worker.slot.values()) for worker in self._workers if worker.task is not None]

    def give(self, task: Task) -> None:
        """Have a task done."""
        idle = next((worker for worker in self._workers if worker.task is None), None)
        if idle is None:
            idle = self._started()
            self._workers.append(idle)
        idle.give(task)

    def results(self) -> Iterator[Result]:
        """Wait a moment; then what has become of tasks in the meantime."""
        wait([worker.pipe for worker in self._workers if worker.task], LOOK)
        now = monotonic()
        # Whoever stops the program for a while, as by Ctrl-Z, does not want the pages at hand to be given up.
        passed, self._looked = min(now - self._looked, 2 * LOOK), now
        for worker in list(self._workers):
            if worker.task is None:
                continue
            if worker.pipe.poll():
                result = self._received(worker)
                if result is not None:
                    yield result
            else:
                self._look_at(worker, passed)

    def _received(self, worker: Worker) -> Result | None:
        try:
            answer = worker.pipe.recv()
        except (EOFError, OSError):
            self._bury(worker)
            return None
        if isinstance(answer, Exception):
            raise answer
        worker.task = None
        result: Result = answer
        return result

    def _bury(self, worker: Worker) -> None:
        """Go on with a new worker where one has died."""
        worker.process.join()
        task = worker.task
        if task is None:
            self._workers.remove(worker)
            return
        step = worker.slot.values()[STEP]
        death = task.number, task.survey, step
        self._deaths[death] += 1
        if self._deaths[death] > 1:
            task = _without(task, step, f"ended its process: {_ending(worker.process.exitcode)}")
        self._replace(worker, task)

    def _look_at(self, worker: Worker, passed: float) -> None:
        """Kill a worker that is over a limit."""
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
            step = worker.slot.values()[STEP]  # it may have gone on in the meantime
            self._replace(worker, _without(worker.task, step, TOO_LONG if too_long else TOO_MUCH_MEMORY))

    def _replace(self, worker: Worker, task: Task) -> None:
        worker.pipe.close()
        new = self._started()
        self._workers[self._workers.index(worker)] = new
        new.give(task)

    def _started(self) -> Worker:
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        slot = Slot.new(context)
        arguments = (theirs, slot, self._settings, self._output, dict(ENGINES), self._limits.memory)
        process = context.Process(target=work_for, args=arguments, daemon=True)
        with deaf_to_interrupts():
            process.start()
        theirs.close()
        return Worker(process, ours, slot)


def _without(task: Task, step: int, reason: str) -> Task:
    """The same task without the record at which a worker ended. If that is so already, no page is to blame."""
    number, is_cleaned = record_at(step)
    if step == FINISHING or task.last is not None or number in dict(task.skipped):
        raise WorkerError(f"a worker ended again and again at shard {task.number}, and no page is to blame: {reason}")
    if is_cleaned:
        return replace(task, skipped=(*task.skipped, (number, reason)))
    return replace(task, last=(number, f"the rest cannot be read: {reason}"))


def _ending(code: int | None) -> str:
    """How a process ended, in words."""
    if code is not None and code < 0:
        with suppress(ValueError):
            return signal.Signals(-code).name
    return f"exit status {code}"


def memory_of(process: int | None) -> int:
    """The bytes of memory that a process has, as far as the system tells."""
    try:
        with open(f"/proc/{process}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0
