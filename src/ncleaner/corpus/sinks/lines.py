"""A file of lines, opened for the first line and optionally compressed, always to the same bytes."""

from __future__ import annotations

import gzip
from typing import BinaryIO, Protocol

from ncleaner.corpus.run.part import Part, close_safely

GZIP = ".gz"
ZSTD = ".zst"
GZIP_LEVEL = 6
ZSTD_LEVEL = 3


class Writer(Protocol):
    """A binary file, or a compressor in front of it."""

    def write(self, data: bytes, /) -> int:
        """Write bytes."""

    def close(self) -> None:
        """Write the rest."""


class Lines:
    """A file of the output, compressed as its extension says."""

    def __init__(self, part: Part, *names: str) -> None:
        self._part = part
        self._names = names
        self._file: BinaryIO | None = None
        self._writer: Writer | None = None

    @property
    def is_open(self) -> bool:
        """Whether anything has been written."""
        return self._file is not None

    def write(self, text: str) -> None:
        """Write lines."""
        if self._writer is None:
            self._file = self._part.file(*self._names)
            self._writer = _compressed(self._file, self._names[-1])
        self._writer.write(text.encode("utf-8", "replace"))

    def close(self) -> None:
        """Write the rest, and wait until the file is on the disk."""
        if self._file is None or self._writer is None:
            return
        if self._writer is not self._file:
            self._writer.close()
        close_safely(self._file)


def _compressed(file: BinaryIO, name: str) -> Writer:
    if name.endswith(GZIP):
        return gzip.GzipFile("", "wb", GZIP_LEVEL, file, mtime=0)
    if name.endswith(ZSTD):
        import zstandard

        return zstandard.ZstdCompressor(level=ZSTD_LEVEL).stream_writer(file, closefd=False)
    return file
