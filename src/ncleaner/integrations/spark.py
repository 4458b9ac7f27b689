"""For Spark: ``df.mapInArrow(clean, SCHEMA)`` or ``df.mapInPandas(clean, SCHEMA)`` cleans the pages of a data frame.

Spark itself is not imported: it is Spark that calls, in processes that have an engine each.
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
    """Clean the pages of batches, and give back batches of the same kind, Arrow or pandas.

    The columns are ``html`` (binary or string; or ``text``, for plain text) and, if they are there, ``url``, ``id``
    and ``date``. There is a row for each page, with the columns of `SCHEMA`, which are those of the Parquet sink.
    """
    yield from cleaning()(batches)


def cleaning(*, columns: Columns | None = None, **options: Any) -> Callable[[Iterable[Any]], Iterator[Any]]:
    """Something like `clean` that looks for other ``columns``, or has options: the arguments of `ncleaner.Cleaner`."""

    def clean(batches: Iterable[Any]) -> Iterator[Any]:
        for batch in batches:
            found = cleaned(batch, columns, options)
            yield found if isinstance(batch, pa.RecordBatch) else found.to_pandas()

    return clean


def _sql(type: pa.DataType) -> str:
    """The type as Spark calls it."""
    if pa.types.is_list(type):
        return f"array<{_sql(type.value_type)}>"
    if pa.types.is_struct(type):
        return f"struct<{', '.join(f'`{field.name}`: {_sql(field.type)}' for field in type)}>"
    return {pa.string(): "string", pa.bool_(): "boolean", pa.int64(): "bigint", pa.float64(): "double"}[type]


SCHEMA = ", ".join(f"`{field.name}` {_sql(field.type)}" for field in ARROW_SCHEMA)
"""The columns of what comes out, in the words of Spark."""
