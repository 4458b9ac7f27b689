"""Paragraphs and pages that were there before: the parameter ``deduplicate``.

As in trafilatura, texts of more than a hundred characters are left out once they were there more than twice. Texts are
counted in the cache that the caller gives, or in one for the whole process, of bounded size.
"""

from __future__ import annotations

from hashlib import blake2b
from threading import Lock
from typing import TYPE_CHECKING, Protocol

from ncleaner.render.segments import joined_segments, segment_text

if TYPE_CHECKING:
    from ncleaner.page.document import Document

SHORTEST = 100  # characters: shorter texts may repeat
MOST_REPETITIONS = 2
SIZE = 4096  # texts


class Cache(Protocol):
    """Counts texts, as the ``LRUCache`` of trafilatura does."""

    def increment(self, key: str) -> int:
        """Count a text; return how often it was counted before, or -1 if it was not."""


class Repetitions:
    """Counts the texts that were there last, at most `SIZE` of them."""

    def __init__(self) -> None:
        self._counts: dict[bytes, int] = {}  # the text that was there last is the last
        self._lock = Lock()

    def increment(self, key: str) -> int:
        """Count a text; return how often it was counted before."""
        digest = blake2b(key.encode("utf-8", "replace"), digest_size=16).digest()
        with self._lock:
            before = self._counts.pop(digest, 0)
            self._counts[digest] = before + 1
            if len(self._counts) > SIZE:
                del self._counts[next(iter(self._counts))]
        return before


_OF_THE_PROCESS = Repetitions()


def without_repetitions(document: Document, cache: Cache | bool) -> Document | None:
    """Return the document without repeated paragraphs, or ``None`` if all of it was there before."""
    counts = _OF_THE_PROCESS if isinstance(cache, bool) else cache
    repeated = [
        index
        for _, _, indices in joined_segments(document, all=False)
        if _is_repeated(segment_text(document, indices), counts)
        for index in indices
    ]
    if _is_repeated(document.text, counts):
        return None
    return document.without(repeated) if repeated else document


def _is_repeated(text: str, counts: Cache) -> bool:
    return counts.increment(text) > MOST_REPETITIONS and len(text) > SHORTEST
