"""What a worker tells its parent while it works, through memory that both can see.

The parent must know which record a worker is at even if that record makes the worker hang with the interpreter's lock
held, or die. So the worker notes each step before it takes it, and the parent looks.
"""

from __future__ import annotations

from ctypes import Array, c_uint64
from multiprocessing.context import SpawnContext

STEP, PAGES, KEPT, FAILED, BYTES, POSITION = range(6)
FIELDS = 6

FINISHING = (1 << 64) - 1  # the step after the last record


class Slot:
    """The notes of one worker. The step is twice the number of a record while it is read, one more while it is cleaned.

    The other fields are there to show progress; ``POSITION`` is how many bytes of the piece are done.
    """

    def __init__(self, memory: Array[c_uint64]) -> None:
        self.memory = memory

    @classmethod
    def new(cls, context: SpawnContext) -> Slot:
        """One that is empty, to be handed to a new process."""
        return cls(context.RawArray(c_uint64, FIELDS))

    @classmethod
    def unseen(cls) -> Slot:
        """One that nobody looks at."""
        return cls((c_uint64 * FIELDS)())

    def clear(self) -> None:
        """Begin a piece."""
        self.memory[:] = [0] * FIELDS

    def values(self) -> list[int]:
        """All fields."""
        return list(self.memory)

    def note(self, step: int) -> None:
        """Take the next step."""
        self.memory[STEP] = step

    def show(self, pages: int, kept: int, failed: int, bytes: int, position: int) -> None:
        """Tell how far the piece is."""
        self.memory[PAGES:] = [pages, kept, failed, bytes, position]


def record_at(step: int) -> tuple[int, bool]:
    """The number of the record at a step, and whether it is being cleaned, rather than read."""
    return step >> 1, bool(step & 1)
