"""`fetch_url`, the front door of this room. It imports what it needs when it is called."""

from __future__ import annotations

from ncleaner.errors import MissingPackage, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.page.fetched import Fetched

TIMEOUT = 30.0  # seconds
LONGEST_TIMEOUT = 86_400.0
LARGEST = 16 << 20  # bytes; browsers and crawlers give up before that


def fetch_url(url: str, *, timeout: float = TIMEOUT, max_size: int = LARGEST, allow_private: bool = False) -> Fetched:
    """Fetch a page and return it with its final address, charset and kind, for `ncleaner.clean` or `ncleaner.extract`.

    ``timeout`` is the time in seconds for everything together. ``max_size`` limits the decompressed page, in bytes.
    Servers whose addresses are not public, such as those of this machine and of the local network, are refused unless
    ``allow_private`` is true; so are redirects to them. At most ten redirects are followed. No cookies and no passwords
    are sent, and proxies of the environment are not used.

    Raises `ncleaner.errors.FetchError`, with the status of the server's answer if that is the reason, and
    `ncleaner.errors.MissingPackage` if ``pip install 'ncleaner[fetch]'`` is needed.
    """
    if not 0 < timeout <= LONGEST_TIMEOUT:
        raise UsageError(f"timeout={timeout} is not a number of seconds above 0, up to {LONGEST_TIMEOUT:g}")
    if max_size < 1:
        raise UsageError(f"max_size={max_size} is not a number of bytes above 0")
    try:
        from ncleaner.fetch.exchange import fetch
    except ImportError as error:
        raise MissingPackage("fetching pages", error.name, "fetch") from None
    from ncleaner.fetch.addresses import anywhere, is_public

    return fetch(url, timeout, max_size, anywhere if allow_private else is_public)
