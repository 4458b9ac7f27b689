"""An extractor for datatrove pipelines.

datatrove extracts pages in a child process, which it kills and restarts when a page takes too long. So the engine is
loaded in the parent: forked children inherit it.
"""

from __future__ import annotations

from typing import Any

from datatrove.data import DocumentsPipeline
from datatrove.pipeline.extractors.base import BaseExtractor

from ncleaner.integrations.loaded import cleaner


class NCleaner(BaseExtractor):
    """A replacement for ``Trafilatura`` that turns documents of HTML into clean text.

    ``timeout`` is the limit per page, in seconds; pages that take longer, and pages without content, are dropped.
    ``options`` are the arguments of `ncleaner.Cleaner`.
    """

    name = "ncleaner"

    def __init__(self, timeout: float = 1, **options: Any) -> None:
        super().__init__(timeout)
        self.options = options
        cleaner(**options)  # check the options here: datatrove counts errors of workers as failed pages

    def run(self, data: DocumentsPipeline, rank: int = 0, world_size: int = 1) -> DocumentsPipeline:
        """Clean the documents in order."""
        cleaner(**self.options)
        yield from super().run(data, rank, world_size)

    def extract(self, text: str) -> str:
        """Return the clean text of a page."""
        return cleaner(**self.options).clean(text).text.rstrip("\n")
