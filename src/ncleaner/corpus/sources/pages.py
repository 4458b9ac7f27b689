"""Files with one page each: HTML or plain text, compressed or not."""

from __future__ import annotations

from collections.abc import Iterator

from ncleaner.corpus.record import HTML, TEXT, Damage, Record, Shard
from ncleaner.corpus.sources.compression import DamagedError, TooLargeError, compression, expand
from ncleaner.corpus.sources.paths import open_source, plain_name


def read(shard: Shard, limit: int) -> Iterator[Record | Damage]:
    """Yield the pages of a shard, each of at most ``limit`` bytes."""
    for path in shard.sources:
        try:
            data = _content(path, limit)
        except DamagedError as damage:
            yield Damage(path, 0, str(damage))
        else:
            kind = TEXT if plain_name(path).endswith(".txt") else HTML
            yield Record(path, 0, path, None, None, None, kind, data)


def _content(path: str, limit: int) -> bytes:
    with open_source(path) as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise TooLargeError(limit)
    name = compression(data)
    return data if name is None else expand(data, name, limit)
