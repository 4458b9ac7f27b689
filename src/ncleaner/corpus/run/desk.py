"""Where the workers of a cluster get their tasks, and say how far they are.

There are as many turns as there are tasks, and some more. Whoever has a turn asks for its task, and gets it when there
is one. A turn has one task and no other: if its worker dies and somebody has the same turn again, it is the same task.
If nothing is heard of a task for long its node is lost, and the next turn gets it, too; whose result is the first does
not matter, as all of them are the same.
"""

from __future__ import annotations

from asyncio import Future, get_running_loop, shield
from collections import deque
from collections.abc import Callable
from time import monotonic

from ncleaner.corpus.run.slot import FIELDS
from ncleaner.corpus.run.work import Task

Key = tuple[int, bool]
"""What tells the tasks of a job apart: the number of the shard, and whether this is its survey."""

LOST = 20.0  # seconds without a note; workers that live give one every second


class Desk:
    """The tasks that wait for a turn and the turns that wait for a task."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._waiting: deque[Task] = deque()
        self._turns: dict[int, Future[Task | None]] = {}
        self._idle: deque[int] = deque()
        self._at_hand: dict[Key, Task] = {}
        self._heard: dict[Key, float] = {}
        self._notes: dict[Key, list[int]] = {}
        self._is_closed = False

    async def give(self, task: Task) -> None:
        """Have a task done at the next turn."""
        self._waiting.append(task)
        self._serve()

    async def take(self, turn: int) -> Task | None:
        """The task of a turn; ``None`` if there will be none."""
        if turn not in self._turns:
            self._turns[turn] = get_running_loop().create_future()
            self._idle.append(turn)
            self._serve()
        return await shield(self._turns[turn])

    async def note(self, key: Key, values: list[int]) -> bool:
        """How far a task is; the answer is whether to go on with it."""
        if self._is_closed or key not in self._at_hand:
            return False
        self._heard[key] = self._clock()
        self._notes[key] = values
        return True

    async def notes(self) -> dict[Key, list[int]]:
        """How far the tasks at hand are. Whoever asks for that now and then has lost ones done again."""
        for key, heard in self._heard.items():
            if self._clock() - heard > LOST and self._at_hand[key] not in self._waiting:
                self._waiting.append(self._at_hand[key])
        self._serve()
        return dict(self._notes)

    async def end(self, turn: int, key: Key) -> None:
        """A task is done, and may be forgotten."""
        self._turns[turn] = get_running_loop().create_future()
        self._turns[turn].set_result(None)
        for notes in (self._at_hand, self._heard, self._notes):
            notes.pop(key, None)

    async def close(self) -> None:
        """There is nothing more to do, and nothing at hand has to be finished."""
        self._is_closed = True
        self._waiting.clear()
        self._serve()

    def _serve(self) -> None:
        """Bring turns and tasks together."""
        while self._idle and (self._waiting or self._is_closed):
            task = self._waiting.popleft() if self._waiting else None
            self._turns[self._idle.popleft()].set_result(task)
            if task is not None:
                key = task.number, task.survey
                self._at_hand[key] = task
                self._heard[key] = self._clock()
                self._notes.setdefault(key, [0] * FIELDS)
