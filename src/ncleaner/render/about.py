"""What several formats ask of a document: where it is from, what it says of itself, how its headings are ranked."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.page.blocks import Block
    from ncleaner.page.document import Document

LEVEL_OF_UNLEVELLED = 2  # a heading that is none by its tag is one of a section, not of the page


def address(document: Document) -> str | None:
    """Where the page came from: the address it was cleaned with, or else the one it declares."""
    return document.page.url or document.metadata.url


def facts(document: Document) -> dict[str, str]:
    """The metadata that are known, in their fixed order, with the address the page came from."""
    known = dict(document.metadata.items())
    if document.page.url:
        known["url"] = document.page.url
    return known


def heading_level(block: Block) -> int:
    """The level of a heading, from 1 to 6."""
    return block.level or LEVEL_OF_UNLEVELLED
