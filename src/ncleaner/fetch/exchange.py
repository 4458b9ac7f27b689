"""Requests and answers: one exchange for the address of a page, and one for each redirect."""

from __future__ import annotations

from collections.abc import Callable

import httpcore2
import idna as idna  # for names of hosts, in `location`: missing packages are noticed here

from ncleaner import __version__
from ncleaner.errors import FetchError
from ncleaner.fetch import content, media
from ncleaner.fetch.connection import Backend
from ncleaner.fetch.deadline import Deadline
from ncleaner.fetch.failures import Failure, failure, refused_status
from ncleaner.fetch.location import Location, divided, shown
from ncleaner.page.fetched import Fetched

MOST_REDIRECTS = 10
REDIRECTS = (301, 302, 303, 307, 308)
WITHOUT_PAGE = (204, 205, 206)  # of the successful ones
PROBLEMS = (OSError, UnicodeError, httpcore2.NetworkError, httpcore2.ProtocolError, httpcore2.TimeoutException)


Before = Callable[[Location], None]


def fetch(
    url: str,
    timeout: float,
    max_size: int,
    may_reach: Callable[[str], bool],
    *,
    before: Before | None = None,
    is_page: bool = True,
) -> Fetched:
    """Fetch a page from servers for whose addresses ``may_reach`` is true; raise `FetchError` if that fails.

    ``before`` is called before each request, with the address; it may take its time, or raise `Failure`. If ``is_page``
    is false, all media types are taken, and what exceeds ``max_size`` is cut off.
    """
    run = _Run(may_reach, max_size, Deadline(timeout), is_page)
    place = shown(url)
    try:
        location = divided(url)
        for _ in range(MOST_REDIRECTS + 1):
            place = location.url
            if before is not None:
                with run.deadline.paused():
                    before(location)
            answer = run.exchange(location)
            if isinstance(answer, Fetched):
                return answer
            location = location.redirected(answer)
    except Failure as problem:
        raise FetchError(place, str(problem), problem.status) from None
    raise FetchError(place, f"there are more than {MOST_REDIRECTS} redirects; check the address in a browser")


class _Run:
    """The exchanges for one page, with one limit and one deadline for all of them."""

    def __init__(
        self, may_reach: Callable[[str], bool], max_size: int, deadline: Deadline, is_page: bool = True
    ) -> None:
        self.deadline = deadline
        self._may_reach = may_reach
        self._max_size = max_size
        self._is_page = is_page

    def exchange(self, location: Location) -> Fetched | bytes:
        """Send one request; return the page, or the ``Location`` header of a redirect. Raise `Failure`."""
        backend = Backend(self._may_reach, self.deadline)
        where = httpcore2.URL(
            scheme=location.scheme.encode(),
            host=location.host.encode(),
            port=location.port,
            target=location.target.encode(),
        )
        try:
            with (
                httpcore2.ConnectionPool(network_backend=backend) as pool,
                pool.stream("GET", where, headers=_headers(location)) as response,
            ):
                return self._read(location, response)
        except PROBLEMS as error:
            raise failure(error, location.host, location.port, self.deadline.seconds) from None

    def _read(self, location: Location, response: httpcore2.Response) -> Fetched | bytes:
        fields = {name.lower(): value for name, value in response.headers}
        if response.status in REDIRECTS and b"location" in fields:
            return fields[b"location"]
        if response.status not in range(200, 300) or response.status in WITHOUT_PAGE:
            raise refused_status(response.status)
        encoding = fields.get(b"content-encoding", b"").decode("latin-1")
        chunks = response.iter_stream()
        if not self._is_page:
            return Fetched(content.body(chunks, encoding, self._max_size, is_cut=True), location.url)
        kind, charset = media.kind_and_charset(fields.get(b"content-type", b"").decode("latin-1"))
        length = fields.get(b"content-length", b"")
        if length.isdigit() and int(length) > self._max_size:
            raise content.too_large(self._max_size)
        return Fetched(content.body(chunks, encoding, self._max_size), location.url, charset, kind)


def _headers(location: Location) -> list[tuple[bytes, bytes]]:
    fields = {
        "Host": location.authority,
        "User-Agent": f"ncleaner/{__version__}",
        "Accept": media.ACCEPTED,
        "Accept-Encoding": content.ACCEPTED,
        "Connection": "close",
    }
    return [(name.encode(), value.encode()) for name, value in fields.items()]
