"""The metadata of a document under the names of trafilatura."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ncleaner.dropin.extracted import Extracted

if TYPE_CHECKING:
    from collections.abc import Collection

    from ncleaner.page.document import Document

_BETWEEN_NAMES = re.compile(r"\s*[;,]\s*")


def declared(document: Document, author_blacklist: Collection[str]) -> Extracted:
    """Return the metadata of a document, without authors whose names are in the blacklist, in any case."""
    metadata = document.metadata
    fields = Extracted()
    fields.title = metadata.title
    fields.author = _without(metadata.author, author_blacklist)
    fields.url = metadata.url
    fields.hostname = _host(metadata.url)
    fields.description = metadata.description
    fields.sitename = metadata.site_name or fields.hostname
    fields.date = metadata.date[:10] if metadata.date else None
    fields.categories = list(metadata.categories)
    fields.tags = list(metadata.tags)
    fields.image = metadata.image
    fields.license = metadata.license
    fields.language = metadata.language
    fields.pagetype = document.page_type
    return fields


def _without(authors: str | None, blacklist: Collection[str]) -> str | None:
    if not authors or not blacklist:
        return authors
    unwanted = {name.strip().lower() for name in blacklist}
    if authors.lower() in unwanted:
        return None
    names = [name for name in _BETWEEN_NAMES.split(authors) if name.lower() not in unwanted]
    return ", ".join(names) or None


def _host(url: str | None) -> str | None:
    from urllib.parse import urlsplit

    try:
        host = urlsplit(url or "").hostname
    except ValueError:  # brackets that do not enclose an IPv6 host
        return None
    return host.removeprefix("www.") if host else None
