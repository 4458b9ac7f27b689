"""The passes of a job over its shards: which task is next, and what becomes of its result."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from ncleaner.corpus.filters.duplicates import DuplicateFinder, Duplicates
from ncleaner.corpus.folder import Folder
from ncleaner.corpus.progress import LEARNING, WRITING
from ncleaner.corpus.record import Shard
from ncleaner.corpus.run.part import HASHES, shard_name
from ncleaner.corpus.run.task import Result, Task
from ncleaner.corpus.settings import Settings
from ncleaner.corpus.tally import Tally


class Pass(Protocol):
    """A pass over the shards of a job. ``stage`` says what it does."""

    stage: str

    @property
    def done(self) -> Mapping[int, object]:
        """The numbers of the shards that are done."""

    def total(self) -> Tally:
        """Return the counts of the shards that are done."""

    def next(self, *, begin: bool) -> Task | None:
        """Return the next task, if there is one; without ``begin``, no task that starts a shard."""

    def accept(self, result: Result) -> bool:
        """Take a result; return whether its shard is done now, and recorded as such."""

    def give_up(self, task: Task) -> None:
        """Take note of a task that has no result."""


class LearningPass:
    """One task for each shard whose sites are not learnt."""

    stage = LEARNING

    def __init__(self, shards: list[Shard], folder: Folder) -> None:
        self._shards = shards
        self._learnt = folder.learnt
        self._to_do = iter([number for number in range(len(shards)) if number not in self._learnt.shards])

    @property
    def done(self) -> Mapping[int, object]:
        """The numbers of the shards whose sites are learnt."""
        return self._learnt.shards

    def total(self) -> Tally:
        """Return how much was read to learn them."""
        return self._learnt.total()

    def next(self, *, begin: bool) -> Task | None:
        """Return the next task, if there is one and it may begin."""
        number = next(self._to_do, None) if begin else None
        return None if number is None else Task(number, self._shards[number], learn=True)

    def accept(self, result: Result) -> bool:
        """Take a result, which is all that a shard needs."""
        self._learnt.commit(result)
        return True

    def give_up(self, task: Task) -> None:
        """Take note of a task that has no result; here no other one depends on it."""


class OnePass:
    """One task for each shard that is not finished: write it."""

    stage = WRITING

    def __init__(self, shards: list[Shard], folder: Folder) -> None:
        self._shards = shards
        self._folder = folder
        self._to_do = _unfinished(shards, folder)

    @property
    def done(self) -> Mapping[int, object]:
        """The numbers of finished shards."""
        return self._folder.finished

    def total(self) -> Tally:
        """Return the counts of finished shards."""
        return self._folder.total()

    def next(self, *, begin: bool) -> Task | None:
        """Return the next task, if there is one and it may begin."""
        number = next(self._to_do, None) if begin else None
        return None if number is None else Task(number, self._shards[number])

    def accept(self, result: Result) -> bool:
        """Take a result, which is all that a shard needs."""
        self._folder.commit(result)
        return True

    def give_up(self, task: Task) -> None:
        """Take note of a task that has no result; here no other one depends on it."""


@dataclass(slots=True)
class TwoPasses:
    """Two tasks for each shard: compute its hashes, then write it when all shards before it have been checked.

    So if a shard has no hashes because it was given up, the shards after it cannot be written in this run.
    """

    shards: list[Shard]
    folder: Folder
    settings: Settings
    stage: str = WRITING
    checked: int = 0  # the number of shards, from the first on, whose hashes were compared
    hashed: dict[int, Result] = field(default_factory=dict)
    duplicates: dict[int, Duplicates] = field(default_factory=dict)
    is_blocked: bool = False  # whether there is a shard without hashes
    to_do: Iterator[int] = field(init=False)
    finder: DuplicateFinder = field(init=False)

    def __post_init__(self) -> None:
        self.to_do = _unfinished(self.shards, self.folder)
        self.finder = DuplicateFinder(self.settings.filters)

    @property
    def done(self) -> Mapping[int, object]:
        """The numbers of finished shards."""
        return self.folder.finished

    def total(self) -> Tally:
        """Return the counts of finished shards."""
        return self.folder.total()

    def next(self, *, begin: bool) -> Task | None:
        """Return the next task, if there is one; without ``begin``, no task that starts a shard."""
        self._find_duplicates()
        if self.duplicates:
            number = min(self.duplicates)
            return replace(self.hashed[number].task, hash_only=False, duplicates=self.duplicates.pop(number))
        number = next(self.to_do, -1) if begin and not self.is_blocked else -1
        return None if number < 0 else Task(number, self.shards[number], hash_only=True)

    def accept(self, result: Result) -> bool:
        """Take a result; the second one of a shard finishes it."""
        if result.number not in self.hashed:
            self.hashed[result.number] = result
            return False
        self.folder.commit(result, self.hashed.pop(result.number).folder)
        return True

    def give_up(self, task: Task) -> None:
        """Take note of a task that has no result."""
        self.hashed.pop(task.number, None)
        self.is_blocked = self.is_blocked or task.hash_only

    def _find_duplicates(self) -> None:
        """Find the duplicates of all shards up to the first one that has no hashes yet."""
        while self.checked < len(self.shards):
            number = self.checked
            if number in self.folder.finished:
                self.finder.find(_bytes_of(self.folder.hashes(number)))
            elif number in self.hashed:
                path = os.path.join(self.hashed[number].folder, HASHES, shard_name(number))
                self.duplicates[number] = self.finder.find(_bytes_of(path))
            else:
                return
            self.checked += 1


def _unfinished(shards: list[Shard], folder: Folder) -> Iterator[int]:
    return iter([number for number in range(len(shards)) if number not in folder.finished])


def _bytes_of(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()
