"""A cleaned page of a corpus: its record from the source, and its document from the engine.

Fields are computed when a sink asks for them: not every sink needs a title.
"""

from __future__ import annotations

from collections.abc import Iterable

from ncleaner.corpus.columns import SegmentColumns
from ncleaner.corpus.record import Record
from ncleaner.page.document import Document
from ncleaner.page.segment import DIGITS
from ncleaner.render.txt import kept_text

SEGMENTS = "segments"

FIELDS = (
    "id", "url", "date", "published", "language", "title", "text", SEGMENTS, "confidence", "page_type", "engine",
    "model", "warnings",
)  # fmt: skip
"""The fields of a page that tables have if nothing else is asked for, in the order of columns."""

TABLES = "tables"

MORE_FIELDS = (
    "markdown", "html", TABLES, "author", "description", "site", "modified", "categories", "tags", "image", "license",
)  # fmt: skip
"""The fields that tables have if they are asked for: the kept content in other formats, and more metadata."""

ALL_FIELDS = (*FIELDS, *MORE_FIELDS)
"""All fields, in the order of columns; all but the segments are attributes of `Cleaned`."""

LISTS = ("warnings", "author", "categories", "tags")
"""The fields that are lists of strings."""

TEXTS = ("text", "markdown", "html")
"""The fields that are as long as the page."""


class Cleaned:
    """A page to write: its record, its document, its language and the model that cleaned it."""

    __slots__ = ("record", "document", "language", "model")

    def __init__(self, record: Record, document: Document, language: str | None, model: str | None) -> None:
        self.record = record
        self.document = document
        self.language = storable(language)
        self.model = model

    @property
    def id(self) -> str:
        """The identifier of the page in its source."""
        return storable(self.record.id) or ""

    @property
    def source(self) -> str:
        """The file that contains the page."""
        return storable(self.record.source) or ""

    @property
    def url(self) -> str | None:
        """The address of the page, from the source or else from the page itself."""
        return storable(self.record.url or self.document.metadata.url)

    @property
    def date(self) -> str | None:
        """The date on which the page was fetched, if the source says so."""
        return storable(self.record.date)

    @property
    def published(self) -> str | None:
        """The date of publication that the page declares."""
        return storable(self.document.metadata.declared_date)

    @property
    def title(self) -> str | None:
        """The title that the page declares."""
        return storable(self.document.metadata.title)

    @property
    def confidence(self) -> float | None:
        """The share of the text that is expected to be right."""
        confidence = self.document.confidence
        return None if confidence is None else round(float(confidence), DIGITS)

    def add_segments(self, columns: SegmentColumns, all: bool) -> None:
        """Add the kept segments, or all segments, to ``columns``.

        There are no reasons among them: explaining a decision takes far longer than making it.
        """
        columns.add(self.document.blocks, self.document.decisions, self.document.kinds, all)

    def segments(self, all: bool) -> SegmentColumns:
        """Return the kept segments of this page, or all of them."""
        columns = SegmentColumns()
        self.add_segments(columns, all)
        return columns

    @property
    def text(self) -> str:
        """The clean text."""
        return self.document.text

    @property
    def utf8(self) -> bytes:
        """The clean text in UTF-8, without a detour through a string."""
        return kept_text(self.document)

    @property
    def markdown(self) -> str:
        """The kept content as Markdown."""
        return _storable(self.document.to("markdown"))

    @property
    def html(self) -> str:
        """The kept content as HTML."""
        return _storable(self.document.to("html"))

    @property
    def tables(self) -> list[list[list[str]]]:
        """The kept data tables: rows of the texts of their cells."""
        found = self.document.tree(links=False).find_all("table")
        return [[[_storable(cell.text) for cell in row.nodes] for row in table.find_all("tr")] for table in found]

    @property
    def author(self) -> list[str]:
        """The names of the authors."""
        return _list(self.document.metadata.authors)

    @property
    def description(self) -> str | None:
        """The description that the page declares."""
        return storable(self.document.metadata.description)

    @property
    def site(self) -> str | None:
        """The name of the site."""
        return storable(self.document.metadata.site_name)

    @property
    def modified(self) -> str | None:
        """The date of the last change."""
        return storable(self.document.metadata.modified)

    @property
    def categories(self) -> list[str]:
        """The categories of the page."""
        return _list(self.document.metadata.categories)

    @property
    def tags(self) -> list[str]:
        """The keywords of the page."""
        return _list(self.document.metadata.tags)

    @property
    def image(self) -> str | None:
        """The address of the image that stands for the page."""
        return storable(self.document.metadata.image)

    @property
    def license(self) -> str | None:
        """The licence, as its name or its address."""
        return storable(self.document.metadata.license)

    @property
    def page_type(self) -> str | None:
        """The most likely type of the page."""
        return self.document.page_type

    @property
    def engine(self) -> str:
        """The name of the engine."""
        return self.document.engine

    @property
    def warnings(self) -> list[str]:
        """The warnings that cleaning the page gave."""
        return _list(self.document.warnings)


def storable(text: str | None) -> str | None:
    """Return the text with surrogates replaced, which UTF-8 cannot store; metadata and file names may contain them."""
    return None if text is None else _storable(text)


def _storable(text: str) -> str:
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _list(texts: Iterable[str]) -> list[str]:
    return list(map(_storable, texts))
