"""Rows of tables, wherever they come from: which fields are the page and what is known about it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from ncleaner.corpus.record import HTML, TEXT, Columns, Record
from ncleaner.corpus.sources.compression import Damaged, TooLarge


def record(
    row: Mapping[str, Any],
    columns: Columns,
    source: str,
    offset: int,
    most: int,
    utf_8: Collection[str] = (),
) -> Record:
    """The page in a row; `Damaged` if there is none. The columns ``utf_8`` are text that comes as bytes."""
    kind, column = (HTML, columns.html) if row.get(columns.html) is not None else (TEXT, columns.text)
    page = row.get(column)
    if page is None:
        raise Damaged(f"neither {columns.html!r} nor {columns.text!r} in this row")
    if not isinstance(page, str | bytes):
        raise Damaged(f"{column!r} is neither text nor bytes")
    if len(page) > most:
        raise TooLarge(most)
    identity = _string(row.get(columns.id)) or f"{source}#{offset}"
    url, date = _string(row.get(columns.url)), _string(row.get(columns.date))
    charset = "utf-8" if column in utf_8 else None
    return Record(source, offset, identity, url, date, charset, kind, page)


def _string(value: Any) -> str | None:
    """A value of any type as text; dates as ISO 8601 has them."""
    if value is None or isinstance(value, str):
        return value
    return str(value.isoformat() if hasattr(value, "isoformat") else value)
