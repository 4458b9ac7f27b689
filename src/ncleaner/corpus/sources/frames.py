"""Random access to the gzip members, or the zstd or lz4 frames, of an archive with one record per frame.

Strategy: the frames of a file are defined by reading it from the beginning. After an intact frame (its checksum is
right), the next frame begins at its end. After a broken frame, the next one begins at the next position, from its
second byte on, that has the magic number and decompresses to the beginning of a record. So a broken frame does not
affect its neighbours.

To find the same frames from a position in the middle, the search starts a little before that position. A match may be
a false one: a frame of a nested archive, stored inside a record. But compressors store data that are compressed already
in short blocks, with a few bytes between them. So a run of intact frames without gaps that is longer than such a block,
or reaches the end of the file, cannot be nested. Its start is an *anchor*: reading from there gives the same frames as
reading from the beginning. If there is no anchor, the search starts farther back. Hence the frames between two
positions are the same wherever a file is divided.

Memory is bounded by the number of bytes that the caller wants from a frame. The rest is decompressed to find the end of
the frame, and discarded; beyond a limit, the search continues as after a broken frame.

Ordinary gzip members are decompressed in one call, up to the next magic number. That gives the same frames, with one
exception: trailing junk that happens to end in the member's length field is skipped instead of reported.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ncleaner.corpus.sources.compression import (
    FAILURES,
    GZIP,
    LONGEST_MAGIC,
    LZ4,
    MAGIC,
    ZSTD,
    DamagedError,
    Decompressor,
    TruncatedError,
    decompressed_member,
    decompressor,
    expand,
    is_skippable,
)
from ncleaner.corpus.sources.window import Window

LONGEST_STORED_BLOCK = {GZIP: 1 << 16, ZSTD: 1 << 17, LZ4: 1 << 22}
RECORD = b"WARC/"
BEGINNING = 1 << 17  # bytes that are returned of a frame that is too large
LARGEST_SINGLE_CALL = 1 << 20  # bytes of a compressed frame that is decompressed in one call

_INPUT = 1 << 16
_OUTPUT = 1 << 20
# Input bytes that always give some output: zstd and lz4 need a whole block.
_TRIAL = {GZIP: 1 << 12, ZSTD: (1 << 17) + 32, LZ4: (1 << 22) + 32}
_FIRST_FRAME_LIMIT = 4 << 20  # bytes from the beginning that may precede the first intact frame
_END_LIMIT = 4  # times the wanted bytes: how far a frame is decompressed to find its end
_DICTIONARY = b"\x5d\x2a\x4d\x18"  # magic number of the skippable frame with the dictionary of a zstd archive
_LARGEST_DICTIONARY = 16 << 20


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame from ``offset`` to ``end`` and its decompressed data, or their beginning if they are too large (``cut``).

    ``end`` is ``None`` if the frame was too large to be read to its end.
    """

    offset: int
    end: int | None
    data: bytes | bytearray
    cut: bool = False


@dataclass(frozen=True, slots=True)
class BrokenFrame:
    """A position where a frame is missing or damaged."""

    offset: int
    reason: str


