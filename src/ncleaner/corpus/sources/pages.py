"""Files that are pages: HTML or plain text, compressed or not."""

from __future__ import annotations

from collections.abc import Iterator

from ncleaner.corpus.record import HTML, TEXT, Damage, Record, Shard
from ncleaner.corpus.sources.compression import Damaged, TooLarge, compression, expand
from ncleaner.corpus.sources.paths import open_source, plain_name


def read(piece: Shard, most: int) -> Iterator[Record | Damage]:
    """The pages of a piece, each of ``most`` bytes at most."""
    for path in piece.sources:
        try:
            data = _content(path, most)
        except (Damaged, OSError) as error:
            yield Damage(path, 0, getattr(error, "strerror", None) or str(error))
        else:
            kind = TEXT if plain_name(path).endswith(".txt") else HTML
            yield Record(path, 0, path, None, None, None, kind, data)


def _content(path: str, most: int) -> bytes:
    with open_source(path) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise TooLarge(most)
    name = compression(data)
    return data if name is None else expand(data, name, most)
