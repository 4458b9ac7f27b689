"""Tables with pages in them, and what they become: the columns that the Parquet sink of corpora writes.

Frameworks hand tables over in batches, as Arrow, pandas or arrays of NumPy. There is a row for each row that comes in.
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
    """The pages of a batch when they are cleaned, in the columns of the sink.

    ``columns`` are those of the batch; ``options`` are the arguments of `ncleaner.Cleaner`, which is made but once.
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
    """What is known of each page, by the names of columns."""
    names = batch.schema.names if hasattr(batch, "schema") else list(batch)
    if columns.html not in names and columns.text not in names:
        raise NCleanerError(
            f"there is no column {columns.html!r} or {columns.text!r} with pages, only {', '.join(map(repr, names))};"
            " name it with columns=Columns(html=…)"
        )
    wanted = [name for name in (getattr(columns, each) for each in Columns.__slots__) if name in names]
    for values in zip(*(_values(batch[name]) for name in wanted), strict=True):
        yield dict(zip(wanted, values, strict=True))


def _values(column: Any) -> list[Any]:
    """The values of a column; what other libraries have for a missing one is ``None``."""
    found = column if isinstance(column, pa.Array | pa.ChunkedArray) else pa.array(column, from_pandas=True)
    values: list[Any] = found.to_pylist()
    return values


def _page(row: dict[str, Any], columns: Columns) -> Record:
    """The page of a row, which is empty if there is none, and is called by its address if it has no name."""
    if row.get(columns.html) is None and row.get(columns.text) is None:
        row = {**row, columns.html: ""}
    page = record(row, columns, "", 0, sys.maxsize)
    return page if row.get(columns.id) is not None else replace(page, id=page.url or "")


@cache
def _model_version(engine: str | None, model: str | None) -> str | None:
    return Settings(SinkOptions("parquet"), engine, model).model_version()
