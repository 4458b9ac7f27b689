"""Speed on real pages, as a ratio to the time that lexbor needs to parse them: the fastest HTML parser Python can call.

Strategy: every contender has a process of its own, as its users have it, in which it goes through all pages several
times. The best time through all of them counts. Time is the CPU time of the thread, with the garbage collector off, and
includes giving back what was made. The processes of all contenders take turns several times, so that what disturbs the
machine disturbs all of them alike, and the best process of each counts.

Nothing else is in such a process, because a parser that makes a tree asks the allocator for much memory and gives it
back page by page. What that costs depends on what others have done to the heap. Where a large piece of memory has been
freed before, as by whoever loads a model, glibc keeps what it is given back, and lexbor may be twice as fast. How fast
it is then has a line of its own in the table.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from time import thread_time_ns
from typing import Any

from benchmarks.child import ask
from benchmarks.pages import SETS, load, missing
from benchmarks.report import Row, Table
from ncleaner import backend

ROUNDS = 5
PROCESSES = 3
PURE_PAGES = 20
PURE_ROUNDS = 2

PEER = "lexbor: parse"
PEER_AT_BEST = "lexbor: parse, memory is kept"
SEGMENTS = "decode + scan + segment"
NGRAM = "clean: text (ngram, english)"
FOREST = "clean: text (forest)"
EXTRACTOR = "resiliparse: main content"

LIMITS = {SEGMENTS: 0.6, NGRAM: 0.75, FOREST: 1.0}
LIMITS_OF_EXTRACTOR = {NGRAM: 0.25, FOREST: 0.35}

# glibc gives back what is free at the end of the heap only from so many bytes on.
ENVIRONMENTS = {PEER_AT_BEST: {"MALLOC_TRIM_THRESHOLD_": str(1 << 28), "MALLOC_MMAP_THRESHOLD_": str(1 << 25)}}

PUBLISHED = "NCleaner in Perl 20 million, in Perl and C 120 million (on a server of 2007)"

Contender = Callable[[bytes], Any]


def contenders() -> dict[str, Callable[[], Contender]]:
    """What gets each contender ready, by name; the peer to compare with comes first."""
    return {
        PEER: _lexbor,
        PEER_AT_BEST: _lexbor,
        "decode": _decode,
        "decode + scan": _scan,
        SEGMENTS: _segment,
        "clean: text (heuristics)": lambda: _texts(engine="heuristics"),
        NGRAM: lambda: _texts(model="english"),
        "clean: text (ngram, universal)": lambda: _texts(model="universal"),
        FOREST: lambda: _texts(engine="forest"),
        "clean: all segments": _segments,
        EXTRACTOR: _resiliparse,
    }


def _lexbor() -> Contender:
    from selectolax.lexbor import LexborHTMLParser

    return LexborHTMLParser


def _decode() -> Contender:
    from ncleaner.decode import decode

    return decode


def _scan() -> Contender:
    from ncleaner.decode import decode
    from ncleaner.read.html.scan import scan

    return lambda page: scan(decode(page).source)


def _segment() -> Contender:
    from ncleaner.decode import decode
    from ncleaner.read.html.scan import scan
    from ncleaner.read.segment import segment

    return lambda page: segment(scan(decode(page).source))


def _texts(**chosen: str) -> Contender:
    from ncleaner import Cleaner

    cleaner = Cleaner(**chosen)
    return lambda page: cleaner.clean(page).text


def _segments() -> Contender:
    from ncleaner import Cleaner

    cleaner = Cleaner(engine="dump")
    return lambda page: cleaner.clean(page).segments


def _resiliparse() -> Contender:
    from resiliparse.extract.html2text import extract_plain_text

    from ncleaner.decode import decode

    return lambda page: extract_plain_text(decode(page).text, main_content=True)


def seconds(label: str, pages: list[bytes], rounds: int) -> float:
    """The seconds that a contender needs for all pages."""
    work = contenders()[label]()
    times = []
    gc.disable()
    for _ in range(rounds):
        start = thread_time_ns()
        for page in pages:
            work(page)
        times.append(thread_time_ns() - start)
        gc.collect()
    gc.enable()
    return min(times) / 1e9


def is_installed(label: str) -> bool:
    """Whether a contender can be had here."""
    try:
        contenders()[label]()
    except ImportError:
        return False
    return True


def take_turns(labels: list[str], name: str, count: int) -> dict[str, float]:
    """The seconds of all contenders, each in several processes of its own."""
    times: dict[str, list[float]] = {label: [] for label in labels}
    for _ in range(PROCESSES):
        for label in labels:
            times[label].append(_ask(label, name, count, ROUNDS, **ENVIRONMENTS.get(label, {})))
    return {label: min(found) for label, found in times.items()}


def _ask(label: str, name: str, count: int, rounds: int, **environment: str) -> float:
    return float(ask("seconds", label, name, str(count), str(rounds), **environment))


def row(label: str, times: dict[str, float], pages: list[bytes]) -> Row:
    """A line of the table."""
    ratio = times[label] / times[PEER] if PEER in times else None
    cells = (
        f"{1000 * times[label] / len(pages):.3f}",
        f"{sum(map(len, pages)) / 1e6 / times[label]:.1f}",
        "" if ratio is None else f"{ratio:.2f}",
    )
    return Row(label, cells, ratio, LIMITS.get(label))


def pure_rows(name: str, pages: list[bytes], peer: bool) -> list[Row]:
    """The same for the interpreted twins of the compiled modules."""
    times = {
        f"{label}, pure": _ask(label, name, len(pages), PURE_ROUNDS, NCLEANER_PURE="1")
        for label in (SEGMENTS, NGRAM, FOREST)
    }
    if peer:
        times[PEER] = _ask(PEER, name, len(pages), ROUNDS)
    return [row(label, times, pages) for label in times if label != PEER]


def extractor_rows(times: dict[str, float]) -> list[Row]:
    """The times of engines as ratios to that of another tool, if it is installed."""
    if EXTRACTOR not in times:
        return []
    rows = []
    for label, limit in LIMITS_OF_EXTRACTOR.items():
        ratio = times[label] / times[EXTRACTOR]
        rows.append(Row(f"{label}, of {EXTRACTOR}", ("", "", f"{ratio:.2f}"), ratio, limit))
    return rows


def words_an_hour(time: float, pages: list[bytes]) -> str:
    """What the papers measured: how many words, boilerplate included, are read in an hour of one core."""
    blocks = map(_segment(), pages)
    words = sum(block.words for found in blocks for block in found.items)
    return f"{NGRAM}: {words / time * 3600 / 1e6:,.0f} million words an hour; {PUBLISHED}"


def measure() -> Iterator[Table]:
    """A table for each data set."""
    labels = [label for label in contenders() if is_installed(label)]
    for name in SETS:
        pages = load(name)
        table = Table(f"Speed on {name} ({len(pages)} pages, {backend.name()})", ("ms/page", "MB/s", "of lexbor"))
        if not pages:
            table.notes.append(missing(name))
        elif backend.name() == "compiled":
            times = take_turns(labels, name, len(pages))
            table.rows += [row(label, times, pages) for label in labels]
            table.rows += extractor_rows(times)
            table.rows += pure_rows(name, pages[:PURE_PAGES], PEER in labels)
            table.notes.append(words_an_hour(times[NGRAM], pages))
            table.notes.append(f"pure Python: on the first {PURE_PAGES} pages")
        else:
            table.notes.append("skipped: the compiled modules are not in use")
        if PEER not in labels:
            table.notes.append("selectolax is not installed, so there is nothing to compare with")
        yield table
