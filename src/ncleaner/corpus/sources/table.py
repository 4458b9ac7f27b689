"""Records from rows of tables: the page and its metadata."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from ncleaner.corpus.record import HTML, TEXT, Columns, Record
from ncleaner.corpus.sources.compression import DamagedError, TooLargeError


def record(
    row: Mapping[str, Any],
    columns: Columns,
    source: str,
    offset: int,
    limit: int,
    utf_8: Collection[str] = (),
) -> Record:
    """Return the page in a row; raise `DamagedError` if there is none. Columns in ``utf_8`` hold bytes in UTF-8."""
    kind, column = (HTML, columns.html) if row.get(columns.html) is not None else (TEXT, columns.text)
    page = row.get(column)
    if page is None:
        raise DamagedError(f"the row has no page in {columns.html!r} or {columns.text!r}")
    if not isinstance(page, str | bytes):
        raise DamagedError(f"the page in {column!r} is neither text nor bytes")
    if len(page) > limit:
        raise TooLargeError(limit)
    identity = _string(row.get(columns.id)) or f"{source}#{offset}"
    url, date = _string(row.get(columns.url)), _string(row.get(columns.date))
    charset = "utf-8" if column in utf_8 else None
    return Record(source, offset, identity, url, date, charset, kind, page)


def _string(value: Any) -> str | None:
    """Return a value of any type as text, dates in ISO 8601."""
    if value is None or isinstance(value, str):
        return value
    return str(value.isoformat() if hasattr(value, "isoformat") else value)
