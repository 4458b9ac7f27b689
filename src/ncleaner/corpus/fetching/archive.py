"""The archive of a list: a WARC file with one record for each address, each compressed by itself.

Pages are records of the type ``resource``, with their media type. The reason why there is no page is a record of the
type ``metadata`` with a media type of our own, which readers of archives report as damage. The first record has the
digest of the list. While it is written, the archive has another name; what a crash has left at its end is cut off.
"""

from __future__ import annotations

import gzip
import os
import re
import zlib
from collections import deque
from collections.abc import Iterator
from datetime import datetime, timezone
from typing import BinaryIO
from uuid import uuid4

from ncleaner.corpus.record import NO_PAGE
from ncleaner.errors import SourceError
from ncleaner.page.fetched import Fetched

PART = ".part"

_BLOCK = 1 << 16
_LIST = b"list-sha256: "
_MEDIA = {"html": "text/html", "text": "text/plain"}
_CHARSET = re.compile(r"[A-Za-z0-9._:-]{1,40}")


class Archive:
    """An archive while it is written. ``count`` is the number of addresses that have a record."""

    def __init__(self, path: str, digest: str) -> None:
        """Open an archive of a list with this digest; raise `SourceError` if it was begun for another list."""
        self.path = path
        os.makedirs(os.path.dirname(path), exist_ok=True)
        part = path + PART
        end, records = _whole(part, digest) if os.path.exists(part) else (0, 0)
        self._file: BinaryIO = open(part, "r+b" if records else "wb")  # noqa: SIM115
        self._file.seek(end)
        self._file.truncate()
        self.count = max(records - 1, 0)
        if not records:
            self._write("warcinfo", "application/warc-fields", None, _LIST + digest.encode() + b"\r\n")

    def add(self, page: Fetched) -> None:
        """Add a page."""
        media = _MEDIA[page.kind]
        if page.http_charset and _CHARSET.fullmatch(page.http_charset):
            media += f"; charset={page.http_charset}"
        self._write("resource", media, page.url, page.data)
        self.count += 1

    def add_failure(self, reason: str) -> None:
        """Add the reason why an address has no page."""
        self._write("metadata", NO_PAGE, None, reason.encode("utf-8", "replace"))
        self.count += 1

    def finish(self) -> None:
        """Give the archive its name, after all of it is on disk."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self.close()
        os.replace(self.path + PART, self.path)

    def close(self) -> None:
        """Close the file, which another run can take up."""
        self._file.close()

    def _write(self, type: str, content_type: str, url: str | None, block: bytes) -> None:
        now = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        fields = [
            "WARC/1.1",
            f"WARC-Type: {type}",
            f"WARC-Record-ID: <urn:uuid:{uuid4()}>",
            f"WARC-Date: {now}",
            *([] if url is None else [f"WARC-Target-URI: {url}"]),
            f"Content-Type: {content_type}",
            f"Content-Length: {len(block)}",
        ]
        head = "\r\n".join([*fields, "", ""]).encode()
        self._file.write(gzip.compress(head + block + b"\r\n\r\n", mtime=0))
        self._file.flush()


def check(path: str, digest: str) -> None:
    """Raise `SourceError` if an archive is not that of a list with this digest."""
    with open(path, "rb") as file:
        first = next(_members(file), None)
    if first is None or _LIST + digest.encode() not in first[1]:
        raise SourceError(
            "the list has changed since its pages were fetched; restore it, choose a new folder, or start over with "
            "--restart"
        )


def _whole(path: str, digest: str) -> tuple[int, int]:
    """Return where the last whole record of an archive ends, and how many there are."""
    with open(path, "rb") as file:
        last = deque(enumerate(_members(file), 1), maxlen=1)
    if not last:
        return 0, 0
    check(path, digest)
    count, (end, _) = last.pop()
    return end, count


def _members(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield the end of each whole member of a gzip file, and the first bytes of its content."""
    position = 0
    data = b""
    while True:
        member, head = zlib.decompressobj(16 + zlib.MAX_WBITS), b""
        while not member.eof:
            data = data or file.read(_BLOCK)
            if not data:
                return
            position += len(data)
            try:
                content = member.decompress(data)
            except zlib.error:
                return
            head = head or content[:_BLOCK]
            data = b""
        data = member.unused_data
        position -= len(data)
        yield position, head
