"""Addresses of links: read from the source, made absolute, and dropped where following them could do harm."""

from __future__ import annotations

import re

from ncleaner.read.html.tokenizer import Tokenizer

# Browsers take these out of an address before they look at it, and so do those who hide what it is.
_IGNORED = str.maketrans("", "", "\t\n\r")
_BLANK = "".join(map(chr, range(33)))
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")

SAFE_SCHEMES = frozenset(["http", "https", "ftp", "mailto", "tel"])


def decoded(raw: str) -> str:
    """The value of an attribute as it stands in the source, with its character references resolved."""
    if "&" not in raw:
        return raw
    source = raw.encode("utf-8")
    return Tokenizer(source).decoded(0, len(source), True)


def resolve(address: str, base: str | None) -> str | None:
    """The address a link leads to, or ``None`` for one that is not to be followed; relative if there is no base."""
    address = address.translate(_IGNORED).strip(_BLANK)
    if not address:
        return None
    if base and not _SCHEME.match(address):
        from urllib.parse import urljoin

        try:
            address = urljoin(base, address)
        except ValueError:  # the address has brackets that are not those of an IPv6 host
            return None
    scheme = _SCHEME.match(address)
    return address if scheme is None or scheme[1].lower() in SAFE_SCHEMES else None
