"""Conversion of the dates that pages declare to ISO 8601.

Unambiguous dates become ``2009-03-21`` or ``2009-03-21T07:44:02+02:00``. All others (``03/04/2009``, ``yesterday``,
``2009-02-31``) are ignored. Fractions of seconds are dropped.
"""

from __future__ import annotations

from ncleaner.metadata.months import month_of

_LONGEST = 80
_EARLIEST_YEAR = 1000  # programs write the year 1 for an unknown date

_ZONES = {"z": "Z", "utc": "Z", "gmt": "Z", "ut": "Z"}
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def iso_date(value: str) -> str | None:
    """Return the date, and the time of day if there is one, in ISO 8601; ``None`` if the date is ambiguous."""
    value = value.strip()
    if len(value) > _LONGEST or (not value.isascii() and any(c.isdecimal() and not c.isascii() for c in value)):
        return None
    date_and_rest = _year_first(value) or _named_month(value) or _year_last(value)
    if date_and_rest is None:
        return None
    date, rest = date_and_rest
    time = _time(rest)
    return date if time is None else date + "T" + time


def _date(year: str, month: int, day: str) -> str | None:
    if len(year) != 4 or not year.isdecimal() or not day.isdecimal() or len(day) > 2:
        return None
    y, d = int(year), int(day)
    if y < _EARLIEST_YEAR or not 1 <= month <= 12 or not 1 <= d <= _DAYS[month - 1]:
        return None
    if month == 2 and d == 29 and (y % 4 or (y % 100 == 0 and y % 400)):
        return None
    return f"{y:04}-{month:02}-{d:02}"


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) <= 2 else 0


def _year_first(value: str) -> tuple[str, str] | None:
    """Parse ``2009-03-21``, ``2009/3/21``, ``2009.03.21`` or ``20090321``; return the date and the rest."""
    if value[:8].isdecimal():
        date = _date(value[:4], _number(value[4:6]), value[6:8])
        rest = value[8:]
    else:
        separator = value[4:5]
        if not separator or separator not in "-/.":
            return None
        month, _, rest = value[5:].partition(separator)
        day = rest[: 2 if rest[1:2].isdecimal() else 1]
        date = _date(value[:4], _number(month), day)
        rest = rest[len(day) :]
    return (date, rest) if date and not rest[:1].isdecimal() else None


def _named_month(value: str) -> tuple[str, str] | None:
    """Parse ``Sat, 21 Mar 2009`` or ``March 21st, 2009``; return the date and the rest."""
    head, tail = value, ""
    colon = value.find(":")
    if colon >= 0:  # the time of day begins before the colon
        start = max(value.rfind(" ", 0, colon), value.rfind("T", 0, colon)) + 1
        head, tail = value[:start], value[start:]
    words = head.replace(",", " ").replace(".", " ").replace("-", " ").lower().split()
    position = next((index for index, word in enumerate(words) if month_of(word)), -1)
    if position < 0 or position + 1 >= len(words):
        return None
    month = month_of(words[position])
    if position and words[position - 1].isdecimal():
        date = _date(words[position + 1], month, words[position - 1])
    elif position + 2 < len(words):
        day = words[position + 1]
        date = _date(words[position + 2], month, day if day.isdecimal() else day[:-2])
    else:
        date = None
    return (date, tail) if date else None


def _year_last(value: str) -> tuple[str, str] | None:
    """Parse ``21/03/2009`` or ``03/21/2009`` if only one of the two numbers can be the month."""
    head, _, rest = value.partition(" ")
    for separator in "/.-":
        parts = head.split(separator)
        if len(parts) == 3:
            first, second = _number(parts[0]), _number(parts[1])
            if first > 12 >= second or first == second:
                date = _date(parts[2], second, parts[0])
            elif second > 12 >= first:
                date = _date(parts[2], first, parts[1])
            else:
                return None
            return (date, rest) if date else None
    return None


def _time(text: str) -> str | None:
    """Parse a time of day in any notation to ``07:44:02+02:00``; return ``None`` if it is missing or ambiguous."""
    text = text.strip().lstrip("Tt, ")
    clock, zone = _split_zone(text)
    half = ""
    for name in ("am", "pm", "a.m.", "p.m."):
        if clock.lower().endswith(name):
            clock, half = clock[: -len(name)].rstrip(), name[0]
    parts = clock.partition(".")[0].split(":")
    if len(parts) == 1 and len(clock) in (4, 6) and clock.isdecimal():
        parts = [clock[index : index + 2] for index in range(0, len(clock), 2)]
    if len(parts) not in (2, 3) or not all(part.isdecimal() and len(part) <= 2 for part in parts):
        return None
    hour, minute, second = int(parts[0]), int(parts[1]), int(parts[2]) if len(parts) == 3 else 0
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half == "p" else 0)
    if hour > 23 or minute > 59 or second > 59 or zone is None:
        return None
    return f"{hour:02}:{minute:02}:{second:02}{zone}"


def _split_zone(text: str) -> tuple[str, str | None]:
    """Split a time of day from its zone; the zone is "" if there is none, and ``None`` if it is invalid."""
    clock, _, word = text.rpartition(" ")
    if clock and word.lower() in _ZONES:
        inner, zone = _split_zone(clock.strip())  # as in "+0000 UTC"
        return inner, zone or _ZONES[word.lower()]
    if text[-1:] in ("Z", "z"):
        return text[:-1].strip(), "Z"
    position = max(text.rfind("+"), text.rfind("-"))
    if position < 0:
        return text, ""
    digits = text[position + 1 :].replace(":", "").strip()
    if digits.isdecimal() and len(digits) in (2, 4):
        digits = digits.ljust(4, "0")
        if int(digits[:2]) <= 14 and int(digits[2:]) <= 59:
            return text[:position].strip(), f"{text[position]}{digits[:2]}:{digits[2:]}"
    return text, None
