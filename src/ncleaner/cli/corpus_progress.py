"""Progress of a corpus job on standard error: a bar on a terminal, else a line a minute."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from ncleaner.corpus.progress import FETCHING, LEARNING, MERGING, JobProgress
from ncleaner.corpus.speed import Speed
from ncleaner.system.progress import FRAME, INTERVAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rich.progress import Progress

Show = Callable[[JobProgress], None]


@contextmanager
def progress(quiet: bool) -> Iterator[Show]:
    """Yield a function to call with the progress of the job."""
    if quiet or sys.stderr is None:
        yield lambda job: None
        return
    if sys.stderr.isatty():
        try:
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn
        except ImportError:
            pass
        else:
            parts = (BarColumn(bar_width=None), TaskProgressColumn(), TextColumn("{task.description}"))
            with Progress(*parts, console=Console(stderr=True), transient=True, auto_refresh=False, expand=True) as bar:
                yield Bar(bar)
            return
    yield Lines()


class StageClock:
    """Measures the time of each stage of a job, from its beginning."""

    def __init__(self, now: float) -> None:
        self._began = now
        self._stage: str | None = None

    def seconds(self, job: JobProgress, now: float) -> float:
        """Return the seconds since the stage began; stages after the first begin when they are first seen here."""
        if self._stage not in (None, job.stage):
            self._began = now
        self._stage = job.stage
        return now - self._began


class Bar:
    """A bar with figures behind it, redrawn some times a second."""

    def __init__(self, bar: Progress, clock: Callable[[], float] = monotonic) -> None:
        self._bar = bar
        self._clock = clock
        self._stage = StageClock(clock())
        self._last = clock()
        self._task = bar.add_task("", total=None)

    def __call__(self, job: JobProgress) -> None:
        """Draw the bar if the last time is long enough ago."""
        now = self._clock()
        seconds = self._stage.seconds(job, now)
        if now - self._last < FRAME:
            return
        self._last = now
        text = describe(job, seconds)
        self._bar.update(self._task, completed=job.input, total=job.input_total, description=text)
        self._bar.refresh()


class Lines:
    """A line about the progress at regular intervals."""

    def __init__(self, interval: float = INTERVAL, clock: Callable[[], float] = monotonic) -> None:
        self._interval = interval
        self._clock = clock
        self._stage = StageClock(clock())
        self._last = clock()

    def __call__(self, job: JobProgress) -> None:
        """Print a line if the last one is long enough ago."""
        now = self._clock()
        seconds = self._stage.seconds(job, now)
        if now - self._last >= self._interval and sys.stderr is not None:
            self._last = now
            share = job.input / job.input_total if job.input_total else 1.0
            text = describe(job, seconds)
            print(f"ncleaner: {share:.0%}: {text}", file=sys.stderr, flush=True)


def describe(job: JobProgress, seconds: float) -> str:
    """Return the figures of a run that has taken so many seconds."""
    if job.stage == MERGING:
        return f"{job.stage} of {job.pages:,} pages"
    speed = Speed.of(job.pages - job.earlier.pages, job.bytes - job.earlier.bytes, seconds)
    left = _time_left(job, seconds)
    errors = f"{job.failed:,} error{'' if job.failed == 1 else 's'}"
    if job.stage == FETCHING:
        return f"{job.stage}: {job.pages:,} pages, {speed.pages:,.1f}/s, {errors}{left}"
    if job.stage == LEARNING:
        return f"{job.stage}: {job.pages:,} pages, {speed}{left}"
    kept = f"{job.kept / job.pages:.0%} kept" if job.pages else "0 kept"
    return f"{job.pages:,} pages, {speed}, {kept}, {errors}{left}"


def _time_left(job: JobProgress, seconds: float) -> str:
    """Return the estimated time that is left, after a comma, or nothing if no input is done yet."""
    done = job.input - job.input_earlier
    return f", {duration(seconds * (job.input_total - job.input) / done)} left" if done > 0 else ""


def duration(seconds: float) -> str:
    """Return a time such as ``40 s``, ``12 min`` or ``3 h 20 min``."""
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60:,} h {minutes % 60:02} min"
