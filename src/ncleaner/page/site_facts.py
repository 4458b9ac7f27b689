"""What the other pages of a site say about the blocks of a page: made by `ncleaner.sites`, used by engines."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


class SiteFact:
    """What ``others`` other pages say about a block.

    ``here`` of them have the same text in the same place, ``anywhere`` of them have it in some place, and ``place`` of
    them have the place. ``words`` is the number of words in that place on all of them, of which ``varying`` stand on no
    second page, and ``prose`` are prose as well. ``score`` is the mean score there in eighths of a bit, and ``scored``
    the number of words that have one. ``inside`` says whether the block is in the part with most of the varying prose:
    1 or 0, or -1 if there is no such part.
    """

    __slots__ = ("anywhere", "here", "inside", "others", "place", "prose", "score", "scored", "varying", "words")

    others: int
    here: int
    anywhere: int
    place: int
    words: int
    varying: int
    prose: int
    score: int
    scored: int
    inside: int

    def __init__(self, others: int) -> None:
        self.others = others
        self.here = self.anywhere = self.place = 0
        self.words = self.varying = self.prose = self.score = self.scored = 0
        self.inside = -1

    def key(self) -> tuple[int, ...]:
        """Return all that is said, for comparisons."""
        return tuple(getattr(self, name) for name in self.__slots__)


class SiteFacts:
    """What ``others`` other pages say about the blocks of a page, by the index of the block."""

    __slots__ = ("by_block", "others")

    def __init__(self, others: int, by_block: Mapping[int, SiteFact]) -> None:
        self.others = others
        self.by_block = by_block
