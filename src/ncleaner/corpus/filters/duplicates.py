"""Duplicate pages and paragraphs.

The workers compute and store the hashes of each shard's pages and paragraphs (`PageHashes`). One `DuplicateFinder` then
goes through the hashes of all shards in the order of the input, and finds pages and paragraphs that occurred before.
Its memory is bounded: it forgets the hashes that it has not seen for the longest time.
"""

from __future__ import annotations

from array import array
from collections.abc import Container, Iterator
from dataclasses import dataclass

from ncleaner.corpus.filters.hashes import page_hash, paragraph_hashes
from ncleaner.corpus.filters.seen import Seen
from ncleaner.corpus.settings import Filters
from ncleaner.page.document import Document
from ncleaner.render.segments import joined_segments, segment_text

Paragraph = tuple[int, "array[int]"]
"""The number of a paragraph in its page, and its hashes."""


@dataclass(frozen=True, slots=True)
class Duplicates:
    """The duplicates in a shard: the record numbers of pages, and the numbers of paragraphs by record number."""

    pages: frozenset[int]
    paragraphs: dict[int, frozenset[int]]


class PageHashes:
    """The hashes of a shard's pages and paragraphs, stored as a sequence of 64-bit numbers.

    A page is its record number, its hash and the number of its paragraphs. A paragraph is its number in the page, the
    number of its hashes, and the hashes. Paragraphs that are too short to compare have no hashes and are not stored.
    """

    def __init__(self, filters: Filters) -> None:
        self._filters = filters
        self._numbers = array("Q")

    def add(self, record: int, document: Document) -> None:
        """Add the hashes of a page."""
        paragraphs = list(self._paragraphs(document))
        self._numbers.extend((record, page_hash(document.text), len(paragraphs)))
        for number, hashes in paragraphs:
            self._numbers.extend((number, len(hashes), *hashes))

    def _paragraphs(self, document: Document) -> Iterator[tuple[int, tuple[int, ...]]]:
        if self._filters.duplicate_paragraphs:
            for number, (_, _, indices) in enumerate(joined_segments(document, all=False)):
                hashes = paragraph_hashes(segment_text(document, indices))
                if hashes:
                    yield number, hashes

    def to_bytes(self) -> bytes:
        """Return all hashes as bytes to store."""
        return self._numbers.tobytes()


class DuplicateFinder:
    """Finds pages and paragraphs whose hashes occurred before."""

    def __init__(self, filters: Filters) -> None:
        self._filters = filters
        self._pages = Seen()
        self._paragraphs = Seen()

    def find(self, hashes: bytes) -> Duplicates:
        """Return the duplicates in a shard, given its stored `PageHashes`. Call it for all shards in their order."""
        pages = set()
        paragraphs = {}
        for record, page, page_paragraphs in _stored_pages(hashes):
            if self._filters.duplicate_pages and self._pages.add(page):
                pages.add(record)
                continue
            duplicates = frozenset(number for number, values in page_paragraphs if self._paragraphs.add_all(values))
            if duplicates:
                paragraphs[record] = duplicates
        return Duplicates(frozenset(pages), paragraphs)


def _stored_pages(hashes: bytes) -> Iterator[tuple[int, int, list[Paragraph]]]:
    """Yield record number, hash and paragraphs of each page in stored `PageHashes`."""
    numbers = array("Q")
    numbers.frombytes(hashes)
    position = 0
    while position < len(numbers):
        record, page, count = numbers[position : position + 3]
        position += 3
        paragraphs = []
        for _ in range(count):
            number, length = numbers[position : position + 2]
            paragraphs.append((number, numbers[position + 2 : position + 2 + length]))
            position += 2 + length
        yield record, page, paragraphs


def without_paragraphs(document: Document, paragraphs: Container[int]) -> Document:
    """Return a document without some of its paragraphs, given by their numbers."""
    numbered = enumerate(joined_segments(document, all=False))
    return document.without(
        [index for number, (_, _, indices) in numbered if number in paragraphs for index in indices]
    )
