"""Progress of long runs on standard error: a bar on a terminal, otherwise a line per minute."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ncleaner.system.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

INTERVAL = 60.0  # seconds between lines
FRAME = 0.2  # seconds between redraws of a bar


@contextmanager
def progress() -> Iterator[Callable[[str, int, int], None]]:
    """Yield a function to call with the name of an activity, the number of steps done, and their total."""
    if sys.stderr is not None and sys.stderr.isatty():
        try:
            from rich.console import Console
            from rich.progress import Progress
        except ImportError:
            pass
        else:
            # Redraw only on calls: a drawing thread would add to the time that is being measured.
            with Progress(console=Console(stderr=True), transient=True, auto_refresh=False) as bar:
                yield Bars(bar)
            return
    yield Lines()


class Bars:
    """A bar for each activity, redrawn at most every `FRAME` seconds."""

    def __init__(self, bar: Progress) -> None:
        self._bar = bar
        self._tasks: dict[str, TaskID] = {}
        self._last = 0.0

    def __call__(self, activity: str, done: int, total: int) -> None:
        """Update the bar of an activity."""
        if activity not in self._tasks:
            from rich.markup import escape

            self._tasks[activity] = self._bar.add_task(escape(printable(activity)))
        self._bar.update(self._tasks[activity], completed=done, total=total)
        now = time.monotonic()
        if now - self._last >= FRAME or done == total:
            self._last = now
            self._bar.refresh()


class Lines:
    """Prints a line of progress at most every ``interval`` seconds."""

    def __init__(self, interval: float = INTERVAL, clock: Callable[[], float] = time.monotonic) -> None:
        self._interval = interval
        self._clock = clock
        self._last = clock()

    def __call__(self, activity: str, done: int, total: int) -> None:
        """Print a line if the last one is long enough ago and the activity is not finished."""
        now = self._clock()
        if now - self._last >= self._interval and done < total and sys.stderr is not None:
            self._last = now
            print(printable(f"ncleaner: {activity}: {done} of {total}"), file=sys.stderr, flush=True)
