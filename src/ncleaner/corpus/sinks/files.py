"""One file per page, in one of the formats of `ncleaner.render`; each shard is a folder.

A file is named after the id of its page, with everything but ASCII letters, digits, dots and hyphens replaced, so that
the name is safe on any system. If two pages of a shard have the same name, a number is appended to the second.
"""

from __future__ import annotations

import os
import re

from ncleaner.corpus.cleaned import Cleaned
from ncleaner.corpus.run.part import Part, close_safely
from ncleaner.corpus.sinks import PAGES, SinkOptions
from ncleaner.render import EXTENSIONS, renderer
from ncleaner.system.files import encoded

LONGEST = 120  # characters of a name; file systems allow 255 bytes, including extensions
FEW = 64  # files that are flushed one by one; with more it is faster to flush all disks

_UNSAFE = re.compile(r"[^A-Za-z0-9.-]+")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)", re.IGNORECASE)  # by Windows


class Files:
    """A folder of files."""

    def __init__(self, part: Part, options: SinkOptions) -> None:
        self._part = part
        self._options = options
        self._folder = ""
        self._counts: dict[str, int] = {}  # pages by name in lower case
        renderer(options.format)  # raises an error if the format is unknown

    def add(self, page: Cleaned) -> None:
        """Write a page."""
        if not self._folder:
            self._folder = self._part.directory(PAGES, self._part.name)
        name = self._unique(safe_name(page.id)) + EXTENSIONS[self._options.format]
        with open(os.path.join(self._folder, name), "wb") as file:
            file.write(encoded(page.document.to(self._options.format, all=self._options.all)))

    def _unique(self, name: str) -> str:
        """Return a name that differs from those of other pages, ignoring case."""
        count = self._counts.get(name.lower(), 0) + 1
        self._counts[name.lower()] = count
        return name if count == 1 else self._unique(f"{name}_{count}")

    def close(self) -> None:
        """Wait until all files are on the disk."""
        if not self._folder:
            return
        if len(self._counts) > FEW and hasattr(os, "sync"):
            os.sync()
            return
        for name in os.listdir(self._folder):
            close_safely(open(os.path.join(self._folder, name), "rb+"))  # noqa: SIM115


def safe_name(id: str) -> str:
    """Return the file name, without extension, for the page with this id."""
    name = _UNSAFE.sub("_", id).strip("_.")[-LONGEST:].lstrip("_.-") or "page"
    return f"_{name}" if _RESERVED.match(name) else name


open_shard = Files
