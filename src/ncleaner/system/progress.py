"""How far a long run has come: a bar on a terminal, else a line a minute; always on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

INTERVAL = 60.0  # seconds between lines
FRAME = 0.2  # seconds between pictures of a bar


@contextmanager
def progress() -> Iterator[Callable[[str, int, int], None]]:
    """Something to call with what is being done, how much of it is done, and how much there is."""
    if sys.stderr is not None and sys.stderr.isatty():
        try:
            from rich.console import Console
            from rich.progress import Progress
        except ImportError:
            pass
        else:
            # Nothing is drawn but when we say so: a thread that draws would be part of the time that is measured.
            with Progress(console=Console(stderr=True), transient=True, auto_refresh=False) as bar:
                yield Bars(bar)
            return
    yield Lines()


class Bars:
    """A bar for each thing to be done, drawn anew some times a second."""

    def __init__(self, bar: Progress) -> None:
        self._bar = bar
        self._tasks: dict[str, TaskID] = {}
        self._last = 0.0

    def __call__(self, what: str, done: int, total: int) -> None:
        """Move a bar."""
        if what not in self._tasks:
            self._tasks[what] = self._bar.add_task(what)
        self._bar.update(self._tasks[what], completed=done, total=total)
        now = time.monotonic()
        if now - self._last >= FRAME or done == total:
            self._last = now
            self._bar.refresh()


class Lines:
    """Says how far things are when the last time is long enough ago."""

    def __init__(self, interval: float = INTERVAL, clock: Callable[[], float] = time.monotonic) -> None:
        self._interval = interval
        self._clock = clock
        self._last = clock()

    def __call__(self, what: str, done: int, total: int) -> None:
        """Print a line now and then."""
        now = self._clock()
        if now - self._last >= self._interval and done < total and sys.stderr is not None:
            self._last = now
            print(f"ncleaner: {what}: {done} of {total}", file=sys.stderr, flush=True)
