"""The data types of corpus jobs: shards, and the records read from them.

A job is a list of shards that is fixed before any work starts, and the records of a shard come in the order of its
sources. So the output is the same however many workers share the shards.
"""

from __future__ import annotations

from dataclasses import dataclass

LARGEST_PAGE = 16 << 20  # bytes; browsers and crawlers give up before that

NO_PAGE = "application/x-ncleaner-no-page"  # of a record with the reason why an address has no page
NOT_FETCHED = "not fetched"
REFUSED = "refused by robots.txt"
WITHOUT_RULES = "robots.txt cannot be had, so nothing may be fetched"
NO_PAGE_REASONS = (NOT_FETCHED, REFUSED, WITHOUT_RULES)
"""What such a reason begins with, up to a colon."""

HTML = "html"
TEXT = "text"


@dataclass(frozen=True, slots=True)
class Shard:
    """A unit of work: a share of the input that one worker reads and writes as one shard of the output.

    ``kind`` says how to read it: ``"files"`` is a list of small files, each of them a page; ``"warc"`` and ``"jsonl"``
    are the records of one file that begin in the bytes from ``start`` up to ``end``; ``"parquet"`` is the row groups
    of one file from ``start`` up to ``end``. ``size`` is the number of bytes as stored.

    ``stamps`` tell whether the sources are still those that were planned, see `ncleaner.corpus.sources.fingerprint`;
    without them that is not checked.

    If a file turns out not to be divisible, its first shard gets all records and the others get none.
    """

    kind: str
    sources: tuple[str, ...]
    start: int
    end: int
    size: int
    stamps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """A page as the source has it: its bytes, and what the source says about it.

    ``offset`` is its position in the source: the byte where its record or line begins, or the row of a Parquet table.
    ``charset`` is the one that the server declared; ``kind`` is ``"html"`` or ``"text"``.
    """

    source: str
    offset: int
    id: str
    url: str | None
    date: str | None
    charset: str | None
    kind: str
    data: bytes | str


@dataclass(frozen=True, slots=True)
class Damage:
    """A record that should be a page but cannot be read: its position, and the reason."""

    source: str
    offset: int
    reason: str


@dataclass(frozen=True, slots=True)
class Columns:
    """The names of the table columns that hold the page and its metadata.

    The page is in ``html`` or ``text``, whichever a row has first. Columns other than these two may be missing.
    """

    html: str = "html"
    text: str = "text"
    id: str = "id"
    url: str = "url"
    date: str = "date"


class Counts(dict[str, int]):
    """The number of records skipped because they are not pages, and of truncated records, by what they are."""

    def add(self, what: str) -> None:
        """Count one more."""
        self[what] = self.get(what, 0) + 1
