"""The members of a gzip file, or the frames of a zstd or lz4 file, of which each holds a record: from any point on.

Strategy: what the frames of a file are is settled by reading it from its beginning. A whole frame (its checksum is
right) is followed by what comes behind it. A broken one is followed by the next place, from its second byte on, where
the magic number stands and a record begins to unpack, so that no broken frame can take others with it.

To begin in the middle and still find these very frames, the same search goes on from a little before that point. What
it finds may be an impostor: an archive stored within a record, unpacked by the wrong hand. But whoever compresses
compressed data stores them in blocks, which are short, with a few bytes between them. So a row of whole frames without
a gap that is longer than such a block, or reaches the end of the file, is no impostor: it is an *anchor*, and reading
on from there is as good as from the beginning. If there is no anchor, the search starts farther back. Hence the frames
between two points are the same wherever the reading of a file was divided.

Memory is bounded by what the caller wants to have of a frame. The rest is unpacked to find its end, and forgotten;
where that is too much to ask, what follows is found as if the frame were broken.

Ordinary gzip members are unpacked in one go, up to the next magic number. That comes to the same frames, but for junk
behind a member that ends with the very length of what the member holds: it is passed over.
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
    CutOff,
    Damaged,
    Decompressor,
    decompressor,
    expand,
    is_skippable,
    unpacked,
)
from ncleaner.corpus.sources.window import Window

LONGEST_STORED_BLOCK = {GZIP: 1 << 16, ZSTD: 1 << 17, LZ4: 1 << 22}
RECORD = b"WARC/"
BEGINNING = 1 << 17  # bytes of a frame that holds too much
MOST_AT_ONCE = 1 << 20  # bytes of a frame that is unpacked in one go

_INPUT = 1 << 16
_OUTPUT = 1 << 20
# Bytes that certainly become some output: those of zstd and lz4 have to be whole blocks.
_TRIAL = {GZIP: 1 << 12, ZSTD: (1 << 17) + 32, LZ4: (1 << 22) + 32}
_NEAR = 4 << 20
_FAR = 4  # times what is wanted of a frame
_DICTIONARY = b"\x5d\x2a\x4d\x18"  # the skippable frame in which zstd archives bring their dictionary
_LARGEST_DICTIONARY = 16 << 20


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame from ``offset`` up to ``end`` and what it holds, or only the beginning if that is too much.

    The end is ``None`` if it was too far away to be found.
    """

    offset: int
    end: int | None
    data: bytes | bytearray
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Broken:
    """A place where a frame should be and is not, or is damaged."""

    offset: int
    reason: str


class Frames:
    """The frames of a file that is compressed with ``name``, each with what it holds if that is ``most`` bytes or less.

    That must be at least `BEGINNING`.
    """

    def __init__(self, window: Window, name: str, most: int) -> None:
        self._window = window
        self._name = name
        self._most = most
        self._magic = MAGIC[name]
        self._dictionary = _dictionary(window) if name == ZSTD else None

    def between(self, start: int, end: int) -> Iterator[Frame | Broken]:
        """Those that begin in a range of bytes."""
        at = self._anchor(start) if start else 0
        for found in self._walk(at, end):
            if found.offset >= start:
                yield found

    def first(self) -> bytes | bytearray | None:
        """What the first whole frame holds; ``None`` if it is too much, or none is near the beginning."""
        for found in self._walk(0, min(_NEAR, self._window.size)):
            if isinstance(found, Frame) and found.data:
                return None if found.cut else found.data
        return None

    def _walk(self, at: int, end: int) -> Iterator[Frame | Broken]:
        while at < end and not self._only_padding(at):
            following = None
            try:
                frame = self._frame(at)
            except Damaged as damage:
                yield Broken(at, str(damage))
            else:
                yield frame
                following = frame.end
            at = self._next_record(at + 1, end) if following is None else following

    def _anchor(self, start: int) -> int:
        """A place at ``start`` or before it where a frame begins beyond doubt."""
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
        except Damaged:
            return False
        return True

    def _next_record(self, at: int, end: int) -> int:
        """The first place from ``at`` on where a record begins to unpack, or ``end``."""
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
        """The frame at a place; `Damaged` if there is none or it is."""
        head = self._window.take(at, LONGEST_MAGIC + 4)
        if is_skippable(head):
            return self._skippable(at, head)
        if not head.startswith(self._magic):
            raise Damaged(f"no {self._name} data here")
        return self._at_once(at) or self._step_by_step(at)

    def _at_once(self, at: int) -> Frame | None:
        """The frame at a place, if it is an ordinary one: up to the next, or to the end of the file, and not large."""
        member = self._window.until(self._magic, at, MOST_AT_ONCE) if self._name == GZIP else None
        if member is None or (data := unpacked(member, self._most)) is None:
            return None
        return Frame(at, at + len(member), data)

    def _step_by_step(self, at: int) -> Frame:
        inner = decompressor(self._name, dictionary=self._dictionary)
        parts: list[bytes] = []
        position = at
        count = 0
        while not inner.eof and count <= self._most * _FAR:
            chunk = self._window.look(position, _INPUT) if inner.needs_input else b""
            if not chunk and inner.needs_input:
                raise CutOff(self._name)
            position += len(chunk)
            block = self._unpacked(inner, chunk)
            if count <= self._most:
                parts.append(block)
            count += len(block)
            if count > self._most:
                parts = [_beginning(parts)]
        # How much is unpacked at a time must not decide whether an end is near enough.
        near = inner.eof and count <= self._most * _FAR
        end = position - len(inner.unused_data or b"") if near else None
        if count > self._most:
            return Frame(at, end, parts[0], cut=True)
        return Frame(at, end, parts[0] if len(parts) == 1 else b"".join(parts))

    def _unpacked(self, inner: Decompressor, chunk: bytes | memoryview) -> bytes:
        try:
            return inner.decompress(chunk, _OUTPUT)
        except FAILURES:
            raise Damaged(f"the {self._name} data are damaged") from None

    def _skippable(self, at: int, head: bytes) -> Frame:
        end = at + len(head) + int.from_bytes(head[LONGEST_MAGIC:], "little")
        if end > self._window.size:
            raise CutOff(self._name)
        return Frame(at, end, b"")

    def _only_padding(self, at: int) -> bool:
        """Whether nothing but zeros follows, as some tools leave behind."""
        while chunk := self._window.look(at, _INPUT):
            if chunk[0] or bytes(chunk).strip(b"\0"):
                return False
            at += len(chunk)
        return True


def _beginning(parts: list[bytes]) -> bytes:
    """As many bytes of the whole as are shown of a frame that holds too much."""
    data = b""
    for part in parts:
        data += part[: BEGINNING - len(data)]
        if len(data) == BEGINNING:
            break
    return data


def _dictionary(window: Window) -> bytes | None:
    """The dictionary that a zstd archive begins with, if it does; it may be compressed itself."""
    head = window.take(0, LONGEST_MAGIC + 4)
    size = int.from_bytes(head[LONGEST_MAGIC:], "little")
    if not head.startswith(_DICTIONARY) or size > _LARGEST_DICTIONARY:
        return None
    content = window.take(len(head), size)
    try:
        return expand(content, ZSTD, _LARGEST_DICTIONARY) if content.startswith(MAGIC[ZSTD]) else content
    except Damaged:
        return None
