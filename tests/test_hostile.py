"""Hostile pages: none makes `clean` raise an error, lose text, give different results for different hash seeds, or
exceed its memory limit.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from time import process_time

import pytest
from digests import digests_of
from hostile import GENERATORS, MARKER, with_marker
from hostile_formats import FORMAT_GENERATORS

from ncleaner import backend, clean
from ncleaner.octets.interner import Interner
from ncleaner.render import FORMATS

ENGINES = ("dump", "heuristics")
SIZES = (1, 1500)
COMPILED = backend.name() == "compiled"
DEPTH = 1_000_000 if COMPILED else 20_000
MEGABYTE = 1 << 20
COUNT = 20_000 if COMPILED else 5_000
ALL_GENERATORS = GENERATORS | FORMAT_GENERATORS


@pytest.mark.parametrize("name", ALL_GENERATORS)
def test_every_engine_and_format_survives(name: str) -> None:
    for size in SIZES:
        page = ALL_GENERATORS[name](size)
        for engine in ENGINES:
            document = clean(page, engine=engine)
            for format in FORMATS:
                assert isinstance(document.to(format), str)


@pytest.mark.parametrize("name", GENERATORS)
def test_text_dumps_survive_too(name: str) -> None:
    page = GENERATORS[name](SIZES[-1])
    for engine in ENGINES:
        assert isinstance(clean(page, engine=engine, kind="text").text, str)


@pytest.mark.parametrize("name", GENERATORS)
def test_spans_lie_inside_the_page_and_in_order(name: str) -> None:
    document = clean(GENERATORS[name](SIZES[-1]), engine="dump")
    end = 0
    for segment in document.segments:
        assert end <= segment.start <= segment.end <= len(document.page.text)
        end = segment.end


def test_results_do_not_depend_on_the_hash_seed() -> None:
    pages = [generate(400) for generate in GENERATORS.values()]
    assert digests_of(pages, PYTHONHASHSEED="1") == digests_of(pages, PYTHONHASHSEED="2")


@pytest.mark.parametrize(
    ("opening", "closing"),
    [
        (b"<div>", b"</div>"),
        (b"<div>", b""),
        (b"<span>", b"</span>"),
        (b"<b>", b"</b>"),
        (b"<b>", b""),
        (b"<a href=x>", b""),
        (b"<x-y>", b"</x-y>"),
        (b"<ul><li>", b"</li></ul>"),
        (b"<table><tr><td>", b"</td></tr></table>"),
        (b"<table><tr><td>", b""),
        (b"<blockquote><p>", b"</blockquote>"),
        (b"<font><p>", b""),
        (b"<svg><g>", b"</g></svg>"),
    ],
)
def test_deep_nesting_loses_no_text(opening: bytes, closing: bytes) -> None:
    page = with_marker(DEPTH // opening.count(b"<"), opening, closing)
    assert clean(page, engine="dump").text.split() == [MARKER.decode()] * 2


def peak_memory(name: str, size: int, engine: str = "heuristics") -> int:
    """Return the peak memory, in bytes, of a process that cleans one hostile page."""
    program = (
        "import sys; sys.path.insert(0, sys.argv[1]); from hostile import GENERATORS\n"
        "from hostile_formats import FORMAT_GENERATORS; from ncleaner import clean\n"
        "clean((GENERATORS | FORMAT_GENERATORS)[sys.argv[2]](int(sys.argv[3])), engine=sys.argv[4]).text\n"
        "print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))"
    )
    folder = str(Path(__file__).parent)
    command = [sys.executable, "-c", program, folder, name, str(size), engine]
    return int(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout) * 1024


@pytest.mark.skipif(not COMPILED, reason="the limit is for the compiled modules")
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is read from Linux's /proc")
@pytest.mark.parametrize("name", ["nothing-but-text", "nested-div", "unclosed-b", "many-attributes", "tabs-in-code"])
def test_memory_stays_below_ten_times_the_page(name: str) -> None:
    assert peak_memory(name, 4 * MEGABYTE) <= 10 * 4 * MEGABYTE + 32 * MEGABYTE


@pytest.mark.skipif(not COMPILED, reason="the limit is for the compiled modules")
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is read from Linux's /proc")
@pytest.mark.parametrize(
    ("name", "times"),
    [
        ("nothing-but-text", 10),
        ("nested-div", 10),
        ("unclosed-b", 10),
        ("tiny-blocks", 24),
        ("distinct-classes", 24),
        ("disputed-comments", 24),
    ],
)
def test_the_memory_of_the_forest_is_bounded_per_block(name: str, times: int) -> None:
    assert peak_memory(name, 4 * MEGABYTE, "forest") <= times * 4 * MEGABYTE + 32 * MEGABYTE


def test_colliding_names_take_no_longer_than_others() -> None:
    inverse = pow(0x9E3779B97F4A7C15, -1, 1 << 64)  # of the multiplier of the table of hashes
    colliding = [number * inverse % (1 << 64) for number in range(1, COUNT)]
    others = [random.Random(number).getrandbits(64) for number in range(1, COUNT)]
    assert seconds_to_number(colliding) < 20 * seconds_to_number(others)


def seconds_to_number(keys: list[int]) -> float:
    """Return the processor time for giving numbers to keys."""
    interner = Interner(len(keys))
    start = process_time()
    for key in keys:
        interner.number(key)
    return process_time() - start


@pytest.mark.skipif(not COMPILED, reason="it takes long without the compiled modules")
@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("long-canonical", 400_000),
        ("links-around-blocks", 400_000),
        ("code-in-lists", 400_000),
        ("triangular-table", 400_000),
        ("pre-text", 1_000_000),
    ],
)
def test_output_stays_below_twelve_times_the_page(name: str, size: int) -> None:
    document = clean(ALL_GENERATORS[name](size))
    for format in ("markdown", "html", "json"):
        assert len(document.to(format, all=True)) <= 12 * len(document.page.source) + 1_000_000


def test_tiny_segments_are_described_in_fewer_words_once_the_room_is_used_up() -> None:
    page = b"<h1>a<h6>b" * 30_000
    document = clean(page, engine="dump")
    value = json.loads(document.to("json"))
    first = value["shortened"]
    assert 0 < first < len(value["segments"])
    assert "reason" in value["segments"][first - 1]
    assert value["segments"][first] == {"text": document.blocks.text(first), "kind": "h", "keep": True}
