"""Learns the sites of a shard with bounded memory, whatever the number of sites and pages.

Strategy: sketches are packed as soon as they are made. When what is held exceeds a limit, it is sorted and written to a
temporary store, and everything is forgotten; in the end these stores are merged into one. The first pages of a site are
learnt whether it was forgotten in between or not, because merging keeps the first ones of all.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from ncleaner.corpus.record import Record
from ncleaner.corpus.sites.entry import Entry, packed
from ncleaner.corpus.sites.merge import merged, write_store
from ncleaner.decode import decode
from ncleaner.engines import Engine, ReadingEngine
from ncleaner.read import read_page
from ncleaner.sites.sketch import Sketch, sketch_of

MEMORY = 32 << 20  # bytes of entries that are held
SITE_MEMORY = 400  # bytes that an entry takes beside its pages
PAGE_MEMORY = 160  # bytes that a page takes beside its data


def sketched(record: Record, engine: Engine, encoding: str | None) -> Sketch | None:
    """Return what is kept of a page, read as the engine reads it; ``None`` if it cannot be read.

    A page that fails here fails when it is cleaned, too, and is logged then.
    """
    read = engine.read if isinstance(engine, ReadingEngine) else read_page
    try:
        page = decode(record.data, encoding=encoding, http_charset=record.charset, url=record.url, kind=record.kind)
        return sketch_of(read(page))
    except Exception:  # engines of other packages may raise anything
        return None


class SiteLearner:
    """Counts the pages of sites and learns the first few. ``folder`` is for temporary files; it need not exist."""

    def __init__(self, keys: str, folder: str, memory: int = MEMORY) -> None:
        self._keys = keys
        self._folder = folder
        self._limit = memory
        self._held = 0
        self._entries: dict[int, Entry] = {}
        self._runs: list[str] = []

    def count(self, key: int) -> bool:
        """Count a page of a site; return whether it should be learnt as well."""
        if self._held > self._limit:
            self._spill()
        entry = self._entries.get(key)
        if entry is None:
            entry = self._entries[key] = Entry(key)
            self._held += SITE_MEMORY
        entry.count += 1
        return not entry.is_full

    def add(self, key: int, sketch: Sketch) -> None:
        """Learn a page of a site that was counted just now; pages without blocks teach nothing."""
        if len(sketch):
            page = packed(sketch)
            if self._entries[key].add(page):
                self._held += len(page) + PAGE_MEMORY

    def _spill(self) -> None:
        """Write all that is held to a temporary store, and forget it."""
        os.makedirs(self._folder, exist_ok=True)
        self._runs.append(os.path.join(self._folder, f"run-{len(self._runs)}"))
        write_store(self._runs[-1], self._keys, self._sorted())
        self._entries.clear()
        self._held = 0

    def _sorted(self) -> Iterator[Entry]:
        return (self._entries[key] for key in sorted(self._entries))

    def entries(self) -> Iterator[Entry]:
        """Yield all that was learnt, in the order of the numbers of sites."""
        if not self._runs:
            yield from self._sorted()
            return
        self._spill()
        yield from merged(self._runs, self._keys, self._folder)
