"""An algorithm for the HTML extractors of NeMo Curator, such as that of its Common Crawl stages."""

from __future__ import annotations

from typing import Any

from nemo_curator.stages.text.download.html_extractors.base import HTMLExtractorAlgorithm

from ncleaner.integrations.loaded import cleaner
from ncleaner.render.segments import joined_segments, segment_text


class NCleanerExtractor(HTMLExtractorAlgorithm):
    """Takes the place of ``TrafilaturaExtractor`` and its like. The arguments are those of `ncleaner.Cleaner`.

    The stop words that NeMo Curator has for the language of a page are not needed, and not looked at.
    """

    def __init__(self, **options: Any) -> None:
        self.options = options
        cleaner(**options)  # wrong options should be noticed here, and not on some other machine

    def extract_text(self, html: str, stop_words: frozenset[str], language: str) -> list[str] | None:
        """The segments of a page that are kept, or ``None`` where there are none."""
        document = cleaner(**self.options).clean(html)
        return [segment_text(document, indices) for _, _, indices in joined_segments(document, all=False)] or None
