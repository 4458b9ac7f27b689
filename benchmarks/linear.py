"""Linearity: hostile pages from 64 KB to 8 MB, and what doubling the page does to the time.

A factor counts only where the smaller page takes long enough to be timed. One above the limit is measured again, both
sizes in turn, before it is believed; after one that stays the generator is given up, as what is quadratic
takes hours at 8 MB.
"""

from __future__ import annotations

import gc
import math
from collections.abc import Callable, Iterator
from time import thread_time

from benchmarks.hostile import GENERATORS, Generator
from benchmarks.report import Row, Table
from ncleaner import backend, clean

SMALLEST = 64 << 10
LARGEST = 8 << 20
LIMIT = 2.3
SHORTEST = 0.005  # seconds; below that, the clock and the caches count for more than the work
LONG = 0.1  # seconds; what takes that long is timed once, and more often only if it looks bad
RUNS = 3
RETRIES = 4

WORKS: dict[str, Callable[[bytes], object]] = {
    "text": lambda page: clean(page, engine="heuristics").text,
    "segments": lambda page: clean(page, engine="dump").segments,
}


def seconds(page: bytes, work: Callable[[bytes], object], runs: int) -> float:
    """The best of some runs, garbage left aside."""
    best = math.inf
    for _ in range(runs):
        start = thread_time()
        work(page)
        best = min(best, thread_time() - start)
    return best


def growth(generate: Generator, work: Callable[[bytes], object]) -> tuple[list[float], float]:
    """The time for each size, and the largest factor between two neighbours."""
    size = SMALLEST
    times = [seconds(generate(size), work, RUNS)]
    worst = 0.0
    while size < LARGEST and worst <= LIMIT:
        size *= 2
        times.append(seconds(generate(size), work, RUNS if times[-1] < LONG else 1))
        if times[-2] >= SHORTEST:
            factor = times[-1] / times[-2]
            for _ in range(RETRIES):
                if factor > LIMIT:
                    factor = min(factor, factor_again(generate, work, size))
            worst = max(worst, factor)
    return times, worst


def factor_again(generate: Generator, work: Callable[[bytes], object], size: int) -> float:
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


def measure() -> Iterator[Table]:
    """A table for each kind of result."""
    for result, work in WORKS.items():
        table = Table(
            f"Linearity of clean: {result} ({backend.name()})", ("64 KB ms", "largest ms", "MB/s", "fit", "worst")
        )
        gc.disable()
        for name, generate in GENERATORS.items():
            times, worst = growth(generate, work)
            largest = SMALLEST << (len(times) - 1)
            cells = (
                f"{1000 * times[0]:.2f}",
                f"{1000 * times[-1]:.1f}",
                f"{largest / 1e6 / times[-1]:.0f}",
                f"{fit(times):.2f}",
                f"{worst:.2f}",
            )
            table.rows.append(Row(name, cells, worst, LIMIT))
            gc.collect()
        gc.enable()
        table.notes.append(
            f"{len(GENERATORS)} generators; the largest page is of {LARGEST >> 20} MB where none is over"
        )
        yield table
