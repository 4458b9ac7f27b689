"""An algorithm for the HTML extractors of NeMo Curator, for example in its Common Crawl stages."""

from __future__ import annotations

from typing import Any

from nemo_curator.stages.text.download.html_extractors.base import HTMLExtractorAlgorithm

from ncleaner.integrations.loaded import cleaner
from ncleaner.render.segments import joined_segments, segment_text


class NCleanerExtractor(HTMLExtractorAlgorithm):
    """A replacement for ``TrafilaturaExtractor``; ``options`` are the arguments of `ncleaner.Cleaner`.

    NeMo Curator's stop words for the language of a page are ignored.
    """

    def __init__(self, **options: Any) -> None:
        self.options = options
        cleaner(**options)  # check the options here, not on another machine

    def extract_text(self, html: str, stop_words: frozenset[str], language: str) -> list[str] | None:
        """Return the kept segments of a page, or ``None`` if there are none."""
        document = cleaner(**self.options).clean(html)
        return [segment_text(document, indices) for _, _, indices in joined_segments(document, all=False)] or None
