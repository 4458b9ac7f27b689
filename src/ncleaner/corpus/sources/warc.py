"""Web archives: WARC files with what servers sent, and WET files with text.

Strategy: where each record is a gzip member (or a frame of zstd or lz4) of its own, as the standard wants it, a piece
is the records whose members begin in a range of bytes, and each member is unpacked by itself: so a record that lies
about its length, or a damaged member, takes no other with it. All other archives (plain, or compressed as a whole) are
read from beginning to end, and their offsets are those of the unpacked bytes.

Either way there are bytes in which one record follows another. A record is what its header says, if the next one begins
behind it, or nothing follows. Otherwise it is damaged, and the search for the next goes on right behind its header. So
it does with records that are longer than any page, as nobody can hold them to check.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator

from fastwarc.warc import HeaderMap

from ncleaner.corpus.record import Counts, Damage, Record, Shard
from ncleaner.corpus.sources.compression import LONGEST_MAGIC, Damaged, TooLarge, compression, file_blocks, stream
from ncleaner.corpus.sources.frames import LONGEST_STORED_BLOCK, RECORD, Broken, Frame, Frames
from ncleaner.corpus.sources.paths import open_source
from ncleaner.corpus.sources.response import PAGE_STATUS, Headers, NotAPage, between, kind_of, page_of, split_response
from ncleaner.corpus.sources.window import Window

NO_PAGES = ("warcinfo", "request", "metadata", "revisit", "continuation")
CUT_SHORT = "cut short by the crawler"

_LONGEST_HEAD = 1 << 16
_LONGEST_FIRST = 1 << 20  # the first record is about the archive itself, and short
_END = b"\r\n\r\n"  # of headers, and of records
_NEXT = b"\nWARC/1."


def is_divided(window: Window) -> bool:
    """Whether each record of an archive is compressed by itself."""
    frames = _frames(window, _LONGEST_FIRST)
    first = None if frames is None else frames.first()
    if first is None:
        return False
    header = _header(first)
    return header is not None and not first[header.end + header.length :].strip(b"\r\n")


def _frames(window: Window, most: int) -> Frames | None:
    name = compression(window.take(0, LONGEST_MAGIC))
    return Frames(window, name, most) if name in LONGEST_STORED_BLOCK else None


def read(piece: Shard, most: int, counts: Counts) -> Iterator[Record | Damage]:
    """The pages of a piece, each of ``most`` bytes at most."""
    source = piece.sources[0]
    with open_source(source) as file:
        window = Window(file)
        archive = _Archive(source, most, counts)
        frames = _frames(window, most + 2 * _LONGEST_HEAD)
        if frames is not None and is_divided(window):
            yield from archive.framed(frames.between(piece.start, piece.end))
        elif piece.start == 0:  # the first piece has it all
            name = compression(window.take(0, LONGEST_MAGIC))
            file.seek(0)
            yield from archive.undivided(file_blocks(file) if name is None else stream(file_blocks(file), name))


class _Header:
    """The fields of a record, where they end, and the length of what follows: −1 if they do not say it."""

    __slots__ = ("end", "length", "get")

    def __init__(self, head: bytes) -> None:
        self.end = len(head)
        # Not all of a `fastwarc.warc.WarcRecord`: that would set aside as much memory as the header says.
        fields = HeaderMap()
        fields.parse(io.BytesIO(head))
        self.get = {name.lower(): value for name, value in fields.to_tuples()}.get
        said = self.get("content-length", "")
        self.length = int(said) if said.isascii() and said.isdigit() and len(said) < 19 else -1


def _header(data: bytes | bytearray, at: int = 0) -> _Header | None:
    """The header that begins at a place, if one does; its end is counted from there."""
    end = data.find(_END, at, at + _LONGEST_HEAD)
    if end < 0 or not data.startswith(RECORD, at):
        return None
    try:
        return _Header(between(data, at, end + len(_END)))
    except OSError:
        return None


class _Archive:
    """What is found in one archive."""

    def __init__(self, source: str, most: int, counts: Counts) -> None:
        self._source = source
        self._most = most
        self._longest = most + _LONGEST_HEAD  # that a record with a page may be
        self._counts = counts

    def framed(self, frames: Iterable[Frame | Broken]) -> Iterator[Record | Damage]:
        """The pages of an archive whose records are frames."""
        for found in frames:
            if isinstance(found, Broken):
                yield Damage(self._source, found.offset, found.reason)
            elif found.data:
                yield from self._in_frame(found.data, found.offset)

    def _in_frame(self, data: bytes | bytearray, offset: int) -> Iterator[Record | Damage]:
        header = _header(data)
        if header is None or not self._is_alone(header, data):
            yield from self._records(_Lookahead([bytes(data)]), offset)
            return
        whole = header.length <= self._longest
        end = header.end + (header.length if whole else _LONGEST_HEAD)
        page = self._judged(header, data, header.end, end, offset, whole)
        if page is not None:
            yield page

    def _is_alone(self, header: _Header, data: bytes | bytearray) -> bool:
        """Whether there is nothing in a frame but this record, as should be; or too much to look for more."""
        return header.length > self._longest or data[header.end + header.length :] == _END

    def undivided(self, blocks: Iterable[bytes]) -> Iterator[Record | Damage]:
        """The pages of an archive that is read from beginning to end."""
        ahead = _Lookahead(blocks)
        yield from self._records(ahead, None)
        if ahead.failure is not None:
            yield Damage(self._source, ahead.position, ahead.failure)

    def _records(self, ahead: _Lookahead, offset: int | None) -> Iterator[Record | Damage]:
        """Record after record; they are all at ``offset`` if that is given."""
        ahead.skip_line_ends()
        while ahead.reaches(1):
            here = ahead.position if offset is None else offset
            ahead.reaches(_LONGEST_HEAD)
            header = _header(ahead.data, ahead.at)
            found, end = self._record(ahead, header, here)
            if found is not None:
                yield found
            if end:
                ahead.at += end
            else:
                ahead.skip_to_next(1 if header is None else header.end)
            ahead.skip_line_ends()

    def _record(self, ahead: _Lookahead, header: _Header | None, offset: int) -> tuple[Record | Damage | None, int]:
        """What the record ahead is, and its length; 0 if that cannot be relied on."""
        if header is None:
            return Damage(self._source, offset, "no WARC record here"), 0
        whole = header.length <= self._longest
        try:
            if whole:
                ahead.expect(header.end, header.length)
        except Damaged as damage:
            return Damage(self._source, offset, str(damage)), 0
        shown = header.length if whole else _LONGEST_HEAD
        ahead.reaches(header.end + shown)
        begin = ahead.at + header.end
        page = self._judged(header, ahead.data, begin, begin + shown, offset, whole)
        return page, header.end + header.length if whole else 0

    def _judged(
        self, header: _Header, data: bytes | bytearray, start: int, end: int, offset: int, whole: bool
    ) -> Record | Damage | None:
        """The page in a record, whose block stands between two places; or what is wrong; nothing if it is no page."""
        try:
            return self._page(header, _message(header, data, start, min(end, len(data))), offset, whole)
        except NotAPage as what:
            self._counts.add(str(what))
            return None
        except Damaged as damage:
            return Damage(self._source, offset, str(damage))

    def _page(self, header: _Header, message: tuple[Headers, bytes], offset: int, whole: bool) -> Record:
        headers, body = message
        kind, charset = kind_of(headers.get("content-type") or header.get("warc-identified-payload-type"), body)
        if not whole:
            raise TooLarge(self._most)
        cut = bool(header.get("warc-truncated"))
        data = page_of(headers, body, kind, self._most, cut)
        if cut:
            self._counts.add(CUT_SHORT)
        identity = (header.get("warc-record-id") or f"{self._source}#{offset}").strip("<>")
        url = header.get("warc-target-uri")
        date = header.get("warc-date")
        return Record(self._source, offset, identity, url and url.strip("<>"), date, charset, kind, data)


def _message(header: _Header, data: bytes | bytearray, start: int, end: int) -> tuple[Headers, bytes]:
    """Headers and body of what stands between two places; `NotAPage` if no page is in records of that type."""
    what = (header.get("warc-type", "")).lower()
    content_type = header.get("content-type", "")
    if what == "response":
        if content_type and not content_type.lower().startswith("application/http"):
            raise NotAPage("not HTTP")
        status, headers, body = split_response(data, start, end)
        if status not in PAGE_STATUS:
            raise NotAPage(f"status {status // 100}xx")
        return headers, body
    if what in {"resource", "conversion"}:
        return Headers({"content-type": content_type}), between(data, start, end)
    raise NotAPage(what if what in NO_PAGES else "another type of record")


class _Lookahead:
    """Blocks of bytes put together as far as somebody wants to look ahead.

    ``data[at]`` is the next byte; ``position`` counts from the beginning of all; ``failure`` says why there is no more,
    where that is not the end.
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
        """Whether there are as many bytes ahead."""
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
        except (Damaged, OSError) as error:
            self.failure = str(error)
            block = b""
        self._ended = not block
        return block

    def expect(self, start: int, length: int) -> None:
        """`Damaged` unless something of a length is followed by the next record, or nothing."""
        if length < 0:
            raise Damaged("the length of the record is missing")
        if not self.reaches(start + length):
            there = len(self.data) - self.at - start
            raise Damaged(f"the record should have {length} bytes and has {there}")
        self.reaches(start + length + 16)
        begin = self.at + start + length
        following = self.data[begin : begin + 16].lstrip(b"\r\n")
        if following and not following.startswith(RECORD):
            raise Damaged(f"the record goes on behind the {length} bytes that it should have")

    def skip_line_ends(self) -> None:
        """Go on to something else than the end of a line."""
        while self.reaches(1) and self.data[self.at] in b"\r\n":
            self.at += 1

    def skip_to_next(self, start: int) -> None:
        """Go on to the line with which a record begins, at a distance or behind it, or to the end of all."""
        self.at += start - 1
        while (found := self.data.find(_NEXT, self.at)) < 0:
            self.at = max(self.at, len(self.data) - len(_NEXT))
            if not self.reaches(len(self.data) - self.at + 1):
                self.at = len(self.data)
                return
        self.at = found + 1
