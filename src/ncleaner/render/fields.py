"""Fields of a document that several formats show: its URL and its metadata."""

from __future__ import annotations

from ncleaner.page.metadata import NONE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.page.document import Document

# The fields of formats for corpora, whose users rely on the same fields for all pages.
BASIC = ("title", "url", "description", "author", "date", "site_name", "language", "charset")

SHOWN = (*BASIC, "modified", "categories", "tags", "image", "license")  # where people read them


def metadata_fields(document: Document, names: tuple[str, ...] = BASIC) -> dict[str, str]:
    """Return the metadata of these names that have a value, in their order; lists are joined by commas.

    The URL that the page was cleaned with replaces the one that the page declares.
    """
    metadata = document.metadata
    values = {name: getattr(metadata, name) for name in names}
    fields = {name: _joined(value) for name, value in values.items() if value not in NONE}
    if document.page.url:
        fields["url"] = document.page.url
    return fields


def _joined(value: str | tuple[str, ...]) -> str:
    return value if isinstance(value, str) else ", ".join(value)
