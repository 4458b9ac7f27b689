"""JSON Lines: the columns of the Parquet sink as one object a page."""

from __future__ import annotations

from ncleaner.corpus.cleaned import Cleaned
from ncleaner.corpus.columns import SEGMENT
from ncleaner.corpus.part import Part
from ncleaner.corpus.sinks import PAGES, SinkOptions
from ncleaner.corpus.sinks.lines import Lines
from ncleaner.render.json import written


class JsonLines:
    """A file of objects, compressed or not."""

    def __init__(self, part: Part, options: SinkOptions) -> None:
        self._lines = Lines(part, PAGES, f"{part.name}.{options.sink}")
        self._all = options.all

    def add(self, page: Cleaned) -> None:
        """Write a page."""
        segments = [dict(zip(SEGMENT, values, strict=True)) for values in page.segments(self._all).rows()]
        self._lines.write(written(page.row(segments)))

    def close(self) -> None:
        """Finish the file."""
        self._lines.close()


open_shard = JsonLines
