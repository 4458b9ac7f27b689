"""Inputs that are damaged as a whole: nothing could be read from them.

A damaged record among good ones is nothing unusual in a crawl. An archive or a table without any record that could be
read is. Files that hold one page each are records of a crawl, so they count together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ncleaner.corpus.record import Shard
from ncleaner.corpus.sources.planning import FILES

_SAYS_NOTHING = ("warcinfo",)  # the first record of an archive, which may be all that is left of it


def unreadable(shards: Sequence[Shard], finished: Mapping[int, Mapping[str, Any]]) -> tuple[str, ...]:
    """Return the inputs from which nothing could be read, by the lines of all finished shards in the manifest."""
    read: dict[tuple[str, ...], int] = {}
    failed: dict[tuple[str, ...], int] = {}
    files: tuple[str, ...] = ()
    for number, line in finished.items():
        shard = shards[number]
        key = () if shard.kind == FILES else shard.sources
        if shard.kind == FILES:
            files += shard.sources
        read[key] = read.get(key, 0) + _read(line)
        failed[key] = failed.get(key, 0) + line["failed"]
    keys = sorted(key for key, count in failed.items() if count and not read[key])
    return tuple(source for key in keys for source in key or files)


def _read(line: Mapping[str, Any]) -> int:
    """Return the number of records of a shard that could be read."""
    passed_over: dict[str, int] = line["passed_over"]
    others = sum(count for what, count in passed_over.items() if what not in _SAYS_NOTHING)
    return int(line["pages"]) + others
