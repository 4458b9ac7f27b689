"""A pool of worker processes that can be killed: limits on pages are enforced from outside.

Strategy: every worker stores in its progress slot which record it is processing, and the pool looks there several times
a second. A worker that takes too long for one page, or too much memory, is killed, and a new worker gets the same task
with that record to be skipped. `ncleaner.corpus.run.blame` decides what follows if a worker dies by itself. A task is
always repeated as a whole, so the result does not depend on where a worker died.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from time import monotonic, sleep

from ncleaner.corpus.run.blame import CRASHES, PATIENCE, Death, Trouble, exit_reason
from ncleaner.corpus.run.progress_slot import FINISHING, NOTHING_READ, STEP, ProgressSlot, record_at
from ncleaner.corpus.run.task import TOO_LONG, TOO_MUCH_MEMORY, GivenUp, Result, Task, TaskKey
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
    """The most seconds for a page, and the most bytes of memory for a worker with any page; 0 for no limit.

    ``patience`` is the number of seconds for which the workers of a shard may be killed without getting any further.
    """

    seconds: float = SECONDS
    memory: int = MEMORY
    patience: float = PATIENCE


class Worker:
    """A process, the pipe to it, its progress slot and its current task.

    ``replace_at`` is the time to replace it by a new one with the same task, if it is dead.
    """

    def __init__(self, process: SpawnProcess, pipe: Connection, slot: ProgressSlot) -> None:
        self.process = process
        self.pipe = pipe
        self.slot = slot
        self.task: Task | None = None
        self.step = 0
        self.spent = 0.0  # seconds at this step
        self.replace_at: float | None = None

    def start(self, task: Task) -> None:
        """Send a task to the process."""
        self.task = task
        self.step, self.spent = 0, 0.0
        self.slot.clear()
        with suppress(OSError):  # the process is dead, which the pool will notice
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
        self._troubles: dict[TaskKey, Trouble] = {}
        self._patience = limits.patience
        self._failed_starts = 0  # of workers that ended themselves before any of them has done anything
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

    def results(self) -> Iterator[Result | GivenUp]:
        """Wait a moment, then yield the results that have come in and replace workers that died or broke a limit."""
        pipes = [worker.pipe for worker in self._workers if worker.task and worker.replace_at is None]
        if pipes:
            wait(pipes, POLL_INTERVAL)
        else:
            sleep(POLL_INTERVAL)
        now = monotonic()
        # If the program was suspended, for example by Ctrl-Z, that time must not count for the current pages.
        passed, self._looked_at = min(now - self._looked_at, 2 * POLL_INTERVAL), now
        for worker in list(self._workers):
            if worker.task is None:
                continue
            if worker.replace_at is not None:
                if now >= worker.replace_at:
                    self._replace(worker, worker.task)
                continue
            result = self._received(worker) if worker.pipe.poll() else self._enforce_limits(worker, passed)
            if result is not None:
                yield result

    def _received(self, worker: Worker) -> Result | GivenUp | None:
        try:
            answer = worker.pipe.recv()
        except (EOFError, OSError):
            return self._handle_death(worker)
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, Result) and answer.task.only is not None:
            shutil.rmtree(answer.folder, ignore_errors=True)
            worker.start(self._trouble(answer.task).acquitted(answer.task))
            return None
        self._failed_starts = -sys.maxsize
        if isinstance(answer, Result):
            self._patience = self._limits.patience
        worker.task = None
        return self._ended(answer)

    def _handle_death(self, worker: Worker) -> GivenUp | None:
        """Give the task of a dead worker to a new one, perhaps without the record that is to blame, or give it up."""
        worker.process.join()
        if worker.task is None:
            self._workers.remove(worker)
            return None
        death = Death(worker.slot.values()[STEP], worker.process.exitcode, monotonic())
        self._failed_starts += death.is_crash and death.step == NOTHING_READ
        if self._failed_starts >= CRASHES:
            raise WorkerError(f"worker processes cannot start: {exit_reason(death.exit_code)}")
        trouble = self._trouble(worker.task)
        return self._continue(worker, trouble.after(worker.task, death, self._patience))

    def _continue(self, worker: Worker, following: Task | GivenUp) -> GivenUp | None:
        """Have a dead worker replaced after a pause, or return that its task is given up."""
        if isinstance(following, Task):
            worker.task = following
            worker.replace_at = monotonic() + self._trouble(following).pause
            return None
        worker.pipe.close()
        self._workers.remove(worker)
        self._patience = 0.0  # until a task succeeds: if no worker can live, do not try for long at each shard
        self._ended(following)
        return following

    def _trouble(self, task: Task) -> Trouble:
        return self._troubles.setdefault(task.key, Trouble())

    def _ended(self, answer: Result | GivenUp) -> Result | GivenUp:
        self._troubles.pop(answer.task.key, None)
        return answer

    def _enforce_limits(self, worker: Worker, passed: float) -> GivenUp | None:
        """Kill and replace a worker that exceeds a limit; ``passed`` is the seconds since the last look."""
        step = worker.slot.values()[STEP]
        worker.spent = worker.spent + passed if step == worker.step else 0.0
        worker.step = step
        record = record_at(step)
        if step == FINISHING or worker.task is None:
            return None
        too_long = record is not None and record[1] and 0 < self._limits.seconds < worker.spent
        too_much = 0 < self._limits.memory < memory_of(worker.process.pid)
        if not too_long and not too_much:
            return None
        worker.process.kill()
        worker.process.join()
        if worker.slot.values()[STEP] != step:  # it reached another record before it was killed: blame neither
            return self._continue(worker, worker.task)
        reason = TOO_LONG if too_long else TOO_MUCH_MEMORY
        return self._continue(worker, self._trouble(worker.task).without_record(worker.task, step, reason))

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


def memory_of(process: int | None) -> int:
    """Return the bytes of memory that a process has, or 0 where the system does not say."""
    try:
        with open(f"/proc/{process}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0
