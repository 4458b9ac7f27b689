"""What is compressed, told by its first bytes, and expanded with a limit.

A few kilobytes may expand to more than a machine can hold. So all decompressors are given the manners of the one in
``bz2``: asked for some bytes of output, they give no more than about that, and keep the input that there was no room
for.

Most of what is compressed on the web is one member of gzip, whose last bytes say how much it holds. That is unpacked at
once, by a library that does nothing else and is faster for it; whatever is not like that takes the longer way.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING, BinaryIO, Protocol

from ncleaner.octets.octets import search

if TYPE_CHECKING:
    import zlib
else:
    try:
        from isal import isal_zlib as zlib  # the same, twice as fast
    except ImportError:
        import zlib

GZIP = "gzip"
ZSTD = "zstd"
BZ2 = "bz2"
LZ4 = "lz4"
DEFLATE = "deflate"
BROTLI = "brotli"

MAGIC = {GZIP: b"\x1f\x8b\x08", ZSTD: b"\x28\xb5\x2f\xfd", BZ2: b"BZh", LZ4: b"\x04\x22\x4d\x18"}
LONGEST_MAGIC = 4
BLOCK = 1 << 18

_AT_ONCE = find_spec("deflate") is not None
_SLICE = 1 << 16
_LENGTH = 4  # bytes at the end of a gzip member that say how much it holds
_SKIPPABLE = b"\x2a\x4d\x18"  # behind a byte from 0x50 to 0x5f: a frame of zstd or lz4 that holds something else
_GZIP_BITS = 31  # windowBits of zlib: gzip and nothing else
_ZLIB_BITS = 15
_RAW_BITS = -15
_LARGEST_ZSTD_WINDOW = 1 << 27  # what the zstd command takes without being asked to
_ZSTD_INPUT = 512  # of 3 + 1 bytes zstd makes 128 KiB at most, so this becomes 16 MiB at most


class Damaged(Exception):
    """Something that cannot be expanded; the message says why, as the ledger shall have it."""


class CutOff(Damaged):
    """Compressed data that end too early."""

    def __init__(self, name: str) -> None:
        super().__init__(f"the {name} data are cut off")


class GoesOn(Damaged):
    """Compressed data with something else behind them."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is something else behind the {name} data")


class TooLarge(Damaged):
    """Something that is larger than it may be."""

    def __init__(self, most: int) -> None:
        super().__init__(f"expands to more than {readable(most)}")


# What decompressors raise. What they say differs from one version to the next, and would tell nobody anything.
FAILURES = (Damaged, zlib.error, OSError, EOFError, ValueError, RuntimeError)


class Decompressor(Protocol):
    """One member or frame."""

    @property
    def eof(self) -> bool:
        """Whether its end was reached."""

    @property
    def needs_input(self) -> bool:
        """Whether all input has been used."""

    @property
    def unused_data(self) -> bytes | None:
        """The input behind its end, if any."""

    def decompress(self, data: bytes | memoryview, max_length: int) -> bytes:
        """About ``max_length`` bytes of output, or as much as there is."""


def readable(count: int) -> str:
    """A number of bytes, for people."""
    return f"{count >> 20} MiB" if count and not count & 0xFFFFF else f"{count} bytes"


def compression(head: bytes) -> str | None:
    """The name of what something is compressed with, by its first bytes; ``None`` if it is not."""
    if is_skippable(head):
        return ZSTD
    return next((name for name, magic in MAGIC.items() if head.startswith(magic)), None)


def is_skippable(head: bytes) -> bool:
    """Whether a skippable frame begins here."""
    return head[1:4] == _SKIPPABLE and 0x50 <= head[0] <= 0x5F


def expand(data: bytes, name: str, most: int, cut: bool = False) -> bytes:
    """All that compressed bytes hold; `Damaged` if they are, or expand to more than ``most``.

    If they are known to be ``cut`` off, what there is before the end will do. What is behind them is ignored, as
    browsers and gzip do.
    """
    if name == GZIP and search(data, MAGIC[GZIP], 1) < 0 and (whole := unpacked(data, most)) is not None:
        return bytes(whole)
    parts: list[bytes] = []
    left = most
    try:
        for part in stream(_slices(data), name):
            left -= len(part)
            if left < 0:
                raise TooLarge(most)
            parts.append(part)
    except GoesOn:
        pass
    except CutOff:
        if not (cut and parts):
            raise
    return parts[0] if len(parts) == 1 else b"".join(parts)


def unpacked(member: bytes | memoryview, most: int) -> bytearray | None:
    """What a gzip member holds, in which no other begins; ``None`` if that is more than ``most``, or it is damaged.

    It may be ``None`` for no reason, too: whoever needs to know has to ask a `decompressor`.
    """
    length = int.from_bytes(member[-_LENGTH:], "little")
    if not (_AT_ONCE and 0 < length <= most):
        return None
    import deflate

    try:
        data = deflate.gzip_decompress(member, length)
    except deflate.DeflateError:
        return None
    return data if len(data) == length else None  # or there is something else behind it


