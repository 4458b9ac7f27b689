"""Link addresses: decoded from the source, made absolute, and dropped if their scheme is unsafe.

Addresses are bounded. One of more than `LONGEST_ADDRESS` characters is no base and no link. And `Links` gives out no
further addresses once all together are twice as long as the page: a page could otherwise have a short link for every
few bytes, and a long base for all of them, or open one long link again in each block.
"""

from __future__ import annotations

import re

from ncleaner.page.blocks import LONGEST_ADDRESS
from ncleaner.read.html.start_tag import attributes_at
from ncleaner.read.html.tokenizer import Tokenizer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.page.document import Document

# Browsers remove tabs and line ends from an address before they parse it, and formats based on XML the characters that
# XML forbids. So they can disguise a scheme.
_IGNORED = re.compile("[^\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_BLANK = "".join(map(chr, range(33)))
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")

SAFE_SCHEMES = frozenset(["http", "https", "ftp", "mailto", "tel"])

_LEAST_ROOM = 1 << 18  # characters for the addresses of small pages
_BASE_SHARE = 4  # a long base takes time even where the targets are short: so much of it counts as well
_ESCAPED = "&<>\"'()\\ "  # characters that take up to five more in an output format


def source_url(document: Document) -> str | None:
    """Return the URL that the page was cleaned with, or else the URL that it declares."""
    return document.page.url or document.metadata.url


def base_of(document: Document) -> str | None:
    """Return the address that links of a page are relative to: that of the page, or of its first ``<base href>``."""
    url = source_url(document)
    blocks = document.blocks
    for what, start, _ in blocks.head_spans:
        if what == "base":
            address = attributes_at(blocks.source, start).get("href")
            if address is not None:
                return resolve(address, url) or url
    return url


class Links:
    """The addresses of the links of a page of ``size`` bytes, relative to ``base``."""

    def __init__(self, base: str | None, size: int) -> None:
        self._base = base if base and len(base) <= LONGEST_ADDRESS else None
        self._room = 2 * size + _LEAST_ROOM

    def resolve(self, address: str) -> str | None:
        """Return the target of a link, or ``None`` if it is empty or unsafe, or if there is no room for it."""
        if not address or self._room <= 0 or len(address) > LONGEST_ADDRESS:
            return None
        target = resolve(address, self._base)
        length = len(target) + 5 * sum(map(target.count, _ESCAPED)) if target is not None else 0
        self._room -= max(length, len(self._base or "") // _BASE_SHARE)
        return target


def decode_attribute(raw: str) -> str:
    """Resolve the character references in the source of an attribute value."""
    if "&" not in raw:
        return raw
    source = raw.encode("utf-8")
    return Tokenizer(source).decoded(0, len(source), True)


def resolve(address: str, base: str | None) -> str | None:
    """Return the target of a link, or ``None`` if it is empty or unsafe. Without a base, it may stay relative."""
    address = _IGNORED.sub("", address).strip(_BLANK)
    if not address:
        return None
    if base and not _SCHEME.match(address):
        from urllib.parse import urljoin

        try:
            address = _IGNORED.sub("", urljoin(base, address))
        except ValueError:  # brackets that do not enclose an IPv6 host
            return None
    scheme = _SCHEME.match(address)
    return address if scheme is None or scheme[1].lower() in SAFE_SCHEMES else None
