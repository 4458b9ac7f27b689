"""Where the pages of a corpus come from: `plan` divides the inputs into pieces, `read` has what is in a piece."""

from __future__ import annotations

from collections.abc import Iterator

from ncleaner.corpus.record import LARGEST_PAGE, Columns, Counts, Damage, Record, Shard
from ncleaner.corpus.sources.planning import FILES, JSONL, WARC, plan

__all__ = ["plan", "read"]


def read(
    piece: Shard,
    *,
    columns: Columns | None = None,
    max_page_bytes: int = LARGEST_PAGE,
    counts: Counts | None = None,
) -> Iterator[Record | Damage]:
    """The pages of a piece in their order, and in between what cannot be read.

    ``columns`` are those of tables; ``max_page_bytes`` is how large a page may be when all is unpacked; ``counts`` gets
    what is neither a page nor damaged.
    """
    if counts is None:
        counts = Counts()
    if columns is None:
        columns = Columns()
    if piece.kind == FILES:
        from ncleaner.corpus.sources import pages

        return pages.read(piece, max_page_bytes)
    if piece.kind == WARC:
        from ncleaner.corpus.sources import warc

        return warc.read(piece, max_page_bytes, counts)
    if piece.kind == JSONL:
        from ncleaner.corpus.sources import jsonl

        return jsonl.read(piece, columns, max_page_bytes)
    from ncleaner.corpus.sources import parquet

    return parquet.read(piece, columns, max_page_bytes)
