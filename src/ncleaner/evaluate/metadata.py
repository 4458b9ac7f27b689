"""Scores of the metadata that pages are found to have, against gold values.

The gold values are in ``metadata.json`` in the folder of a set: by the ids of pages, objects with ``title``, ``author``
and ``publish_date``; null if the page has none. A title is right if it is the same, an author if it has the same words,
a date if it is the same day. Case, white space, typographic quotes and dashes do not count. Of authors and dates,
precision is over all pages for which one was found, and recall over all that have one.
"""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ncleaner.decode import decode
from ncleaner.errors import SetError
from ncleaner.evaluate.printout import Column, Printout, Table
from ncleaner.gold.sets import Pair, Set, decoded, page_id, read_file
from ncleaner.metadata import metadata
from ncleaner.read import read_page

FILE = "metadata.json"
ALL = "all pages"
UNKNOWN = "not known"  # type of pages that are not in the table of their set

_PLAIN_SIGNS = {"'": "‘’ʼ", '"': "“”„", "-": "–—‐‑", "": "\xad"}
_SAME_SIGNS = {ord(sign): plain for plain, signs in _PLAIN_SIGNS.items() for sign in signs}
_NOT_NAMES = frozenset(["by", "and"])

Values = dict[str, str]
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class PageValues:
    """The values that were found in a page, and the gold ones, without those that it does not have."""

    type: str
    found: Values
    gold: Values


def read_gold_values(folder: str) -> dict[str, Values]:
    """Read ``metadata.json`` in the folder of a set; return the gold values by the ids of pages."""
    path = os.path.join(folder, FILE)
    if not os.path.exists(path):
        raise SetError(f"{folder} has no {FILE} with gold titles, authors and dates: name a set that has one")
    try:
        pages = json.loads(decoded(read_file(path)))
        return {page_id(id): _texts(values) for id, values in pages.items()}
    except (ValueError, AttributeError, RecursionError):
        raise SetError(
            f"{path} is not as expected: by the id of a page, an object with title, author and publish_date"
        ) from None


def _texts(values: dict[str, Any]) -> Values:
    """Return the gold values of a page by the names of our fields."""
    names = {"title": "title", "author": "author", "publish_date": "date"}
    return {names[name]: value for name, value in values.items() if name in names and isinstance(value, str) and value}


def evaluate_metadata(set: Set, folder: str, progress: Progress | None = None) -> dict[str, Any]:
    """Read the metadata of the pages of a set and compare them with its gold values; return a summary."""
    gold = read_gold_values(folder)
    pairs = [pair for pair in set.pages if pair.id in gold]
    if not pairs:
        raise SetError(f"{os.path.join(folder, FILE)} has none of the pages of {set.name}")
    pages = []
    for pair in pairs:
        pages.append(PageValues(pair.type or UNKNOWN, _found(pair), gold[pair.id]))
        if progress is not None:
            progress("pages", len(pages), len(pairs))
    types = {type: [page for page in pages if page.type == type] for type in sorted({page.type for page in pages})}
    summary = {"set": set.name, "pages": len(pages), **scores(pages)}
    if types.keys() != {UNKNOWN}:
        summary["types"] = {type: {"pages": len(some), **scores(some)} for type, some in types.items()}
    return summary


def _found(pair: Pair) -> Values:
    page = decode(pair.page(), url=pair.url, kind=pair.kind)
    found = metadata(page, read_page(page))
    values = {"title": found.title, "author": found.author, "date": found.date}
    return {name: value for name, value in values.items() if value}


def scores(pages: Sequence[PageValues]) -> dict[str, dict[str, float | None]]:
    """Return the figures of some pages, in per cent; ``None`` where there is nothing to divide by."""
    titled = [page for page in pages if "title" in page.gold]
    return {
        "title": {"exact": _share(sum(_is_right(page, "title") for page in titled), len(titled))},
        **{name: _precision_and_recall(pages, name) for name in ("author", "date")},
    }


def _precision_and_recall(pages: Iterable[PageValues], name: str) -> dict[str, float | None]:
    found = [page for page in pages if name in page.found]
    right = sum(_is_right(page, name) for page in found)
    wanted = sum(name in page.gold for page in pages)
    return {
        "precision": _share(right, len(found)),
        "recall": _share(right, wanted),
        "f": _share(2 * right, len(found) + wanted),
    }


def _share(part: int, whole: int) -> float | None:
    return 100 * part / whole if whole else None


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().translate(_SAME_SIGNS).split())


_FORMS: dict[str, Callable[[str], object]] = {
    "title": _plain,
    "author": lambda text: frozenset(re.sub(r"[\W_]+", " ", _plain(text)).split()) - _NOT_NAMES,
    "date": lambda text: text[:10],
}


def _is_right(page: PageValues, name: str) -> bool:
    form = _FORMS[name]
    return name in page.found and name in page.gold and form(page.found[name]) == form(page.gold[name])


def printout_of(summary: dict[str, Any]) -> Printout:
    """Return the table to print for a summary."""
    rows = {ALL: summary, **summary.get("types", {})}
    table = Table("", list(rows))
    table.add(Column("", "pages", ".0f", None), [row["pages"] for row in rows.values()])
    for group in ("title", "author", "date"):
        for name in summary[group]:
            table.add(Column(group, name, ".1f", None), [row[group][name] for row in rows.values()])
    pages = summary["pages"]
    return Printout(f"{summary['set']}: metadata of {pages:,} page{'' if pages == 1 else 's'}", [table], [])
