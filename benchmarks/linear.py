"""Linearity: hostile pages from 64 KB to 8 MB, and what doubling the page does to the time.

All segments as objects take many times longer than the text, so for these the largest page is of 1 MB.

A factor counts only where the smaller page takes long enough to be timed. One above the limit is measured again, both
sizes in turn, before it is believed; after one that stays the generator is given up, as what is quadratic takes hours
at 8 MB.

The C library keeps freed memory for the next page, but only up to some 32 MB; beyond that each page pays for its memory
anew, which looks like a jump in time. So every page is made to pay, whatever its size, as the first one of a process.
"""

from __future__ import annotations

import ctypes
import gc
import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from time import thread_time

from benchmarks.hostile import GENERATORS, Generator
from benchmarks.report import Row, Table
from ncleaner import backend, clean

SMALLEST = 64 << 10
LIMIT = 2.3
SHORTEST = 0.010  # seconds; below that, whether all of it fits the caches counts for more than the work
LONG = 0.1  # seconds; what takes that long is timed once, and more often only if it looks bad
RUNS = 3
RETRIES = 4
M_MMAP_THRESHOLD = -3  # of <malloc.h>

Work = Callable[[bytes], object]

# What is asked of a page, and the largest page.
WORKS: dict[str, tuple[Work, int]] = {
    "text": (lambda page: clean(page, engine="heuristics").text, 8 << 20),
    "all segments": (lambda page: clean(page, engine="dump").segments, 1 << 20),
}


def seconds(page: bytes, work: Work, runs: int) -> float:
    """The best of some runs, garbage left aside."""
    best = math.inf
    for _ in range(runs):
        start = thread_time()
        work(page)
        best = min(best, thread_time() - start)
    return best


def growth(generate: Generator, work: Work, largest: int) -> tuple[list[float], float]:
    """The time for each size, and the largest factor between two neighbours."""
    size = SMALLEST
    times = [seconds(generate(size), work, RUNS)]
    worst = 0.0
    while size < largest and worst <= LIMIT:
        size *= 2
        times.append(seconds(generate(size), work, RUNS if times[-1] < LONG else 1))
        if times[-2] >= SHORTEST:
            factor = times[-1] / times[-2]
            for _ in range(RETRIES):
                if factor > LIMIT:
                    factor = min(factor, factor_again(generate, work, size))
            worst = max(worst, factor)
    return times, worst


def factor_again(generate: Generator, work: Work, size: int) -> float:
    """The factor between a page of ``size`` and one of half of it, both timed now and in turn."""
    pages = generate(size // 2), generate(size)
    small, large = zip(*([seconds(page, work, 1) for page in pages] for _ in range(2 * RUNS)), strict=True)
    return float(min(large) / min(small))


def fit(times: list[float]) -> float:
    """The factor for doubling by the straight line that fits the logarithms of the times best."""
    points = [(step, math.log2(time)) for step, time in enumerate(times) if time >= SHORTEST]
    if len(points) < 2:
        return 0.0
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x) ** 2 for x, _ in points)
    return float(2**slope)


def row(name: str, generate: Generator, work: Work, largest: int) -> Row:
    """The line for one generator."""
    times, worst = growth(generate, work, largest)
    megabytes = (SMALLEST << (len(times) - 1)) / 1e6
    cells = (
        f"{1000 * times[0]:.2f}",
        f"{megabytes:.1f}",
        f"{1000 * times[-1]:.1f}",
        f"{megabytes / times[-1]:.1f}",
        f"{fit(times):.2f}",
        f"{worst:.2f}",
    )
    return Row(name, cells, worst, LIMIT)


def pay_for_memory() -> None:
    """Have large pieces of memory given back at once, where the C library is glibc."""
    with suppress(AttributeError, OSError, TypeError):  # another C library has habits of its own
        ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, SMALLEST)


def measure() -> Iterator[Table]:
    """A table for each kind of result."""
    pay_for_memory()
    columns = ("64 KB: ms", "largest: MB", "ms", "MB/s", "fit", "worst")
    for result, (work, largest) in WORKS.items():
        table = Table(f"Linearity of clean: {result} ({backend.name()})", columns)
        gc.disable()
        for name, generate in GENERATORS.items():
            table.rows.append(row(name, generate, work, largest))
            gc.collect()
        gc.enable()
        table.notes.append(f"{len(GENERATORS)} generators; 0 where no time is long enough to compare")
        yield table
