"""Where a page has tags that may declare something: a search for strings, much faster than reading all tags."""

from __future__ import annotations

# What a tag has in its attributes if it may declare something, in lower case.
SIGNS = (b"itemprop", b"propert", b"rel=", b"author", b"byl", b"date", b"publ", b"post", b"user", b"time")
RELATIONS = (b"rel=", b"itemprop")  # of these, those that count anywhere on a page

_RELATED = (b"tag", b"licen", b"author", b"categ")
_LONGEST_RELATION = 40  # bytes


class Signs:
    """The next place of each sign in a page, looked up as the reading proceeds; ``nearest`` is the first of them.

    Each sign is searched for once from the start to the end of the page, so the time is linear.
    """

    __slots__ = ("nearest", "_source", "_signs", "_places")

    def __init__(self, source: bytes, signs: tuple[bytes, ...]) -> None:
        self._source = source.lower()
        self._signs = signs
        self._places = [-1] * len(signs)
        self.nearest = -1

    def between(self, start: int, end: int) -> bool:
        """Return whether there is one between these places, of which the later ones must not be before earlier ones."""
        found = False
        for number, place in enumerate(self._places):
            if place < end:
                if place < start:
                    place = self._source.find(self._signs[number], start)
                if 0 <= place < end:
                    found = True
                    place = self._source.find(self._signs[number], end)
                self._places[number] = place if place >= 0 else len(self._source)
        self.nearest = min(self._places)
        return found


def has_relations(source: bytes) -> bool:
    """Return whether a page may have declarations that count wherever they stand; most pages have none."""
    source = source.lower()
    if b"itemprop" in source:
        return True
    at = source.find(b"rel=")
    while at >= 0:
        relation = source[at : at + _LONGEST_RELATION]
        if any(name in relation for name in _RELATED):
            return True
        at = source.find(b"rel=", at + 4)
    return False
