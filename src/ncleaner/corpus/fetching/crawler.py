"""A polite reader of pages: it asks ``robots.txt``, and waits between two requests to a host.

There is one request at a time. Before each, also of a redirect, the rules of the site are asked for, unless they are
known. Where there are none (a status of the 4xx), everything may be fetched; where they cannot be had, nothing may.

What is known of hosts is bounded: the sites that were asked last are kept, with so many rules in total.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from ncleaner.corpus.fetching.options import LONGEST_DELAY, FetchOptions
from ncleaner.corpus.record import REFUSED, WITHOUT_RULES
from ncleaner.errors import FetchError, MissingPackage
from ncleaner.fetch import robots
from ncleaner.fetch.addresses import anywhere, is_public
from ncleaner.fetch.location import Location
from ncleaner.fetch.robots import Robots
from ncleaner.page.fetched import Fetched

MOST_SITES = 10_000
MOST_RULES = 200_000
_STEP = 0.2  # seconds after which waiting looks whether it was interrupted


class Interrupted(Exception):
    """There was an interrupt while a page was waited for."""


class RefusedByRobots(Exception):
    """A page that its site does not want to be fetched; the message says so without the address."""


class Crawler:
    """Fetches pages one after another; ``interrupted`` tells whether to stop waiting, by an `Interrupted`."""

    def __init__(
        self,
        options: FetchOptions,
        max_size: int,
        interrupted: Callable[[], bool] = lambda: False,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        try:
            from ncleaner.fetch.exchange import fetch
        except ImportError as error:
            raise MissingPackage("fetching pages", error.name, "fetch") from None
        self._fetch = fetch
        self._options = options
        self._max_size = max_size
        self._may_reach = anywhere if options.allow_private else is_public
        self._interrupted = interrupted
        self._clock = clock
        self._sleep = sleep
        self._sites: OrderedDict[str, Robots | None] = OrderedDict()  # None: the rules cannot be had
        self._rules = 0
        self._next: OrderedDict[str, float] = OrderedDict()  # when a host may be asked again

    def fetch(self, url: str) -> Fetched:
        """Fetch a page; raise `FetchError`."""
        return self._fetch(url, self._options.timeout, self._max_size, self._may_reach, before=self._before)

    def _before(self, location: Location) -> None:
        site = self._site(location)
        if site is None:
            raise RefusedByRobots(WITHOUT_RULES)
        if not site.allow(location.target):
            raise RefusedByRobots(REFUSED)
        self._wait(location, site.delay)

    def _site(self, location: Location) -> Robots | None:
        """Return the rules of a site, fetched if they are not known."""
        origin = location._replace(target="/robots.txt")
        if origin.url not in self._sites:
            self._sites[origin.url] = rules = self._asked(origin)
            self._rules += 0 if rules is None else len(rules.rules)
        self._sites.move_to_end(origin.url)
        while len(self._sites) > 1 and (len(self._sites) > MOST_SITES or self._rules > MOST_RULES):
            _, oldest = self._sites.popitem(last=False)
            self._rules -= 0 if oldest is None else len(oldest.rules)
        return self._sites[origin.url]

    def _asked(self, origin: Location) -> Robots | None:
        def wait(location: Location) -> None:
            self._wait(location, None)

        try:
            page = self._fetch(
                origin.url, self._options.timeout, robots.LARGEST, self._may_reach, before=wait, is_page=False
            )
        except FetchError as error:
            return Robots() if error.status in range(400, 500) else None
        return robots.parse(page.data)

    def _wait(self, location: Location, wanted: float | None) -> None:
        """Wait until a host may be asked again, and note when it may be asked after that."""
        delay = max(self._options.delay, min(wanted or 0.0, LONGEST_DELAY))
        while (seconds := self._next.get(location.host, 0.0) - self._clock()) > 0:
            if self._interrupted():
                raise Interrupted
            self._sleep(min(seconds, _STEP))
        self._next[location.host] = self._clock() + delay
        self._next.move_to_end(location.host)
        if len(self._next) > MOST_SITES:
            self._next.popitem(last=False)
