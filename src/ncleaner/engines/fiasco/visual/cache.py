"""What was measured on pages, kept on disk so that no page has to be rendered twice.

An entry is a small JSON file whose name is a hash of the page and of the version of the measuring. It is written under
another name first, so that no reader ever sees half of one. A cache can be deleted at any time, and one that cannot be
read or written is as good as none.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from hashlib import sha256

from ncleaner.engines.fiasco.visual.measures import NAMES, Measures
from ncleaner.system.files import write_bytes

VERSION = 2
"""Goes up with every change that makes the measures of a page differ."""


def default_folder() -> str:
    """Where caches belong on this system."""
    return os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "ncleaner", "visual")


class Cache:
    """The entries in a folder; ``None`` for a cache that keeps nothing."""

    def __init__(self, folder: str | None) -> None:
        self.folder = folder

    def get(self, page: bytes) -> dict[int, Measures] | None:
        """What was measured on a page, if that is known."""
        if self.folder is None:
            return None
        try:
            with open(self._path(page), "rb") as file:
                entry = json.load(file)
            found = {int(target): tuple(map(float, values)) for target, values in entry.items()}
        except (OSError, ValueError, TypeError, AttributeError):
            return None
        return found if all(len(values) == len(NAMES) for values in found.values()) else None

    def put(self, page: bytes, measures: dict[int, Measures]) -> None:
        """Keep what was measured on a page."""
        if self.folder is not None:
            with suppress(OSError):
                write_bytes(self._path(page), json.dumps(measures, separators=(",", ":")).encode())

    def _path(self, page: bytes) -> str:
        assert self.folder is not None
        name = sha256(b"%d\0%b" % (VERSION, page)).hexdigest()
        return os.path.join(self.folder, name[:2], f"{name[2:]}.json")
