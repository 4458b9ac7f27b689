"""The part of the output that is made of one piece of the input, while it is being written.

Strategy: a worker writes everything below a folder of its own, with the same names as in the output, and flushes it to
the disk. Only the parent moves files from there to their places, so that nothing half-written ever has the name of an
output, and a worker that outlives its parent for a moment, or is thought to be lost with its node, does no harm: no
two folders have the same name.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from typing import BinaryIO

STATE = ".ncleaner"
PARTS = os.path.join(STATE, "parts")


def shard_name(number: int) -> str:
    """What the shard of that number is called in all names of files."""
    return f"{number:06}"


class Part:
    """Where a worker writes a shard. ``outputs`` are the files and folders to be moved, below the output folder."""

    def __init__(self, output: str, number: int) -> None:
        self.name = shard_name(number)
        self.folder = os.path.join(output, PARTS, f"{self.name}-{os.urandom(8).hex()}")
        self.outputs: list[str] = []
        self._files: list[BinaryIO] = []

    def file(self, *names: str) -> BinaryIO:
        """A new file of the output, open for writing; to be ended by `close_safely`."""
        file = open(self._place(*names), "wb")  # noqa: SIM115  it stays open
        self._files.append(file)
        return file

    def directory(self, *names: str) -> str:
        """A new folder of the output that this shard has for itself."""
        place = self._place(*names)
        os.mkdir(place)
        return place

    def _place(self, *names: str) -> str:
        relative = os.path.join(*names)
        place = os.path.join(self.folder, relative)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        self.outputs.append(relative)
        return place

    def discard(self) -> None:
        """Remove what was written, which need not be closed."""
        for file in self._files:
            with suppress(OSError):  # what could not be written before cannot be written now
                file.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def close_safely(file: BinaryIO) -> None:
    """Close a file when all of it is on the disk."""
    with file:
        file.flush()
        os.fsync(file.fileno())
