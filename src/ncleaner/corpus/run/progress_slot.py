"""Shared memory in which a worker tells its parent where it is.

The parent must know which record a worker is processing even if that record makes the worker hang while it holds the
interpreter's lock, or die. So the worker stores each step before it takes it, and the parent reads the memory.
"""

from __future__ import annotations

from ctypes import Array, c_uint64
from multiprocessing.context import SpawnContext

STEP, PAGES, KEPT, FAILED, BYTES, POSITION = range(6)
FIELDS = 6

NOTHING_READ = 0  # the step before the first record
FINISHING = (1 << 64) - 1  # the step after the last record


class ProgressSlot:
    """The progress of one worker, as `FIELDS` numbers.

    ``STEP`` is one of `NOTHING_READ`, `reading` or `cleaning` a record, and `FINISHING`; it grows within a task. The
    other fields are there to show progress; ``POSITION`` is the number of bytes of the shard that are done.
    """

    def __init__(self, memory: Array[c_uint64]) -> None:
        self.memory = memory

    @classmethod
    def shared(cls, context: SpawnContext) -> ProgressSlot:
        """Return an empty slot that a new process can be given."""
        return cls(context.RawArray(c_uint64, FIELDS))

    @classmethod
    def private(cls) -> ProgressSlot:
        """Return a slot for a process that has no parent to watch it."""
        return cls((c_uint64 * FIELDS)())

    def clear(self) -> None:
        """Set all fields to 0, for a new task."""
        self.memory[:] = [0] * FIELDS

    def values(self) -> list[int]:
        """Return all fields."""
        return list(self.memory)

    def set_step(self, step: int) -> None:
        """Store the step that comes next."""
        self.memory[STEP] = step

    def set_counts(self, pages: int, kept: int, failed: int, bytes: int, position: int) -> None:
        """Store how much of the shard is done."""
        self.memory[PAGES:] = [pages, kept, failed, bytes, position]


def reading(number: int) -> int:
    """Return the step at which a record is read."""
    return number + 1 << 1


def cleaning(number: int) -> int:
    """Return the step at which a record is cleaned and written."""
    return reading(number) | 1


def record_at(step: int) -> tuple[int, bool] | None:
    """Return the number of the record at a step, and whether it is being cleaned; ``None`` if there is no record."""
    return None if step in (NOTHING_READ, FINISHING) else ((step >> 1) - 1, bool(step & 1))
