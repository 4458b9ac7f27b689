"""The shards of a job, planned before anything runs, from the names, sizes and first bytes of its inputs.

The shards have about the same number of bytes. Small files are combined, large ones are divided, and no shard has parts
of several large files. The plan reads only the beginnings of files and the metadata of Parquet tables, not the pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import BinaryIO

from ncleaner.corpus.record import Shard
from ncleaner.corpus.sources.compression import BLOCK, DamagedError, compression, stream
from ncleaner.corpus.sources.paths import (
    ADDRESSES,
    ARCHIVES,
    LINES,
    PAGES,
    PARQUET,
    Source,
    is_remote,
    open_source,
    plain_name,
    sources,
)
from ncleaner.corpus.sources.window import Window
from ncleaner.errors import SourceError

FILES = "files"
WARC = "warc"
JSONL = "jsonl"
PARQUET_TABLE = "parquet"

SHARDS = 64  # that a job should have
SMALLEST_SHARE = 4 << 20
LARGEST_SHARE = 128 << 20

_COST_OF_A_FILE = 1 << 10  # of opening a file, in bytes that could be read in the same time


def plan(inputs: Iterable[str], *, shard_size: int | None = None, leave_out: str | None = None) -> list[Shard]:
    """Return the shards of a job, in the order of its inputs.

    ``shard_size`` is the number of input bytes per shard; the default is a 64th of the input, clamped to 4 to 128 MiB.
    ``leave_out`` is a directory to skip inside the input directories.
    """
    files = sources(inputs, leave_out)
    share = shard_size or min(max(sum(file.size for file in files) // SHARDS, SMALLEST_SHARE), LARGEST_SHARE)
    stamps = {file.path: file.stamp for file in files}
    shards = _shards(files, share)
    return [replace(shard, stamps=tuple(stamps[path] for path in shard.sources)) for shard in shards]


def _shards(files: list[Source], share: int) -> Iterator[Shard]:
    small = _SmallFiles(share)
    for path, size, _ in files:
        kind = kind_of_source(path)
        if kind == FILES:
            yield from small.add(path, size)
        else:
            yield from small.end()
            yield from _split(kind, path, size, share)
    yield from small.end()


class _SmallFiles:
    """Consecutive small files that become shards of about ``share`` bytes."""

    def __init__(self, share: int) -> None:
        self._share = share
        self._paths: list[str] = []
        self._size = 0

    def add(self, path: str, size: int) -> Iterator[Shard]:
        cost = self._size + len(self._paths) * _COST_OF_A_FILE
        if self._paths and cost + size > self._share:
            yield from self.end()
        self._paths.append(path)
        self._size += size

    def end(self) -> Iterator[Shard]:
        if self._paths:
            yield Shard(FILES, tuple(self._paths), 0, len(self._paths), self._size)
        self._paths = []
        self._size = 0


def kind_of_source(path: str) -> str:
    """Return the kind of a file by its name, or by its first bytes if the extension is unknown."""
    name = plain_name(path)
    if name.endswith(ADDRESSES):
        raise SourceError(f"{path}: a list of addresses must be named as an input itself, not by a pattern or a list")
    if name.endswith(PAGES):
        return FILES
    if name.endswith(ARCHIVES):
        return WARC
    if name.endswith(LINES):
        return JSONL
    if name.endswith(PARQUET):
        return PARQUET_TABLE
    return _kind_by_content(path)


def _kind_by_content(path: str) -> str:
    with _opened(path) as file:
        head = file.read(BLOCK)
    name = compression(head)
    if name is not None:
        try:
            head = next(stream((head,), name), b"")
        except DamagedError:
            head = b""
    if head.startswith(b"PAR1"):
        return PARQUET_TABLE
    if head.startswith(b"WARC/"):
        return WARC
    return JSONL if head.startswith(b"{") else FILES


def _split(kind: str, path: str, size: int, share: int) -> Iterator[Shard]:
    if kind == PARQUET_TABLE:
        from ncleaner.corpus.sources.parquet import row_groups

        yield from row_groups(path, share)
        return
    count = max(1, (size + share // 2) // share)
    if count > 1 and not _is_divisible(kind, path):
        count = 1
    for part in range(count):
        start = size * part // count
        end = size * (part + 1) // count
        yield Shard(kind, (path,), start, end, end - start)


def _is_divisible(kind: str, path: str) -> bool:
    """Return whether a file can be read from any position; for remote files the workers find that out."""
    if is_remote(path):
        return True
    with _opened(path) as file:
        window = Window(file)
        if kind == JSONL:
            return compression(window.take(0, 4)) is None
        from ncleaner.corpus.sources.warc import is_compressed_per_record

        return is_compressed_per_record(window)


def _opened(path: str) -> BinaryIO:
    try:
        return open_source(path)
    except OSError as error:
        raise SourceError(f"{path}: {error.strerror or error}") from None
