"""What the engine sees of a page: a browser that is kept running from page to page, and measures of what it shows."""

from __future__ import annotations

from _thread import allocate_lock

from ncleaner.engines.fiasco.packages import needed
from ncleaner.engines.fiasco.targets import marked_html
from ncleaner.errors import BrowserError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.engines.fiasco.features import Regions
    from ncleaner.engines.fiasco.reading import Reading


class Sight:
    """A browser, started for the first page; ``cache`` is a folder to keep what was measured in."""

    def __init__(self, cache: str | None = None) -> None:
        with needed("opencv-python-headless"):
            from weakref import finalize

            from ncleaner.engines.fiasco.visual.browser import Browser
            from ncleaner.engines.fiasco.visual.cache import Cache

        self.browser = Browser()
        finalize(self, self.browser.close)  # also when the program ends
        self.cache = Cache(cache)
        self.lock = allocate_lock()  # a browser has one page at a time

    def regions(self, reading: Reading) -> tuple[Regions | None, str]:
        """The measures of targets, or nothing, and what there is to complain about."""
        from ncleaner.engines.fiasco.visual.workers import measured

        if not reading.targets:
            return {}, ""
        page = marked_html(reading.tree, reading.targets).encode("utf-8", "replace")
        try:
            with self.lock:
                return measured(page, self.browser, self.cache), ""
        except BrowserError as error:
            return None, f"the page was not rendered, so it has no visual features: {error}"
