"""Several browsers that share the pages to measure.

Strategy: each worker is a thread with its own browser. Threads are enough, because the work is done by the browsers,
which are other processes, and by OpenCV, which releases the GIL. Pages are read only a few ahead of the results.
Results and warnings come in the order of the pages, in the thread of the caller. However the iteration ends, Ctrl-C
included, the browsers are closed.
"""

from __future__ import annotations

import warnings
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from time import monotonic

from ncleaner.engines.fiasco.visual.blobs import line_unit, regions
from ncleaner.engines.fiasco.visual.browser import Browser
from ncleaner.engines.fiasco.visual.cache import Cache
from ncleaner.engines.fiasco.visual.measures import Measures, measures
from ncleaner.errors import BrowserError

SECONDS = 30.0
"""The time limit for a page: loading, layout, picture, and finding the regions of its targets."""

AHEAD = 2  # pages per worker

Outcome = dict[int, Measures] | BrowserError


def measure(
    pages: Iterable[str | bytes], *, cache: str | None = None, workers: int = 1, seconds: float = SECONDS
) -> Iterator[dict[int, Measures] | None]:
    """Yield the measures of the target nodes of each page, in the order of the pages.

    A page is HTML (bytes are UTF-8) in which each target node has the attribute ``data-ncleaner`` with its number.
    Invisible targets have no measures. For a page that cannot be measured within ``seconds``, yield ``None`` and give a
    `RuntimeWarning`. ``cache`` is a folder for the results. Without a browser, raise `EngineUnavailable`, unless all
    pages are in the cache.
    """
    disk = Cache(cache)
    browsers = [Browser() for _ in range(workers)]
    idle: SimpleQueue[Browser] = SimpleQueue()
    for browser in browsers:
        idle.put(browser)
    executor = ThreadPoolExecutor(workers, thread_name_prefix="ncleaner-browser")
    pending: deque[Future[Outcome]] = deque()
    try:
        for page in pages:
            source = page.encode("utf-8", "replace") if isinstance(page, str) else page
            pending.append(executor.submit(_outcome, source, idle, disk, seconds))
            if len(pending) >= AHEAD * workers:
                yield _result(pending.popleft())
        while pending:
            yield _result(pending.popleft())
    except BaseException:
        for browser in browsers:
            browser.kill()
        raise
    finally:
        executor.shutdown(cancel_futures=True)
        for browser in browsers:
            browser.close()


def measured(page: bytes, browser: Browser, cache: Cache, seconds: float = SECONDS) -> dict[int, Measures]:
    """Return the measures of a page, from the cache or the browser; raise a `BrowserError` if rendering fails."""
    by_target = cache.get(page)
    if by_target is None:
        browser.started()
        deadline = monotonic() + seconds
        rendering = browser.render(page, seconds)
        by_target = measures(regions(rendering, deadline), line_unit(rendering.boxes))
        cache.put(page, by_target)
    return by_target


def _outcome(page: bytes, idle: SimpleQueue[Browser], cache: Cache, seconds: float) -> Outcome:
    """Measure a page in an idle browser; there are as many browsers as threads. Return errors instead of raising."""
    browser = idle.get()
    try:
        return measured(page, browser, cache, seconds)
    except BrowserError as error:
        return error
    finally:
        idle.put(browser)


def _result(future: Future[Outcome]) -> dict[int, Measures] | None:
    outcome = future.result()
    if isinstance(outcome, BrowserError):
        warnings.warn(f"a page was not rendered, so it has no visual features: {outcome}", RuntimeWarning, stacklevel=3)
        return None
    return outcome
