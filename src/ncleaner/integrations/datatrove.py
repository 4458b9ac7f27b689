"""An extractor for the pipelines of datatrove.

datatrove hands every page to a process of its own that it kills when the page takes too long, and starts anew for the
page after. So the engine is loaded in the process that starts them: where processes are forked, all of them have it.
"""

from __future__ import annotations

from typing import Any

from datatrove.data import DocumentsPipeline
from datatrove.pipeline.extractors.base import BaseExtractor

from ncleaner.integrations.loaded import cleaner


class NCleaner(BaseExtractor):
    """Takes the place of ``Trafilatura``: HTML comes in as the text of documents, and clean text goes out.

    ``timeout`` is that for a page, in seconds; pages that take longer are left out, and so are those of which nothing
    is kept. Further arguments are those of `ncleaner.Cleaner`.
    """

    name = "ncleaner"

    def __init__(self, timeout: float = 1, **options: Any) -> None:
        super().__init__(timeout)
        self.options = options
        cleaner(**options)  # in the worker, wrong options would be but a page that could not be cleaned

    def run(self, data: DocumentsPipeline, rank: int = 0, world_size: int = 1) -> DocumentsPipeline:
        """Clean the documents one after another."""
        cleaner(**self.options)
        yield from super().run(data, rank, world_size)

    def extract(self, text: str) -> str:
        """The clean text of a page."""
        return cleaner(**self.options).clean(text).text.rstrip("\n")
