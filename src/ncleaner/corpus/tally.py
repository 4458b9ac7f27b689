"""What happened to the records of a shard, in numbers, and the sum of that over all shards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import Any

UNKNOWN = "und"  # ISO 639-2 for a language that nobody knows

EMPTY = "nothing kept"
DOUBTFUL = "low confidence"
SHORT = "few words"
FOREIGN = "other language"
DUPLICATE = "duplicate"
"""Why pages are left out."""

_NUMBER = re.compile(r"\d+")


@dataclass(slots=True)
class Tally:
    """Numbers of a shard, or of all of them.

    ``pages`` is how many were read, ``kept`` how many were written; the others were left out, or could not be cleaned.
    ``failed`` are these and what could not even be read. ``bytes`` is the size of the pages that were read, ``words``
    and ``kept_words`` are those of the pages that were written, before and after cleaning. ``passed_over`` are records
    that are no pages.
    """

    pages: int = 0
    kept: int = 0
    failed: int = 0
    bytes: int = 0
    words: int = 0
    kept_words: int = 0
    duplicate_paragraphs: int = 0
    left_out: Counter[str] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)
    passed_over: Counter[str] = field(default_factory=Counter)
    languages: Counter[str] = field(default_factory=Counter)

    def add_page(self, words: int, kept_words: int) -> None:
        """Count a page that is written."""
        self.kept += 1
        self.words += words
        self.kept_words += kept_words

    def add_language(self, language: str | None) -> None:
        """Count its language, if somebody wants to know that."""
        self.languages[language or UNKNOWN] += 1

    def add_failure(self, reason: str) -> None:
        """Count a record that could not be read or cleaned, by the first part of the reason, without its numbers."""
        self.failed += 1
        self.failures[_NUMBER.sub("…", reason.partition(":")[0])] += 1

    @property
    def boilerplate(self) -> float:
        """The share of words that were dropped from the pages that are kept."""
        return 1 - self.kept_words / self.words if self.words else 0.0

    def values(self) -> dict[str, Any]:
        """The numbers as values for JSON; the most frequent first."""
        found: dict[str, Any] = {}
        for each in fields(self):
            value = getattr(self, each.name)
            if isinstance(value, Counter):
                value = dict(sorted(value.items(), key=lambda item: (-item[1], item[0])))
            found[each.name] = value
        return found

    @classmethod
    def of(cls, values: dict[str, Any]) -> Tally:
        """The tally that had these `values`."""
        tally = cls()
        for name, value in values.items():
            setattr(tally, name, Counter(value) if isinstance(value, dict) else value)
        return tally


def total(tallies: Iterable[Tally]) -> Tally:
    """The sum of tallies."""
    whole = Tally()
    for tally in tallies:
        for each in fields(Tally):
            setattr(whole, each.name, getattr(whole, each.name) + getattr(tally, each.name))
    return whole
