"""The moment at which a fetch must be over."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager


class Deadline:
    """A number of seconds that begins now and that all steps of a fetch share."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        """Return the seconds that are left; raise `TimeoutError` if there are none."""
        seconds = self._end - time.monotonic()
        if seconds <= 0:
            raise TimeoutError
        return seconds

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Do not count the time meanwhile."""
        began = time.monotonic()
        try:
            yield
        finally:
            self._end += time.monotonic() - began
