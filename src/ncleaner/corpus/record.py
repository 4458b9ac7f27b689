"""The nouns of corpus jobs: a piece of the input, and what is found in it.

A job is a list of pieces that is settled before anything runs, and the records of a piece come in the order of its
sources. So the whole is the same however many workers share the pieces.
"""

from __future__ import annotations

from dataclasses import dataclass

LARGEST_PAGE = 16 << 20  # bytes; browsers and crawlers give up before that

HTML = "html"
TEXT = "text"


@dataclass(frozen=True, slots=True)
class Piece:
    """A share of the input that one worker reads, and that becomes one shard of the output.

    ``kind`` says how it is read: ``"files"`` are a run of small files, each of them a page; ``"warc"`` and ``"jsonl"``
    are the records of one file that begin in the bytes from ``start`` up to ``end``; ``"parquet"`` are the row groups
    of one file from ``start`` up to ``end``. ``size`` is its bytes as they are stored.

    If a file turns out not to be divisible, its first piece has all records, and the others have none.
    """

    kind: str
    sources: tuple[str, ...]
    start: int
    end: int
    size: int


@dataclass(frozen=True, slots=True)
class Record:
    """A page as it was found: its bytes, and what the source says about it.

    ``offset`` is its place in the source: the byte where its record or line begins, or the row of a Parquet table.
    ``charset`` is what the server said; ``kind`` is ``"html"`` or ``"text"``.
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
    """Something that should have been a page and cannot be read: where it is, and why."""

    source: str
    offset: int
    reason: str


@dataclass(frozen=True, slots=True)
class Columns:
    """Which fields of a table hold the page and what is known about it.

    Either ``html`` or ``text`` is the page: the first that a row has. Fields other than these two may be missing.
    """

    html: str = "html"
    text: str = "text"
    id: str = "id"
    url: str = "url"
    date: str = "date"


class Counts(dict[str, int]):
    """How often something was passed over that is no page, or found to be cut short, by what it was."""

    def add(self, what: str) -> None:
        """Count one more."""
        self[what] = self.get(what, 0) + 1
