"""The alignment of words finds the same blocks as difflib."""

from __future__ import annotations

import gzip
from difflib import SequenceMatcher
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ncleaner import clean
from ncleaner.gold.alignment import AUTOJUNK, matches
from ncleaner.gold.reading import read


def difflib(a: list[str], b: list[str]) -> list[tuple[int, int, int]]:
    return [(match.a, match.b, match.size) for match in SequenceMatcher(None, a, b).get_matching_blocks()]


def words_of(letters: str, longest: int) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(letters), max_size=longest)


# With few different words there are many runs of the same length, and difflib's order decides between them.
@given(words_of("ab", 30), words_of("abc", 30))
def test_short_lists(a: list[str], b: list[str]) -> None:
    assert matches(a, b) == difflib(a, b)


@given(words_of("abcdefgh", 60), words_of("abcdefghi", 60))
def test_lists_of_more_words(a: list[str], b: list[str]) -> None:
    assert matches(a, b) == difflib(a, b)


@st.composite
def edited(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    """A list with popular and rare words, around the length from which popular words count, and an edited copy."""
    count = draw(st.sampled_from([AUTOJUNK - 1, AUTOJUNK, AUTOJUNK + 1, 3 * AUTOJUNK]))
    popular = draw(st.integers(1, 4))
    repeats = draw(st.sampled_from([1, 4, 60]))
    b = [f"p{i % popular}" if i % 3 else f"r{i // repeats}" for i in range(count)]
    a = list(b)
    for _ in range(draw(st.integers(0, 8))):
        at = draw(st.integers(0, len(a)))
        length = draw(st.integers(0, 25))
        a[at : at + length] = draw(st.sampled_from([[], ["new"], ["p0", "p1"], b[at : at + 2 * length], b[:length]]))
    return a, b


@settings(max_examples=200)
@given(edited())
def test_lists_with_popular_words(lists: tuple[list[str], list[str]]) -> None:
    a, b = lists
    assert matches(a, b) == difflib(a, b)
    assert matches(b, a) == difflib(b, a)


def test_popular_words_match_only_beside_others() -> None:
    b = ["the"] * 10 + [f"word{i}" for i in range(AUTOJUNK)]
    a = ["word5", "the", "the"]
    assert matches(a, b) == difflib(a, b) == [(0, 15, 1), (3, len(b), 0)]
    # In a list that is one word too short for popular words, the two are the longer run.
    assert matches(a, b[: AUTOJUNK - 1]) == [(1, 0, 2), (3, AUTOJUNK - 1, 0)]


def test_popular_words_match_at_the_very_start() -> None:
    b = ["the"] * AUTOJUNK
    assert matches(["the"] * 3 + ["end"], b) == [(0, 0, 3), (4, AUTOJUNK, 0)]
    assert matches(["begin", "the"], b) == [(2, AUTOJUNK, 0)]


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ([], [], [(0, 0, 0)]),
        (["x"], [], [(1, 0, 0)]),
        ([], ["x"], [(0, 1, 0)]),
        (["x"], ["x"], [(0, 0, 1), (1, 1, 0)]),
        (["x"], ["y"], [(1, 1, 0)]),
        # The first of two runs of the same length in a, then in b.
        (["x", "y"], ["y", "x"], [(0, 1, 1), (2, 2, 0)]),
        (["x"], ["x", "x"], [(0, 0, 1), (1, 2, 0)]),
        # The longest run is taken first, although two shorter ones would cover more.
        ("a b c x d e f".split(), "b c x d a b e f".split(), [(1, 0, 4), (5, 6, 2), (7, 8, 0)]),
        # Words are compared as a whole, with their case.
        (["Word"], ["word"], [(1, 1, 0)]),
    ],
)
def test_by_hand(a: list[str], b: list[str], expected: list[tuple[int, int, int]]) -> None:
    assert matches(a, b) == expected == difflib(a, b)


def test_blocks_that_touch_are_one() -> None:
    # "of" is popular: the runs on both sides of it are found one after the other.
    b = list(chain.from_iterable((f"w{i}", "of") for i in range(AUTOJUNK)))
    assert matches(b, b) == [(0, 0, len(b)), (len(b), len(b), 0)]


def test_long_lists_without_a_long_run_are_fast() -> None:
    """difflib would take minutes: it reads the rest of the lists again for each of the 15,000 blocks."""
    b = [str(number) for number in range(30_000)]
    a = [b[i ^ 1] for i in range(len(b))]
    blocks = matches(a, b)
    assert len(blocks) == 15_001
    assert blocks[:2] == [(0, 1, 1), (2, 3, 1)]


def test_repeated_words_are_fast() -> None:
    assert matches(["w"] * 200_000, ["w"] * (AUTOJUNK - 1)) == [(0, 0, AUTOJUNK - 1), (200_000, AUTOJUNK - 1, 0)]
    assert matches(["w"] * 200_000, ["w"] * 200_000) == [(0, 0, 200_000), (200_000, 200_000, 0)]


def test_real_pages(data_dir: Path) -> None:
    folder = data_dir / "cleaneval-dev"
    for path in sorted((folder / "gold").glob("*.txt"))[:20]:
        page = gzip.decompress((folder / "html" / f"{path.stem}.html.gz").read_bytes())
        a = read(clean(page, engine="dump").to("cleaneval")).tokens
        b = read(path.read_text(encoding="utf-8")).tokens
        assert matches(a, b) == difflib(a, b)
        assert matches(b, a) == difflib(b, a)
