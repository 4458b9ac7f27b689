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
from ncleaner import Cleaner, backend
from ncleaner.decode import decode
from ncleaner.html.scan import scan
from ncleaner.segment import segment

ROUNDS = 5
PROCESSES = 3
PURE_PAGES = 20
PURE_ROUNDS = 2

PEER = "lexbor: parse"
SEGMENTS = "decode + scan + segment"
NGRAM = "clean: text (ngram, english)"
EXTRACTOR = "resiliparse: main content"

LIMITS = {SEGMENTS: 0.6, NGRAM: 0.75}
LIMIT_OF_EXTRACTOR = 0.25

PUBLISHED = "NCleaner in Perl 20 million, in Perl and C 120 million (on a server of 2007)"

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
    chosen[SEGMENTS] = lambda page: segment(scan(decode(page).source))
    chosen["clean: text (heuristics)"] = _texts(Cleaner(engine="heuristics"))
    chosen[NGRAM] = _texts(Cleaner(model="english"))
    chosen["clean: text (ngram, universal)"] = _texts(Cleaner(model="universal"))
    dump = Cleaner(engine="dump")
    chosen["clean: all segments"] = lambda page: dump.clean(page).segments
    try:
        from resiliparse.extract.html2text import extract_plain_text

        chosen[EXTRACTOR] = lambda page: extract_plain_text(decode(page).text, main_content=True)
    except ImportError:
        pass
    return chosen


def _texts(cleaner: Cleaner) -> Contender:
    return lambda page: cleaner.clean(page).text


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


def row(label: str, name: str, pages: list[bytes]) -> Row:
    """A line of the table."""
    return _row(label, _duels(label, name, len(pages), ROUNDS, PROCESSES), pages, LIMITS.get(label))


def pure_row(label: str, name: str, pages: list[bytes]) -> Row:
    """The same for the interpreted twin of the compiled modules."""
    times = _duels(label, name, len(pages), PURE_ROUNDS, 1, NCLEANER_PURE="1")
    return _row(f"{label}, pure", times, pages, None)


def extractor_row(rows: list[Row]) -> list[Row]:
    """The time of the engine as a ratio to that of another tool, if it is installed; both are ratios to the peer's."""
    ratios = {row.label: row.value for row in rows}
    ours, theirs = ratios.get(NGRAM), ratios.get(EXTRACTOR)
    if ours is None or theirs is None:
        return []
    ratio = ours / theirs
    return [Row(f"{NGRAM}, of {EXTRACTOR}", ("", "", f"{ratio:.2f}"), ratio, LIMIT_OF_EXTRACTOR)]


def words_an_hour(row: Row, pages: list[bytes]) -> str:
    """What the papers measured: how many words, furniture included, are read in an hour of one core."""
    words = sum(block.words for page in pages for block in segment(scan(decode(page).source)).items)
    hourly = words / len(pages) / float(row.cells[0]) * 1000 * 3600
    return f"{row.label}: {hourly / 1e6:,.0f} million words an hour; {PUBLISHED}"


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
            table.rows += [row(label, name, pages) for label in works]
            table.rows += extractor_row(table.rows)
            table.notes += [words_an_hour(row, pages) for row in table.rows if row.label == NGRAM]
            table.rows += [pure_row(label, name, pages[:PURE_PAGES]) for label in (SEGMENTS, NGRAM)]
            table.notes.append(f"pure Python: on the first {PURE_PAGES} pages")
        else:
            table.notes.append("skipped: the compiled modules are not in use")
        if PEER not in works:
            table.notes.append("selectolax is not installed, so there is nothing to compare with")
        yield table
