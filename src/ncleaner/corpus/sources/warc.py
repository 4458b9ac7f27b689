"""Web archives: WARC files with HTTP responses, and WET files with plain text.

Strategy: if each record is its own gzip member (or zstd or lz4 frame), as the standard recommends, a shard has the
records whose members begin in a range of bytes, and each member is decompressed by itself. So a damaged member, or a
record with a wrong length, does not affect its neighbours. All other archives (plain, or compressed as a whole) are
read from beginning to end, and offsets count their decompressed bytes.

In either case the result is a sequence of records. The length in the header of a record is trusted if another record,
or nothing, follows. Otherwise the record is damaged, and the search for the next one starts right after its header. The
same applies to records longer than any page, because they are too long to be held in memory and checked.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator

from fastwarc.warc import HeaderMap

from ncleaner.corpus.record import NO_PAGE, NO_PAGE_REASONS, NOT_FETCHED, Counts, Damage, Record, Shard
from ncleaner.corpus.sources.compression import (
    LONGEST_MAGIC,
    DamagedError,
    TooLargeError,
    compression,
    file_blocks,
    stream,
)
from ncleaner.corpus.sources.frames import LONGEST_STORED_BLOCK, RECORD, BrokenFrame, Frame, Frames
from ncleaner.corpus.sources.paths import open_source
from ncleaner.corpus.sources.response import (
    PAGE_STATUS,
    Headers,
    NotAPageError,
    between,
    kind_of,
    page_of,
    split_response,
)
from ncleaner.corpus.sources.window import Window

NO_PAGES = ("warcinfo", "request", "metadata", "revisit", "continuation")
CUT_SHORT = "cut short by the crawler"

_LONGEST_HEAD = 1 << 16
_LONGEST_REASON = 1 << 10
_LONGEST_FIRST = 1 << 20  # bytes; the first record describes the archive, and is short
_END = b"\r\n\r\n"  # of headers, and of records
_NEXT = b"\nWARC/1."


def is_compressed_per_record(window: Window) -> bool:
    """Return whether each record of an archive is compressed by itself."""
    frames = _frames(window, _LONGEST_FIRST)
    first = None if frames is None else frames.first()
    if first is None:
        return False
    header = _header(first)
    return header is not None and not first[header.end + header.length :].strip(b"\r\n")


def _frames(window: Window, limit: int) -> Frames | None:
    name = compression(window.take(0, LONGEST_MAGIC))
    return Frames(window, name, limit) if name in LONGEST_STORED_BLOCK else None


def read(shard: Shard, limit: int, counts: Counts) -> Iterator[Record | Damage]:
    """Yield the pages of a shard, each of at most ``limit`` bytes."""
    source = shard.sources[0]
    with open_source(source) as file:
        window = Window(file)
        archive = _Archive(source, limit, counts)
        frames = _frames(window, limit + 2 * _LONGEST_HEAD)
        if frames is not None and is_compressed_per_record(window):
            yield from archive.framed(frames.between(shard.start, shard.end))
        elif shard.start == 0:  # the first shard has the whole file
            name = compression(window.take(0, LONGEST_MAGIC))
            file.seek(0)
            yield from archive.sequential(file_blocks(file) if name is None else stream(file_blocks(file), name))


class _Header:
    """The header fields of a record, the length of the header, and the length of the block: −1 if unknown."""

    __slots__ = ("end", "length", "get")

    def __init__(self, head: bytes) -> None:
        self.end = len(head)
        # Not a `fastwarc.warc.WarcRecord`: that would allocate as much memory as the header says.
        fields = HeaderMap()
        fields.parse(io.BytesIO(head))
        self.get = {name.lower(): value for name, value in fields.to_tuples()}.get
        length = self.get("content-length", "")
        self.length = int(length) if length.isascii() and length.isdigit() and len(length) < 19 else -1


def _header(data: bytes | bytearray, at: int = 0) -> _Header | None:
    """Return the header at a position, or ``None``; its ``end`` is relative to that position."""
    end = data.find(_END, at, at + _LONGEST_HEAD)
    if end < 0 or not data.startswith(RECORD, at):
        return None
    try:
        return _Header(between(data, at, end + len(_END)))
    except OSError:
        return None


class _Archive:
    """The reader of one archive; ``limit`` is the size limit of a page."""

    def __init__(self, source: str, limit: int, counts: Counts) -> None:
        self._source = source
        self._limit = limit
        self._longest = limit + _LONGEST_HEAD  # bytes of a record with a page
        self._counts = counts

    def framed(self, frames: Iterable[Frame | BrokenFrame]) -> Iterator[Record | Damage]:
        """Yield the pages of an archive with one record per frame."""
        for frame in frames:
            if isinstance(frame, BrokenFrame):
                yield Damage(self._source, frame.offset, frame.reason)
            elif frame.data:
                yield from self._in_frame(frame.data, frame.offset)

    def _in_frame(self, data: bytes | bytearray, offset: int) -> Iterator[Record | Damage]:
        header = _header(data)
        if header is None or not self._is_alone(header, data):
            yield from self._records(_Lookahead([bytes(data)]), offset)
            return
        whole = header.length <= self._longest
        end = header.end + (header.length if whole else _LONGEST_HEAD)
        page = self._page_or_damage(header, data, header.end, end, offset, whole)
        if page is not None:
            yield page

    def _is_alone(self, header: _Header, data: bytes | bytearray) -> bool:
        """Return whether a frame has only this record, or one that is too long to look for others after it."""
        return header.length > self._longest or data[header.end + header.length :] == _END

    def sequential(self, blocks: Iterable[bytes]) -> Iterator[Record | Damage]:
        """Yield the pages of an archive that is read from beginning to end."""
        ahead = _Lookahead(blocks)
        yield from self._records(ahead, None)
        if ahead.failure is not None:
            yield Damage(self._source, ahead.position, ahead.failure)

    def _records(self, ahead: _Lookahead, offset: int | None) -> Iterator[Record | Damage]:
        """Yield the pages of consecutive records; ``offset`` overrides the offsets of all of them."""
        ahead.skip_line_ends()
        while ahead.reaches(1):
            here = ahead.position if offset is None else offset
            ahead.reaches(_LONGEST_HEAD)
            header = _header(ahead.data, ahead.at)
            page, length = self._record(ahead, header, here)
            if page is not None:
                yield page
            if length:
                ahead.at += length
            else:
                ahead.skip_to_next(1 if header is None else header.end)
            ahead.skip_line_ends()

    def _record(self, ahead: _Lookahead, header: _Header | None, offset: int) -> tuple[Record | Damage | None, int]:
        """Return the page or damage in the record ahead, if any, and its length, or 0 if that cannot be trusted."""
        if header is None:
            return Damage(self._source, offset, "WARC record expected here"), 0
        whole = header.length <= self._longest
        try:
            if whole:
                ahead.expect(header.end, header.length)
        except DamagedError as damage:
            return Damage(self._source, offset, str(damage)), 0
        shown = header.length if whole else _LONGEST_HEAD
        ahead.reaches(header.end + shown)
        begin = ahead.at + header.end
        page = self._page_or_damage(header, ahead.data, begin, begin + shown, offset, whole)
        return page, header.end + header.length if whole else 0

    def _page_or_damage(
        self, header: _Header, data: bytes | bytearray, start: int, end: int, offset: int, whole: bool
    ) -> Record | Damage | None:
        """Return the page, or the damage, in a record with its block from ``start`` to ``end``; ``None`` if neither."""
        try:
            return self._page(header, _message(header, data, start, min(end, len(data))), offset, whole)
        except NotAPageError as reason:
            self._counts.add(str(reason))
            return None
        except DamagedError as damage:
            return Damage(self._source, offset, str(damage))

    def _page(self, header: _Header, message: tuple[Headers, bytes], offset: int, whole: bool) -> Record:
        headers, body = message
        kind, charset = kind_of(headers.get("content-type") or header.get("warc-identified-payload-type"), body)
        if not whole:
            raise TooLargeError(self._limit)
        truncated = bool(header.get("warc-truncated"))
        data = page_of(headers, body, kind, self._limit, truncated)
        if truncated:
            self._counts.add(CUT_SHORT)
        identity = (header.get("warc-record-id") or f"{self._source}#{offset}").strip("<>")
        url = header.get("warc-target-uri")
        date = header.get("warc-date")
        return Record(self._source, offset, identity, url and url.strip("<>"), date, charset, kind, data)


def _message(header: _Header, data: bytes | bytearray, start: int, end: int) -> tuple[Headers, bytes]:
    """Return the headers and body of a record's block; raise `NotAPageError` if records of this type have no page."""
    record_type = header.get("warc-type", "").lower()
    content_type = header.get("content-type", "")
    if record_type == "response":
        if content_type and not content_type.lower().startswith("application/http"):
            raise NotAPageError("not HTTP")
        status, headers, body = split_response(data, start, end)
        if status not in PAGE_STATUS:
            raise NotAPageError(f"status {status // 100}xx")
        return headers, body
    if record_type == "metadata" and content_type == NO_PAGE:
        raise DamagedError(_reason(between(data, start, end)))
    if record_type in {"resource", "conversion"}:
        return Headers({"content-type": content_type}), between(data, start, end)
    raise NotAPageError(record_type if record_type in NO_PAGES else "another type of record")


