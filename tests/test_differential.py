"""The compiled and the interpreted modules give the same results for every page, byte for byte.

The pages are small and damaged at random with a fixed seed: bytes changed, tags and other parts removed, doubled or
moved into other pages, ends cut off.
"""

from __future__ import annotations

import random
import re

import pytest
from conftest import DATA, ROOT
from digests import digests_of
from hostile import GENERATORS
from html5lib_cases import tree_cases

PAGES = 5000
LARGEST = 6000  # bytes, because interpreted modules are slow
MARKUP = re.compile(rb"<[^<>]*>|&[^<>&;]{0,10};?")


def originals() -> list[bytes]:
    """Return the pages to damage: examples, hostile pages, and the tree-construction cases if available."""
    examples = [path.read_bytes() for path in sorted((ROOT / "examples").iterdir()) if path.is_file()]
    hostile = [generate(400) for generate in GENERATORS.values()]
    folder = DATA / "html5lib-tests" / "tree-construction"
    cases = [case.data for path in sorted(folder.rglob("*.dat")) for case in tree_cases(path, folder)]
    return [page for page in (*examples, *hostile, *cases) if page]


def stretch(page: bytes, chance: random.Random) -> slice:
    """Return a random part of a page: a tag, a reference or any bytes."""
    tags = list(MARKUP.finditer(page))
    if tags and chance.random() < 0.6:
        tag = chance.choice(tags)
        return slice(tag.start(), tag.end())
    start = chance.randrange(len(page) + 1)
    return slice(start, start + chance.randrange(1, 40))


def damage(page: bytes, other: bytes, chance: random.Random) -> bytes:
    """Return the page with one random error."""
    here = stretch(page, chance)
    match chance.randrange(6):
        case 0:
            at = chance.randrange(len(page) + 1)
            return page[:at] + bytes([chance.randrange(256)]) + page[at + 1 :]
        case 1:
            return page[: here.start] + page[here.stop :]
        case 2:
            return page[: here.stop] + page[here] + page[here.stop :]
        case 3:
            return page[: here.start] + other[stretch(other, chance)] + page[here.start :]
        case 4:
            return page[: here.start] + other[stretch(other, chance).start :]
        case _:
            return page[: here.start]


def mutants(count: int, seed: int) -> list[bytes]:
    """Return damaged pages, the same ones for the same seed."""
    chance = random.Random(seed)
    sources = originals()
    result: list[bytes] = []
    while len(result) < count:
        page = chance.choice(sources)
        for _ in range(chance.choice((1, 2, 4, 8))):
            page = damage(page, chance.choice(sources), chance) or b"<"
        result.append(page[:LARGEST])
    return result


@pytest.mark.once
def test_both_backends_agree_on_damaged_pages() -> None:
    backend, _ = digests_of([], NCLEANER_PURE="")
    if backend != "compiled":
        pytest.skip("the compiled modules are not built here")
    pages = [*originals(), *mutants(PAGES, seed=2007)]
    _, compiled = digests_of(pages, NCLEANER_PURE="")
    pure, interpreted = digests_of(pages, NCLEANER_PURE="1")
    assert pure == "pure"
    assert len(compiled) == len(interpreted) == len(pages)
    different = [page for page, one, two in zip(pages, compiled, interpreted, strict=True) if one != two]
    assert not different, f"{len(different)} of {len(pages)} pages differ; the shortest: {min(different, key=len)!r}"
