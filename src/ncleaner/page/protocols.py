"""The interfaces that a document uses, as types.

A document is lazy: it gets reasons and confidence from the engine, metadata and output formats from the cleaner, and
only on request. Both are passed to the document, so this package imports neither.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from ncleaner.page.blocks import Blocks
    from ncleaner.page.chunk import Chunk
    from ncleaner.page.decisions import Decisions
    from ncleaner.page.document import Document
    from ncleaner.page.metadata import Metadata
    from ncleaner.page.node import Node
    from ncleaner.page.page import Page
    from ncleaner.page.site_facts import SiteFacts


class Grounds(Protocol):
    """What the decisions on a page were based on: it puts reasons into words."""

    def reason(self, index: int) -> str:
        """Return why a block was kept or dropped."""

    def evidence(self, index: int) -> list[tuple[str, float]]:
        """Return what counted for keeping a block, or against it, the strongest first, each with its bits.

        The list is empty if the engine cannot tell.
        """


class Decider(Protocol):
    """The engine that decided on the blocks of a page; `ncleaner.engines.Engine` implements it."""

    name: str

    def kinds(self, blocks: Blocks, decisions: Decisions) -> bytes:
        """Return the kind of each block, with `ncleaner.page.blocks.CONTINUES` added where it continues a segment."""

    def headings(self, blocks: Blocks, decisions: Decisions) -> bytes:
        """Return a 1 for each block that surely is a heading."""

    def confidence(self, blocks: Blocks, decisions: Decisions) -> float | None:
        """Return the expected precision of the kept text, from 0 to 1, or ``None`` if the engine cannot tell."""

    def page_types(self, blocks: Blocks, decisions: Decisions) -> dict[str, float]:
        """Return the probability of each page type, the most probable first."""

    def explain(self, text: str) -> list[tuple[str, float]]:
        """Return the score of each character of a text, in bits."""


class SiteKnowledge(Protocol):
    """What is known of the site of a page; `ncleaner.sites` implements it."""

    def facts(self, blocks: Blocks) -> SiteFacts | None:
        """Return what other pages of the site say about the blocks of a page; ``None`` if there are no others."""


class Presenter(Protocol):
    """Reads the metadata of pages, builds trees and renders documents; `ncleaner.cleaner` implements it."""

    def metadata(self, page: Page, blocks: Blocks) -> Metadata:
        """Return the metadata that the page declares."""

    def tree(self, document: Document, **options: Any) -> Node:
        """Return the kept content as a tree."""

    def chunks(self, document: Document, **options: Any) -> list[Chunk]:
        """Return the kept content in parts of limited length."""

    def render(self, document: Document, format: str, **options: Any) -> str:
        """Return the document in an output format."""
