"""Fields of a document that several formats show: its URL, its metadata, and the levels of its headings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.page.blocks import Block
    from ncleaner.page.document import Document

DEFAULT_HEADING_LEVEL = 2  # headings without a heading tag count as section headings


def source_url(document: Document) -> str | None:
    """Return the URL that the page was cleaned with, or else the URL that it declares."""
    return document.page.url or document.metadata.url


def metadata_fields(document: Document) -> dict[str, str]:
    """Return the metadata that have a value, in a fixed order.

    The URL that the page was cleaned with replaces the one that the page declares.
    """
    fields = dict(document.metadata.items())
    if document.page.url:
        fields["url"] = document.page.url
    return fields


def heading_level(block: Block) -> int:
    """Return the level of a heading, from 1 to 6."""
    return block.level or DEFAULT_HEADING_LEVEL
