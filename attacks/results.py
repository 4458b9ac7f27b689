"""The results of attacks, stored below ``build/``, so that one attack can be repeated without the others.

A result counts only while the sources are the same as when it was obtained.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from attacks import sources
from attacks.outcome import Outcome
from attacks.page import Line

FOLDER = sources.ROOT / "build" / "attacks"


def store(attack: str, lines: Sequence[Line], folder: Path = FOLDER) -> None:
    """Store the lines of an attack in place of earlier ones."""
    folder.mkdir(parents=True, exist_ok=True)
    content = {"sources": sources.digest(), "lines": [asdict(line) for line in lines]}
    (folder / f"{attack}.json").write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def stored(attacks: Iterable[str], folder: Path = FOLDER) -> list[Line]:
    """Return the lines of all attacks, or none if an attack has no result for the present sources."""
    digest = sources.digest()
    lines: list[Line] = []
    for attack in attacks:
        path = folder / f"{attack}.json"
        content: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.is_file() else {}
        if content.get("sources") != digest:
            return []
        lines += _lines(content["lines"])
    return lines


def _lines(values: list[dict[str, Any]]) -> Iterator[Line]:
    for value in values:
        outcome = value["outcome"]
        outcome["findings"] = tuple(outcome["findings"])
        yield Line(value["attack"], Outcome(**outcome), value["seconds"])
