"""The pages to measure on. They are found as the tests find them: through ``NCLEANER_DATA``."""

from __future__ import annotations

import gzip
import hashlib
import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("NCLEANER_DATA", ROOT.parent / "shared" / "data"))
EXAMPLE = ROOT / "examples" / "news.html"

SETS = {"cleaneval-final-a": 374, "wcxb-dev": 300}


def load(name: str, count: int | None = None) -> list[bytes]:
    """The pages of a data set whose ids have the smallest SHA-256; none where the set is not here."""
    files = sorted((DATA / name / "html").glob("*.html.gz"), key=digest_of_id)
    return [gzip.decompress(path.read_bytes()) for path in files[: count or SETS[name]]]


def digest_of_id(path: Path) -> str:
    """A sorting key that has nothing to do with the content of the page."""
    return hashlib.sha256(path.name.removesuffix(".html.gz").encode()).hexdigest()


def missing(name: str) -> str:
    """What to say about a set that is not here."""
    return f"skipped: no {name} in {DATA}; set NCLEANER_DATA to the folder of data sets"


def assorted(count: int = 100) -> list[bytes]:
    """Some pages of every data set, or what the project itself has where there are none."""
    found = [page for name in SETS for page in load(name, count)]
    return found or [path.read_bytes() for path in sorted(EXAMPLE.parent.iterdir()) if path.is_file()]


def one_large(name: str, size: int) -> bytes:
    """The pages of a data set, end to end, cut off at ``size`` bytes."""
    page = bytearray()
    for piece in load(name):
        page += piece
        if len(page) >= size:
            break
    return bytes(page[:size])
