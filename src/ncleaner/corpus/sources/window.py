"""Random access to a file of any size through a buffer that moves over it.

Works with any file that has ``seek`` and ``read``, local or remote. It holds one window in memory; reading on from the
last position is cheap, and so is a short step back.
"""

from __future__ import annotations

import os
from typing import BinaryIO

from ncleaner.octets.octets import search

WINDOW = 1 << 20
BEHIND = 1 << 16  # bytes kept before the new position: a search that crosses the end of a window steps back a little


class Window:
    """The bytes of a file by position."""

    __slots__ = ("size", "_file", "_base", "_data", "_view")

    def __init__(self, file: BinaryIO) -> None:
        self.size = file.seek(0, os.SEEK_END)
        self._file = file
        self._base = 0
        self._data = b""
        self._view = memoryview(b"")

    def look(self, at: int, limit: int) -> memoryview:
        """Return up to ``limit`` bytes from a position, fewer at the end of the window, none only at end of file."""
        self._move(at, 1)
        begin = at - self._base
        return self._view[begin : begin + limit]

    def take(self, at: int, count: int) -> bytes:
        """Return ``count`` bytes from a position, fewer only at the end of the file."""
        self._move(at, count)
        begin = at - self._base
        return self._data[begin : begin + count]

    def until(self, pattern: bytes, at: int, limit: int) -> memoryview | None:
        """Return the bytes from a position to the next ``pattern`` or end of file; ``None`` if more than ``limit``."""
        self._move(at, 1)
        for _ in range(2):
            begin = at - self._base
            end = search(self._data, pattern, begin + 1)
            if end < 0 and self._base + len(self._data) >= self.size:
                end = len(self._data)
            if end >= 0:
                return self._view[begin:end] if end - begin <= limit else None
            self._move(at, limit + len(pattern))
        return None

    def find(self, pattern: bytes, start: int, end: int) -> int:
        """Return the first position from ``start`` and before ``end`` where ``pattern`` occurs, or −1."""
        while start < end:
            self._move(start, len(pattern))
            index = search(self._data, pattern, start - self._base)
            if index >= 0:
                return self._base + index if self._base + index < end else -1
            if self._base + len(self._data) >= self.size:
                return -1
            start = max(start + 1, self._base + len(self._data) - len(pattern) + 1)
        return -1

    def _move(self, at: int, count: int) -> None:
        """Move the window, if necessary, so that it has ``count`` bytes from a position."""
        end = min(at + count, self.size)
        if self._base <= at and end <= self._base + len(self._data):
            return
        base = max(0, at - BEHIND)
        self._file.seek(base)
        self._data = self._read(end - base + WINDOW)
        self._view = memoryview(self._data)
        self._base = base

    def _read(self, count: int) -> bytes:
        """Read ``count`` bytes, or all that are left: one read of a remote file may return fewer."""
        parts = []
        while count > 0 and (part := self._file.read(count)):
            parts.append(part)
            count -= len(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)
