"""JSON Lines: one object per page, with the columns of the Parquet sink.

JSON has no types of columns, so readers infer them from the first lines of a file. They fail, or lose values, if a
column begins with null or with empty lists and has values later. So in the first line of a file a missing text is
``""`` and an empty list ``[""]``. In all other lines they are null and ``[]``. Every line has all columns.
"""

from __future__ import annotations

from ncleaner.corpus.cleaned import LISTS, SEGMENTS, Cleaned
from ncleaner.corpus.columns import SEGMENT
from ncleaner.corpus.run.part import Part
from ncleaner.corpus.sinks import PAGES, SinkOptions
from ncleaner.corpus.sinks.lines import Lines
from ncleaner.render.json import json_text

NUMBER = "confidence"
"""The only number; an engine tells it of all pages or of none."""


class JsonLines:
    """A file of objects, compressed or not."""

    def __init__(self, part: Part, options: SinkOptions) -> None:
        self._lines = Lines(part, PAGES, f"{part.name}.{options.sink}")
        self._all = options.all
        self._fields = options.fields

    def add(self, page: Cleaned) -> None:
        """Write a page."""
        values = {name: self._value(page, name) for name in self._fields}
        self._lines.write(json_text(values if self._lines.is_open else _with_types(values)))

    def _value(self, page: Cleaned, name: str) -> object:
        if name == SEGMENTS:
            return [dict(zip(SEGMENT, values, strict=True)) for values in page.segments(self._all).rows()]
        return getattr(page, name)

    def close(self) -> None:
        """Finish the file."""
        self._lines.close()


def _with_types(values: dict[str, object]) -> dict[str, object]:
    """Return the values of a first line, which show the type of each column; only numbers may be missing."""
    return {name: _shown(name, value) for name, value in values.items()}


def _shown(name: str, value: object) -> object:
    if name in LISTS:
        return value or [""]
    return "" if value is None and name != NUMBER else value


open_shard = JsonLines
