"""The body of an answer, decompressed within a limit.

Only gzip and deflate are asked for. The limit counts decompressed bytes, and the decompressor is never given room for
more than one byte beyond it: a small answer that would fill the memory is refused as soon as it passes the limit.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable

from ncleaner.fetch.failures import Failure

ACCEPTED = "gzip, deflate"
_GZIP_MAGIC = b"\x1f\x8b"
_GZIP = 16 + zlib.MAX_WBITS
_NAMES = {"gzip": "gzip", "x-gzip": "gzip", "deflate": "deflate", "identity": "", "": ""}


def body(chunks: Iterable[bytes], encoding: str, limit: int, *, is_cut: bool = False) -> bytes:
    """Return the page in the chunks of a body; raise `Failure` if it is damaged, or larger than ``limit``.

    ``encoding`` is the ``Content-Encoding``. With ``is_cut``, a page that is larger is cut off there.
    Pages that are compressed without saying so are decompressed, too.
    """
    name = _NAMES.get(encoding.strip().lower())
    if name is None:
        raise Failure(f"the page is compressed as {encoding[:40]!r}, which was not asked for; fetch it with curl")
    inflater: _Inflater | None = None
    content = bytearray()
    stored = 0
    for chunk in chunks:
        if not stored:  # the first bytes tell how to read the others
            inflater = _inflater(name, chunk)
        stored += len(chunk)
        content += chunk if inflater is None else inflater.inflate(chunk, limit + 1 - len(content))
        if max(len(content), stored) > limit:
            if is_cut:
                return bytes(content[:limit])
            raise too_large(limit)
    if inflater is not None and not inflater.is_complete:
        raise Failure("the compressed page is cut off; try again later")
    return bytes(content)


def too_large(limit: int) -> Failure:
    """Return the failure for a page above the limit."""
    size = f"{limit / (1 << 20):g} MB"
    return Failure(
        f"the page is larger than {size}; raise the limit if you want it (--max-size, for lists --largest-page)"
    )


def _inflater(name: str, head: bytes) -> _Inflater | None:
    if name == "gzip" or (not name and head.startswith(_GZIP_MAGIC)):
        return _Inflater(_GZIP)
    if name == "deflate":  # with a header, as the standard has it, or without, as some servers send it
        has_header = head[:1] == b"\x78"
        return _Inflater(zlib.MAX_WBITS if has_header else -zlib.MAX_WBITS)
    return None


class _Inflater:
    """A decompressor for gzip files of any number of members, and for deflated data."""

    def __init__(self, window: int) -> None:
        self._window = window
        self._stream = zlib.decompressobj(window)

    @property
    def is_complete(self) -> bool:
        """Whether the last member has ended."""
        return self._stream.eof

    def inflate(self, data: bytes, room: int) -> bytes:
        """Return at most ``room`` decompressed bytes; what follows the last member is ignored, as browsers do."""
        content = b""
        while data and room > 0:
            if self._stream.eof:
                if self._window != _GZIP or not data.startswith(_GZIP_MAGIC):
                    return content
                self._stream = zlib.decompressobj(self._window)
            try:
                part = self._stream.decompress(data, room)
            except zlib.error as error:
                raise Failure(f"the compressed page is damaged ({error}); try again later") from None
            content += part
            room -= len(part)
            data = self._stream.unused_data
        return content
