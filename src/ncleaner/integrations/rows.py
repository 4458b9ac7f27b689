"""Cleaning of tables: a batch of pages becomes a batch with the columns of the Parquet sink, row by row.

Frameworks pass batches as Arrow, as pandas, or as NumPy arrays.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pyarrow as pa

from ncleaner.corpus.cleaned import Cleaned
from ncleaner.corpus.filters.language import language_of
from ncleaner.corpus.record import Columns, Record
from ncleaner.corpus.settings import Settings
from ncleaner.corpus.sinks import SinkOptions
from ncleaner.corpus.sinks.parquet import Rows
from ncleaner.corpus.sources.table import record
from ncleaner.errors import NCleanerError
from ncleaner.integrations.loaded import cleaner


def cleaned(batch: Any, columns: Columns | None, options: dict[str, Any]) -> pa.RecordBatch:
    """Clean the pages of a batch, and return them in the columns of the Parquet sink.

    ``columns`` names the columns of the batch; ``options`` are the arguments of `ncleaner.Cleaner`, created only once.
    """
    columns = columns or Columns()
    clean = cleaner(**options).clean
    model = _model_version(options.get("engine"), options.get("model"))
    rows = Rows(all=False)
    for row in _rows_of(batch, columns):
        page = _page(row, columns)
        document = clean(page.data, url=page.url, http_charset=page.charset, kind=page.kind)
        rows.add(Cleaned(page, document, language_of(document, detect=False), model))
    return rows.batch()


def _rows_of(batch: Any, columns: Columns) -> Iterator[dict[str, Any]]:
    """Yield the rows of a batch as values by column name, with only the columns that are needed."""
    names = batch.schema.names if hasattr(batch, "schema") else list(batch)
    if columns.html not in names and columns.text not in names:
        raise NCleanerError(
            f"no column {columns.html!r} or {columns.text!r} in the batch, only {', '.join(map(repr, names))};"
            " name the column with the pages: columns=Columns(html=…)"
        )
    wanted = [name for name in (getattr(columns, field) for field in Columns.__slots__) if name in names]
    for values in zip(*(_values(batch[name]) for name in wanted), strict=True):
        yield dict(zip(wanted, values, strict=True))


def _values(column: Any) -> list[Any]:
    """Return the values of a column, with ``None`` for the missing values of other libraries."""
    array = column if isinstance(column, pa.Array | pa.ChunkedArray) else pa.array(column, from_pandas=True)
    values: list[Any] = array.to_pylist()
    return values


def _page(row: dict[str, Any], columns: Columns) -> Record:
    """Return the page of a row: empty if the row has none, and with its URL as id if it has no id."""
    if row.get(columns.html) is None and row.get(columns.text) is None:
        row = {**row, columns.html: ""}
    page = record(row, columns, "", 0, sys.maxsize)
    return page if row.get(columns.id) is not None else replace(page, id=page.url or "")


@cache
def _model_version(engine: str | None, model: str | None) -> str | None:
    return Settings(SinkOptions("parquet"), engine, model).model_version()
