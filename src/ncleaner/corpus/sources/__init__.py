"""The input of a corpus job: `plan` divides the inputs into shards, `read` reads the pages of a shard."""

from __future__ import annotations

from collections.abc import Iterator

from ncleaner.corpus.record import LARGEST_PAGE, Columns, Counts, Damage, Record, Shard
from ncleaner.corpus.sources.planning import FILES, JSONL, WARC, plan

__all__ = ["plan", "read"]


def read(
    shard: Shard,
    *,
    columns: Columns | None = None,
    max_page_bytes: int = LARGEST_PAGE,
    counts: Counts | None = None,
) -> Iterator[Record | Damage]:
    """Yield the pages of a shard in order, with a `Damage` in place of each page that cannot be read.

    ``columns`` names the columns of tables; ``max_page_bytes`` limits the size of a decompressed page; ``counts``
    counts the records that are neither pages nor damaged.
    """
    if counts is None:
        counts = Counts()
    if columns is None:
        columns = Columns()
    if shard.kind == FILES:
        from ncleaner.corpus.sources import pages

        return pages.read(shard, max_page_bytes)
    if shard.kind == WARC:
        from ncleaner.corpus.sources import warc

        return warc.read(shard, max_page_bytes, counts)
    if shard.kind == JSONL:
        from ncleaner.corpus.sources import jsonl

        return jsonl.read(shard, columns, max_page_bytes)
    from ncleaner.corpus.sources import parquet

    return parquet.read(shard, columns, max_page_bytes)
