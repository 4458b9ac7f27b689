"""The folder of regressions: a page that broke a promise once, and beside it how it was cleaned and what happened.

Pages beyond a size are not stored there: they may be made from pages of others.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from attacks.fuzz.plan import Plan

LARGEST = 300  # bytes


def store(folder: Path, plan: Plan, page: bytes, rule: str, message: str) -> Path:
    """Write a page and its description, and return the path of the page."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{hashlib.sha256(repr(plan).encode() + page).hexdigest()[:16]}.bin"
    path.write_bytes(page)
    content = {**plan.to_json(), "rule": rule, "message": message}
    path.with_suffix(".json").write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def stored(folder: Path) -> Iterator[tuple[Path, Plan, bytes]]:
    """Yield the path, the plan and the page of each regression."""
    for path in sorted(folder.glob("*.bin")):
        values = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        yield path, Plan.from_json(values), path.read_bytes()
