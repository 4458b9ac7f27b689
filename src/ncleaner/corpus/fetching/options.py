"""How the pages of lists are fetched."""

from __future__ import annotations

from dataclasses import dataclass

from ncleaner.fetch import TIMEOUT

DELAY = 1.0  # seconds
LONGEST_DELAY = 30.0  # seconds; what sites ask for is bounded by it


@dataclass(frozen=True, slots=True)
class FetchOptions:
    """How the pages of lists are fetched: the seconds between two requests to a host, and the limits of each page.

    A site can ask for a longer delay in its ``robots.txt``, up to `LONGEST_DELAY`.
    """

    delay: float = DELAY
    timeout: float = TIMEOUT
    allow_private: bool = False
