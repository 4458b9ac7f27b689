"""Counting n-grams."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ngram_examples import bare_counts, counted

from ncleaner.engines.ngram.counts import Counts
from ncleaner.errors import NCleanerError

TEXTS = st.lists(st.text(st.sampled_from("ab 1é漢"), max_size=12), max_size=6)


def as_bytes(counts: Counts) -> dict[bytes, int]:
    return {key.to_bytes(8, "big").lstrip(b"\0"): count for key, count in counts.items()}


@given(TEXTS, st.integers(1, 8), st.integers(0, 3))
def test_every_n_gram_of_every_order_is_counted(texts: list[str], n: int, mode: int) -> None:
    counts = counted(texts, n, mode)
    assert as_bytes(counts) == bare_counts(texts, n, mode)
    assert counts.characters == sum(count for gram, count in as_bytes(counts).items() if len(gram) == 1)


@given(TEXTS, TEXTS)
def test_counts_can_be_added_and_subtracted_again(texts: list[str], others: list[str]) -> None:
    both = counted(texts, 4, 1)
    copy = both.copy()
    both.update(counted(others, 4, 1), 3)
    both.update(counted(others, 4, 1), -3)
    assert {gram: count for gram, count in both.items() if count} == dict(copy.items())
    assert both.characters == copy.characters


def test_a_copy_is_independent() -> None:
    counts = counted(["one"], 2, 1)
    copy = counts.copy()
    copy.add("two")
    assert dict(counts.items()) == dict(counted(["one"], 2, 1).items())
    assert dict(copy.items()) == dict(counted(["one", "two"], 2, 1).items())


def test_weights_count_a_text_several_times() -> None:
    counts = Counts(3, 1)
    counts.add("one two", 6)
    assert dict(counts.items()) == dict(counted(["one two"] * 6, 3, 1).items())


def test_a_long_block_after_a_short_one() -> None:
    text = b"short " + b"and a long one " * 5000
    counts = Counts(3, 1)
    counts.add_span(text, 0, 5)
    counts.add_span(text, 6, len(text))
    assert dict(counts.items()) == dict(counted(["short", text[6:].decode()], 3, 1).items())


def test_the_table_grows_with_its_n_grams() -> None:
    counts = Counts(8, 0)
    text = "".join(map(chr, range(0x4E00, 0x7E00)))
    counts.add(text)
    assert len(counts) == len(bare_counts([text], 8, 0)) > 50_000


@pytest.mark.parametrize(("n", "mode", "wrong"), [(0, 1, "n must"), (9, 1, "n must"), (3, 4, "mode"), (3, -1, "mode")])
def test_other_orders_and_modes_are_refused(n: int, mode: int, wrong: str) -> None:
    with pytest.raises(NCleanerError, match=wrong):
        Counts(n, mode)


def test_only_counts_of_the_same_kind_can_be_added() -> None:
    with pytest.raises(NCleanerError, match="same"):
        Counts(3, 1).update(Counts(3, 2))
