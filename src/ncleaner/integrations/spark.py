"""An adapter for Spark: ``df.mapInArrow(clean, SCHEMA)`` or ``df.mapInPandas(clean, SCHEMA)`` cleans a data frame.

This module does not import Spark. Every Python process of Spark loads the engine once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pyarrow as pa

from ncleaner.corpus.record import Columns
from ncleaner.corpus.sinks.parquet import SCHEMA as ARROW_SCHEMA
from ncleaner.integrations.rows import cleaned

__all__ = ["SCHEMA", "Columns", "clean", "cleaning"]


def clean(batches: Iterable[Any]) -> Iterator[Any]:
    """Clean the pages of batches, and yield batches of the same type, Arrow or pandas.

    A batch has a column ``html`` (binary or string), or ``text`` for plain text, and optionally ``url``, ``id`` and
    ``date``. The result has one row per page, with the columns of `SCHEMA`, which are those of the Parquet sink.
    """
    yield from cleaning()(batches)


def cleaning(*, columns: Columns | None = None, **options: Any) -> Callable[[Iterable[Any]], Iterator[Any]]:
    """Return a function like `clean` with other ``columns`` or ``options``, the arguments of `ncleaner.Cleaner`."""

    def clean(batches: Iterable[Any]) -> Iterator[Any]:
        for batch in batches:
            result = cleaned(batch, columns, options)
            yield result if isinstance(batch, pa.RecordBatch) else result.to_pandas()

    return clean


def _sql(type: pa.DataType) -> str:
    """Return the name of a type in Spark SQL."""
    if pa.types.is_list(type):
        return f"array<{_sql(type.value_type)}>"
    if pa.types.is_struct(type):
        return f"struct<{', '.join(f'`{field.name}`: {_sql(field.type)}' for field in type)}>"
    return {pa.string(): "string", pa.bool_(): "boolean", pa.int64(): "bigint", pa.float64(): "double"}[type]


SCHEMA = ", ".join(f"`{field.name}` {_sql(field.type)}" for field in ARROW_SCHEMA)
"""The columns of the result, in Spark's DDL."""
