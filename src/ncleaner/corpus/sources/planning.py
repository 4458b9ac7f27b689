"""Which pieces a job has: settled before anything runs, from the names, sizes and first bytes of its inputs.

The pieces have about the same number of bytes. Small files are put together, large ones are divided, and no piece has
parts of several large files. Nothing is read here but the beginnings of local files: workers unpack.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO

from ncleaner.corpus.record import Shard
from ncleaner.corpus.sources.compression import BLOCK, Damaged, compression, stream
from ncleaner.corpus.sources.paths import ARCHIVES, LINES, PAGES, PARQUET, is_remote, open_source, plain_name, sources
from ncleaner.corpus.sources.window import Window
from ncleaner.errors import SourceError

FILES = "files"
WARC = "warc"
JSONL = "jsonl"
PARQUET_TABLE = "parquet"

PARTS = 64
SMALLEST_SHARE = 4 << 20
LARGEST_SHARE = 128 << 20

_COST_OF_A_FILE = 1 << 10  # to open one, in bytes that could be read meanwhile


def plan(inputs: Iterable[str], *, shard_size: int | None = None, leave_out: str | None = None) -> list[Shard]:
    """The pieces of a job, in the order of its inputs.

    ``shard_size`` is how many bytes of input a piece shall have; the default makes some 64 of them, or as many as keep
    them between 4 and 128 MiB. ``leave_out`` is a directory that is not read although it is in one that is.
    """
    files = sources(inputs, leave_out)
    share = shard_size or min(max(sum(size for _, size in files) // PARTS, SMALLEST_SHARE), LARGEST_SHARE)
    return list(_pieces(files, share))


def _pieces(files: list[tuple[str, int]], share: int) -> Iterator[Shard]:
    run = _Run(share)
    for path, size in files:
        kind = kind_of_source(path)
        if kind == FILES:
            yield from run.add(path, size)
        else:
            yield from run.end()
            yield from _divided(kind, path, size, share)
    yield from run.end()


class _Run:
    """Small files that shall become a piece."""

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
    """How a file is to be read: by its name, or by how it begins where the name does not say."""
    name = plain_name(path)
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
    packed = compression(head)
    if packed is not None:
        try:
            head = next(stream((head,), packed), b"")
        except Damaged:
            head = b""
    if head.startswith(b"PAR1"):
        return PARQUET_TABLE
    if head.startswith(b"WARC/"):
        return WARC
    return JSONL if head.startswith(b"{") else FILES


def _divided(kind: str, path: str, size: int, share: int) -> Iterator[Shard]:
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
    """Whether a file can be read from any point on; of a remote one, that is left to the workers to find out."""
    if is_remote(path):
        return True
    with _opened(path) as file:
        window = Window(file)
        if kind == JSONL:
            return compression(window.take(0, 4)) is None
        from ncleaner.corpus.sources.warc import is_divided

        return is_divided(window)


def _opened(path: str) -> BinaryIO:
    try:
        return open_source(path)
    except OSError as error:
        raise SourceError(f"{path}: {error.strerror or error}") from None