class Frames:
    """The frames of a file in the compression format ``name``, decompressed up to ``limit`` bytes each.

    ``limit`` must be at least `BEGINNING`.
    """

    def __init__(self, window: Window, name: str, limit: int) -> None:
        self._window = window
        self._name = name
        self._limit = limit
        self._magic = MAGIC[name]
        self._dictionary = _dictionary(window) if name == ZSTD else None

    def between(self, start: int, end: int) -> Iterator[Frame | BrokenFrame]:
        """Yield the frames that begin in a range of bytes."""
        at = self._anchor(start) if start else 0
        for frame in self._walk(at, end):
            if frame.offset >= start:
                yield frame

    def first(self) -> bytes | bytearray | None:
        """Return the data of the first intact frame, or ``None`` if they are too large or too far into the file."""
        for frame in self._walk(0, min(_FIRST_FRAME_LIMIT, self._window.size)):
            if isinstance(frame, Frame) and frame.data:
                return None if frame.cut else frame.data
        return None

    def _walk(self, at: int, end: int) -> Iterator[Frame | BrokenFrame]:
        while at < end and not self._only_padding(at):
            following = None
            try:
                frame = self._frame(at)
            except DamagedError as damage:
                yield BrokenFrame(at, str(damage))
            else:
                yield frame
                following = frame.end
            at = self._next_record(at + 1, end) if following is None else following

    def _anchor(self, start: int) -> int:
        """Return a position, ``start`` or before it, where a frame certainly begins."""
        back = 2 * LONGEST_STORED_BLOCK[self._name]
        while back < start:
            at = self._next_record(start - back, start + 1)
            while at <= start:
                if self._is_anchor(at):
                    return at
                at = self._next_record(at + 1, start + 1)
            back *= 4
        return 0

    def _is_anchor(self, at: int) -> bool:
        end = min(at + LONGEST_STORED_BLOCK[self._name] + 1, self._window.size)
        try:
            while at < end:
                following = self._frame(at).end
                if following is None:
                    return False
                at = following
        except DamagedError:
            return False
        return True

    def _next_record(self, at: int, end: int) -> int:
        """Return the first position from ``at`` on that decompresses to the beginning of a record, or ``end``."""
        while (at := self._window.find(self._magic, at, end)) >= 0:
            if self._begins_record(at):
                return at
            at += 1
        return end

    def _begins_record(self, at: int) -> bool:
        beginning = self._window.take(at, _TRIAL[self._name])
        try:
            inner = decompressor(self._name, dictionary=self._dictionary)
            return inner.decompress(beginning, len(RECORD)).startswith(RECORD)
        except FAILURES:
            return False

    def _frame(self, at: int) -> Frame:
        """Return the frame at a position; raise `DamagedError` if it is missing or damaged."""
        head = self._window.take(at, LONGEST_MAGIC + 4)
        if is_skippable(head):
            return self._skippable(at, head)
        if not head.startswith(self._magic):
            raise DamagedError(f"{self._name} data expected here")
        return self._in_one_call(at) or self._in_steps(at)

    def _in_one_call(self, at: int) -> Frame | None:
        """Return the gzip member at a position if it is small and ends at the next magic number or the end of file."""
        member = self._window.until(self._magic, at, LARGEST_SINGLE_CALL) if self._name == GZIP else None
        if member is None or (data := decompressed_member(member, self._limit)) is None:
            return None
        return Frame(at, at + len(member), data)

    def _in_steps(self, at: int) -> Frame:
        inner = decompressor(self._name, dictionary=self._dictionary)
        parts: list[bytes] = []
        position = at
        count = 0
        while not inner.eof and count <= self._limit * _END_LIMIT:
            chunk = self._window.look(position, _INPUT) if inner.needs_input else b""
            if not chunk and inner.needs_input:
                raise TruncatedError(self._name)
            position += len(chunk)
            block = self._decompressed(inner, chunk)
            if count <= self._limit:
                parts.append(block)
            count += len(block)
            if count > self._limit:
                parts = [_beginning(parts)]
        # Compared again, so that the result does not depend on the size of the steps.
        near = inner.eof and count <= self._limit * _END_LIMIT
        end = position - len(inner.unused_data or b"") if near else None
        if count > self._limit:
            return Frame(at, end, parts[0], cut=True)
        return Frame(at, end, parts[0] if len(parts) == 1 else b"".join(parts))

    def _decompressed(self, inner: Decompressor, chunk: bytes | memoryview) -> bytes:
        try:
            return inner.decompress(chunk, _OUTPUT)
        except FAILURES:
            raise DamagedError(f"the {self._name} data are damaged") from None

    def _skippable(self, at: int, head: bytes) -> Frame:
        end = at + len(head) + int.from_bytes(head[LONGEST_MAGIC:], "little")
        if end > self._window.size:
            raise TruncatedError(self._name)
        return Frame(at, end, b"")

    def _only_padding(self, at: int) -> bool:
        """Return whether only zeros follow; some tools pad files with them."""
        while chunk := self._window.look(at, _INPUT):
            if chunk[0] or bytes(chunk).strip(b"\0"):
                return False
            at += len(chunk)
        return True


def _beginning(parts: list[bytes]) -> bytes:
    """Return the first `BEGINNING` bytes of the joined parts, without joining them all."""
    data = b""
    for part in parts:
        data += part[: BEGINNING - len(data)]
        if len(data) == BEGINNING:
            break
    return data


def _dictionary(window: Window) -> bytes | None:
    """Return the dictionary at the beginning of a zstd archive, if any; it may be compressed itself."""
    head = window.take(0, LONGEST_MAGIC + 4)
    size = int.from_bytes(head[LONGEST_MAGIC:], "little")
    if not head.startswith(_DICTIONARY) or size > _LARGEST_DICTIONARY:
        return None
    content = window.take(len(head), size)
    try:
        return expand(content, ZSTD, _LARGEST_DICTIONARY) if content.startswith(MAGIC[ZSTD]) else content
    except DamagedError:
        return None
