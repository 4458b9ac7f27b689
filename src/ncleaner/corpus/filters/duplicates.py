"""Pages and paragraphs that were there before.

A worker surveys the pages of a piece: it stores the hashes of each page and of its paragraphs. Those of all pieces come
before one judge, in the order of the input, who says what is a duplicate of something before it. The judge remembers so
much and no more, and forgets what was not seen for the longest time.
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


@dataclass(frozen=True, slots=True)
class Verdict:
    """The numbers of records whose pages are duplicates, and of others those of paragraphs, by the record."""

    pages: frozenset[int]
    paragraphs: dict[int, frozenset[int]]


class Survey:
    """The hashes of a piece, one number after the other: of each page its record, its hash and how many paragraphs.

    Of each paragraph follow its number, how many hashes it has, and these. Paragraphs too short to tell have none, and
    are not here.
    """

    def __init__(self, filters: Filters) -> None:
        self._filters = filters
        self._numbers = array("Q")

    def add(self, record: int, document: Document) -> None:
        """Survey a page."""
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

    def hashes(self) -> bytes:
        """All of them, to be stored."""
        return self._numbers.tobytes()


class Judge:
    """Says what is a duplicate, and remembers everything that comes before it."""

    def __init__(self, filters: Filters) -> None:
        self._filters = filters
        self._pages = Seen()
        self._paragraphs = Seen()

    def verdict(self, hashes: bytes) -> Verdict:
        """The verdict on the survey of a piece; pieces must come in their order."""
        pages = set()
        paragraphs = {}
        for record, page, found in _surveyed(hashes):
            if self._filters.duplicate_pages and self._pages.add(page):
                pages.add(record)
                continue
            known = frozenset(number for number, values in found if self._paragraphs.add_all(values))
            if known:
                paragraphs[record] = known
        return Verdict(frozenset(pages), paragraphs)


def _surveyed(hashes: bytes) -> Iterator[tuple[int, int, list[Paragraph]]]:
    """What a `Survey` holds: record, hash and paragraphs of each page."""
    numbers = array("Q")
    numbers.frombytes(hashes)
    at = 0
    while at < len(numbers):
        record, page, count = numbers[at : at + 3]
        at += 3
        paragraphs = []
        for _ in range(count):
            number, length = numbers[at : at + 2]
            paragraphs.append((number, numbers[at + 2 : at + 2 + length]))
            at += 2 + length
        yield record, page, paragraphs


def without_paragraphs(document: Document, paragraphs: Container[int]) -> Document:
    """Return a document without some of its paragraphs, given by their numbers."""
    numbered = enumerate(joined_segments(document, all=False))
    return document.without(
        [index for number, (_, _, indices) in numbered if number in paragraphs for index in indices]
    )
