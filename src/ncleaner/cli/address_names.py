"""Inputs that are addresses, and the names of files for their results."""

from __future__ import annotations

LONGEST = 100  # characters of a name
SCHEMES = ("http://", "https://")


def is_address(path: str) -> bool:
    """Tell whether an input is an address to fetch. A file with such a name is written ``./http:/…``."""
    return path[:8].lower().startswith(SCHEMES)


def short_name(url: str) -> str:
    """Return the last part of an address as the name of a file, or its host if there is no path."""
    host, path = _parts(url)
    return _safe(path.rstrip("/").rpartition("/")[2]) or _safe(host) or "page"


def long_name(url: str) -> str:
    """Return all of an address as the name of a file."""
    host, _, rest = url.partition("://")[2].partition("/")
    return _safe(f"{host.rpartition('@')[2]}/{rest}".rstrip("/")) or "page"


def _parts(url: str) -> tuple[str, str]:
    """Return host and path of an address."""
    address = url.partition("://")[2].partition("#")[0].partition("?")[0]
    host, _, path = address.partition("/")
    return host.rpartition("@")[2], path


def _safe(text: str) -> str:
    """Return text with ``_`` in place of what has a meaning in names of files."""
    import re
    from urllib.parse import unquote

    return re.sub(r"[^\w.-]+", "_", unquote(text))[:LONGEST].strip("._-")
