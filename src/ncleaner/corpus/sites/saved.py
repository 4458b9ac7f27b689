"""The folder in which the sites of a crawl are kept for the next one: it has one file, a store of sites."""

from __future__ import annotations

import os
import shutil

from ncleaner.corpus.run.part import close_safely
from ncleaner.corpus.sites.store import Store
from ncleaner.errors import FolderError

FILE = "sites"
_PART = "sites.part"


def path_in(folder: str) -> str:
    """Return the path of the store in a folder."""
    return os.path.join(folder, FILE)


def digest_of(folder: str, keys: str) -> str:
    """Return the digest of the sites in a folder; raise `FolderError` or `SitesError` if it has none by these keys."""
    if not os.path.isfile(path_in(folder)):
        raise FolderError(f"{folder} has no sites: give a folder that --sites-save has written")
    with Store(path_in(folder), keys) as store:
        return store.digest


def check(folder: str, keys: str) -> None:
    """Raise `FolderError` or `SitesError` unless a folder is new or empty, or has sites by the same keys."""
    if not os.path.lexists(folder):
        return
    if not os.path.isdir(folder):
        raise FolderError(f"{folder} is not a directory: choose a folder")
    if set(os.listdir(folder)) - {FILE, _PART}:
        raise FolderError(f"{folder} has other files than saved sites: choose a new folder")
    if os.path.lexists(path_in(folder)):
        digest_of(folder, keys)


def save(store: str, folder: str) -> None:
    """Copy a store to a folder; an older one is replaced when the copy is complete."""
    os.makedirs(folder, exist_ok=True)
    part = os.path.join(folder, _PART)
    with open(store, "rb") as source:
        file = open(part, "wb")  # noqa: SIM115  closed safely, or at once
        try:
            shutil.copyfileobj(source, file)
        except BaseException:
            file.close()
            raise
        close_safely(file)
    os.replace(part, path_in(folder))
