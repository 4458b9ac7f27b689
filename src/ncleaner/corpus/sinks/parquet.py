"""Parquet: one row per page, with its segments as a nested list.

Strategy: rows are collected in columns and written as a row group when there is enough text, so memory does not depend
on the number of pages. The segments of all rows are flat columns with offsets, which Arrow uses without conversion.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from itertools import accumulate
from math import isfinite
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from ncleaner.corpus.cleaned import FIELDS, LISTS, SEGMENTS, TABLES, TEXTS, Cleaned
from ncleaner.corpus.columns import SegmentColumns
from ncleaner.corpus.run.part import Part, close_safely
from ncleaner.corpus.sinks import PAGES, SinkOptions
from ncleaner.page.segment import KINDS

TEXT = "text"
GROUP = 2 << 20  # bytes of text in a row group
MOST_ROWS = 8192
LEVEL = 1  # of zstd; higher levels take 50% longer and save 10% of the size

SEGMENT = pa.struct(
    [
        pa.field("text", pa.string(), nullable=False),
        pa.field("kind", pa.string(), nullable=False),
        pa.field("keep", pa.bool_(), nullable=False),
        pa.field("score", pa.float64()),
        pa.field("start", pa.int64(), nullable=False),
        pa.field("end", pa.int64(), nullable=False),
        pa.field("continues", pa.bool_(), nullable=False),
    ]
)
LIST = pa.list_(pa.field("element", SEGMENT, nullable=False))
ALWAYS = frozenset(["id", "engine", SEGMENTS, TABLES, *TEXTS, *LISTS])
"""The columns that have a value in every row."""

FEW_VALUES = ["language", "page_type", "engine", "model", "segments.list.element.kind"]

_DIGITS = bytes.maketrans(b"\0\1", b"01")
_LETTERS = bytes.maketrans(bytes(range(len(KINDS))), "".join(KINDS).encode())


def schema_of(fields: Iterable[str]) -> pa.Schema:
    """Return the schema of a table with these columns, out of `ncleaner.corpus.cleaned.ALL_FIELDS`."""
    return pa.schema([pa.field(name, _type_of(name), nullable=name not in ALWAYS) for name in fields])


def _type_of(name: str) -> pa.DataType:
    if name == SEGMENTS:
        return LIST
    if name in LISTS:
        return pa.list_(pa.string())
    if name == TABLES:
        return pa.list_(pa.list_(pa.list_(pa.string())))
    return pa.float64() if name == "confidence" else pa.string()


SCHEMA = schema_of(FIELDS)


class Rows:
    """Pages as rows of a table with a schema, and with their kept segments, or ``all`` of them.

    ``size`` is the number of bytes of the column with the most text.
    """

    def __init__(self, all: bool, schema: pa.Schema = SCHEMA) -> None:
        self._all = all
        self._schema = schema
        self._columns: dict[str, list[Any]] = {name: [] for name in schema.names if name != SEGMENTS}
        self._attributes = {"utf8" if name == TEXT else name: values for name, values in self._columns.items()}
        self._sizes = {name: 0 for name in TEXTS if name in self._columns}
        self._has_segments = SEGMENTS in schema.names
        self._segments = SegmentColumns()
        self._ends = array("i", [0])
        self.size = 0

    def __len__(self) -> int:
        return len(self._ends) - 1

    def add(self, page: Cleaned) -> None:
        """Add a page."""
        for name, values in self._attributes.items():
            values.append(getattr(page, name))
        if self._has_segments:
            page.add_segments(self._segments, self._all)
        self._ends.append(len(self._segments))
        for name in self._sizes:
            self._sizes[name] += len(self._columns[name][-1])
        self.size = max([len(self._segments.text), *self._sizes.values()])

    def batch(self) -> pa.RecordBatch:
        """Return the rows in the columns of the schema."""
        arrays = [
            self._nested() if field.name == SEGMENTS else column(self._columns[field.name], field.type)
            for field in self._schema
        ]
        return pa.RecordBatch.from_arrays(arrays, schema=self._schema)

    def _nested(self) -> pa.ListArray:
        """Return the segments of all rows."""
        structs = pa.StructArray.from_arrays(segment_arrays(self._segments), fields=list(SEGMENT))
        return pa.Array.from_buffers(LIST, len(self), [None, pa.py_buffer(self._ends)], children=[structs])


def segment_arrays(segments: SegmentColumns) -> list[pa.Array]:
    """Return the columns of segments as Arrow arrays, in the order of `SEGMENT`."""
    count = len(segments)
    scores = segments.scores
    # Infinite scores become null, as in JSON, which has no infinity.
    valid = None if isfinite(sum(scores)) else _bits(map(isfinite, scores))
    kinds = segments.kinds.translate(_LETTERS)  # one letter each
    buffers: list[list[pa.Buffer | None]] = [
        [None, pa.py_buffer(segments.text_ends), pa.py_buffer(segments.text)],
        [None, pa.py_buffer(array("i", range(count + 1))), pa.py_buffer(kinds)],
        [None, _bits(segments.keep)],
        [valid, pa.py_buffer(scores)],
        [None, pa.py_buffer(segments.starts)],
        [None, pa.py_buffer(segments.ends)],
        [None, _bits(segments.continues)],
    ]
    return [pa.Array.from_buffers(field.type, count, held) for field, held in zip(SEGMENT, buffers, strict=True)]


class Parquet:
    """A file of row groups."""

    def __init__(self, part: Part, options: SinkOptions) -> None:
        pa.set_cpu_count(1)  # parallelism comes from worker processes
        pa.set_io_thread_count(1)
        self._part = part
        self._all = options.all
        self._file: BinaryIO | None = None
        self._writer: pq.ParquetWriter | None = None
        self._schema = schema_of(options.fields)
        self._rows = Rows(options.all, self._schema)

    def add(self, page: Cleaned) -> None:
        """Add a page, and write a row group if there are enough pages."""
        self._rows.add(page)
        if self._rows.size >= GROUP or len(self._rows) >= MOST_ROWS:
            self._write_group()

    def _write_group(self) -> None:
        if self._writer is None:
            self._file = self._part.file(PAGES, f"{self._part.name}.parquet")
            self._writer = pq.ParquetWriter(
                self._file,
                self._schema,
                compression="zstd",
                compression_level=LEVEL,
                use_dictionary=[name for name in FEW_VALUES if name.partition(".")[0] in self._schema.names],
            )
        self._writer.write_batch(self._rows.batch())
        self._rows = Rows(self._all, self._schema)

    def close(self) -> None:
        """Write the last row group and the footer of the file."""
        if len(self._rows):
            self._write_group()
        if self._writer is not None and self._file is not None:
            self._writer.close()
            close_safely(self._file)


def column(values: list[Any], type: pa.DataType) -> pa.Array:
    """Return the values as an Arrow array, built from buffers.

    ``pa.array`` would import pandas if that is installed, which takes more memory than everything else.
    """
    if pa.types.is_list(type):
        ends = array("i", accumulate(map(len, values), initial=0))
        inner = column([value for row in values for value in row], type.value_type)
        return pa.Array.from_buffers(type, len(values), [None, pa.py_buffer(ends)], children=[inner])
    present = _bits(value is not None for value in values) if None in values else None
    if pa.types.is_string(type):
        encoded = [value if isinstance(value, bytes) else (value or "").encode("utf-8", "replace") for value in values]
        ends = array("i", accumulate(map(len, encoded), initial=0))
        return pa.Array.from_buffers(type, len(values), [present, pa.py_buffer(ends), pa.py_buffer(b"".join(encoded))])
    numbers = array("d", [value or 0.0 for value in values])
    return pa.Array.from_buffers(type, len(values), [present, pa.py_buffer(numbers)])


def _bits(flags: Iterable[int]) -> pa.Buffer:
    """Return a buffer with one bit per flag, the lowest bit first."""
    digits = bytes(flags)[::-1].translate(_DIGITS)
    return pa.py_buffer(int(digits or b"0", 2).to_bytes((len(digits) + 7) // 8, "little"))


open_shard = Parquet
