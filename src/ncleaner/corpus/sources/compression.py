"""Decompression with a limit on the output, and detection of the format by its magic number.

A few kilobytes may expand to more than a machine can hold. So every decompressor gets the interface of
``bz2.BZ2Decompressor``: it returns about as many bytes as requested and keeps the input that it has not used yet.

Most compressed data on the web are a single gzip member, whose last bytes state its decompressed length. Such a member
is decompressed in one call to ``deflate`` (libdeflate), which is faster; everything else is decompressed in steps.
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
        from isal import isal_zlib as zlib  # the same interface, twice as fast
    except ImportError:
        import zlib

crc32 = zlib.crc32

GZIP = "gzip"
ZSTD = "zstd"
BZ2 = "bz2"
LZ4 = "lz4"
DEFLATE = "deflate"
BROTLI = "brotli"

MAGIC = {GZIP: b"\x1f\x8b\x08", ZSTD: b"\x28\xb5\x2f\xfd", BZ2: b"BZh", LZ4: b"\x04\x22\x4d\x18"}
LONGEST_MAGIC = 4
BLOCK = 1 << 18

_HAS_DEFLATE = find_spec("deflate") is not None
_SLICE = 1 << 16
_LENGTH = 4  # bytes at the end of a gzip member that state its decompressed length
_SKIPPABLE = b"\x2a\x4d\x18"  # after a byte from 0x50 to 0x5f: a zstd or lz4 frame with user data
_GZIP_BITS = 31  # windowBits of zlib: gzip only
_ZLIB_BITS = 15
_RAW_BITS = -15
_LARGEST_ZSTD_WINDOW = 1 << 27  # the default limit of the zstd command
_ZSTD_INPUT = 512  # zstd expands 3 + 1 bytes to at most 128 KiB, so these to at most 16 MiB


class DamagedError(Exception):
    """Data that cannot be decompressed or parsed; the message is the reason that the job reports."""


class TruncatedError(DamagedError):
    """Compressed data that end too early."""

    def __init__(self, name: str) -> None:
        super().__init__(f"the {name} data are truncated")


class TrailingDataError(DamagedError):
    """Compressed data with other data after them."""

    def __init__(self, name: str) -> None:
        super().__init__(f"the {name} data are followed by other data")


class TooLargeError(DamagedError):
    """A page that exceeds the size limit."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"expands to more than {readable(limit)}")


# Exceptions of decompressors. Their messages depend on the version and are of no use to the reader of a report.
FAILURES = (DamagedError, zlib.error, OSError, EOFError, ValueError, RuntimeError)


class Decompressor(Protocol):
    """A decompressor for one gzip member, or one frame of another format."""

    @property
    def eof(self) -> bool:
        """Whether the end of the member was reached."""

    @property
    def needs_input(self) -> bool:
        """Whether all input has been used."""

    @property
    def unused_data(self) -> bytes | None:
        """The input after the end of the member, if any."""

    def decompress(self, data: bytes | memoryview, max_length: int) -> bytes:
        """Return about ``max_length`` bytes of output, or less if there is no more."""


def readable(count: int) -> str:
    """Return a number of bytes as text with a unit."""
    return f"{count >> 20} MiB" if count and not count & 0xFFFFF else f"{count} bytes"


def compression(head: bytes) -> str | None:
    """Return the compression format that data begin with, or ``None`` if they are not compressed."""
    if is_skippable(head):
        return ZSTD
    return next((name for name, magic in MAGIC.items() if head.startswith(magic)), None)


def is_skippable(head: bytes) -> bool:
    """Return whether data begin with a skippable frame."""
    return head[1:4] == _SKIPPABLE and 0x50 <= head[0] <= 0x5F


def expand(data: bytes, name: str, limit: int, truncated: bool = False) -> bytes:
    """Return decompressed data; raise `DamagedError` if they are damaged or expand to more than ``limit`` bytes.

    With ``truncated``, data that end too early are accepted, and the part that can be decompressed is returned. Data
    after the end are ignored, as browsers and gzip do.
    """
    if name == GZIP and search(data, MAGIC[GZIP], 1) < 0 and (whole := decompressed_member(data, limit)) is not None:
        return bytes(whole)
    parts: list[bytes] = []
    left = limit
    try:
        for part in stream(_slices(data), name):
            left -= len(part)
            if left < 0:
                raise TooLargeError(limit)
            parts.append(part)
    except TrailingDataError:
        pass
    except TruncatedError:
        if not (truncated and parts):
            raise
    return parts[0] if len(parts) == 1 else b"".join(parts)


