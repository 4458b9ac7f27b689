"""Linearity: hostile pages from 64 KB to 8 MB, and what doubling the page does to the time.

All segments as objects take many times longer than the text, so for these the largest page is of 1 MB.

The factor is that of the straight line that fits the logarithms of all times long enough to count, whose slope is the
median of the slopes between all pairs of them. So a single doubling hardly counts: it may cost more than others where a
page outgrows a cache of the processor, or because more of the page is kept from there on (the column "worst"). A factor
above the limit is measured again before it is believed. Only where two doublings in a row cost three times as much or
more each, and pages take long, the larger pages are left out, as what is quadratic takes hours at 8 MB.

The C library keeps freed memory for the next page, but only up to some 32 MB; beyond that each page pays for its memory
anew, which looks like a jump in time. So every page is made to pay, whatever its size, as the first one of a process.
"""

from __future__ import annotations

import ctypes
import gc
import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import combinations, pairwise
from statistics import median
from time import thread_time

from benchmarks.hostile import GENERATORS, Generator
from benchmarks.report import Row, Table
from ncleaner import backend, clean

SMALLEST = 64 << 10
LIMIT = 2.3
SHORTEST = 0.005  # seconds; below that, the clock and the caches count for more than the work
FEWEST = 3  # times long enough to count, so that no single doubling decides
HOPELESS = 3.0
RUNS = 3
RETRIES = 4
LONG = 0.5  # seconds; long enough to be measured once
M_MMAP_THRESHOLD = -3  # of <malloc.h>

Work = Callable[[bytes], object]

# What is asked of a page, and the largest page.
WORKS: dict[str, tuple[Work, int]] = {
    "text": (lambda page: clean(page, engine="heuristics").text, 8 << 20),
    "all segments": (lambda page: clean(page, engine="dump").segments, 1 << 20),
}


def seconds(page: bytes, work: Work) -> float:
    """The best of some runs, or the only one if it takes long."""
    best = math.inf
    for _ in range(RUNS):
        start = thread_time()
        work(page)
        best = min(best, thread_time() - start)
        if best > LONG:
            break
    return best


def growth(generate: Generator, work: Work, largest: int, smallest: int = SMALLEST) -> list[float]:
    """The times for pages of ``smallest`` bytes, twice as many, and so on. Bad-looking neighbours are timed again."""
    times: list[float] = []
    size = smallest
    while size <= largest and not is_hopeless(times):
        times.append(seconds(generate(size), work))
        for _ in range(RETRIES):
            if worst(times[-2:]) > LIMIT:
                times[-2] = min(times[-2], seconds(generate(size // 2), work))
                times[-1] = min(times[-1], seconds(generate(size), work))
        size *= 2
    for _ in range(RETRIES):
        if fit(times) > LIMIT:
            times = [min(time, seconds(generate(smallest << step), work)) for step, time in enumerate(times)]
    return times


def worst(times: list[float]) -> float:
    """The largest factor between neighbours."""
    return max((large / small for small, large in pairwise(times) if small >= SHORTEST), default=0.0)


def fit(times: list[float]) -> float:
    """The factor for doubling: the median of the slopes between all pairs of times, by their logarithms.

    It is 0 if too few times are long enough: then the largest page takes some milliseconds.
    """
    points = [(step, math.log2(time)) for step, time in enumerate(times) if time >= SHORTEST]
    slopes = [(high - low) / (after - before) for (before, low), (after, high) in combinations(points, 2)]
    return float(2 ** median(slopes)) if len(points) >= FEWEST else 0.0


def is_hopeless(times: list[float]) -> bool:
    """Whether pages take long and the last two doublings cost too much to measure larger pages."""
    return len(times) > 2 and times[-1] > LONG and worst(times[-3:-1]) >= HOPELESS and worst(times[-2:]) >= HOPELESS


def factor(times: list[float]) -> float:
    """The factor to compare with the limit: the worst one if it is hopeless."""
    return worst(times) if is_hopeless(times) else fit(times)


def row(name: str, generate: Generator, work: Work, largest: int) -> Row:
    """The line for one generator."""
    times = growth(generate, work, largest)
    megabytes = (SMALLEST << (len(times) - 1)) / 1e6
    cells = (
        f"{1000 * times[0]:.2f}",
        f"{megabytes:.1f}",
        f"{1000 * times[-1]:.1f}",
        f"{megabytes / times[-1]:.1f}",
        f"{worst(times):.2f}",
        f"{fit(times):.2f}",
    )
    return Row(name, cells, factor(times), LIMIT)


def pay_for_memory() -> None:
    """Have large pieces of memory given back at once, where the C library is glibc."""
    with suppress(AttributeError, OSError, TypeError):  # another C library has habits of its own
        ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, SMALLEST)


def measure() -> Iterator[Table]:
    """A table for each kind of result."""
    pay_for_memory()
    columns = ("64 KB: ms", "largest: MB", "ms", "MB/s", "worst", "factor")
    for result, (work, largest) in WORKS.items():
        table = Table(f"Linearity of clean: {result} ({backend.name()})", columns)
        gc.disable()
        for name, generate in GENERATORS.items():
            table.rows.append(row(name, generate, work, largest))
            gc.collect()
        gc.enable()
        table.notes.append(f"{len(GENERATORS)} generators; 0 where no time is long enough to compare")
        yield table
