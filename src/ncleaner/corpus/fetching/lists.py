"""Lists of addresses: text files whose names end in ``.urls``, with an address on each line.

Empty lines and lines that begin with ``#`` are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import NamedTuple

from ncleaner.corpus.sources.paths import ADDRESSES, open_source
from ncleaner.errors import SourceError

_BLOCK = 1 << 20


class Listed(NamedTuple):
    """An address in a list, and the number of bytes up to the end of its line."""

    url: str
    end: int


def is_list(path: str) -> bool:
    """Tell whether an input is a list of addresses, by its name."""
    return path.lower().endswith(ADDRESSES)


def addresses(path: str) -> Iterator[Listed]:
    """Yield the addresses in a list."""
    end = 0
    with open_source(path) as file:
        for line in file:
            end += len(line)
            url = line.decode("utf-8", "replace").lstrip("\ufeff").strip()
            if url and not url.startswith("#"):
                yield Listed(url, end)


def digest_and_size(path: str) -> tuple[str, int]:
    """Return the SHA-256 of a list and its size; raise `SourceError` if it cannot be read."""
    value, size = sha256(), 0
    try:
        with open_source(path) as file:
            while block := file.read(_BLOCK):
                value.update(block)
                size += len(block)
    except OSError as error:
        raise SourceError(f"{path}: {error.strerror or error}") from None
    return value.hexdigest(), size
