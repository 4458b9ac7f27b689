"""Pages and paragraphs that were there before.

A worker surveys the pages of a piece: it stores a hash of each page and each paragraph. Those of all pieces come before
one judge, in the order of the input, who says what is a duplicate of something before it.
"""

from __future__ import annotations

from array import array
from collections.abc import Container
from dataclasses import dataclass
from hashlib import blake2b

from ncleaner.corpus.settings import Filters
from ncleaner.document import Document
from ncleaner.render.joined import joined, text_of


@dataclass(frozen=True, slots=True)
class Verdict:
    """The numbers of pages that are duplicates, and those of paragraphs, by the numbers of their pages."""

    pages: frozenset[int]
    paragraphs: dict[int, frozenset[int]]


class Survey:
    def __init__(self, filters: Filters) -> None:
        self._filters = filters
        self._numbers = array("Q")

    def add(self, number: int, document: Document) -> None:
        paragraphs = [text_of(document, indices) for _, _, indices in joined(document, all=False)]
        self._numbers.extend((number, _hash(document.text), len(paragraphs)))
        self._numbers.extend(map(_hash, paragraphs))

    def hashes(self) -> bytes:
        return self._numbers.tobytes()


class Judge:
    def __init__(self, filters: Filters) -> None:
        self.filters = filters
        self.pages: set[int] = set()
        self.paragraphs: set[int] = set()

    def verdict(self, hashes: bytes) -> Verdict:
        numbers = array("Q")
        numbers.frombytes(hashes)
        pages = set()
        found = {}
        at = 0
        while at < len(numbers):
            number, page, count = numbers[at : at + 3]
            hs = numbers[at + 3 : at + 3 + count]
            at += 3 + count
            if self.filters.duplicate_pages and page in self.pages:
                pages.add(number)
            else:
                self.pages.add(page)
                if self.filters.duplicate_paragraphs:
                    dup = frozenset(i for i, h in enumerate(hs) if h in self.paragraphs)
                    self.paragraphs.update(hs)
                    if dup:
                        found[number] = dup
        return Verdict(frozenset(pages), found)


def without_paragraphs(document: Document, paragraphs: Container[int]) -> None:
    """Drop paragraphs of a document, by their numbers."""
    keep = document.decisions.keep
    for number, (_, _, indices) in enumerate(list(joined(document, all=False))):
        if number in paragraphs:
            for index in indices:
                keep[index] = 0


def _hash(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")
