"""Measures the regions of target nodes in a browser that keeps running from page to page."""

from __future__ import annotations

from ncleaner.engines.fiasco.packages import requires_package
from ncleaner.engines.fiasco.targets import marked_html
from ncleaner.errors import BrowserError
from ncleaner.system.fork_lock import ForkLock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.engines.fiasco.features import Regions
    from ncleaner.engines.fiasco.page_targets import PageTargets


class RegionMeasurer:
    """A browser, started for the first page; ``cache`` is a folder for the measures of pages."""

    def __init__(self, cache: str | None = None) -> None:
        with requires_package("opencv-python-headless"):
            from weakref import finalize

            from ncleaner.engines.fiasco.visual.browser import Browser
            from ncleaner.engines.fiasco.visual.cache import Cache

        self.browser = Browser()
        finalize(self, self.browser.close)  # runs at exit, too
        self.cache = Cache(cache)
        self.lock = ForkLock()  # a browser renders one page at a time

    def regions(self, page: PageTargets) -> tuple[Regions | None, str]:
        """Return the measures of targets and the empty string, or ``None`` and a warning."""
        from ncleaner.engines.fiasco.visual.workers import measured

        if not page.targets:
            return {}, ""
        html = marked_html(page.tree, page.targets).encode("utf-8", "replace")
        try:
            with self.lock:
                return measured(html, self.browser, self.cache), ""
        except BrowserError as error:
            return None, f"the page was not rendered, so it has no visual features: {error}"
