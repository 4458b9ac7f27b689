"""The fields of metadata."""

from __future__ import annotations

from documentation.table import code, table
from ncleaner.page.metadata import FIELDS, LISTS, Metadata

MEANINGS = {
    "title": "The title: the heading that readers see, if the page declares something like it.",
    "url": "The canonical address.",
    "description": "The description that the page declares.",
    "author": "The names of all authors, separated by commas.",
    "date": "The date of publication, in ISO 8601.",
    "site_name": "The name of the site.",
    "language": "The language that the page declares.",
    "charset": "The encoding that the page was decoded with.",
    "modified": "The date of the last change, in ISO 8601.",
    "authors": "The names of the authors.",
    "categories": "The categories or sections that the page is in.",
    "tags": "The keywords.",
    "image": "The address of the image that stands for the page.",
    "license": "The licence, as its name or its address.",
}


def fields() -> str:
    """Return a table of the fields; a field without a meaning here fails the build."""
    assert set(FIELDS) <= set(Metadata.__slots__)
    rows = [(code(name), "list of texts" if name in LISTS else "text or nothing", MEANINGS[name]) for name in FIELDS]
    return table(["field", "value", "meaning"], rows)
