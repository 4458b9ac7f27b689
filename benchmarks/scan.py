"""Speed on real pages, as a ratio to the time that lexbor needs to parse them: the fastest HTML parser Python can call.

Strategy: every contender meets lexbor in a process that the two have for themselves, and they take turns at every page,
so that whatever disturbs the machine disturbs both alike. They go through all pages several times, and the best time
through all of them counts. Time is the CPU time of the thread, with the garbage collector off, and includes giving back
what was made.

The two are alone because a parser that makes a tree asks the allocator for much memory and gives it back page by page.
What that costs depends on what the other contenders of a process have left in the heap; and, by up to a third, on where
things happen to lie in it. So there are several such processes, each of a different size, and their times are added.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Iterator
from statistics import fmean
from time import thread_time_ns

from benchmarks.child import ask
from benchmarks.pages import SETS, load, missing
from benchmarks.report import Row, Table
from ncleaner import backend, clean
from ncleaner.decode import decode
from ncleaner.html.scan import scan
from ncleaner.segment import segment

ROUNDS = 5
PROCESSES = 3
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


def duel(label: str, pages: list[bytes], rounds: int) -> tuple[float, float | None]:
    """The seconds that a contender needs for all pages, and those of the peer beside it."""
    works = contenders()
    pair = [works[label]] + ([works[PEER]] if PEER in works else [])
    totals = []
    gc.disable()
    for round_number in range(rounds):
        total = [0] * len(pair)
        for page in pages:
            for turn in range(len(pair)):
                number = (turn + round_number) % len(pair)
                start = thread_time_ns()
                pair[number](page)
                total[number] += thread_time_ns() - start
        totals.append(total)
        gc.collect()
    gc.enable()
    best = [min(times) / 1e9 for times in zip(*totals, strict=True)]
    return best[0], best[1] if len(best) > 1 else None


def row(label: str, name: str, pages: list[bytes], limit: float | None = None) -> Row:
    """A line of the table."""
    return _row(label, _duels(label, name, len(pages), ROUNDS, PROCESSES), pages, limit)


def pure_row(name: str, pages: list[bytes]) -> Row:
    """The same for the interpreted twin of the compiled modules."""
    times = _duels(LIMITED, name, len(pages), PURE_ROUNDS, 1, NCLEANER_PURE="1")
    return _row(f"{LIMITED}, pure", times, pages, None)


def _duels(
    label: str, name: str, count: int, rounds: int, processes: int, **environment: str
) -> tuple[float, float | None]:
    """The times of a contender and of the peer, as the mean of several processes."""
    found = []
    for number in range(processes):
        padding = {"NCLEANER_BENCHMARK_PADDING": "x" * 1000 * number}  # which moves everything in the heap
        found.append(json.loads(ask("duel", label, name, str(count), str(rounds), **environment, **padding)))
    ours, peers = zip(*found, strict=True)
    return fmean(ours), None if None in peers else fmean(peers)


def _row(label: str, times: tuple[float, float | None], pages: list[bytes], limit: float | None) -> Row:
    seconds, peer = times
    ratio = None if peer is None else seconds / peer
    cells = (
        f"{1000 * seconds / len(pages):.3f}",
        f"{sum(map(len, pages)) / 1e6 / seconds:.1f}",
        "" if ratio is None else f"{ratio:.2f}",
    )
    return Row(label, cells, ratio, None if peer is None else limit)


def measure() -> Iterator[Table]:
    """A table for each data set."""
    works = contenders()
    compiled = backend.name() == "compiled"
    for name in SETS:
        pages = load(name)
        table = Table(f"Speed on {name} ({len(pages)} pages, {backend.name()})", ("ms/page", "MB/s", "of lexbor"))
        if not pages:
            table.notes.append(missing(name))
        elif compiled:
            table.rows += [row(label, name, pages, LIMIT if label == LIMITED else None) for label in works]
            table.rows.append(pure_row(name, pages[:PURE_PAGES]))
            table.notes.append(f"pure Python: on the first {PURE_PAGES} pages")
        else:
            table.notes.append("skipped: the compiled modules are not in use")
        if PEER not in works:
            table.notes.append("selectolax is not installed, so there is nothing to compare with")
        yield table
