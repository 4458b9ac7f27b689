"""What is learnt of a site, as it is stored: its number, how many pages it has, and sketches of the first few.

::

    8 bytes    the number of the site
    8 bytes    how many pages it has
    4 bytes    how many of them are learnt
    4 bytes    the size of what follows
    pages      8 bytes fingerprint, 4 bytes number of blocks, then for each block
               its text, path and words, one column after the other, as in a `Sketch`

All numbers are little-endian. A page counts once among those that are learnt, and as often as it is there in the count
of pages. Two entries are merged by keeping the first `LEARNT` pages of both, so merging in the order of the input gives
the first pages of the input, however it is divided.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Iterator
from struct import Struct, error

from ncleaner.errors import SitesError
from ncleaner.sites.site import Site
from ncleaner.sites.sketch import BLOCKS, Sketch

LEARNT = 8
"""Pages of a site that are learnt: what eight pages share is known, and further ones cost as much as the first."""

HEADER = Struct("<QQII")
PAGE = Struct("<QI")
COLUMNS = [Sketch.CODES[name] for name in ("texts", "paths", "words")]
BLOCK = sum(array(code).itemsize for code in COLUMNS)  # bytes
LARGEST = LEARNT * (PAGE.size + BLOCKS * BLOCK)  # bytes of the pages of a site
MOST_PAGES = 1 << 62

_SWAPPED = sys.byteorder == "big"


class Entry:
    """A site: its number ``key``, its number of pages, and those that are learnt, as bytes by their fingerprints."""

    __slots__ = ("count", "key", "pages")

    def __init__(self, key: int, count: int = 0, pages: Iterable[bytes] = ()) -> None:
        self.key = key
        self.count = count
        self.pages: dict[bytes, bytes] = {}
        for page in pages:
            self.add(page)

    @property
    def is_full(self) -> bool:
        """Whether enough pages are learnt."""
        return len(self.pages) >= LEARNT

    def add(self, page: bytes) -> bool:
        """Learn a page, unless enough are learnt, or this one is; return whether it was learnt."""
        if self.is_full or page[:8] in self.pages:
            return False
        self.pages[page[:8]] = page
        return True

    def merge(self, later: Entry) -> None:
        """Add what another part of the input has of the same site."""
        self.count = min(self.count + later.count, MOST_PAGES)
        for page in later.pages.values():
            self.add(page)

    def is_used(self, fewest: int) -> bool:
        """Whether the site has so many pages, and as many of them are different from each other as can be learnt."""
        return self.count >= fewest and len(self.pages) >= min(fewest, LEARNT)

    def site(self) -> Site:
        """Return the site that these pages make."""
        return Site(map(unpacked, self.pages.values()))

    @property
    def blocks(self) -> int:
        """The number of blocks of the learnt pages."""
        return sum(len(page) - PAGE.size for page in self.pages.values()) // BLOCK

    def to_bytes(self) -> bytes:
        """Return the entry as it is stored."""
        data = b"".join(self.pages.values())
        return HEADER.pack(self.key, self.count, len(self.pages), len(data)) + data

    @classmethod
    def of(cls, key: int, count: int, pages: int, data: bytes) -> Entry:
        """Return the entry with this header and these bytes; raise `SitesError` if they do not fit."""
        found = list(_divided(data))
        entry = cls(key, count, found)
        if len(entry.pages) != len(found) or len(found) != pages or not pages <= count <= MOST_PAGES:
            raise SitesError("a site has another number of pages than it says")
        return entry


def _divided(data: bytes) -> Iterator[bytes]:
    start = 0
    while start < len(data):
        try:
            _, blocks = PAGE.unpack_from(data, start)
        except error:
            raise SitesError("a page of a site is incomplete") from None
        end = start + PAGE.size + blocks * BLOCK
        if not 0 < blocks <= BLOCKS or end > len(data):
            raise SitesError("a page of a site has a wrong number of blocks")
        yield data[start:end]
        start = end


def packed(sketch: Sketch) -> bytes:
    """Return a page as it is stored."""
    columns = [sketch.texts, sketch.paths, sketch.words]
    if _SWAPPED:
        columns = [column[:] for column in columns]
        for column in columns:
            column.byteswap()
    return PAGE.pack(sketch.page, len(sketch)) + b"".join(column.tobytes() for column in columns)


def unpacked(data: bytes) -> Sketch:
    """Return a page that was stored; raise `SitesError` if its numbers cannot be."""
    page, blocks = PAGE.unpack_from(data)
    columns = []
    end = PAGE.size
    for code in COLUMNS:
        column = array(code)
        start, end = end, end + blocks * column.itemsize
        column.frombytes(data[start:end])
        if _SWAPPED:
            column.byteswap()
        columns.append(column)
    if min(columns[-1]) < 0:
        raise SitesError("a page of a site has a negative number of words")
    return Sketch(page, *columns)
