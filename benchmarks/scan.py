"""Speed on real pages, as a ratio to the time that lexbor needs to parse them: the fastest HTML parser Python can call.

Strategy: all contenders get the same page one after the other, and then the next page; the whole set is gone through
several times, each time in another order of contenders. For every page and contender the best time counts. What
disturbs the machine so disturbs all of them alike, and no page is warm in the cache from the round before. Time is the
CPU time of the thread, with the garbage collector off, and includes giving back what was made.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable, Iterator
from time import thread_time_ns

from benchmarks.child import ask
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


def row(label: str, seconds: float, pages: list[bytes], peer: float | None, limit: float | None = None) -> Row:
    """A line of the table."""
    megabytes = sum(map(len, pages)) / 1e6
    ratio = None if peer is None else seconds / peer
    cells = (
        f"{1000 * seconds / len(pages):.3f}",
        f"{megabytes / seconds:.1f}",
        "" if ratio is None else f"{ratio:.2f}",
    )
    return Row(label, cells, ratio, limit)


def measure() -> Iterator[Table]:
    """A table for each data set."""
    works = contenders()
    compiled = backend.name() == "compiled"
    for name in SETS:
        pages = load(name)
        table = Table(f"Speed on {name} ({len(pages)} pages, {backend.name()})", ("ms/page", "MB/s", "of lexbor"))
        if not pages:
            table.notes.append(missing(name))
            yield table
            continue
        times = dict(zip(works, best_times(pages, list(works.values()), ROUNDS if compiled else 1), strict=True))
        peer = times.get(PEER)
        for label, seconds in times.items():
            table.rows.append(row(label, seconds, pages, peer, LIMIT if compiled and label == LIMITED else None))
        if compiled:
            pure = pure_times(name)
            table.rows.append(row(f"{LIMITED}, pure", pure[LIMITED], pages[:PURE_PAGES], pure.get(PEER)))
            table.notes.append(f"pure Python: on the first {PURE_PAGES} pages")
        else:
            table.notes.append("the limit is for the compiled modules, which are not in use")
        if peer is None:
            table.notes.append("skipped: selectolax is not installed, so there is nothing to compare with")
        yield table
