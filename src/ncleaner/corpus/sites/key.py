"""The site of a page, by its address or, if it has none, by the folder of its file.

A domain is what somebody can register, by the public suffix list with its private part: ``a.blogspot.com`` and
``b.blogspot.com`` are two sites, ``www.example.co.uk`` and ``example.co.uk`` are one. Hosts without a known suffix and
addresses of machines are sites by themselves. A site is stored as a number of 64 bits.
"""

from __future__ import annotations

import os
from functools import lru_cache
from hashlib import blake2b
from ipaddress import ip_address
from urllib.parse import unquote

from ncleaner.corpus.record import TEXT, Record
from ncleaner.corpus.sites.options import PATH_PREFIX

HOSTS = 1 << 13  # whose domains are kept in memory
LONGEST_HOST = 253  # characters, as in the DNS
LONGEST_FOLDER = 256  # characters of the first folder of a path that count


class SiteKeys:
    """Tells the sites of pages: by domain, or by domain and first folder, as ``kind`` says."""

    def __init__(self, kind: str) -> None:
        from publicsuffixlist import PublicSuffixList

        self._has_folders = kind == PATH_PREFIX
        self._suffixes = PublicSuffixList()
        self._domain = lru_cache(HOSTS)(self._registrable)

    def of(self, record: Record, *, is_file: bool) -> int | None:
        """Return the site of a page, or ``None`` if it has none, like plain text.

        ``is_file`` tells that each page of the source is a file of its own: without an address, its folder is its site.
        """
        if record.kind == TEXT:
            return None
        if record.url is not None:
            name = self.name(record.url)
            return None if name is None else number(f"address {name}")
        return number(f"folder {os.path.dirname(record.source)}") if is_file else None

    def name(self, url: str) -> str | None:
        """Return the domain of an address, with the first folder if sites have one; ``None`` if it names no host."""
        host, path = divided(url)
        domain = self._domain(host) if 0 < len(host) <= LONGEST_HOST else None
        if domain is None or not self._has_folders:
            return domain
        folder = first_folder(path)
        return f"{domain}/{folder}" if folder else domain

    def _registrable(self, host: str) -> str | None:
        """Return the domain of a host that somebody can register, or the host if it is none of the kind."""
        host = ascii_host(host)
        if not host or is_machine(host):
            return host or None
        return self._suffixes.privatesuffix(host) or host


def number(name: str) -> int:
    """Return the number of a site with a name."""
    digest = blake2b(name.encode("utf-8", "surrogateescape"), digest_size=8).digest()
    return int.from_bytes(digest, "little")


def divided(url: str) -> tuple[str, str]:
    """Return the host of an address, without user and port, and the path. Addresses without a scheme have them, too."""
    rest = url.strip(" \t\r\n<>").replace("\\", "/")
    scheme, colon, after = rest.partition("://")
    if colon and "/" not in scheme:
        rest = after
    elif rest.startswith("//"):
        rest = rest[2:]
    elif "." not in rest.partition("/")[0]:
        return "", ""
    rest = rest.partition("#")[0].partition("?")[0]
    host, _, path = rest.partition("/")
    host = host.rpartition("@")[2]
    if host.startswith("["):
        return host[1:].partition("]")[0], path
    return host.partition(":")[0], path


def ascii_host(host: str) -> str:
    """Return a host in the form that the DNS has: small letters, ASCII, no dots at the ends."""
    host = unquote(host).strip(".").lower()
    if host.isascii():
        return host
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError:
        return host


def is_machine(host: str) -> bool:
    """Whether a host is the address of a machine, such as ``192.0.2.1``."""
    if ":" not in host and not host[-1:].isdigit():
        return False
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def first_folder(path: str) -> str:
    """Return the first folder of a path without a leading slash, or the empty string if it has none."""
    folder, slash, _ = path.lstrip("/").partition("/")
    return unquote(folder[:LONGEST_FOLDER]) if slash else ""
