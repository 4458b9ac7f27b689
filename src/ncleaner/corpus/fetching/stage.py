"""The first stage of a job with lists: each list becomes an archive."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from itertools import islice

from ncleaner.corpus.fetching.archive import Archive, check
from ncleaner.corpus.fetching.crawler import Crawler, Interrupted, RefusedByRobots
from ncleaner.corpus.fetching.lists import addresses, digest_and_size, is_list
from ncleaner.corpus.fetching.options import FetchOptions
from ncleaner.corpus.progress import FETCHING, JobProgress, ProgressCallback
from ncleaner.corpus.record import NOT_FETCHED
from ncleaner.corpus.tally import Tally
from ncleaner.errors import FetchError, SourceError
from ncleaner.fetch.location import shown

LONGEST_ADDRESS = 120  # characters in the reason for a failure, of which the log keeps two hundred


def fetch_lists(
    inputs: Sequence[str],
    folder: str,
    options: FetchOptions,
    max_size: int,
    progress: ProgressCallback,
    interrupted: Callable[[], bool],
) -> list[str]:
    """Fetch the pages of all lists among the inputs into archives in a folder; return the inputs with these instead.

    Archives that are there already are kept. Raises `KeyboardInterrupt` once ``interrupted`` returns true; the next
    call goes on from there.
    """
    lists = list(dict.fromkeys(filter(is_list, inputs)))
    archives = {path: os.path.join(folder, f"{number:06}.warc.gz") for number, path in enumerate(lists)}
    crawler: Crawler | None = None
    for path, target in archives.items():
        digest, size = digest_and_size(path)
        try:
            if os.path.exists(target):
                check(target, digest)
                continue
            archive = Archive(target, digest)
        except SourceError as error:
            raise SourceError(f"{path}: {error}") from None
        try:
            crawler = crawler or Crawler(options, max_size, interrupted)
            _Filling(archive, crawler, progress, size).until(path, interrupted)
        finally:
            archive.close()
    return [archives.get(path, path) for path in inputs]


class _Filling:
    """An archive that gets the pages of its list."""

    def __init__(self, archive: Archive, crawler: Crawler, progress: ProgressCallback, size: int) -> None:
        self._archive = archive
        self._crawler = crawler
        self._progress = progress
        self._size = size
        self._earlier = Tally(pages=archive.count)
        self._input_earlier = 0
        self._failed = 0

    def until(self, path: str, interrupted: Callable[[], bool]) -> None:
        """Fetch the rest of the list, and finish the archive."""
        listed = addresses(path)
        for _, end in islice(listed, self._archive.count):
            self._input_earlier = end
        for url, end in listed:
            if interrupted():
                raise KeyboardInterrupt
            self._add(url)
            self._show(end)
        self._archive.finish()

    def _add(self, url: str) -> None:
        place = shown(url)[:LONGEST_ADDRESS]
        try:
            page = self._crawler.fetch(url)
        except Interrupted:
            raise KeyboardInterrupt from None
        except RefusedByRobots as error:
            self._add_failure(f"{error}: {place}")
        except FetchError as error:
            self._add_failure(f"{NOT_FETCHED}: {place}: {error.problem}")
        else:
            self._archive.add(page)

    def _add_failure(self, reason: str) -> None:
        self._archive.add_failure(reason)
        self._failed += 1

    def _show(self, end: int) -> None:
        self._progress(
            JobProgress(
                pages=self._archive.count,
                kept=0,
                failed=self._failed,
                bytes=0,
                input=end,
                input_total=self._size,
                shards=0,
                shards_total=0,
                earlier=self._earlier,
                input_earlier=self._input_earlier,
                stage=FETCHING,
            )
        )
