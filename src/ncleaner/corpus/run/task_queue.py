"""The queue from which the workers of a cluster get their tasks, and to which they report progress.

Workers ask for tasks by numbered requests; there are as many requests as tasks, and some spare ones. A request waits
until there is a task for it. A request always gets the same task: if its worker dies and another worker repeats the
request, it gets that task again. If a task's worker has not reported for `LOST` seconds, its node is considered lost
and the next request gets the task, too. It does not matter which result comes first, because all are the same.
"""

from __future__ import annotations

from asyncio import Future, get_running_loop, shield
from collections import deque
from collections.abc import Callable
from time import monotonic

from ncleaner.corpus.run.progress_slot import FIELDS
from ncleaner.corpus.run.task import Task, TaskKey

LOST = 20.0  # seconds without a report; a living worker reports every second


class TaskQueue:
    """Tasks that wait for a request, and requests that wait for a task."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._waiting: deque[Task] = deque()
        self._requests: dict[int, Future[Task | None]] = {}
        self._unserved: deque[int] = deque()
        self._in_progress: dict[TaskKey, Task] = {}
        self._last_report: dict[TaskKey, float] = {}
        self._progress: dict[TaskKey, list[int]] = {}
        self._is_closed = False

    async def put(self, task: Task) -> None:
        """Add a task."""
        self._waiting.append(task)
        self._serve()

    async def get(self, request: int) -> Task | None:
        """Wait for the task of a request and return it, or ``None`` if there are no more tasks."""
        if request not in self._requests:
            self._requests[request] = get_running_loop().create_future()
            self._unserved.append(request)
            self._serve()
        return await shield(self._requests[request])

    async def report(self, key: TaskKey, values: list[int]) -> bool:
        """Store the progress of a task; return whether its worker should continue."""
        if self._is_closed or key not in self._in_progress:
            return False
        self._last_report[key] = self._clock()
        self._progress[key] = values
        return True

    async def progress(self) -> dict[TaskKey, list[int]]:
        """Return the progress of all tasks. Also requeues tasks silent for `LOST` seconds: call it regularly."""
        for key, last_report in self._last_report.items():
            if self._clock() - last_report > LOST and self._in_progress[key] not in self._waiting:
                self._waiting.append(self._in_progress[key])
        self._serve()
        return dict(self._progress)

    async def finish(self, request: int, key: TaskKey) -> None:
        """Forget a task that is done; if its request is repeated, the answer is ``None``."""
        self._requests[request] = get_running_loop().create_future()
        self._requests[request].set_result(None)
        for table in (self._in_progress, self._last_report, self._progress):
            table.pop(key, None)

    async def close(self) -> None:
        """End the queue: all requests get ``None``, and workers abandon their tasks at the next report."""
        self._is_closed = True
        self._waiting.clear()
        self._serve()

    def _serve(self) -> None:
        """Assign waiting tasks to waiting requests."""
        while self._unserved and (self._waiting or self._is_closed):
            task = self._waiting.popleft() if self._waiting else None
            self._requests[self._unserved.popleft()].set_result(task)
            if task is not None:
                self._in_progress[task.key] = task
                self._last_report[task.key] = self._clock()
                self._progress.setdefault(task.key, [0] * FIELDS)
