"""A file of sites, sorted by their numbers: read from end to end to be merged, or looked up in.

::

    32 bytes   what it is, the version of the format, and what makes pages a site, as text
    entries    one for each site, see `ncleaner.corpus.sites.entry`
    index      8 bytes number of the site and 8 bytes place, for an entry every `STEP` bytes or more
    48 bytes   the end of the entries, the number of places in the index, the digest of all before it, and a mark

Strategy: a reader keeps the index in memory and reads the few entries after the place that the index gives; the file is
not mapped, since that would count as memory of the process. The index has at most `PLACES` places, however long the
file: when it is full, every other place is left out. Nothing in a file is trusted: sizes and order are checked before
use, and the digest is checked by those who read all of it.
"""

from __future__ import annotations

import os
import sys
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from hashlib import blake2b
from operator import lt
from struct import Struct
from typing import BinaryIO

from ncleaner.corpus.sites.entry import HEADER, LARGEST, Entry
from ncleaner.errors import SitesError

VERSION = 1  # of the format, and of the fingerprints in it
STEP = 1 << 15  # bytes
PLACES = 1 << 17

_TITLE = 32
_FOOTER = Struct("<QQ24s8s")
_MARK = b"ncsites\n"
_DIGEST = 24  # bytes
_BUFFER = 1 << 16


def _title(keys: str) -> bytes:
    return f"ncleaner sites {VERSION} {keys}".encode().ljust(_TITLE - 1) + b"\n"


class StoreWriter:
    """Writes a store to a file, entry by entry, in the order of their numbers. ``keys`` says what makes a site."""

    def __init__(self, file: BinaryIO, keys: str) -> None:
        self._file = file
        self._keys = array("Q")
        self._places = array("Q")
        self._step = STEP
        self._digest = blake2b(digest_size=_DIGEST)
        self._end = self._next = 0
        self._write(_title(keys))

    def _write(self, data: bytes) -> None:
        self._file.write(data)
        self._digest.update(data)
        self._end += len(data)

    def add(self, entry: Entry) -> None:
        """Write an entry."""
        if self._end >= self._next:
            self._keys.append(entry.key)
            self._places.append(self._end)
            self._next = self._end + self._step
            if len(self._places) > PLACES:
                self._thin()
        self._write(entry.to_bytes())

    def _thin(self) -> None:
        self._step *= 2
        del self._keys[1::2]
        del self._places[1::2]

    def finish(self) -> None:
        """Write what follows the entries. Closing the file is left to the caller."""
        for key, place in zip(self._keys, self._places, strict=True):
            self._file.write(key.to_bytes(8, "little") + place.to_bytes(8, "little"))
        self._file.write(_FOOTER.pack(self._end, len(self._places), self._digest.digest(), _MARK))


class Store:
    """A store to look sites up in. ``digest`` identifies what is in it. Use it in a ``with`` statement, or close it."""

    def __init__(self, path: str, keys: str) -> None:
        self.path = path
        self._file = open(path, "rb", buffering=0)  # noqa: SIM115  closed by `close`
        try:
            self._size = os.fstat(self._file.fileno()).st_size
            self._open(keys)
        except BaseException:
            self.close()
            raise

    def _open(self, keys: str) -> None:
        title = self._read(0, _TITLE)
        if title != _title(keys):
            if title.startswith(b"ncleaner sites ") and title.split()[2:3] == [str(VERSION).encode()]:
                kind = title.split()[-1].decode("ascii", "replace")
                raise SitesError(f"{self.path} has sites by {kind}, not by {keys}: give --site-key {kind}")
            raise SitesError(f"{self.path} has no sites, or those of another version of ncleaner: learn them again")
        if self._size < _TITLE + _FOOTER.size:
            raise self._damage()
        footer = self._read(self._size - _FOOTER.size, _FOOTER.size)
        self.end, places, digest, mark = _FOOTER.unpack(footer)
        if mark != _MARK or places > PLACES or self.end + 16 * places + _FOOTER.size != self._size or self.end < _TITLE:
            raise self._damage()
        self.digest: str = digest.hex()
        self._index_size = 16 * places
        self._keys: array[int] | None = None  # until something is looked up
        self._places = array("Q")

    def _load_index(self) -> array[int]:
        index = array("Q", self._read(self.end, self._index_size))
        if sys.byteorder == "big":
            index.byteswap()
        keys, self._places = index[::2], index[1::2]
        if not _rises(array("Q", [_TITLE - 1, *self._places, self.end])) or not _rises(keys):
            raise self._damage()
        self._keys = keys
        return keys

    def find(self, key: int) -> Entry | None:
        """Return the entry of a site, or ``None`` if it has none."""
        keys = self._load_index() if self._keys is None else self._keys
        number = bisect_right(keys, key) - 1
        if number < 0:
            return None
        place = self._places[number]
        end = self._places[number + 1] if number + 1 < len(self._places) else self.end
        while place < end:
            data = self._read(place, min(STEP, end - place))
            start = 0
            while start + HEADER.size <= len(data):
                found, _, _, size = HEADER.unpack_from(data, start)
                if found >= key:
                    return self._entry(place + start) if found == key else None
                start += HEADER.size + size
            if not start:
                raise self._damage()
            place += start
        return None

    def _entry(self, place: int) -> Entry:
        key, count, pages, size = HEADER.unpack(self._read(place, HEADER.size))
        place += HEADER.size
        if size > LARGEST or place + size > self.end:
            raise self._damage()
        return self._checked(key, count, pages, self._read(place, size))

    def _checked(self, key: int, count: int, pages: int, data: bytes) -> Entry:
        try:
            return Entry.of(key, count, pages, data)
        except SitesError as error:
            raise self._damage(str(error)) from None

    def _read(self, place: int, size: int) -> bytes:
        self._file.seek(place)
        data = self._file.read(size)
        while data and len(data) < size and (more := self._file.read(size - len(data))):
            data += more
        if len(data) < size and place:
            raise self._damage()
        return data

    def _damage(self, what: str = "its sizes or its order are wrong") -> SitesError:
        return SitesError(f"{self.path} is damaged: {what}: remove it")

    def entries(self) -> Iterator[Entry]:
        """Yield all entries in their order; raise `SitesError` in the end if any byte of them has changed."""
        digest = blake2b(digest_size=_DIGEST)
        last = -1
        with open(self.path, "rb", buffering=_BUFFER) as file:
            digest.update(file.read(_TITLE))
            left = self.end - _TITLE
            while left > 0:
                header = file.read(HEADER.size)
                if len(header) < HEADER.size:
                    raise self._damage()
                key, count, pages, size = HEADER.unpack(header)
                left -= HEADER.size + size
                if left < 0 or size > LARGEST or key <= last:
                    raise self._damage()
                data = file.read(size)
                digest.update(header)
                digest.update(data)
                last = key
                yield self._checked(key, count, pages, data)
        if digest.hexdigest() != self.digest:
            raise self._damage("its bytes have changed")

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _rises(numbers: array[int]) -> bool:
    """Whether each number is greater than the one before it."""
    return all(map(lt, numbers, numbers[1:]))
