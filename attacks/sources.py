"""The sources of the package that is attacked."""

from __future__ import annotations

import hashlib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SUFFIXES = (".py", ".pxd", ".model", ".weights", ".css")


def digest() -> str:
    """Return a digest of all sources, models and style sheets, and of how they are built."""
    result = hashlib.sha256()
    for path in sorted([*(ROOT / "src").rglob("*"), ROOT / "setup.py"]):
        if path.suffix in SUFFIXES:
            result.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return result.hexdigest()
