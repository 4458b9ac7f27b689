"""How an input is cleaned and rendered: its first bytes choose, and the rest is the page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from functools import cache
from random import Random
from typing import Any

from ncleaner import Cleaner, EngineUnavailable
from ncleaner.decode.encodings import LABELS
from ncleaner.engines import ENGINES
from ncleaner.render import FORMATS

HEADER = 8  # bytes before the page

# Lynx is another program, and takes a process for every page. The others are chosen as often as they stand here.
SHARES = {"forest": 6, "heuristics": 4, "ngram": 4, "dump": 3}
LEFT_OUT = frozenset(("lynx",))
OPTIONS: dict[str, tuple[dict[str, Any], ...]] = {
    "forest": (
        {},
        {},
        {"bias": 3.0},
        {"bias": -3.0},
        {"comments": "keep"},
        {"comments": "drop"},
        {"scope": "article"},
        {"language": "de"},
    ),
    "ngram": ({}, {"decode": "viterbi"}, {"decode": "independent"}, {"bias": -2.0}, {"model": "english"}),
    "ice-heuristics": ({}, {"characters": 0, "words": 0}, {"window": 1}),
    "ice-heuristics-full": ({}, {"threshold": 0.9}),
    "ice-lm": ({}, {"smoothing": "dirichlet"}, {"bold": True}, {"threshold": 0.0}),
    "fiasco": ({}, {"share": 1.0}, {"bias": -1.0}),
}
ADDRESSES = (None, None, "http://page.example/a/b.html?c#d", "javascript:alert(1)", "http://[", "ü ä")


@dataclass(frozen=True)
class Plan:
    """The arguments of `clean` and of the formats; ``details`` asks for optional parts, ``explain`` for scores."""

    engine: str = "forest"
    options: tuple[tuple[str, Any], ...] = ()
    kind: str = "html"
    encoding: str | None = None
    http_charset: str | None = None
    url: str | None = None
    formats: tuple[str, ...] = ()
    all: bool = False
    details: bool = False
    explain: bool = False
    images: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        return asdict(self)

    @staticmethod
    def from_json(values: dict[str, Any]) -> Plan:
        """Return the plan of a JSON object, which may have other fields, too."""
        known = {field.name: values[field.name] for field in fields(Plan) if field.name in values}
        known["options"] = tuple((name, value) for name, value in known.get("options", ()))
        known["formats"] = tuple(known.get("formats", ()))
        return Plan(**known)


@cache
def engines() -> tuple[str, ...]:
    """Return the names of the installed engines of our own, each as often as its share."""
    names: list[str] = []
    for name in ENGINES:
        if name in LEFT_OUT or name.startswith("peer:"):
            continue
        try:
            cleaner(name)
        except EngineUnavailable:
            continue
        names += [name] * SHARES.get(name, 1)
    return tuple(names)


@cache
def cleaner(engine: str, options: tuple[tuple[str, Any], ...] = ()) -> Cleaner:
    """Return a loaded cleaner; there are few enough of them to keep all."""
    return Cleaner(engine=engine, **dict(options))


def split(blob: bytes) -> tuple[Plan, bytes]:
    """Return the plan and the page of an input. Every byte string is an input."""
    header = blob[:HEADER].ljust(HEADER, b"\0")
    engine = engines()[header[0] % len(engines())]
    choices = OPTIONS.get(engine, ({},))
    label, declared = _label(header[2], header[3])
    return Plan(
        engine=engine,
        options=tuple(choices[header[1] % len(choices)].items()),
        kind="text" if header[4] & 3 == 3 else "html",
        encoding=label if declared else None,
        http_charset=None if declared else label,
        url=ADDRESSES[header[5] % len(ADDRESSES)],
        formats=_formats(header[6]),
        all=bool(header[7] & 1),
        details=bool(header[7] & 2),
        explain=bool(header[7] & 4),
        images=bool(header[7] & 8),
    ), blob[HEADER:]


def _label(high: int, low: int) -> tuple[str | None, bool]:
    """Return a label of an encoding, or none in half of all cases, and whether the caller insists on it."""
    labels = sorted(LABELS)
    number = high << 8 | low
    return (None, False) if high < 128 else (labels[number % len(labels)], bool(high & 64))


def _formats(choice: int) -> tuple[str, ...]:
    names = tuple(FORMATS)
    return names if choice >= 240 else (names[choice % len(names)], names[choice // 16 % len(names)])


def header(rng: Random, kind: str | None = None) -> bytes:
    """Return random first bytes, for a page of some kind or of any."""
    data = bytearray(rng.randbytes(HEADER))
    if kind is not None:
        data[4] = 3 if kind == "text" else 0
    return bytes(data)


def headers_of_labels() -> Iterable[bytes]:
    """Yield first bytes that together name every label of an encoding, with every engine among them."""
    for number in range(len(LABELS)):
        wanted = next(value for value in range(0x8000, 0x10000) if value % len(LABELS) == number)
        yield bytes((number % 256, 0, wanted >> 8, wanted & 255, 0, 0, number % 256, number % 256))
