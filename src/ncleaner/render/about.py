"""What is known about a document as a whole, for the formats that have a header."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.document import Document


def address(document: Document) -> str | None:
    """Where the page came from: the address it was cleaned with, or else the one it declares."""
    return document.page.url or document.metadata.url


def facts(document: Document) -> dict[str, str]:
    """The metadata that are known, in their fixed order, with the address the page came from."""
    known = dict(document.metadata.items())
    if document.page.url:
        known["url"] = document.page.url
    return known
