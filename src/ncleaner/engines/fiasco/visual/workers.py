"""Several browsers that share the pages to be measured.

Strategy: each worker is a thread with a browser of its own; the work is done by the browsers, which are other
processes, and by OpenCV, which lets other threads run. Pages are taken from the caller only a few ahead of the results
that he has got. Results come in the order of the pages, and so do warnings, which are given where the results are
asked for. Whatever ends the iteration, Ctrl-C included, ends the browsers.
"""

from __future__ import annotations

import warnings
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue

from ncleaner.engines.fiasco.visual.blobs import line_unit, regions
from ncleaner.engines.fiasco.visual.browser import Browser
from ncleaner.engines.fiasco.visual.cache import Cache
from ncleaner.engines.fiasco.visual.measures import Measures, measures
from ncleaner.errors import BrowserError

SECONDS = 30.0
"""The time that a browser has for a page."""

AHEAD = 2  # pages for each worker

Outcome = dict[int, Measures] | BrowserError


def measure(
    pages: Iterable[str | bytes], *, cache: str | None = None, workers: int = 1, seconds: float = SECONDS
) -> Iterator[dict[int, Measures] | None]:
    """The measures of the target nodes of pages, in their order.

    A page is HTML (bytes are UTF-8) in which each target node has the attribute ``data-ncleaner`` with its number.
    Targets that are not to be seen have no measures. A page that cannot be rendered within ``seconds`` has none at all:
    ``None``, and a `RuntimeWarning` that says why. ``cache`` is a folder to keep the results in. Where there is no
    browser, that is an `EngineUnavailable`, unless the cache has all of the pages.
    """
    kept = Cache(cache)
    browsers = [Browser() for _ in range(workers)]
    idle: SimpleQueue[Browser] = SimpleQueue()
    for browser in browsers:
        idle.put(browser)
    executor = ThreadPoolExecutor(workers, thread_name_prefix="ncleaner-browser")
    pending: deque[Future[Outcome]] = deque()
    try:
        for page in pages:
            source = page.encode("utf-8", "replace") if isinstance(page, str) else page
            pending.append(executor.submit(_outcome, source, idle, kept, seconds))
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
    """What the cache knows about a page, or else the browser; a `BrowserError` says why there is nothing to know."""
    found = cache.get(page)
    if found is None:
        rendering = browser.render(page, seconds)
        found = measures(regions(rendering), line_unit(rendering.boxes))
        cache.put(page, found)
    return found


def _outcome(page: bytes, idle: SimpleQueue[Browser], cache: Cache, seconds: float) -> Outcome:
    """The same by one of the browsers, of which there are as many as threads."""
    browser = idle.get()
    try:
        return measured(page, browser, cache, seconds)
    except BrowserError as error:
        return error
    finally:
        idle.put(browser)


def _result(outcome: Future[Outcome]) -> dict[int, Measures] | None:
    found = outcome.result()
    if isinstance(found, BrowserError):
        warnings.warn(f"a page was not rendered, so it has no visual features: {found}", RuntimeWarning, stacklevel=3)
        return None
    return found