def _reason(block: bytes) -> str:
    """Return the reason why an address has no page; reasons are counted by their beginnings, so these are bounded."""
    reason = block[:_LONGEST_REASON].decode("utf-8", "replace")
    return reason if reason.partition(":")[0] in NO_PAGE_REASONS else f"{NOT_FETCHED}: {reason}"


class _Lookahead:
    """A buffer over blocks of bytes that joins as many as needed to look ahead.

    ``data[at]`` is the next byte; ``position`` is its offset from the beginning of the first block; ``failure`` is the
    reason if the blocks ended with an error.
    """

    def __init__(self, blocks: Iterable[bytes]) -> None:
        self._blocks = iter(blocks)
        self._base = 0
        self._ended = False
        self.data = b""
        self.at = 0
        self.failure: str | None = None

    @property
    def position(self) -> int:
        return self._base + self.at

    def reaches(self, count: int) -> bool:
        """Read on until ``count`` bytes are ahead, and return whether there are as many."""
        if self.at + count <= len(self.data):
            return True
        if self._ended:
            return False
        parts = [self.data[self.at :]]
        held = len(parts[0])
        while held < count and (block := self._next_block()):
            parts.append(block)
            held += len(block)
        self._base += self.at
        self.at = 0
        self.data = b"".join(parts)
        return held >= count

    def _next_block(self) -> bytes:
        try:
            block = next(self._blocks, b"")
        except DamagedError as damage:
            self.failure = str(damage)
            block = b""
        self._ended = not block
        return block

    def expect(self, start: int, length: int) -> None:
        """Raise `DamagedError` unless another record, or nothing, follows ``length`` bytes from ``start``."""
        if length < 0:
            raise DamagedError("the record has no valid Content-Length")
        if not self.reaches(start + length):
            available = len(self.data) - self.at - start
            raise DamagedError(f"the record has {available} bytes instead of {length}")
        self.reaches(start + length + 16)
        begin = self.at + start + length
        following = self.data[begin : begin + 16].lstrip(b"\r\n")
        if following and not following.startswith(RECORD):
            raise DamagedError(f"the record is longer than its Content-Length of {length} bytes")

    def skip_line_ends(self) -> None:
        """Advance past line endings."""
        while self.reaches(1) and self.data[self.at] in b"\r\n":
            self.at += 1

    def skip_to_next(self, start: int) -> None:
        """Advance to the first record that begins ``start`` bytes ahead or later, or to the end."""
        self.at += start - 1
        while (line_end := self.data.find(_NEXT, self.at)) < 0:
            self.at = max(self.at, len(self.data) - len(_NEXT))
            if not self.reaches(len(self.data) - self.at + 1):
                self.at = len(self.data)
                return
        self.at = line_end + 1
