"""A page of a corpus when it is cleaned: what the source knew of it, and what the engine made of it.

Everything is asked of the document when a sink wants it, and not before: not all of them want a title.
"""

from __future__ import annotations

from ncleaner.corpus.columns import Columns
from ncleaner.corpus.record import Record
from ncleaner.page.document import Document
from ncleaner.page.segment import DIGITS

SEGMENTS = "segments"

FIELDS = (
    "id", "url", "date", "published", "language", "title", "text", SEGMENTS, "confidence", "page_type", "engine",
    "model", "warnings",
)  # fmt: skip
"""What there is to know about a page, in the order of columns; all but the segments are attributes of `Cleaned`."""


class Cleaned:
    """A page that is to be written: its record, its document, its language and the model that it was cleaned with."""

    __slots__ = ("record", "document", "language", "model")

    def __init__(self, record: Record, document: Document, language: str | None, model: str | None) -> None:
        self.record = record
        self.document = document
        self.language = storable(language)
        self.model = model

    @property
    def id(self) -> str:
        """What the page is called, in its source at least."""
        return storable(self.record.id) or ""

    @property
    def source(self) -> str:
        """The file that the page was in."""
        return storable(self.record.source) or ""

    @property
    def url(self) -> str | None:
        """Where the page came from, as the source says, or else the page itself."""
        return storable(self.record.url or self.document.metadata.url)

    @property
    def date(self) -> str | None:
        """When the page was fetched, if the source says so."""
        return storable(self.record.date)

    @property
    def published(self) -> str | None:
        """The date that the page has for itself."""
        return storable(self.document.metadata.date)

    @property
    def title(self) -> str | None:
        """The title that the page has for itself."""
        return storable(self.document.metadata.title)

    @property
    def confidence(self) -> float | None:
        """How much of the text is expected to be right."""
        confidence = self.document.confidence
        return None if confidence is None else round(confidence, DIGITS)

    def add_segments(self, columns: Columns, all: bool) -> None:
        """Add the segments that are kept, or all of them.

        Reasons are left out: to put a decision into words takes far longer than to make it.
        """
        columns.add(self.document.blocks, self.document.decisions, self.document.kinds, all)

    def segments(self, all: bool) -> Columns:
        """The same for this page alone."""
        columns = Columns()
        self.add_segments(columns, all)
        return columns

    @property
    def text(self) -> str:
        """The clean text."""
        return self.document.text

    @property
    def utf8(self) -> bytes:
        """The same as it is stored, without a detour."""
        return self.document.blocks.lines(self.document.decisions.keep)

    @property
    def page_type(self) -> str | None:
        """The likeliest type of the page."""
        return self.document.page_type

    @property
    def engine(self) -> str:
        """The name of the engine."""
        return self.document.engine

    @property
    def warnings(self) -> list[str]:
        """What was odd about the page."""
        return list(self.document.warnings)


def storable(text: str | None) -> str | None:
    """The text as it can be stored in UTF-8; metadata and the names of files may have surrogates in them."""
    if text is None or text.isascii():
        return text
    return text.encode("utf-8", "replace").decode("utf-8")
