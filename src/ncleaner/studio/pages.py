"""The pages that are open in the studio: files of a folder, and pages that were dropped or pasted into the browser."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from threading import Lock
from typing import TypeVar

from ncleaner.cleaner import Cleaner
from ncleaner.errors import InputError
from ncleaner.page.declared import as_shown
from ncleaner.page.document import Document
from ncleaner.studio.files import LocalFiles
from ncleaner.studio.own_models import OwnModels
from ncleaner.studio.settings import Cleaners, ViewSettings
from ncleaner.system.files import GZIP, read_input, unzipped, unzipped_name

MOST_GIVEN = 50  # dropped and pasted pages; older ones are forgotten
MOST_DOCUMENTS = 16  # cleaned pages that are kept
LARGEST_PAGE = 20_000_000  # bytes, decompressed
TEXT_ENDING = ".txt"

K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class OpenPage:
    """A page: its id in addresses, its name, and the file that it is in, or its bytes.

    ``files`` are the images and style sheets beside a page in a file.
    """

    id: str
    name: str
    size: int
    path: str | None = None
    data: bytes = b""
    url: str | None = None
    files: LocalFiles | None = None

    @property
    def kind(self) -> str:
        """``"text"`` for plain text by the name of the page, else ``"html"``."""
        return "text" if unzipped_name(self.name).lower().endswith(TEXT_ENDING) else "html"

    def state(self) -> tuple[int, ...]:
        """Return a value that changes with the file of the page; raise `InputError` if there is no file any more."""
        if self.path is None:
            return ()
        try:
            status = os.stat(self.path)
        except OSError as error:
            raise InputError(f"{self.name} cannot be read: {error.strerror}") from None
        return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns

    def read(self) -> bytes:
        """Return the bytes of the page; raise `InputError` if its file cannot be read."""
        try:
            data = self._given() if self.path is None else read_input(self.path)
        except OSError as error:
            raise InputError(f"{self.name} cannot be read: {error.strerror}") from None
        if len(data) > LARGEST_PAGE:
            raise InputError(f"{self.name} is too large: the studio shows pages of up to {LARGEST_PAGE // 10**6} MB")
        return data

    def _given(self) -> bytes:
        return unzipped(self.data) if self.data.startswith(GZIP) else self.data


def page_in_file(id: str, path: str, url: str | None = None) -> OpenPage:
    """Return the page in a file."""
    folder, name = os.path.split(path)
    return OpenPage(id, name, os.path.getsize(path), path, url=url, files=LocalFiles(folder or os.curdir))


class Pages:
    """All open pages, and the documents that they were cleaned to, as long as the files stay the same.

    ``own`` are the models of the project that the pages are in.
    """

    def __init__(self, pages: Iterable[OpenPage], own: OwnModels | None = None) -> None:
        self.of_files = {page.id: page for page in pages}
        self._given: OrderedDict[str, OpenPage] = OrderedDict()
        self._cleaners = Cleaners(own)
        self._digests: dict[str, tuple[tuple[int, ...], str]] = {}
        self._documents: OrderedDict[tuple[str, str, ViewSettings], Document] = OrderedDict()
        self._lock = Lock()

    def add(self, name: str, data: bytes) -> OpenPage:
        """Open a page that was dropped or pasted; the same bytes get the same id."""
        id = "given-" + sha256(name.encode("utf-8", "replace") + b"\0" + data).hexdigest()[:16]
        page = OpenPage(id, name, len(data), data=data)
        with self._lock:
            _remember(self._given, id, page, MOST_GIVEN)
        return page

    def find(self, id: str) -> OpenPage | None:
        """Return an open page by its id."""
        return self.of_files.get(id) or self._given.get(id)

    def cleaner(self, settings: ViewSettings) -> Cleaner:
        """Return a cleaner for some settings."""
        return self._cleaners.get(settings)

    def digest(self, page: OpenPage) -> str:
        """Return the digest of a page; its file is read only if it has changed."""
        state = page.state()
        known, digest = self._digests.get(page.id, ((), ""))
        if not state or known != state:
            digest = sha256(page.read()).hexdigest()
            self._digests[page.id] = state, digest
        return digest

    def document(self, page: OpenPage, settings: ViewSettings) -> Document:
        """Return a page, cleaned with some settings."""
        key = page.id, self.digest(page), settings
        with self._lock:
            document = self._documents.get(key)
        if document is None:
            data = page.read()
            key = page.id, sha256(data).hexdigest(), settings
            document = as_shown(self.cleaner(settings).clean(data, kind=page.kind, url=page.url))
        with self._lock:
            _remember(self._documents, key, document, MOST_DOCUMENTS)
        return document


def _remember(entries: OrderedDict[K, V], key: K, value: V, most: int) -> None:
    """Add an entry as the newest, and forget the oldest ones if there are too many."""
    entries[key] = value
    entries.move_to_end(key)
    while len(entries) > most:
        entries.popitem(last=False)
