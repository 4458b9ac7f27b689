"""The rules of a site for programs that fetch its pages: ``robots.txt``, as RFC 9309 has it.

Strategy
    Read the file once and keep what is said to us: the groups with our name, or else those for everyone. Of all rules
    that match an address the longest one decides, and permission wins a tie.

    Patterns come from strangers. As regular expressions they could backtrack without end, if a pattern has many
    wildcards. Here the parts between wildcards are searched one after another, each from where the last one ended, so a
    pattern costs no more than its length and that of the address. Groups for other programs are not kept, so that a
    rule for many of them is not kept many times.
"""

from __future__ import annotations

import re
from typing import NamedTuple

LARGEST = 512 << 10  # bytes; what comes after is not read
NAME = "ncleaner"
EVERYONE = "*"

_TOKEN = re.compile(r"[a-z_-]+")
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})|([^\x00-\x7f]+)")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


class Rule(NamedTuple):
    """A rule: the parts of its pattern between wildcards, whether it goes to the end, and what it says."""

    parts: tuple[str, ...]
    to_end: bool
    length: int
    is_allowed: bool

    def matches(self, target: str) -> bool:
        """Tell whether the pattern matches a path with its query."""
        first, *rest = self.parts
        if not target.startswith(first):
            return False
        at = len(first)
        if not rest:
            return not self.to_end or at == len(target)
        *middle, last = rest
        for part in middle:
            found = target.find(part, at)
            if found < 0:
                return False
            at = found + len(part)
        return target.endswith(last) and len(target) - len(last) >= at if self.to_end else target.find(last, at) >= 0


class Robots:
    """What a site says to us. ``delay`` is the number of seconds that it wants between requests, if it says so."""

    __slots__ = ("delay", "rules")

    def __init__(self, rules: tuple[Rule, ...] = (), delay: float | None = None) -> None:
        self.rules = rules
        self.delay = delay

    def allow(self, target: str) -> bool:
        """Tell whether a page may be fetched, given the path and query of its address."""
        target = _normal(target)
        matching = [rule for rule in self.rules if rule.matches(target)]
        return max(((rule.length, rule.is_allowed) for rule in matching), default=(0, True))[1]


def parse(data: bytes) -> Robots:
    """Read a ``robots.txt``; lines that are not understood are passed over."""
    rules: dict[str, list[Rule]] = {}
    delays: dict[str, float] = {}
    names: set[str] = set()  # of the present group: our own and that for everyone
    in_names = False
    for key, value in _fields(data[:LARGEST].decode("utf-8", "replace")):
        if key == "user-agent":
            if not in_names:
                names = set()
            in_names = True
            if (name := _token(value)) in (NAME, EVERYONE):
                names.add(name)
                rules.setdefault(name, [])
        elif key in ("allow", "disallow"):
            in_names = False
            if value:
                for name in names:
                    rules[name].append(_rule(value, key == "allow"))
        elif key == "crawl-delay":
            in_names = False
            seconds = _seconds(value)
            if seconds is not None:
                delays.update(dict.fromkeys(names, seconds))
    name = NAME if NAME in rules else EVERYONE
    return Robots(tuple(rules.get(name, ())), delays.get(name))


def _fields(text: str) -> list[tuple[str, str]]:
    fields = []
    for line in text.lstrip("\ufeff").replace("\r", "\n").split("\n"):
        key, colon, value = line.partition("#")[0].partition(":")
        if colon:
            fields.append((key.strip().lower(), value.strip()))
    return fields


def _token(value: str) -> str:
    """Return the name of a program without its version."""
    found = _TOKEN.match(value.lower())
    return found[0] if found else value[:1]


def _rule(pattern: str, is_allowed: bool) -> Rule:
    pattern = _normal(pattern)
    to_end = pattern.endswith("$")
    parts = pattern.removesuffix("$").split("*")
    return Rule(tuple(parts), to_end, len(pattern), is_allowed)


def _seconds(value: str) -> float | None:
    try:
        seconds = float(value)
    except ValueError:
        return None
    return seconds if 0 <= seconds < float("inf") else None


def _normal(text: str) -> str:
    """Return a path or pattern in which the same characters are always escaped."""

    def escaped(match: re.Match[str]) -> str:
        code, others = match.groups()
        if others is not None:
            return "".join(f"%{byte:02X}" for byte in others.encode("utf-8", "replace"))
        char = chr(int(code, 16))
        return char if char in _UNRESERVED else f"%{code.upper()}"

    return _ESCAPE.sub(escaped, text)