def stream(source: Iterable[bytes], name: str) -> Iterator[bytes]:
    """What compressed data hold, block by block: all members or frames in a row."""
    blocks = iter(source)
    rest = next(blocks, b"")
    while True:
        rest = yield from _member(decompressor(name, rest), rest, blocks, name)
        if name not in MAGIC:
            return
        while len(rest) < LONGEST_MAGIC and (block := next(blocks, b"")):
            rest += block
        if not rest.strip(b"\0"):  # padding is no damage
            return
        if compression(rest) != name:
            raise GoesOn(name)


def _slices(data: bytes) -> Iterator[bytes]:
    """Bytes a few at a time: each of many empty members leaves a copy of all that is behind it."""
    return (data[at : at + _SLICE] for at in range(0, len(data), _SLICE))


def file_blocks(file: BinaryIO) -> Iterator[bytes]:
    """A file block by block."""
    while block := file.read(BLOCK):
        yield block


def _member(inner: Decompressor, rest: bytes, blocks: Iterator[bytes], name: str) -> Generator[bytes, None, bytes]:
    """One member; returns the input behind it."""
    while True:
        try:
            block = inner.decompress(rest, BLOCK)
        except FAILURES:
            raise Damaged(f"the {name} data are damaged") from None
        if block:
            yield block
        if inner.eof:
            return inner.unused_data or b""
        rest = b""
        if inner.needs_input and not (rest := next(blocks, b"")):
            raise CutOff(name)


def decompressor(name: str, head: bytes = b"", dictionary: bytes | None = None) -> Decompressor:
    """A decompressor for one member or frame; those of HTTP's deflate differ by how the data begin."""
    if name == GZIP:
        return _Zlib(_GZIP_BITS)
    if name == DEFLATE:
        # RFC 9110 means the format of zlib, and many servers send the bare data.
        wrapped = len(head) > 1 and head[0] & 15 == 8 and not (head[0] << 8 | head[1]) % 31
        return _Zlib(_ZLIB_BITS if wrapped else _RAW_BITS)
    if name == ZSTD:
        return _Zstd(dictionary)
    if name == BROTLI:
        return _Brotli()
    if name == BZ2:
        import bz2

        return bz2.BZ2Decompressor()
    import lz4.frame

    return lz4.frame.LZ4FrameDecompressor()  # type: ignore[no-any-return]


class _Zlib:
    def __init__(self, bits: int) -> None:
        self._inner = zlib.decompressobj(bits)

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def needs_input(self) -> bool:
        return not self._inner.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data

    def decompress(self, data: bytes | memoryview, max_length: int) -> bytes:
        tail = self._inner.unconsumed_tail
        return self._inner.decompress(tail + data if tail else data, max_length)


class _Zstd:
    """zstandard's own object puts out all that its input becomes; so it gets little at a time."""

    def __init__(self, dictionary: bytes | None) -> None:
        import zstandard

        known = None if dictionary is None else zstandard.ZstdCompressionDict(dictionary)
        maker = zstandard.ZstdDecompressor(dict_data=known, max_window_size=_LARGEST_ZSTD_WINDOW)
        self._inner = maker.decompressobj()
        self._error = zstandard.ZstdError
        self._waiting = memoryview(b"")

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def needs_input(self) -> bool:
        return not self._waiting

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data + bytes(self._waiting)

    def decompress(self, data: bytes | memoryview, max_length: int) -> bytes:
        waiting = memoryview(bytes(self._waiting) + data) if self._waiting else memoryview(data)
        parts: list[bytes] = []
        count = 0
        try:
            while waiting and count < max_length and not self._inner.eof:
                parts.append(self._inner.decompress(waiting[:_ZSTD_INPUT]))
                count += len(parts[-1])
                waiting = waiting[_ZSTD_INPUT:]
        except self._error:
            raise Damaged from None
        self._waiting = waiting
        return b"".join(parts)


class _Brotli:
    def __init__(self) -> None:
        import brotli

        self._inner = brotli.Decompressor()
        self._error = brotli.error
        self.needs_input = True

    unused_data = b""  # there is nothing behind brotli data in HTTP

    @property
    def eof(self) -> bool:
        return bool(self._inner.is_finished())

    def decompress(self, data: bytes | memoryview, max_length: int) -> bytes:
        try:
            block = self._inner.process(data, output_buffer_limit=max_length)
        except self._error:
            raise Damaged from None
        # It says that it can take more while there is output left from what it has.
        self.needs_input = not block and self._inner.can_accept_more_data()
        return bytes(block)
