"""Tables as Parquet: a piece is some row groups, and offsets are numbers of rows.

A row group is unpacked a few rows at a time, and only in the columns that are asked for. Text is taken as bytes: what
is not UTF-8 although it should be is for the decoder to see to, and does not spoil the rows beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyarrow
import pyarrow.parquet

from ncleaner.corpus.record import Columns, Damage, Record, Shard
from ncleaner.corpus.sources.compression import Damaged
from ncleaner.corpus.sources.paths import open_source
from ncleaner.corpus.sources.table import record
from ncleaner.errors import SourceError

KIND = "parquet"
_ROWS = 16  # at a time
_BUFFER = 1 << 20


def row_groups(path: str, share: int) -> Iterator[Shard]:
    """The pieces of a file, of about ``share`` bytes."""
    try:
        with open_source(path) as file:
            facts = pyarrow.parquet.ParquetFile(file).metadata
            sizes = [_stored_bytes(facts.row_group(index)) for index in range(facts.num_row_groups)]
    except (OSError, pyarrow.ArrowException) as error:
        raise SourceError(f"{path}: {error}") from None
    start = size = 0
    for index, bytes_of_group in enumerate(sizes):
        if size and size + bytes_of_group > share:
            yield Shard(KIND, (path,), start, index, size)
            start, size = index, 0
        size += bytes_of_group
    if sizes:
        yield Shard(KIND, (path,), start, len(sizes), size)


def _stored_bytes(group: Any) -> int:
    return sum(group.column(index).total_compressed_size for index in range(group.num_columns))


def read(piece: Shard, columns: Columns, most: int) -> Iterator[Record | Damage]:
    """The pages of a piece, each of ``most`` bytes at most."""
    source = piece.sources[0]
    with open_source(source) as file:
        table = pyarrow.parquet.ParquetFile(
            file, pre_buffer=False, buffer_size=_BUFFER, page_checksum_verification=True
        )
        row = sum(table.metadata.row_group(index).num_rows for index in range(piece.start))
        names = set(table.schema_arrow.names)
        wanted = [name for name in dict.fromkeys(_names(columns)) if name in names]
        for index in range(piece.start, piece.end):
            yield from _group(table, index, wanted, columns, source, row, most)
            row += table.metadata.row_group(index).num_rows


def _names(columns: Columns) -> tuple[str, ...]:
    return columns.html, columns.text, columns.id, columns.url, columns.date


def _group(
    table: Any, index: int, wanted: list[str], columns: Columns, source: str, row: int, most: int
) -> Iterator[Record | Damage]:
    texts = _texts(table.schema_arrow, columns)
    try:
        for batch in table.iter_batches(_ROWS, row_groups=[index], columns=wanted, use_threads=False):
            for fields in _as_bytes(batch, texts).to_pylist():
                try:
                    yield record(fields, columns, source, row, most, utf_8=texts)
                except Damaged as damage:
                    yield Damage(source, row, str(damage))
                row += 1
    except (OSError, ValueError, pyarrow.ArrowException) as error:
        yield Damage(source, row, f"row group {index} cannot be read on: {error}")


def _texts(schema: Any, columns: Columns) -> dict[str, Any]:
    """The columns with pages that are text, and the types of their bytes."""
    bytes_of = {pyarrow.string(): pyarrow.binary(), pyarrow.large_string(): pyarrow.large_binary()}
    pages = [field for field in schema if field.name in {columns.html, columns.text}]
    return {field.name: bytes_of[field.type] for field in pages if field.type in bytes_of}


def _as_bytes(batch: Any, texts: dict[str, Any]) -> Any:
    """The same rows with pages that are bytes."""
    for index, name in enumerate(batch.schema.names):
        if name in texts:
            batch = batch.set_column(index, name, batch.column(index).cast(texts[name]))
    return batch
