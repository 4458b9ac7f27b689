"""What the other pages of a site say about the blocks of a page: made by `ncleaner.sites`, used by engines."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array

# The parts of a fact, a number that says what is known of a block: the lowest bit of each.
HERE, ANYWHERE, PLACE, FIXED = 0, 8, 16, 24
_MASK = 0xFF


class SiteFact:
    """What ``others`` other pages say about a block.

    ``here`` of them have the same text in the same place, ``anywhere`` of them have it in some place, and ``place`` of
    them have the place. ``is_fixed`` says that most words in that place stand on two of them or more.
    """

    __slots__ = ("anywhere", "here", "is_fixed", "others", "place")

    def __init__(self, others: int, fact: int) -> None:
        self.others = others
        self.here = fact >> HERE & _MASK
        self.anywhere = fact >> ANYWHERE & _MASK
        self.place = fact >> PLACE & _MASK
        self.is_fixed = bool(fact >> FIXED)


class SiteFacts:
    """What ``others`` other pages say about the blocks of a page: ``by_block`` has a fact for each, 0 for nothing."""

    __slots__ = ("by_block", "others")

    def __init__(self, others: int, by_block: array[int]) -> None:
        self.others = others
        self.by_block = by_block

    def of(self, index: int) -> SiteFact:
        """Return what is said about a block."""
        return SiteFact(self.others, self.by_block[index])
