"""Dates in the text that a page shows, such as ``Published on 21 March 2009`` or ``2009年3月21日``.

Texts are short (see `LONGEST`). Days and months in numbers, ``03/04/2009``, are read in the order of the page's
language, and left out if that leaves a doubt.
"""

from __future__ import annotations

from ncleaner.metadata.dates import iso_date
from ncleaner.metadata.months import month_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from re import Match

LONGEST = 400  # characters of a text that are read

_DAY = r"(?<!\d)(?P<day>\d{1,2})(?:st|nd|rd|th|er|º|\.)?[\s-]+(?:d[eo] |of )?"
_PATTERNS = (
    r"(?<!\d)(?P<year>(?:19|20)\d\d)\s?[年년]\s?(?P<month>\d{1,2})\s?[月월]\s?(?P<day>\d{1,2})\s?[日일]",
    r"(?<![\d./-])(?P<year>(?:19|20)\d\d)([-/.])(?P<month>\d{1,2})\2(?P<day>\d{1,2})(?!\d)",
    _DAY + r"(?P<name>[^\W\d_]{3,12})\.?,?[\s-]+(?:de |del )?(?P<year>(?:19|20)\d\d)",
    r"(?P<name>[^\W\d_]{3,12})\.?\s+(?P<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?P<year>(?:19|20)\d\d)",
    r"(?<![\d./-])(?P<first>\d{1,2})([./-])(?P<second>\d{1,2})\2(?P<year>(?:19|20)\d\d)(?!\d)",
)
_CHANGED = (
    r"(?i)\b(?:updat|modif|edit|revis|review|aktualis|geändert|mis à jour|actualiz|aggiorn|bijgewerkt)|更新|обновл"
)
_MONTH_FIRST = ("en-us", "en-ph")


def day_first(language: str | None) -> bool | None:
    """Return whether the day comes before the month in numbers of a language; ``None`` if that cannot be told."""
    tag = (language or "").lower()
    if tag in _MONTH_FIRST:
        return False
    return None if tag in ("", "en") else True


def shown_dates(text: str, day_is_first: bool | None) -> Iterator[tuple[str, bool]]:
    """Yield the dates in a text, each with whether the words before it say that it is that of a change."""
    import re

    text = text[:LONGEST]
    found = sorted(
        (match.start(), match.end(), date)
        for pattern in _PATTERNS
        for match in re.finditer(pattern, text)
        if (date := _date(match, day_is_first))
    )
    end = 0
    for start, after, date in found:
        if start >= end:
            yield date, re.search(_CHANGED, text[end:start]) is not None
            end = after


def _date(match: Match[str], day_is_first: bool | None) -> str | None:
    parts = match.groupdict()
    if "name" in parts:
        month, day = month_of(parts["name"].lower()), int(parts["day"])
    elif "month" in parts:
        month, day = int(parts["month"]), int(parts["day"])
    else:
        first, second = int(parts["first"]), int(parts["second"])
        if day_is_first is None and first != second and max(first, second) <= 12:
            return None
        is_day = first > 12 or (bool(day_is_first) and second <= 12)
        day, month = (first, second) if is_day else (second, first)
    return iso_date(f"{parts['year']}-{month:02}-{day:02}")
