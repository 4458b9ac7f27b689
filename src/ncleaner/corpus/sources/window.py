"""A file of any size, looked at through a window that moves over it.

Whatever can ``seek`` and ``read`` will do, local or remote. Memory is one window; going on where the last look ended is
cheap, and so is a short way back.
"""

from __future__ import annotations

import os
from typing import BinaryIO

from ncleaner.octets.octets import search

WINDOW = 1 << 20
BEHIND = 1 << 16  # kept when the window moves on: a search that crosses its end comes back a little


class Window:
    """The bytes of a file, by their positions."""

    __slots__ = ("size", "_file", "_base", "_data", "_view")

    def __init__(self, file: BinaryIO) -> None:
        self.size = file.seek(0, os.SEEK_END)
        self._file = file
        self._base = 0
        self._data = b""
        self._view = memoryview(b"")

    def look(self, at: int, most: int) -> memoryview:
        """Up to ``most`` bytes from a position on, fewer at the end of the window, none only at that of the file."""
        self._move(at, 1)
        begin = at - self._base
        return self._view[begin : begin + most]

    def take(self, at: int, count: int) -> bytes:
        """As many bytes from a position on, fewer only at the end of the file."""
        self._move(at, count)
        begin = at - self._base
        return self._data[begin : begin + count]

    def until(self, what: bytes, at: int, most: int) -> memoryview | None:
        """The bytes from a position on, to where something begins again or the file ends, if they are not too many."""
        self._move(at, 1)
        for _ in range(2):
            begin = at - self._base
            end = search(self._data, what, begin + 1)
            if end < 0 and self._base + len(self._data) >= self.size:
                end = len(self._data)
            if end >= 0:
                return self._view[begin:end] if end - begin <= most else None
            self._move(at, most + len(what))
        return None

    def find(self, what: bytes, start: int, end: int) -> int:
        """The first place from ``start`` on and before ``end`` where something begins, or −1."""
        while start < end:
            self._move(start, len(what))
            found = search(self._data, what, start - self._base)
            if found >= 0:
                return self._base + found if self._base + found < end else -1
            if self._base + len(self._data) >= self.size:
                return -1
            start = max(start + 1, self._base + len(self._data) - len(what) + 1)
        return -1

    def _move(self, at: int, count: int) -> None:
        """See to it that the bytes from a position on are in the window."""
        end = min(at + count, self.size)
        if self._base <= at and end <= self._base + len(self._data):
            return
        base = max(0, at - BEHIND)
        self._file.seek(base)
        self._data = self._read(end - base + WINDOW)
        self._view = memoryview(self._data)
        self._base = base

    def _read(self, count: int) -> bytes:
        """As much as asked for, or all there is: a remote file may give less at a time."""
        parts = []
        while count > 0 and (part := self._file.read(count)):
            parts.append(part)
            count -= len(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)
