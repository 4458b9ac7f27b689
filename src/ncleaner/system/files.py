"""Read pages and write results, so that no file is ever half written.

A file is written under a temporary name in the same directory and renamed when it is complete. Devices and pipes cannot
be replaced and are written to directly.
"""

from __future__ import annotations

import errno
import os
import sys

from ncleaner.errors import InputError, PageTooLarge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

STDIN = "-"

GZIP = b"\x1f\x8b"
GZIP_ENDING = ".gz"
# Offsets in a page are 32-bit numbers with a sign. The text of a page can be a fifth longer than its source: ``&nLt;``
# is two characters of three bytes each.
LARGEST_PAGE = 1 << 30  # bytes

CHUNK = 1 << 20
LARGEST_UNZIPPED = 256 * 1024 * 1024  # bytes; a small file can decompress to more than fits into memory


def read_input(path: str) -> bytes:
    """Return the bytes of a file, or of standard input for ``-``; gzip data are decompressed.

    Raises `PageTooLarge` without reading a file of more than `LARGEST_PAGE` bytes.
    """
    if path == STDIN:
        if sys.stdin is None:
            raise InputError("it is closed")
        data = _content(sys.stdin.buffer)
    else:
        with open(path, "rb") as file:
            check_size(os.fstat(file.fileno()).st_size)
            data = _content(file)
    return unzipped(data) if data.startswith(GZIP) else data


def check_size(size: int) -> None:
    """Raise `PageTooLarge` if a page has too many bytes."""
    if size > LARGEST_PAGE:
        raise PageTooLarge(size, LARGEST_PAGE)


def _content(file: BinaryIO) -> bytes:
    """Return the rest of a file, which may be a pipe or a device without an end."""
    chunks = []
    size = 0
    while chunk := file.read(CHUNK):
        chunks.append(chunk)
        size += len(chunk)
        check_size(size)
    return b"".join(chunks)


def unzipped(data: bytes) -> bytes:
    """Return the content of a gzip file."""
    import gzip
    import io
    import zlib

    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            content = file.read(LARGEST_UNZIPPED + 1)
    except EOFError:
        raise InputError("the gzip file is cut off") from None
    except (OSError, zlib.error) as error:
        raise InputError(f"the gzip file is damaged: {error}") from None
    if len(content) > LARGEST_UNZIPPED:
        raise InputError(f"the gzip file decompresses to more than {LARGEST_UNZIPPED >> 20} MB")
    return content


def unzipped_name(name: str) -> str:
    """Return the name of a file without the ending ``.gz``."""
    return name[: -len(GZIP_ENDING)] if name[-len(GZIP_ENDING) :].lower() == GZIP_ENDING else name


def encoded(text: str) -> bytes:
    """Return text as UTF-8, whatever the locale, ending with a line feed unless it is empty."""
    if text and not text.endswith("\n"):
        text += "\n"
    return text.encode("utf-8", "replace")


def write_output(text: str) -> None:
    """Write to standard output and flush it."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, "it is closed")
    sys.stdout.buffer.write(encoded(text))
    sys.stdout.buffer.flush()


def write_file(path: str, text: str) -> None:
    """Write a text file completely or not at all, creating missing directories."""
    write_bytes(path, encoded(text))


def write_bytes(path: str, data: bytes) -> None:
    """Write a binary file completely or not at all, creating missing directories."""
    path = os.path.realpath(path)
    if os.path.exists(path) and not os.path.isfile(path):
        with open(path, "wb") as device:
            device.write(data)
        return
    folder = os.path.dirname(path)
    try:
        os.makedirs(folder, exist_ok=True)
    except FileExistsError:
        raise NotADirectoryError(errno.ENOTDIR, f"{folder} is not a directory") from None
    descriptor, temporary = _temporary_file(folder)
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _temporary_file(folder: str) -> tuple[int, str]:
    """Create a temporary file in a folder; return its descriptor and its path."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    number = 0
    while True:
        name = os.path.join(folder, f".ncleaner-{os.getpid()}-{number}.part")
        try:
            return os.open(name, flags, 0o666), name
        except FileExistsError:
            number += 1
