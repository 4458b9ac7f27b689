"""Speed on real pages, as a ratio to the time that lexbor needs to parse them: the fastest HTML parser Python can call.

Strategy: every contender has a process of its own, as it has with its users, and the processes take turns: each goes
through all pages once, then it is the turn of the next, for several rounds and each time in another order. What
disturbs the machine so disturbs all of them alike. For every page and contender the best time counts. Time is the CPU
time of the thread, with the garbage collector off, and includes giving back what was made.

A process of its own matters: a parser that makes a tree asks the allocator for much memory and gives it back page by
page, and what that costs depends on what else the process has allocated before. The last column has the ratio for
contenders that share one process and take turns at every page. That is the kindest to lexbor, so the limit is for it.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable, Iterator
from time import thread_time_ns

from benchmarks.child import Worker, ask
from benchmarks.pages import SETS, load, missing
from benchmarks.report import Row, Table
from ncleaner import backend, clean
from ncleaner.decode import decode
from ncleaner.html.scan import scan
from ncleaner.segment import segment

ROUNDS = 7
LIMIT = 0.6
PURE_PAGES = 20
PURE_ROUNDS = 2

PEER = "lexbor: parse"
LIMITED = "decode + scan + segment"

Contender = Callable[[bytes], object]


def contenders() -> dict[str, Contender]:
    """Everything that is compared and installed, by name; the peer to compare with comes first."""
    chosen: dict[str, Contender] = {}
    try:
        from selectolax.lexbor import LexborHTMLParser

        chosen[PEER] = LexborHTMLParser
    except ImportError:
        pass
    chosen["decode"] = decode
    chosen["decode + scan"] = lambda page: scan(decode(page).source)
    chosen[LIMITED] = lambda page: segment(scan(decode(page).source))
    chosen["clean: text (dump)"] = lambda page: clean(page, engine="dump").text
    chosen["clean: text (heuristics)"] = lambda page: clean(page, engine="heuristics").text
    chosen["clean: all segments"] = lambda page: clean(page, engine="dump").segments
    try:
        from resiliparse.extract.html2text import extract_plain_text

        chosen["resiliparse: main content"] = lambda page: extract_plain_text(decode(page).text, main_content=True)
    except ImportError:
        pass
    return chosen


def best_times(pages: list[bytes], works: list[Contender], rounds: int) -> list[float]:
    """The seconds that each contender needs for all pages, from its best time for each page."""
    best = [[sys.maxsize] * len(pages) for _ in works]
    gc.disable()
    try:
        for round_number in range(rounds):
            order = [(number + round_number) % len(works) for number in range(len(works))]
            for index, page in enumerate(pages):
                for number in order:
                    start = thread_time_ns()
                    works[number](page)
                    best[number][index] = min(best[number][index], thread_time_ns() - start)
            gc.collect()
    finally:
        gc.enable()
    return [sum(times) / 1e9 for times in best]


def pure_times(name: str) -> dict[str, float]:
    """The times of the interpreted twin, and of the peer beside it, on the first few pages: from another process."""
    times: dict[str, float] = json.loads(ask("pure_speed", name, str(PURE_PAGES), str(PURE_ROUNDS), NCLEANER_PURE="1"))
    return times


def row(
    label: str, apart: dict[str, float], together: dict[str, float], pages: list[bytes], limit: float | None = None
) -> Row:
    """A line of the table."""
    megabytes = sum(map(len, pages)) / 1e6
    ratios = [times[label] / times[PEER] if PEER in times else None for times in (apart, together)]
    cells = (
        f"{1000 * apart[label] / len(pages):.3f}",
        f"{megabytes / apart[label]:.1f}",
        *("" if ratio is None else f"{ratio:.2f}" for ratio in ratios),
    )
    return Row(label, cells, ratios[1], limit)


def rounds(label: str, name: str) -> Iterator[float]:
    """Go through the pages of a data set again and again; after each round, the seconds of the best times so far."""
    pages = load(name)
    work = contenders()[label]
    best = [sys.maxsize] * len(pages)
    gc.disable()
    while True:
        for index, page in enumerate(pages):
            start = thread_time_ns()
            work(page)
            best[index] = min(best[index], thread_time_ns() - start)
        yield sum(best) / 1e9


def times_apart(labels: list[str], name: str) -> dict[str, float]:
    """The seconds that each contender needs for all pages in a process of its own."""
    workers = [Worker("rounds", label, name) for label in labels]
    times = {}
    for number in range(ROUNDS * len(workers)):
        turn = (number + number // len(workers)) % len(workers)
        times[labels[turn]] = float(workers[turn].ask())
    for worker in workers:
        worker.end()
    return {label: times[label] for label in labels}


def measure() -> Iterator[Table]:
    """A table for each data set."""
    works = contenders()
    compiled = backend.name() == "compiled"
    for name in SETS:
        pages = load(name)
        columns = ("ms/page", "MB/s", "of lexbor", "in one process")
        table = Table(f"Speed on {name} ({len(pages)} pages, {backend.name()})", columns)
        if not pages:
            table.notes.append(missing(name))
        elif compiled:
            apart = times_apart(list(works), name)
            together = dict(zip(works, best_times(pages, list(works.values()), ROUNDS), strict=True))
            for label in works:
                limit = LIMIT if label == LIMITED and PEER in works else None
                table.rows.append(row(label, apart, together, pages, limit))
            pure = pure_times(name)
            table.rows.append(
                row(f"{LIMITED}, pure", *2 * [{**pure, f"{LIMITED}, pure": pure[LIMITED]}], pages[:PURE_PAGES])
            )
            table.notes.append(f"pure Python: on the first {PURE_PAGES} pages")
        else:
            table.notes.append("skipped: the compiled modules are not in use")
        if PEER not in works:
            table.notes.append("selectolax is not installed, so there is nothing to compare with")
        yield table
