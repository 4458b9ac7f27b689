"""The output of one task while it is being written.

Strategy: a worker writes all files below a temporary folder of its own, under the same names as in the output, and
flushes them to disk. Only the parent moves files from there to their final places, so nothing half-written ever has
the name of an output. Temporary folders have unique names, so a worker that outlives its parent for a moment, or is
wrongly thought to be lost with its node, does no harm.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from typing import BinaryIO

STATE = ".ncleaner"
PARTS = os.path.join(STATE, "parts")
ERRORS = os.path.join(STATE, "errors")
HASHES = os.path.join(STATE, "hashes")
SITES = os.path.join(STATE, "sites")
STORE = os.path.join(SITES, "all")
"""The sites of each shard, and of the whole job."""
FETCHED = os.path.join(STATE, "fetched")
"""The archives with the pages of lists of addresses."""


def shard_name(number: int) -> str:
    """Return the name of a shard as it appears in all file names."""
    return f"{number:06}"


class Part:
    """The temporary folder of a task. ``outputs`` are the files and folders to move, relative to the output folder."""

    def __init__(self, output: str, number: int) -> None:
        self.name = shard_name(number)
        self.folder = os.path.join(output, PARTS, f"{self.name}-{os.urandom(8).hex()}")
        self.outputs: list[str] = []
        self._files: list[BinaryIO] = []

    def file(self, *names: str) -> BinaryIO:
        """Create a file of the output and return it, open for writing; close it with `close_safely`."""
        file = open(self.place(*names), "wb")  # noqa: SIM115  the caller closes it
        self._files.append(file)
        return file

    def directory(self, *names: str) -> str:
        """Create a folder of the output that belongs to this shard alone, and return its path."""
        place = self.place(*names)
        os.mkdir(place)
        return place

    def place(self, *names: str) -> str:
        """Return the path for a file of the output that the caller creates."""
        relative = os.path.join(*names)
        place = os.path.join(self.folder, relative)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        self.outputs.append(relative)
        return place

    def discard(self) -> None:
        """Close and remove everything that was written."""
        for file in self._files:
            with suppress(OSError):  # it may fail to flush, for example on a full disk
                file.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def close_safely(file: BinaryIO) -> None:
    """Flush a file to disk and close it."""
    with file:
        file.flush()
        os.fsync(file.fileno())
