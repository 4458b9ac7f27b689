"""The language of a page: found out from its text, or as it declares it."""

from __future__ import annotations

import re

from ncleaner.document import Document

_CODE = re.compile(r"\s*([A-Za-z]{2,3})(?:[-_]|\s*$)")


def language_of(document: Document, detect: bool) -> str | None:
    """The code of the language, such as ``de``; ``None`` if nobody knows."""
    if detect:
        from ncleaner.corpus.filters.language import language

        return language(document.text)
    found = _CODE.match(document.metadata.language or "")
    return found[1].lower() if found else None
