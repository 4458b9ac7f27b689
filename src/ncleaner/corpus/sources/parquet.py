"""Tables in Parquet: a shard is a range of row groups, and offsets are row numbers.

A row group is read a few rows at a time, and only the columns that are needed. Text is read as bytes: the decoder
handles invalid UTF-8, so that it does not affect the neighbouring rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyarrow
import pyarrow.compute
import pyarrow.parquet

from ncleaner.corpus.record import Columns, Damage, Record, Shard
from ncleaner.corpus.sources.compression import DamagedError
from ncleaner.corpus.sources.paths import open_source
from ncleaner.corpus.sources.table import record
from ncleaner.errors import SourceError

KIND = "parquet"
_ROWS = 16  # at a time
_LARGE_ROW = 1 << 20  # bytes, on average
_BUFFER = 1 << 20


def row_groups(path: str, share: int) -> Iterator[Shard]:
    """Yield the shards of a file, of about ``share`` bytes each."""
    try:
        with open_source(path) as file:
            metadata = pyarrow.parquet.ParquetFile(file).metadata
            sizes = [_stored_bytes(metadata.row_group(index)) for index in range(metadata.num_row_groups)]
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


def byte_range(shard: Shard) -> tuple[int, int]:
    """Return where the row groups of a shard begin and end in their file."""
    with open_source(shard.sources[0]) as file:
        metadata = pyarrow.parquet.ParquetFile(file).metadata
        groups = [metadata.row_group(index) for index in range(shard.start, shard.end)]
        columns = [group.column(index) for group in groups for index in range(group.num_columns)]
    starts = [
        min(column.data_page_offset, column.dictionary_page_offset or column.data_page_offset) for column in columns
    ]
    ends = [start + column.total_compressed_size for start, column in zip(starts, columns, strict=True)]
    return min(starts, default=0), max(ends, default=0)


def _stored_bytes(group: Any) -> int:
    return sum(group.column(index).total_compressed_size for index in range(group.num_columns))


def read(shard: Shard, columns: Columns, limit: int) -> Iterator[Record | Damage]:
    """Yield the pages of a shard, each of at most ``limit`` bytes."""
    source = shard.sources[0]
    with open_source(source) as file:
        table = pyarrow.parquet.ParquetFile(
            file, pre_buffer=False, buffer_size=_BUFFER, page_checksum_verification=True
        )
        row = sum(table.metadata.row_group(index).num_rows for index in range(shard.start))
        names = set(table.schema_arrow.names)
        wanted = [name for name in dict.fromkeys(_names(columns)) if name in names]
        for index in range(shard.start, shard.end):
            yield from _group(table, index, wanted, columns, source, row, limit)
            row += table.metadata.row_group(index).num_rows


def _names(columns: Columns) -> tuple[str, ...]:
    return columns.html, columns.text, columns.id, columns.url, columns.date


def _group(
    table: Any, index: int, wanted: list[str], columns: Columns, source: str, row: int, limit: int
) -> Iterator[Record | Damage]:
    texts = _text_columns(table.schema_arrow, columns)
    try:
        rows = _rows_at_a_time(table.metadata.row_group(index))
        for batch in table.iter_batches(rows, row_groups=[index], columns=wanted, use_threads=False):
            for fields in _bounded(_as_bytes(batch, texts), limit).to_pylist():
                try:
                    yield record(fields, columns, source, row, limit, utf_8=texts)
                except DamagedError as damage:
                    yield Damage(source, row, str(damage))
                row += 1
    except MemoryError:
        raise SourceError(f"{source}: row group {index} takes too much memory; raise --page-memory") from None
    except (OSError, ValueError, pyarrow.ArrowException) as error:
        if isinstance(error, OSError) and error.errno is not None:  # of the file system, not of Arrow
            raise
        yield Damage(source, row, f"the rest of row group {index} cannot be read: {error}")


def _rows_at_a_time(group: Any) -> int:
    """Return how many rows of a group to read at a time: one if they are very large."""
    return 1 if group.total_byte_size > _LARGE_ROW * group.num_rows else _ROWS


def _bounded(batch: Any, limit: int) -> Any:
    """Cut cells of more than ``limit`` bytes to one byte more, so that they are not copied as a whole."""
    if batch.nbytes <= limit:
        return batch
    for index, column in enumerate(batch.columns):
        if pyarrow.types.is_binary(column.type) or pyarrow.types.is_large_binary(column.type):
            cut = pyarrow.compute.binary_slice(column, 0, limit + 1)
            batch = batch.set_column(index, batch.schema.names[index], cut)
    return batch


def _text_columns(schema: Any, columns: Columns) -> dict[str, Any]:
    """Return the page columns of a string type, and the binary type to cast each to."""
    bytes_of = {pyarrow.string(): pyarrow.binary(), pyarrow.large_string(): pyarrow.large_binary()}
    pages = [field for field in schema if field.name in {columns.html, columns.text}]
    return {field.name: bytes_of[field.type] for field in pages if field.type in bytes_of}


def _as_bytes(batch: Any, texts: dict[str, Any]) -> Any:
    """Cast the page columns of a batch to their binary types."""
    for index, name in enumerate(batch.schema.names):
        if name in texts:
            batch = batch.set_column(index, name, batch.column(index).cast(texts[name]))
    return batch
