"""JSON Lines: one object per page, with the columns of the Parquet sink.

Every line has all columns. The first line of a file is special: see `ncleaner.corpus.sinks.first_line`.
"""

from __future__ import annotations

from ncleaner.corpus.cleaned import SEGMENTS, Cleaned
from ncleaner.corpus.columns import SEGMENT
from ncleaner.corpus.run.part import Part
from ncleaner.corpus.sinks import PAGES, SinkOptions
from ncleaner.corpus.sinks.first_line import with_types
from ncleaner.corpus.sinks.lines import Lines
from ncleaner.render.json import json_text


class JsonLines:
    """A file of objects, compressed or not."""

    def __init__(self, part: Part, options: SinkOptions) -> None:
        self._lines = Lines(part, PAGES, f"{part.name}.{options.sink}")
        self._all = options.all
        self._fields = options.fields

    def add(self, page: Cleaned) -> None:
        """Write a page."""
        values = {name: self._value(page, name) for name in self._fields}
        self._lines.write(json_text(values if self._lines.is_open else with_types(values)))

    def _value(self, page: Cleaned, name: str) -> object:
        if name == SEGMENTS:
            return [dict(zip(SEGMENT, values, strict=True)) for values in page.segments(self._all).rows()]
        return getattr(page, name)

    def close(self) -> None:
        """Finish the file."""
        self._lines.close()


open_shard = JsonLines
