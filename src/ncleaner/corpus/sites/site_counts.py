"""How many sites a crawl has, and of how many pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ncleaner.corpus.sites.entry import Entry

SIZES = ((1, "1"), (2, "2"), (5, "3-5"), (10, "6-10"), (100, "11-100"))
LARGER = "more than 100"
"""The steps of the histogram: the most pages, and the name."""


class SiteCounts:
    """Counts of sites: all, those that are used, their pages, and how many sites have how many pages.

    ``fewest`` is the number of pages of the smallest site that is used.
    """

    def __init__(self, fewest: int) -> None:
        self._fewest = fewest
        self.sites = self.used = self.pages = 0
        self.pages_per_site = {name: 0 for _, name in SIZES} | {LARGER: 0}

    def counted(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        """Yield entries, and count them on the way."""
        for entry in entries:
            self.sites += 1
            self.pages += entry.count
            self.used += entry.is_used(self._fewest)
            self.pages_per_site[_size(entry.count)] += 1
            yield entry

    def values(self) -> dict[str, Any]:
        """Return the counts as values for JSON."""
        return {
            "sites": self.sites,
            "used": self.used,
            "pages": self.pages,
            "pages_per_site": {name: count for name, count in self.pages_per_site.items() if count},
        }


def _size(pages: int) -> str:
    return next((name for most, name in SIZES if pages <= most), LARGER)
