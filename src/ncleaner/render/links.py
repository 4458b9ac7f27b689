"""Link addresses: decoded from the source, made absolute, and dropped if their scheme is unsafe."""

from __future__ import annotations

import re

from ncleaner.read.html.tokenizer import Tokenizer

# Browsers remove these from an address before they parse it, so they can disguise a scheme.
_IGNORED = str.maketrans("", "", "\t\n\r")
_BLANK = "".join(map(chr, range(33)))
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")

SAFE_SCHEMES = frozenset(["http", "https", "ftp", "mailto", "tel"])


def decode_attribute(raw: str) -> str:
    """Resolve the character references in the source of an attribute value."""
    if "&" not in raw:
        return raw
    source = raw.encode("utf-8")
    return Tokenizer(source).decoded(0, len(source), True)


def resolve(address: str, base: str | None) -> str | None:
    """Return the target of a link, or ``None`` if it is empty or unsafe. Without a base, it may stay relative."""
    address = address.translate(_IGNORED).strip(_BLANK)
    if not address:
        return None
    if base and not _SCHEME.match(address):
        from urllib.parse import urljoin

        try:
            address = urljoin(base, address)
        except ValueError:  # brackets that do not enclose an IPv6 host
            return None
    scheme = _SCHEME.match(address)
    return address if scheme is None or scheme[1].lower() in SAFE_SCHEMES else None
