"""The sites of pages while they are cleaned: looked up in the store of the job; those used last are kept in memory."""

from __future__ import annotations

import os
from collections import OrderedDict

from ncleaner.cleaner import Cleaner
from ncleaner.corpus.run.part import STORE
from ncleaner.corpus.sites.key import SiteKeys
from ncleaner.corpus.sites.options import SiteOptions
from ncleaner.corpus.sites.store import Store

BLOCKS = 1 << 17  # of the sites that are kept in memory, together; a block takes some 130 bytes,
OF_SITE = 50  # and a site takes as much as so many blocks, whatever it has


class PageSites:
    """Tells the sites of pages, by ``keys``, and gives a cleaner for each.

    ``cleaner`` is the one without a site. The store in the folder ``output`` is opened when it is needed: a process
    that learns sites has none yet.
    """

    def __init__(self, options: SiteOptions, keys: SiteKeys, cleaner: Cleaner, output: str) -> None:
        self.keys = keys
        self._options = options
        self._engine = cleaner.engine
        self._path = os.path.join(output, STORE)
        self._store: Store | None = None
        self._kept: OrderedDict[int, tuple[Cleaner | None, int]] = OrderedDict()
        self._blocks = 0

    def cleaner(self, key: int) -> Cleaner | None:
        """Return the cleaner for the pages of a site, or ``None`` if the site has too few pages."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key][0]
        cleaner, blocks = self._loaded(key)
        self._kept[key] = cleaner, blocks
        self._blocks += blocks
        while self._blocks > BLOCKS:
            self._blocks -= self._kept.popitem(last=False)[1][1]
        return cleaner

    def _loaded(self, key: int) -> tuple[Cleaner | None, int]:
        """Return the cleaner for a site, and what it counts for in memory."""
        if self._store is None:
            self._store = Store(self._path, self._options.key)
        entry = self._store.find(key)
        if entry is None or not entry.is_used(self._options.fewest):
            return None, 1
        return Cleaner(engine=self._engine.with_site(entry.site())), entry.blocks + OF_SITE
