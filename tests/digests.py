"""A worker for tests: reads pages from standard input, writes a digest of what ncleaner makes of each.

A page is preceded by its length in four bytes; a digest is a line. The first line names the backend.
"""

from __future__ import annotations

import hashlib
import os
import struct
import subprocess
import sys
from collections.abc import Iterator
from typing import BinaryIO

FORMATS = ("json", "markdown")
LENGTH = struct.Struct("<I")


def digests_of(pages: list[bytes], worker: str = __file__, **environment: str) -> tuple[str, list[str]]:
    """Have a worker of its own, with some environment variables set, clean the pages: its backend, the digests."""
    answer = subprocess.run(
        [sys.executable, worker],
        input=b"".join(LENGTH.pack(len(page)) + page for page in pages),
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        check=True,
    )
    backend, *digests = answer.stdout.decode().split()
    return backend, digests


def read_pages(stream: BinaryIO) -> Iterator[bytes]:
    """The pages in the stream."""
    while header := stream.read(LENGTH.size):
        yield stream.read(LENGTH.unpack(header)[0])


def digest(page: bytes) -> str:
    """SHA-256 of all that a page becomes: its segments, kept and dropped, metadata and warnings, and its Markdown."""
    from ncleaner import clean

    document = clean(page, engine="heuristics")
    content = hashlib.sha256(repr(document.warnings).encode())
    for name in FORMATS:
        content.update(document.to(name).encode("utf-8"))
    return content.hexdigest()


def main() -> None:
    """Answer all pages."""
    from ncleaner import backend

    print(backend.name())
    for page in read_pages(sys.stdin.buffer):
        print(digest(page))


if __name__ == "__main__":
    main()
