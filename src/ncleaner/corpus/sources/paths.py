"""The files that the inputs of a job name: directories, glob patterns, remote paths, a list on standard input.

Remote paths have a protocol, as in ``s3://bucket/crawl/*.warc.gz``, and are opened by fsspec.
"""

from __future__ import annotations

import errno
import glob
import io
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, NamedTuple

from ncleaner.errors import MissingPackage, SourceError
from ncleaner.system.files import STDIN

PAGES = (".html", ".htm", ".xhtml", ".txt")
ARCHIVES = (".warc", ".wet")
ADDRESSES = ".urls"
LINES = (".jsonl", ".ndjson")
PARQUET = ".parquet"
READABLE = (*PAGES, *ARCHIVES, *LINES, PARQUET)
COMPRESSED = (".gz", ".zst", ".bz2", ".lz4")

_BUFFER = 1 << 20  # bytes per request to a remote file
_VERSIONS = (
    "ETag",
    "etag",
    "md5Hash",
    "crc32c",
    "checksum",
    "LastModified",
    "last_modified",
    "mtime",
    "modified",
    "created",
)
"""What remote file systems call the version of a file, the best first."""


class Source(NamedTuple):
    """A file to read, its size, and its stamp, which changes when the file does."""

    path: str
    size: int
    stamp: str


def plain_name(path: str) -> str:
    """Return a path in lower case, without the extension of its compression format."""
    name = path.lower()
    return next((name[: -len(ending)] for ending in COMPRESSED if name.endswith(ending)), name)


def is_remote(path: str) -> bool:
    """Return whether a path has a protocol."""
    return "://" in path


def sources(inputs: Iterable[str], leave_out: str | None = None) -> list[Source]:
    """Return all files that the inputs name, in order and without duplicates.

    A directory stands for the readable files in it and its subdirectories, sorted by name. The directory ``leave_out``
    is skipped.
    """
    found: dict[str, Source] = {}
    for argument in inputs:
        for path in _listed() if argument == STDIN else [argument]:
            is_empty = True
            for source in _remote(path) if is_remote(path) else _local(path, leave_out):
                found.setdefault(source.path, source)
                is_empty = False
            if is_empty:
                raise SourceError(f"{path}: no files to read (supported: {', '.join(READABLE)})")
    return list(found.values())


def stamp(path: str) -> str:
    """Return the present stamp of a local or remote file; raise `OSError` if there is none."""
    if not is_remote(path):
        return _local_source(path).stamp
    system, inside = _file_system(path)
    try:
        system.invalidate_cache()
        return _version(system.info(inside))
    except Exception as error:  # every protocol's package has its own exceptions
        raise _as_os_error(error) from None


def open_source(path: str) -> BinaryIO:
    """Open a local or remote file for reading and seeking."""
    if not is_remote(path):
        return open(path, "rb")
    system, inside = _file_system(path)
    return io.BufferedReader(_Remote(system, inside), _BUFFER)


class _Remote(io.RawIOBase):
    """A remote file that raises `OSError` like a local one, whatever its package raises."""

    def __init__(self, system: Any, path: str) -> None:
        try:
            self._file = system.open(path, "rb")
        except Exception as error:
            raise _as_os_error(error) from None

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        return int(self._file.seek(offset, whence))

    def tell(self) -> int:
        return int(self._file.tell())

    def readinto(self, buffer: Any) -> int:
        try:
            data = self._file.read(len(buffer))
        except Exception as error:
            raise _as_os_error(error) from None
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        if not self.closed:
            self._file.close()
        super().close()


def _as_os_error(error: Exception) -> OSError:
    """Return an `OSError` with an error number: Arrow reports damaged tables by one without."""
    if isinstance(error, OSError) and error.errno is not None:
        return error
    return OSError(errno.EIO, f"{type(error).__name__}: {error}")


def _listed() -> Iterator[str]:
    """Yield the paths on standard input, one per line."""
    if sys.stdin is None:
        raise SourceError("cannot read the list of paths: standard input is closed")
    lines = getattr(sys.stdin, "buffer", sys.stdin)  # bytes: a path need not be valid in any encoding
    for line in lines:
        path = os.fsdecode(line).strip("\r\n")
        if "\0" in path:
            raise SourceError("the list on standard input has a NUL character: write one path per line")
        if path:
            yield path


def _local(path: str, leave_out: str | None) -> Iterator[Source]:
    if "\0" in path:
        raise SourceError(f"{path}: the name of a file cannot contain a NUL character")
    try:
        if os.path.isdir(path):
            for name in _in_folder(path, leave_out):
                yield _local_source(name)
        elif os.path.exists(path) or not glob.has_magic(path):
            yield _local_source(path)
        else:
            for name in sorted(glob.glob(path, recursive=True)):
                if os.path.isfile(name):
                    yield _local_source(name)
    except OSError as error:
        raise SourceError(f"{error.filename or path}: {error.strerror or error}") from None


def _local_source(path: str) -> Source:
    status = os.stat(path)
    if not stat.S_ISREG(status.st_mode):  # opening a FIFO would wait for ever
        raise OSError(errno.EINVAL, "not a regular file", path)
    return Source(path, status.st_size, f"{status.st_size} {status.st_mtime_ns}")


def _in_folder(folder: str, leave_out: str | None) -> Iterator[str]:
    def fail(error: OSError) -> None:
        raise error

    skipped = None if leave_out is None else os.path.realpath(leave_out)
    for parent, folders, files in os.walk(folder, onerror=fail):
        folders[:] = sorted(name for name in folders if os.path.realpath(os.path.join(parent, name)) != skipped)
        for name in sorted(files):
            if plain_name(name).endswith(READABLE):
                yield os.path.join(parent, name)


def _remote(path: str) -> Iterator[Source]:
    system, inside = _file_system(path)
    try:
        if glob.has_magic(inside):
            entries = system.glob(inside, detail=True)
        elif system.isdir(inside):
            entries = system.find(inside, detail=True)
            entries = {name: entry for name, entry in entries.items() if plain_name(name).endswith(READABLE)}
        else:
            entries = {inside: system.info(inside)}
    except Exception as error:  # every protocol's package has its own exceptions
        raise SourceError(f"{path}: {str(error) or type(error).__name__}") from None
    for name in sorted(entries):
        if entries[name]["type"] == "file":
            yield Source(system.unstrip_protocol(name), int(entries[name]["size"] or 0), _version(entries[name]))


def _version(entry: dict[str, Any]) -> str:
    """Return the size of a remote file, and its entity tag, checksum or time, if the file system reports one."""
    name = next((name for name in _VERSIONS if entry.get(name)), None)
    return f"{entry['size']} {name and entry[name]}"


def _file_system(path: str) -> tuple[Any, str]:
    try:
        from fsspec.core import url_to_fs
    except ImportError:
        raise MissingPackage(f"the remote path {path}", "fsspec", None) from None
    try:
        system, inside = url_to_fs(path)
    except (ImportError, ValueError) as error:
        raise SourceError(f"{path}: {error}") from None
    return system, str(inside)
