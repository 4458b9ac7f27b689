"""Merging stores of sites, from end to end: memory does not grow with the number of sites or of stores."""

from __future__ import annotations

import heapq
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from operator import attrgetter

from ncleaner.corpus.run.part import close_safely
from ncleaner.corpus.sites.entry import Entry
from ncleaner.corpus.sites.store import Store, StoreWriter

FAN_IN = 64  # stores that are merged at a time; each takes two open files and a buffer


def write_store(path: str, keys: str, entries: Iterable[Entry]) -> None:
    """Write entries, in the order of their numbers, to a new file, and flush it to disk."""
    file = open(path, "wb")  # noqa: SIM115  closed safely, or at once
    try:
        writer = StoreWriter(file, keys)
        for entry in entries:
            writer.add(entry)
        writer.finish()
    except BaseException:
        file.close()
        raise
    close_safely(file)


def merged(paths: Sequence[str], keys: str, folder: str, tick: Callable[[], None] = lambda: None) -> Iterator[Entry]:
    """Yield the entries of several stores in order, those of one site as one, with the first pages.

    ``folder`` is for temporary files. ``tick`` is called for each site; what it raises ends the merging.
    """
    paths = list(paths)
    level = 0
    while len(paths) > FAN_IN:
        groups = [paths[start : start + FAN_IN] for start in range(0, len(paths), FAN_IN)]
        before, paths = paths if level else [], []
        for number, group in enumerate(groups):
            paths.append(os.path.join(folder, f"merged-{level}-{number}"))
            write_store(paths[-1], keys, _merged(group, keys, tick))
        for path in before:
            os.unlink(path)
        level += 1
    yield from _merged(paths, keys, tick)


def _merged(paths: Sequence[str], keys: str, tick: Callable[[], None]) -> Iterator[Entry]:
    with ExitStack() as stack:
        streams = [stack.enter_context(Store(path, keys)).entries() for path in paths]
        yield from combined(heapq.merge(*streams, key=attrgetter("key")), tick)


def combined(entries: Iterable[Entry], tick: Callable[[], None] = lambda: None) -> Iterator[Entry]:
    """Yield sorted entries, with those of one site in a row merged into one."""
    current: Entry | None = None
    for entry in entries:
        if current is None:
            current = entry
        elif current.key == entry.key:
            current.merge(entry)
        else:
            tick()
            yield current
            current = entry
    if current is not None:
        yield current
