"""Whether an input is still the same: while a shard is read, and when a job is resumed.

A *stamp* is the size and modification time of a file as the plan saw it, or the entity tag or time that a remote file
system reports. A worker compares it before and after it reads a shard, so a file that is cut or replaced meanwhile is
noticed. A *digest* is the CRC-32 of the stored bytes of a shard. The manifest has the digest of each finished shard. A
resumed job computes it again only for files that changed after the shard was written, by their times of modification
and of status change. So an input that was copied or restored is recognised, and unchanged inputs are not read again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from ncleaner.corpus.record import Shard
from ncleaner.corpus.sources.compression import crc32
from ncleaner.corpus.sources.paths import is_remote, open_source, stamp
from ncleaner.errors import SourceError

FILES = "files"
PARQUET = "parquet"

_BLOCK = 1 << 20


def check_unchanged(shard: Shard) -> None:
    """Raise `SourceError` if a source of a shard is missing, or differs from the one that was planned."""
    for path, planned in zip(shard.sources, shard.stamps, strict=False):
        try:
            now = stamp(path)
        except OSError as error:
            raise SourceError(f"{path}: {error.strerror or error}") from None
        if now != planned:
            raise SourceError(
                f"{path}: the file was changed while the job was running: restore it, and run the same command again"
            )


def digest(shard: Shard) -> str | None:
    """Return the digest of the stored bytes of a shard, or ``None`` if they are remote."""
    if any(map(is_remote, shard.sources)):
        return None
    value = 0
    for block in _stored_bytes(shard):
        value = crc32(block, value)
    return f"{value:08x}"


def changed_source(shard: Shard, then: str | None, written: int) -> str | None:
    """Return the path of a source that changed after its shard was written, or ``None``.

    ``then`` is the digest of the shard, ``written`` the time when it was written, in nanoseconds.
    """
    if then is None:
        return None
    changed, path = max((_changed_at(path), path) for path in shard.sources)
    return path if changed >= written and digest(shard) != then else None


def _changed_at(path: str) -> int:
    status = os.stat(path)
    return max(status.st_mtime_ns, status.st_ctime_ns)


def _stored_bytes(shard: Shard) -> Iterator[bytes]:
    if shard.kind == FILES:
        for path in shard.sources:
            yield from _bytes_between(path, 0, None)
        return
    start, end = shard.start, shard.end
    if shard.kind == PARQUET:
        from ncleaner.corpus.sources.parquet import byte_range

        start, end = byte_range(shard)
    yield from _bytes_between(shard.sources[0], start, end)


def _bytes_between(path: str, start: int, end: int | None) -> Iterator[bytes]:
    with open_source(path) as file:
        file.seek(start)
        left = _BLOCK if end is None else end - start
        while left > 0 and (block := file.read(min(left, _BLOCK))):
            yield block
            left = _BLOCK if end is None else left - len(block)
