"""Merging the sites of all shards of a job, and those of an earlier crawl."""

from __future__ import annotations

import os
from collections.abc import Callable
from time import monotonic

from ncleaner.corpus.folder import Folder
from ncleaner.corpus.progress import MERGING, JobProgress, ProgressCallback
from ncleaner.corpus.run.part import PARTS, STORE
from ncleaner.corpus.sites.merge import merged, write_store
from ncleaner.corpus.sites.options import SiteOptions
from ncleaner.corpus.sites.saved import path_in
from ncleaner.corpus.sites.site_counts import SiteCounts
from ncleaner.corpus.tally import Tally

INTERVAL = 0.1  # seconds between two looks at interrupts


class _Interrupted(Exception):
    """There was a Ctrl-C."""


def merge_sites(
    folder: Folder, options: SiteOptions, progress: ProgressCallback, interrupted: Callable[[], bool]
) -> bool:
    """Merge the sites of all shards, and those to be loaded after them; return whether that was not interrupted."""
    paths = folder.learnt.stores()
    if options.load is not None:
        paths.append(path_in(options.load))
    parts = os.path.join(folder.at(PARTS), "sites")
    store = os.path.join(parts, STORE)
    os.makedirs(os.path.dirname(store), exist_ok=True)
    counts = SiteCounts(options.fewest)
    tick = _Tick(folder, progress, interrupted)
    try:
        write_store(store, options.key, counts.counted(merged(paths, options.key, parts, tick)))
    except _Interrupted:
        return False
    folder.learnt.commit_job(parts, counts.values())
    return True


class _Tick:
    """Called for each site: shows the progress and looks for interrupts now and then."""

    def __init__(self, folder: Folder, progress: ProgressCallback, interrupted: Callable[[], bool]) -> None:
        self._progress = progress
        self._interrupted = interrupted
        self._last = monotonic()
        self._shards = len(folder.learnt.shards)
        self._tally = folder.learnt.total()

    def __call__(self) -> None:
        now = monotonic()
        if now - self._last < INTERVAL:
            return
        self._last = now
        if self._interrupted():
            raise _Interrupted
        tally, shards = self._tally, self._shards
        self._progress(JobProgress(tally.pages, 0, 0, tally.bytes, 0, 0, shards, shards, Tally(), 0, stage=MERGING))
