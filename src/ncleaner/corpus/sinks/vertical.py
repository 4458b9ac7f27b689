"""A corpus of vertical text: one document after the other."""

from __future__ import annotations

from ncleaner.corpus.cleaned import Cleaned
from ncleaner.corpus.run.part import Part
from ncleaner.corpus.sinks import PAGES, SinkOptions
from ncleaner.corpus.sinks.lines import Lines


class Vertical:
    """A file of documents, each with its id."""

    def __init__(self, part: Part, options: SinkOptions) -> None:
        self._lines = Lines(part, PAGES, f"{part.name}.vert")
        self._all = options.all

    def add(self, page: Cleaned) -> None:
        """Write a page."""
        self._lines.write(page.document.to("vertical", all=self._all, id=page.id))

    def close(self) -> None:
        """Finish the file."""
        self._lines.close()


open_shard = Vertical
