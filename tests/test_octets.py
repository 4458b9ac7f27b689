"""Searching and counting eight bytes at a time give the same results as byte by byte."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ncleaner.octets.octets import search
from ncleaner.page.blocks import characters

FEW = st.sampled_from([b"\x1f", b"\x8b", b"\x08", b"\x0f", b"\x1e\x8b", b"\x1f\x8b\x08"])
TEXT = st.lists(st.sampled_from(["a" * 33, "b", "é", "語", "🙂", " "]), max_size=60).map("".join)


@given(st.lists(FEW, max_size=2000).map(b"".join), st.integers(0, 2100))
def test_a_search_finds_what_the_interpreter_finds(data: bytes, start: int) -> None:
    for what in (b"\x1f\x8b\x08", b"\x8b\x08"):
        assert search(data, what, start) == data.find(what, start)


def test_a_search_finds_what_is_far_away_and_what_ends_the_data() -> None:
    data = bytes(100_000) + b"\x1f\x8b\x08"
    assert search(data, b"\x1f\x8b\x08", 1) == 100_000
    assert search(data[:-1], b"\x1f\x8b\x08", 1) == -1
    assert search(b"", b"\x1f\x8b\x08", 0) == -1


@given(TEXT, st.data())
def test_characters_are_counted_between_any_two_places(text: str, data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(text)))
    last = data.draw(st.integers(first, len(text)))
    start, end = (len(text[:place].encode()) for place in (first, last))
    assert characters(text.encode(), start, end) == last - first
