"""What to do after a worker has died: repeat its task, try one record alone, skip that record, or give the task up.

Strategy: a worker may be killed for reasons that have nothing to do with its page, by an administrator or because other
programs need the memory. So a death alone proves nothing, and the task is repeated unchanged. A record is suspected if
the worker crashed at it, or was killed at it twice. A suspected record is tried alone, by a task that cleans nothing
else. If a worker crashes at it again, the record is to blame and is skipped from then on. If a worker is killed at it
from outside, that may be chance once more, so it takes `LONE_KILLS` such deaths in a row, with pauses between them.

A worker that dies before it has read anything, or after the last record, blames nobody. Repetition ends if workers
crash `CRASHES` times, or die for ``patience`` seconds, without getting further in the shard than before: then the task
is given up, and the next run retries it.
"""

from __future__ import annotations

import signal
from contextlib import suppress
from dataclasses import dataclass, field, replace

from ncleaner.corpus.run.progress_slot import record_at
from ncleaner.corpus.run.task import TOO_MUCH_MEMORY, GivenUp, Task

LONE_KILLS = 8  # deaths of workers, killed from outside while a record was tried alone, that blame the record
CRASHES = 3  # crashes without progress after which a task is given up
DEATHS = 5  # deaths without progress before which no task is given up
PATIENCE = 120.0  # seconds

_CRASHES = ("SIGSEGV", "SIGBUS", "SIGABRT", "SIGFPE", "SIGILL", "SIGTRAP", "SIGSYS")
_SHORTEST_PAUSE, _LONGEST_PAUSE = 0.02, 0.25  # seconds before a task is repeated
_LONGEST_LONE_PAUSE = 2.0


@dataclass(frozen=True, slots=True)
class Death:
    """The death of a worker: the step at which it died, its exit code, and the time."""

    step: int
    exit_code: int | None
    time: float

    @property
    def is_crash(self) -> bool:
        """Whether the process ended itself, rather than being killed from outside."""
        code = self.exit_code
        return code is None or code >= 0 or exit_reason(code) in _CRASHES


@dataclass(slots=True)
class Trouble:
    """The deaths of the workers of one task, with those since it last got further than before counted.

    ``suspect`` is the step that is tried alone; ``killed_at`` are the steps at which workers were killed from outside.
    """

    furthest: int = -1
    since: float = 0.0
    deaths: int = 0
    crashes: int = 0
    lone_deaths: int = 0
    suspect: int | None = None
    killed_at: set[int] = field(default_factory=set)

    def after(self, task: Task, death: Death, patience: float) -> Task | GivenUp:
        """Return the task to do after a worker has died at ``task``, or a `GivenUp`."""
        self._count(task, death)
        if task.only is not None and death.step == self.suspect:
            self.lone_deaths += 1
            if death.is_crash or self.lone_deaths >= LONE_KILLS:
                return self.without_record(task, death.step, f"ended its process: {exit_reason(death.exit_code)}")
        if self.crashes >= CRASHES or (self.deaths >= DEATHS and death.time - self.since >= patience):
            reason = f"shard {task.number}: workers end repeatedly, not because of a page"
            return GivenUp(task, f"{reason}: {exit_reason(death.exit_code)}")
        return task if task.only is not None else self._repeated(task, death)

    def _count(self, task: Task, death: Death) -> None:
        if task.only is None and death.step > self.furthest:
            self.furthest = death.step
            self.since = death.time
            self.deaths = self.crashes = 0
        self.deaths += 1
        self.crashes += death.is_crash

    def _repeated(self, task: Task, death: Death) -> Task:
        """Return the task for its suspected record alone, if there is one, else the task."""
        record = record_at(death.step)
        if record is None or record[0] in dict(task.skipped):
            return task
        if death.is_crash or death.step in self.killed_at:
            self.suspect, self.lone_deaths = death.step, 0
            return replace(task, only=record[0])
        self.killed_at.add(death.step)
        return task

    def acquitted(self, task: Task) -> Task:
        """Return the whole task after its suspected record was cleaned alone."""
        self.killed_at.discard(self.suspect or 0)
        self.suspect = None
        return replace(task, only=None)

    def without_record(self, task: Task, step: int, reason: str) -> Task | GivenUp:
        """Return the task without the record at a step, or a `GivenUp`.

        That is if there is no such record, if it is skipped already, or if there is too little memory to read it.
        """
        record = record_at(step)
        if record is None or record[0] in dict(task.skipped):
            return GivenUp(task, f"shard {task.number}: workers end repeatedly, not because of a page: {reason}")
        self.deaths = self.crashes = 0
        self.suspect = None
        number, is_cleaned = record
        if not is_cleaned and reason == TOO_MUCH_MEMORY:
            return GivenUp(task, f"{task.shard.sources[0]}: reading a record {reason}; raise --page-memory")
        if is_cleaned:
            return replace(task, only=None, skipped=(*task.skipped, (number, reason)))
        return replace(task, only=None, last=(number, f"the rest cannot be read: {reason}"))

    @property
    def pause(self) -> float:
        """The seconds to wait before the task is repeated."""
        if self.suspect is not None and self.lone_deaths:
            return min(_LONGEST_PAUSE * (1 << self.lone_deaths), _LONGEST_LONE_PAUSE)
        return 0.0 if self.deaths < 2 else min(_SHORTEST_PAUSE * self.deaths, _LONGEST_PAUSE)


def exit_reason(code: int | None) -> str:
    """Return the name of the signal that ended a process, or its exit status, as text."""
    if code is not None and code < 0:
        with suppress(ValueError):
            return signal.Signals(-code).name
    return f"exit status {code}"
