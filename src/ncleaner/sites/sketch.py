"""What is kept of a page of a site: its fingerprint, and two fingerprints and a number of words for each block."""

from __future__ import annotations

from array import array

from ncleaner.page.frozen import Value
from ncleaner.sites.fingerprints import Fingerprints

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.page.blocks import Blocks

BLOCKS = 512  # of a page that are kept: those whose texts have the smallest fingerprints


class Sketch(Value):
    """A page: its fingerprint and, for each block, the fingerprints of its text and path, and its words."""

    __slots__ = ("page", "texts", "paths", "words")

    CODES = {"texts": "Q", "paths": "Q", "words": "i"}  # noqa: RUF012  never changed

    page: int
    texts: array[int]
    paths: array[int]
    words: array[int]

    def __init__(self, page: int, texts: array[int], paths: array[int], words: array[int]) -> None:
        self._fill(page=page, texts=texts, paths=paths, words=words)

    def __len__(self) -> int:
        return len(self.texts)


def sketch_of(blocks: Blocks) -> Sketch:
    """Return what is kept of a page."""
    found = Fingerprints(blocks)
    texts, paths, words = found.texts, found.paths, found.words
    if found.count > BLOCKS:
        chosen = sorted(range(found.count), key=lambda row: (texts[row], paths[row], row))[:BLOCKS]
        texts, paths = (array("Q", [column[row] for row in chosen]) for column in (texts, paths))
        words = array("i", [words[row] for row in chosen])
    return Sketch(found.page, texts, paths, words)
