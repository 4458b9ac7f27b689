"""The lines of a shard in the error log, bounded for each source.

A few kilobytes of a hostile archive can hold a million damaged records. So only the first `LISTED` of a source are
listed; a last line counts the others.
"""

from __future__ import annotations

from collections import Counter

from ncleaner.render.json import json_text

LISTED = 1000  # failures of a source in a shard


class ErrorLines:
    """The failures of a shard as lines of JSON. ``unlisted`` is the number of those that are counted only."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._counts: Counter[str] = Counter()

    def add(self, source: str, offset: int, reason: str) -> None:
        """Add a failure: the file, the position of the record, and the reason."""
        self._counts[source] += 1
        if self._counts[source] <= LISTED:
            self._lines.append(json_text({"source": source, "offset": offset, "reason": reason}))

    @property
    def unlisted(self) -> int:
        """The number of failures without a line of their own."""
        return sum(count - LISTED for count in self._counts.values() if count > LISTED)

    def text(self) -> str:
        """Return all lines; for each source with more failures, one that has their number as ``"unlisted"``."""
        rest = [
            json_text({"source": source, "reason": "more records failed", "unlisted": count - LISTED})
            for source, count in self._counts.items()
            if count > LISTED
        ]
        return "".join([*self._lines, *rest])