def decompressed_member(member: bytes | memoryview, limit: int) -> bytearray | None:
    """Decompress a gzip member in one call, and return ``None`` where that is not possible.

    The bytes must not contain the beginning of another member. The result is ``None`` if, for example, the member is
    damaged, expands to more than ``limit`` bytes, or the package ``deflate`` is missing: use a `decompressor` then.
    """
    length = int.from_bytes(member[-_LENGTH:], "little")
    if not (_HAS_DEFLATE and 0 < length <= limit):
        return None
    import deflate

    try:
        data = deflate.gzip_decompress(member, length)
    except deflate.DeflateError:
        return None
    return data if len(data) == length else None  # a shorter result means that other data follow


def stream(source: Iterable[bytes], name: str) -> Iterator[bytes]:
    """Yield decompressed data block by block, through all members or frames in a row."""
    blocks = iter(source)
    rest = next(blocks, b"")
    while True:
        rest = yield from _member(decompressor(name, rest), rest, blocks, name)
        if name not in MAGIC:
            return
        while len(rest) < LONGEST_MAGIC and (block := next(blocks, b"")):
            rest += block
        if not rest.strip(b"\0"):  # zero padding is not damage
            return
        if compression(rest) != name:
            raise TrailingDataError(name)


def _slices(data: bytes) -> Iterator[bytes]:
    """Yield data in slices, because every end of a member copies all the input after it."""
    return (data[at : at + _SLICE] for at in range(0, len(data), _SLICE))


def file_blocks(file: BinaryIO) -> Iterator[bytes]:
    """Yield a file block by block."""
    while block := file.read(BLOCK):
        yield block


def _member(inner: Decompressor, rest: bytes, blocks: Iterator[bytes], name: str) -> Generator[bytes, None, bytes]:
    """Yield the data of one member; return the input after it."""
    while True:
        try:
            block = inner.decompress(rest, BLOCK)
        except FAILURES:
            raise DamagedError(f"the {name} data are damaged") from None
        if block:
            yield block
        if inner.eof:
            return inner.unused_data or b""
        rest = b""
        if inner.needs_input and not (rest := next(blocks, b"")):
            raise TruncatedError(name)


def decompressor(name: str, head: bytes = b"", dictionary: bytes | None = None) -> Decompressor:
    """Return a decompressor for one member or frame; ``head`` tells the two forms of HTTP's deflate apart."""
    if name == GZIP:
        return _Zlib(_GZIP_BITS)
    if name == DEFLATE:
        # RFC 9110 (section 8.4.1.2) means the zlib format, but many servers send raw deflate data.
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
    """A decompressor that feeds zstandard small inputs, because zstandard has no limit on the output."""

    def __init__(self, dictionary: bytes | None) -> None:
        import zstandard

        prepared = None if dictionary is None else zstandard.ZstdCompressionDict(dictionary)
        factory = zstandard.ZstdDecompressor(dict_data=prepared, max_window_size=_LARGEST_ZSTD_WINDOW)
        self._inner = factory.decompressobj()
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
            raise DamagedError from None
        self._waiting = waiting
        return b"".join(parts)


class _Brotli:
    def __init__(self) -> None:
        import brotli

        self._inner = brotli.Decompressor()
        self._error = brotli.error
        self.needs_input = True

    unused_data = b""  # in HTTP nothing follows brotli data

    @property
    def eof(self) -> bool:
        return bool(self._inner.is_finished())

    def decompress(self, data: bytes | memoryview, max_length: int) -> bytes:
        try:
            block = self._inner.process(data, output_buffer_limit=max_length)
        except self._error:
            raise DamagedError from None
        # `can_accept_more_data` is true even while output of earlier input is pending.
        self.needs_input = not block and self._inner.can_accept_more_data()
        return bytes(block)
