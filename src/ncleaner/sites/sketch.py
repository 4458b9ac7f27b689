"""What is kept of a page of a site: a fingerprint and a few facts for each of its blocks."""

from __future__ import annotations

from ncleaner.page.frozen import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array

UNKNOWN = -128  # the score of a block of a page that was not cleaned


class Sketch(Value):
    """A page: its fingerprint and, for each block, the fingerprints of its text and path and a few facts.

    These are its words, whether it is prose, and its score in eighths of a bit.
    """

    __slots__ = ("page", "texts", "paths", "words", "prose", "scores")

    CODES = {"texts": "Q", "paths": "Q", "words": "H", "prose": "B", "scores": "b"}  # noqa: RUF012  never changed

    page: int
    texts: array[int]
    paths: array[int]
    words: array[int]
    prose: array[int]
    scores: array[int]

    def __init__(
        self,
        page: int,
        texts: array[int],
        paths: array[int],
        words: array[int],
        prose: array[int],
        scores: array[int],
    ) -> None:
        self._fill(page=page, texts=texts, paths=paths, words=words, prose=prose, scores=scores)

    def __len__(self) -> int:
        return len(self.texts)

    def or_better(self, other: Sketch) -> Sketch:
        """Return this sketch or another one of the same page: the one with scores, else the larger one."""
        return max(self, other, key=lambda sketch: tuple(sketch.scores))
