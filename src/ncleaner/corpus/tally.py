"""Counts of what happened to the records of a shard, and their sum over all shards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import Any

UNKNOWN = "und"  # ISO 639-2: undetermined

EMPTY = "nothing kept"
DOUBTFUL = "low confidence"
SHORT = "few words"
FOREIGN = "other language"
DUPLICATE = "duplicate"
"""Reasons for which pages are dropped."""

_NUMBER = re.compile(r"\d+")


@dataclass(slots=True)
class Tally:
    """The counts of a shard, or of all shards.

    ``pages`` is the number of pages read, and ``kept`` of pages written; the others were dropped by filters
    (``left_out``) or could not be cleaned. ``failed`` is the number of records that could not be read or cleaned.
    ``unlisted`` is the number of those that the error log counts but does not list. ``bytes`` is the size of the pages
    read; ``words`` and ``kept_words`` are the words of the pages written, before and after cleaning. ``passed_over``
    are records that are not pages. ``site_pages`` is the number of pages cleaned with what is known of their sites, and
    ``site_words`` the words that were dropped because of that.
    """

    pages: int = 0
    kept: int = 0
    failed: int = 0
    unlisted: int = 0
    bytes: int = 0
    words: int = 0
    kept_words: int = 0
    duplicate_paragraphs: int = 0
    site_pages: int = 0
    site_words: int = 0
    left_out: Counter[str] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)
    passed_over: Counter[str] = field(default_factory=Counter)
    languages: Counter[str] = field(default_factory=Counter)

    def add_page(self, words: int, kept_words: int) -> None:
        """Count a page that is written."""
        self.kept += 1
        self.words += words
        self.kept_words += kept_words

    def add_page_of_site(self, words: int) -> None:
        """Count a page that was cleaned with its site, and the words that were dropped because of that."""
        self.site_pages += 1
        self.site_words += words

    def add_language(self, language: str | None) -> None:
        """Count the language of a page that is written."""
        self.languages[language or UNKNOWN] += 1

    def add_failure(self, reason: str) -> None:
        """Count a record that could not be read or cleaned, by its reason up to a colon, with ``…`` for numbers."""
        self.failed += 1
        self.failures[_NUMBER.sub("…", reason.partition(":")[0])] += 1

    @property
    def boilerplate(self) -> float:
        """The share of words that were dropped from the pages written."""
        return 1 - self.kept_words / self.words if self.words else 0.0

    def values(self) -> dict[str, Any]:
        """Return the counts as values for JSON; the items of counters are sorted, the most frequent first."""
        values: dict[str, Any] = {}
        for each in fields(self):
            value = getattr(self, each.name)
            if isinstance(value, Counter):
                value = dict(sorted(value.items(), key=lambda item: (-item[1], item[0])))
            values[each.name] = value
        return values

    @classmethod
    def of(cls, values: dict[str, Any]) -> Tally:
        """Return the tally with these `values`."""
        tally = cls()
        for name, value in values.items():
            setattr(tally, name, Counter(value) if isinstance(value, dict) else value)
        return tally


def total(tallies: Iterable[Tally]) -> Tally:
    """Return the sum of tallies."""
    result = Tally()
    for tally in tallies:
        for each in fields(Tally):
            setattr(result, each.name, getattr(result, each.name) + getattr(tally, each.name))
    return result
