"""The language of a page: detected in its text, or as the page declares it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ncleaner.errors import UnknownNameError
from ncleaner.page.document import Document

if TYPE_CHECKING:
    from collections.abc import Iterable

_CODE = re.compile(r"\s*([A-Za-z]{2,3})(?:[-_]|\s*$)")


def check_languages(codes: Iterable[str]) -> None:
    """Raise `UnknownNameError` for codes of languages that cannot be detected."""
    from ncleaner.corpus.filters.detector import languages

    detectable = languages()
    for code in codes:
        if code not in detectable:
            raise UnknownNameError("language", code, detectable)


def language_of(document: Document, detect: bool) -> str | None:
    """Return the code of the page's language, such as ``de``, or ``None`` if it is unknown.

    With ``detect`` it is detected in the text, otherwise it is the one that the page declares.
    """
    if detect:
        from ncleaner.corpus.filters.detector import language

        return language(document.text)
    declared = _CODE.match(document.metadata.language or "")
    return declared[1].lower() if declared else None
