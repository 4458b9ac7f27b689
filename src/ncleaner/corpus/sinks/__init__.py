"""The sinks, which write cleaned pages. Each has its own module, imported only when the sink is used.

Every module has ``open_shard(part, options) -> ShardWriter``. A shard without pages leaves no file, so files are opened
for the first page. The output depends only on the pages and their order, not on the time: the same pages give the same
bytes.
"""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple, Protocol

from ncleaner.corpus.cleaned import FIELDS, Cleaned
from ncleaner.corpus.run.part import Part
from ncleaner.errors import UnknownNameError

PAGES = "pages"
"""The folder of the output that has the shards."""

SINKS = {
    "jsonl": ("jsonl", "one JSON object per line, one line per page"),
    "jsonl.gz": ("jsonl", "JSON Lines, compressed by gzip"),
    "jsonl.zst": ("jsonl", "JSON Lines, compressed by zstd"),
    "parquet": ("parquet", "one row per page, with its segments as a nested list"),
    "files": ("files", "one file per page, in any format of ncleaner (--format)"),
    "vertical": ("vertical", "one token per line, for Sketch Engine and CWB, with their configurations"),
    "tei": ("tei", "TEI P5, one teiCorpus per shard"),
    "dolma": ("dolma", "documents with the whole text, and attributes with the spans to keep and to drop"),
}
"""Sink name to module name and description."""

TABLES = tuple(name for name, (module, _) in SINKS.items() if module in {"jsonl", "parquet"})
"""The sinks that write rows with selectable fields."""


class SinkOptions(NamedTuple):
    """The sink and its options.

    ``format`` is the format of the sink ``files``; ``all`` writes dropped segments, too; ``fields`` are the fields of
    tables to write, out of `ncleaner.corpus.cleaned.ALL_FIELDS`.
    """

    sink: str
    format: str = "txt"
    all: bool = False
    fields: tuple[str, ...] = FIELDS


class ShardWriter(Protocol):
    """The writer of the pages of one shard."""

    def add(self, page: Cleaned) -> None:
        """Write a page."""

    def close(self) -> None:
        """Write the rest, and make sure that everything is on the disk."""


def open_shard(part: Part, options: SinkOptions) -> ShardWriter:
    """Return a writer for the pages of a shard."""
    if options.sink not in SINKS:
        raise UnknownNameError("sink", options.sink, SINKS)
    writer: ShardWriter = import_module(f"ncleaner.corpus.sinks.{SINKS[options.sink][0]}").open_shard(part, options)
    return writer


def corpus_files(options: SinkOptions) -> dict[str, str]:
    """Return the files beside the shards that describe the whole corpus, by their names in the output folder."""
    if SINKS[options.sink][0] != "vertical":
        return {}
    from ncleaner.corpus.sinks.registries import registries

    return registries(options.all)
