"""Tables as JSON, an object a line.

A piece is the lines that begin in a range of bytes. A compressed file is read from beginning to end, and its offsets
are those of the unpacked bytes. A line is held in memory, so there is a limit to its length too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from ncleaner.corpus.record import Columns, Damage, Record, Shard
from ncleaner.corpus.sources.compression import LONGEST_MAGIC, Damaged, TooLarge, compression, file_blocks, stream
from ncleaner.corpus.sources.paths import open_source
from ncleaner.corpus.sources.table import record

_OTHER_FIELDS = 1 << 20
_ESCAPED = 2  # bytes of JSON to one of the page, at most


def read(piece: Shard, columns: Columns, most: int) -> Iterator[Record | Damage]:
    """The pages of a piece, each of ``most`` bytes at most."""
    source = piece.sources[0]
    longest = most * _ESCAPED + _OTHER_FIELDS
    with open_source(source) as file:
        name = compression(file.read(LONGEST_MAGIC))
        if name is not None and piece.start:  # the first piece has it all
            return
        # A line begins behind the end of another, so the search goes on from the last byte before the piece.
        start = offset = max(0, piece.start - 1)
        file.seek(start)
        blocks = file_blocks(file) if name is None else stream(file_blocks(file), name)
        try:
            for offset, line in _lines(blocks, start, longest):
                if name is None and offset >= piece.end:
                    return
                if offset >= piece.start and (line is None or line.strip()):
                    yield _row(line, columns, source, offset, most)
        except Damaged as damage:
            yield Damage(source, offset, str(damage))


def _lines(blocks: Iterable[bytes], at: int, longest: int) -> Iterator[tuple[int, bytes | None]]:
    """Where each line begins, and its bytes; ``None`` in place of a line that is too long."""
    parts: list[bytes] = []  # of the line that has no end yet; `held` bytes, or more if it was too long to hold
    held = 0
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


def _row(line: bytes | None, columns: Columns, source: str, offset: int, most: int) -> Record | Damage:
    try:
        if line is None:
            raise TooLarge(most)
        row = json.loads(line)
        if not isinstance(row, dict):
            raise Damaged("the line is no JSON object")
        return record(row, columns, source, offset, most)
    except Damaged as damage:
        return Damage(source, offset, str(damage))
    except (ValueError, RecursionError) as error:
        return Damage(source, offset, f"the line is no JSON: {error}")
