"""The first inputs: example pages, hostile pages, html5lib's cases, both grammars, every encoding, and real pages.

Real pages are used if the folder of data sets has any. An input is a window of one, and stays below ``build/``.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterator
from pathlib import Path
from random import Random

from attacks.fuzz import html_grammar
from attacks.fuzz.places import DATA, ROOT
from attacks.fuzz.plan import HEADER, header, headers_of_labels
from attacks.fuzz.shared import hostile, html5lib_cases, text_grammar

LARGEST = 4 << 10  # bytes of an input; larger ones are slow under sanitizers, and `growth` makes large pages
GENERATED = 250
REAL_PER_SET = 15


def seeds() -> Iterator[bytes]:
    """Yield all first inputs, the same ones every time."""
    rng = Random(2007)
    for kind, page in pages(rng):
        yield (header(rng, kind) + page)[:LARGEST]
    example = (ROOT / "examples" / "news.html").read_bytes()
    for first in headers_of_labels():
        yield first + rng.randbytes(60) + example[: 400 - HEADER]


def pages(rng: Random) -> Iterator[tuple[str, bytes]]:
    """Yield the kind and the bytes of each page."""
    for path in sorted((ROOT / "examples").iterdir()):
        if path.is_file():
            yield ("text" if path.suffix == ".txt" else "html"), path.read_bytes()
    for generate in hostile.GENERATORS.values():
        yield "html", generate(300)
    for _ in range(GENERATED):
        yield "html", html_grammar.generate(rng)
        yield "text", text_grammar.generate_bytes(rng)
    folder = DATA / "html5lib-tests" / "tree-construction"
    for path in sorted(folder.rglob("*.dat")):
        yield from (("html", case.data) for case in html5lib_cases.tree_cases(path, folder))
    for page in real_pages(REAL_PER_SET):
        start = page.find(b"<", rng.randrange(len(page) or 1))
        yield "html", page[:LARGEST]
        yield "html", page[max(0, start) :][:LARGEST]


def real_pages(count: int) -> Iterator[bytes]:
    """Yield pages of each data set, as they came from the web, evenly chosen."""
    for folder in sorted(DATA.glob("*/html")):
        paths = sorted(folder.glob("*.html.gz"))
        for path in paths[:: max(1, len(paths) // count)][:count]:
            yield gzip.decompress(path.read_bytes())


def write(folder: Path) -> int:
    """Write the first inputs to a folder, each to a file named by its digest, and return their number."""
    folder.mkdir(parents=True, exist_ok=True)
    names = set()
    for blob in seeds():
        name = hashlib.sha256(blob).hexdigest()[:20]
        names.add(name)
        (folder / name).write_bytes(blob)
    return len(names)
