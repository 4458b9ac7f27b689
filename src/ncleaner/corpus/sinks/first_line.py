"""The first line of JSON Lines, which shows the types of the columns.

JSON has no types of columns, so readers infer them from the first lines of a file, and some from the first file of
many. They fail, or lose values, if a column begins with null or with empty lists and has values later, and if dates are
taken for timestamps where another file has none. So in the first line of a file

- a missing text is ``""``,
- an empty list is ``[""]``, and an empty list of tables ``[[[""]]]``,
- a date has a time with milliseconds, which is no timestamp of whole seconds: ``2009-03-21T00:00:00.000``.

In all other lines the first two are null and ``[]``, and dates are as they are.
"""

from __future__ import annotations

import re

from ncleaner.corpus.cleaned import LISTS, TABLES

NUMBER = "confidence"
"""The only number; an engine tells it of all pages or of none."""

DATES = ("date", "published", "modified")

_TIMESTAMP = re.compile(
    r"(\d{4}-\d\d-\d\d) (?: [T ] (\d\d) (?: :? (\d\d) )? (?: :? (\d\d) )? (Z | [+-]\d\d (?: :?\d\d )? )? )?", re.VERBOSE
)


def with_types(values: dict[str, object]) -> dict[str, object]:
    """Return the values of a first line by the names of their columns; only numbers may be missing."""
    return {name: _shown(name, value) for name, value in values.items()}


def _shown(name: str, value: object) -> object:
    if name in LISTS:
        return value or [""]
    if name == TABLES:
        return value or [[[""]]]
    if isinstance(value, str) and name in DATES:
        return _with_milliseconds(value)
    return "" if value is None and name != NUMBER else value


def _with_milliseconds(date: str) -> str:
    match = _TIMESTAMP.fullmatch(date)
    if match is None:
        return date
    day, hour, minute, second, zone = match.groups()
    return f"{day}T{hour or '00'}:{minute or '00'}:{second or '00'}.000{zone or ''}"
