"""Snippets: for each page of a set, short texts that its clean text must have and others that it must not have.

They are quicker to collect than gold texts. A set that has no folder of gold texts may have them in ``snippets.json``::

    {"page.html": {"with": ["It rained all day."], "without": ["Read more", "Imprint"]}}
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from ncleaner.errors import SetError

SNIPPETS = "snippets.json"


@dataclass(frozen=True, slots=True)
class Snippets:
    """The texts that the clean text of a page must have (``wanted``), and those that it must not (``unwanted``)."""

    wanted: tuple[str, ...]
    unwanted: tuple[str, ...]


def parsed(text: str, path: str) -> dict[str, Snippets]:
    """Return the snippets of each page, by the name of its file; ``path`` is for error messages."""
    try:
        pages = json.loads(text)
    except ValueError as error:
        raise SetError(f"{path} is not JSON: {error}") from None
    if not isinstance(pages, dict):
        raise SetError(f"{path} should be an object with the names of pages")
    return {
        name: Snippets(_texts(page, "with", name, path), _texts(page, "without", name, path))
        for name, page in pages.items()
    }


def _texts(page: object, key: str, name: str, path: str) -> tuple[str, ...]:
    texts = page.get(key) if isinstance(page, dict) else None
    if not isinstance(texts, list) or not all(isinstance(text, str) and text.strip() for text in texts):
        raise SetError(f"{path}: {name} has no list of texts called {key!r}")
    return tuple(texts)
