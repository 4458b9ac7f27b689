"""What a job asks of those who do its tasks, be they processes of this machine or of many."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Protocol

from ncleaner.corpus.run.pool import Limits
from ncleaner.corpus.run.work import Result, Task
from ncleaner.corpus.settings import Settings


class Runtime(Protocol):
    """Takes tasks and has results, in whatever order. To be used in a ``with`` statement, which ends what is at hand.

    A task that cannot be done because of a page is done without that page, so there is a result of every task. What
    else goes wrong is raised by `results`.
    """

    def __enter__(self) -> Runtime: ...

    def __exit__(
        self, type: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    @property
    def has_room(self) -> bool:
        """Whether somebody has nothing to do."""

    @property
    def at_hand(self) -> list[tuple[Task, list[int]]]:
        """The tasks that are being done, and the notes on them, which are the values of a `Slot`."""

    def give(self, task: Task) -> None:
        """Have a task done; there must be room."""

    def results(self) -> Iterable[Result]:
        """Wait a moment; then what has become of tasks in the meantime."""


Start = Callable[[Settings, str, int, Limits, int], Runtime]
"""Makes a runtime: of settings, the output folder, the number of workers, limits, and how many tasks are to come."""
