"""Fetch a page: from an address to a `Fetched`, which ``clean`` and ``extract`` take.

Strategy
    The connection is our own, and the protocol is that of httpcore2: the layer below httpx2, maintained with it, which
    speaks HTTP/1.1 and does nothing else. It follows no redirect, keeps no cookie, reads no environment, and asks the
    caller for its connections (``network_backend``). So every rule about what may be reached stands here, in one place:

    - `exchange` sends a request for each address and follows redirects.
    - `location` divides an address; every redirect goes through the same function.
    - `connection` resolves a name once, refuses addresses that are not public (`addresses`), and connects to the
      address that it has checked, by number. There is no second look-up that could give another answer.
    - `deadline` is the time for everything together: look-up, connection, redirects and body.
    - `content` decompresses as much as the limit allows, and no more.
    - `media` says what kind of page a media type is; `failures` has the sentence for each thing that can go wrong.

    Proxies that the environment names are not used: they would resolve names themselves.
"""

from __future__ import annotations

from ncleaner.fetch.client import LARGEST, TIMEOUT, fetch_url
from ncleaner.page.fetched import Fetched

__all__ = ["LARGEST", "TIMEOUT", "Fetched", "fetch_url"]
