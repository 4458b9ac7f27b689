"""Tables in JSON Lines.

A shard has the lines that begin in a range of bytes. A compressed file is read from beginning to end, and offsets count
its decompressed bytes. A line is held in memory, so its length is limited, too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from ncleaner.corpus.record import Columns, Damage, Record, Shard
from ncleaner.corpus.sources.compression import (
    LONGEST_MAGIC,
    DamagedError,
    TooLargeError,
    compression,
    file_blocks,
    stream,
)
from ncleaner.corpus.sources.paths import open_source
from ncleaner.corpus.sources.table import record

_OTHER_FIELDS = 1 << 20  # bytes of a line beside the page
_ESCAPED = 2  # bytes of JSON to one byte of the page


def read(shard: Shard, columns: Columns, limit: int) -> Iterator[Record | Damage]:
    """Yield the pages of a shard, each of at most ``limit`` bytes."""
    source = shard.sources[0]
    longest = limit * _ESCAPED + _OTHER_FIELDS
    with open_source(source) as file:
        name = compression(file.read(LONGEST_MAGIC))
        if name is not None and shard.start:  # the first shard has the whole file
            return
        # The byte before the shard tells whether a line begins at its start.
        start = offset = max(0, shard.start - 1)
        file.seek(start)
        blocks = file_blocks(file) if name is None else stream(file_blocks(file), name)
        try:
            for offset, line in _lines(blocks, start, longest):
                if name is None and offset >= shard.end:
                    return
                if offset >= shard.start and (line is None or line.strip()):
                    yield _row(line, columns, source, offset, limit)
        except DamagedError as damage:
            yield Damage(source, offset, str(damage))


def _lines(blocks: Iterable[bytes], at: int, longest: int) -> Iterator[tuple[int, bytes | None]]:
    """Yield the offset of each line and its bytes, or ``None`` if the line is longer than ``longest``."""
    parts: list[bytes] = []  # of the line in progress; dropped when it gets too long
    held = 0  # length of the line so far
    for block in blocks:
        *lines, rest = block.split(b"\n")
        for line in lines:
            parts.append(line)
            held += len(line)
            yield at, b"".join(parts) if held <= longest else None
            at += held + 1
            parts = []
            held = 0
        held += len(rest)
        if held <= longest:
            parts.append(rest)
        else:
            parts = []
    if held:
        yield at, b"".join(parts) if held <= longest else None


def _row(line: bytes | None, columns: Columns, source: str, offset: int, limit: int) -> Record | Damage:
    try:
        if line is None:
            raise TooLargeError(limit)
        row = json.loads(line)
        if not isinstance(row, dict):
            raise DamagedError("the line is not a JSON object")
        return record(row, columns, source, offset, limit)
    except DamagedError as damage:
        return Damage(source, offset, str(damage))
    except (ValueError, RecursionError) as error:
        return Damage(source, offset, f"the line is not valid JSON: {error}")
