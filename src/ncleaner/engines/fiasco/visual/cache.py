"""A cache of measures on disk, so that no page has to be rendered twice.

An entry is a small JSON file, named by a hash of the page and of the version of the measures. Files are written
atomically, so readers never see half a file. A cache can be deleted at any time; errors in reading or writing it are
ignored.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from hashlib import sha256

from ncleaner.engines.fiasco.visual.measures import NAMES, Measures
from ncleaner.system.files import write_bytes

VERSION = 2
"""Increased with every change that affects the measures of a page."""


def default_folder() -> str:
    """Return the default folder of the cache."""
    return os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "ncleaner", "visual")


class Cache:
    """The entries in a folder; with ``None``, a cache that stores nothing."""

    def __init__(self, folder: str | None) -> None:
        self.folder = folder

    def get(self, page: bytes) -> dict[int, Measures] | None:
        """Return the measures of a page, or ``None`` if they are not in the cache."""
        if self.folder is None:
            return None
        try:
            with open(self._path(page), "rb") as file:
                entry = json.load(file)
            measures = {int(target): tuple(map(float, values)) for target, values in entry.items()}
        except (OSError, ValueError, TypeError, AttributeError):
            return None
        return measures if all(len(values) == len(NAMES) for values in measures.values()) else None

    def put(self, page: bytes, measures: dict[int, Measures]) -> None:
        """Store the measures of a page."""
        if self.folder is not None:
            with suppress(OSError):
                write_bytes(self._path(page), json.dumps(measures, separators=(",", ":")).encode())

    def _path(self, page: bytes) -> str:
        assert self.folder is not None
        name = sha256(b"%d\0%b" % (VERSION, page)).hexdigest()
        return os.path.join(self.folder, name[:2], f"{name[2:]}.json")
