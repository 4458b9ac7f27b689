"""The sinks: what becomes of cleaned pages. One module for each, imported when the sink is asked for and not before.

Every module has ``open_shard(part, options) -> ShardWriter``. A shard that gets no page leaves no file, so files are
opened when the first page comes. What is written has no clock in it and no order but that of the pages: the same pages
give the same bytes.
"""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple, Protocol

from ncleaner.corpus.cleaned import FIELDS, Cleaned
from ncleaner.corpus.run.part import Part
from ncleaner.errors import UnknownNameError

PAGES = "pages"
"""The folder of the shards in the output."""

SINKS = {
    "jsonl": ("jsonl", "one JSON object a page and line"),
    "jsonl.gz": ("jsonl", "the same, compressed by gzip"),
    "jsonl.zst": ("jsonl", "the same, compressed by zstd"),
    "parquet": ("parquet", "one row a page, with its segments as a nested list"),
    "files": ("files", "one file a page, in any format of ncleaner (--format)"),
    "vertical": ("vertical", "one token a line, for Sketch Engine and CWB"),
    "tei": ("tei", "TEI P5: one teiCorpus a shard"),
    "dolma": ("dolma", "documents with all text, and attributes with the spans to keep and to drop"),
}
"""Name to the module of a sink, and what it writes."""

TABLES = tuple(name for name, (module, _) in SINKS.items() if module in {"jsonl", "parquet"})
"""The sinks that write rows, and of these the fields that are wanted."""


class SinkOptions(NamedTuple):
    """Which sink, the format of its files where there is a choice, and whether dropped segments are written, too.

    ``fields`` are those of tables that are wanted, of `ncleaner.corpus.cleaned.FIELDS`.
    """

    sink: str
    format: str = "txt"
    all: bool = False
    fields: tuple[str, ...] = FIELDS


class ShardWriter(Protocol):
    """What is open to take the pages of one piece of the input."""

    def add(self, page: Cleaned) -> None:
        """Write a page."""

    def close(self) -> None:
        """Write what is left, and see to it that everything is on the disk."""


def open_shard(part: Part, options: SinkOptions) -> ShardWriter:
    """Something to write the pages of a piece to."""
    if options.sink not in SINKS:
        raise UnknownNameError("sink", options.sink, SINKS)
    shard: ShardWriter = import_module(f"ncleaner.corpus.sinks.{SINKS[options.sink][0]}").open_shard(part, options)
    return shard
