"""Pages that grow: a part of an input is repeated, and time and memory must keep within the promise.

A fuzzer's inputs are small, so that nothing takes long enough to be noticed. Repeating a part of one makes a page that
is quadratic if anything is.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import replace
from random import Random

from attacks.fuzz.plan import Plan
from attacks.fuzz.worker import Worker

SIZE = 256 << 10  # bytes
LONGEST_PART = 600
SECONDS_PER_MB = 2.0
FAST = frozenset(("forest", "heuristics", "ngram", "dump"))  # of the others, only the growth of the time is judged
MOST_GROWTH = 3.2  # for twice the page, where 2 is linear and 4 is quadratic
NOTICEABLE = 0.5  # seconds; less is noise
NOTICEABLE_IF_SLOW = 1.5
MEMORY = {"forest": (24, 32 << 20), "heuristics": (10, 32 << 20), "ngram": (10, 32 << 20), "dump": (10, 32 << 20)}
MEMORY_IF_SLOW = (650, 32 << 20)  # times the page, and bytes: ICE and FIASCO have objects for each element and block
PIECES = re.compile(rb"<[^<>]*>|[^<>]+|.", re.DOTALL)


def grown(page: bytes, size: int = SIZE) -> bytes:
    """Return the page with a part of it repeated until it is ``size`` bytes long; a page always gives the same one."""
    rng = Random(zlib.crc32(page))
    pieces = PIECES.findall(page) or [b"a"]
    start = rng.randrange(len(pieces))
    part = b"".join(pieces[start : start + rng.randint(1, 6)])[:LONGEST_PART]
    before = b"".join(pieces[:start])[:2000] if rng.random() < 0.5 else b""
    return before + part * (max(0, size - len(before)) // len(part) + 1)


def complaint(worker: Worker, plan: Plan, page: bytes) -> str:
    """Measure a grown page twice if the first time is too long, and return what is beyond the promise, or nothing."""
    plan = replace(plan, formats=plan.formats[:1])
    large = grown(page)
    reasons = [_complaint(worker, plan, page, large)]
    if reasons[0]:
        reasons.append(_complaint(worker, plan, page, large))
    return reasons[-1] if all(reasons) else ""


def _complaint(worker: Worker, plan: Plan, page: bytes, large: bytes) -> str:
    measured = worker.ask(plan, large, "measure")
    if measured["broken"]:
        return f"a grown page: {measured['broken'][0]}, {measured['broken'][1]}"
    size = measured["size"]
    factor, base = MEMORY.get(plan.engine, MEMORY_IF_SLOW)
    if measured["peak"] > factor * size + base:
        return f"memory of clean by {plan.engine}: {measured['peak'] >> 20} MB for {size >> 10} KB"
    for step, length in measured["sizes"].items():
        if length > 12 * size + (1 << 20):
            return f"size of {step}: {length} characters for {size >> 10} KB"
    return _time_complaint(worker, plan, page, measured["seconds"], size)


def _time_complaint(worker: Worker, plan: Plan, page: bytes, seconds: dict[str, float], size: int) -> str:
    """Judge each step by the promised time if the engine is fast, and by its growth if it is not."""
    noticeable = NOTICEABLE if plan.engine in FAST else NOTICEABLE_IF_SLOW
    limit = max(noticeable, SECONDS_PER_MB * size / (1 << 20))
    slow = {step: taken for step, taken in seconds.items() if taken > limit}
    if not slow:
        return ""
    half = worker.ask(plan, grown(page, SIZE // 2), "measure")
    if half["broken"]:
        return f"half of a grown page: {half['broken'][0]}"
    for step, taken in slow.items():
        factor = taken / max(half["seconds"][step], 0.001)
        if plan.engine in FAST or step != "clean" or factor > MOST_GROWTH:
            return f"time of {step} by {plan.engine}: {taken:.1f} s for {size >> 10} KB, {factor:.1f} times half of it"
    return ""
