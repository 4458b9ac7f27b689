"""The language of a page: found out from its text, or as it declares it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ncleaner.errors import UnknownNameError
from ncleaner.page.document import Document

if TYPE_CHECKING:
    from collections.abc import Iterable

_CODE = re.compile(r"\s*([A-Za-z]{2,3})(?:[-_]|\s*$)")


def check_languages(codes: Iterable[str]) -> None:
    """Refuse codes of languages that cannot be told."""
    from ncleaner.corpus.filters.detector import languages

    known = languages()
    for code in codes:
        if code not in known:
            raise UnknownNameError("language", code, known)


def language_of(document: Document, detect: bool) -> str | None:
    """The code of the language, such as ``de``; ``None`` if nobody knows."""
    if detect:
        from ncleaner.corpus.filters.detector import language

        return language(document.text)
    found = _CODE.match(document.metadata.language or "")
    return found[1].lower() if found else None
