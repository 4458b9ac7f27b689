"""The interface between a job and the workers that process its tasks, on this machine or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Protocol

from ncleaner.corpus.run.pool import Limits
from ncleaner.corpus.run.task import GivenUp, Result, Task
from ncleaner.corpus.settings import Settings


class Runtime(Protocol):
    """Takes tasks and returns results, in any order. Use it in a ``with`` statement; its end aborts running tasks.

    If a page makes a task fail, the task is repeated without that page. A task that fails for other reasons, such as an
    input that cannot be read, is given up. So every task has a `Result` or a `GivenUp`; all other errors are raised by
    `results`.
    """

    def __enter__(self) -> Runtime: ...

    def __exit__(
        self, type: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    @property
    def has_room(self) -> bool:
        """Whether another task can be submitted."""

    @property
    def in_progress(self) -> list[tuple[Task, list[int]]]:
        """The running tasks, each with its progress: the values of a `ProgressSlot`."""

    def submit(self, task: Task) -> None:
        """Start a task; there must be room for it."""

    def results(self) -> Iterable[Result | GivenUp]:
        """Wait a moment, then yield the results that have come in."""


RuntimeFactory = Callable[[Settings, str, int, Limits, int], Runtime]
"""Makes a runtime from settings, the output folder, the number of workers, limits, and the number of tasks."""
