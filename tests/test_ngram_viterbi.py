"""Coherent runs of segments."""

from __future__ import annotations

from array import array
from itertools import pairwise, product

from hypothesis import given
from hypothesis import strategies as st

from ncleaner.engines.ngram.viterbi import decode, one_by_one


def kept(scores: list[float], lengths: list[int], bias: float, switch: float) -> list[bool]:
    return [keep == 1 for keep in decode(array("d", scores), array("i", lengths), bias, switch)]


def worth(keep: tuple[bool, ...], bits: list[int], switch: int) -> int:
    changes = sum(a != b for a, b in pairwise((False, *keep, False)))
    return sum(bit for bit, kept in zip(bits, keep, strict=True) if kept) - switch * changes


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=8), st.integers(0, 12))
def test_no_other_labels_are_worth_more(bits: list[int], switch: int) -> None:
    keep = kept([float(bit) for bit in bits], [1] * len(bits), 0.0, float(switch))
    best = max(worth(other, bits, switch) for other in product((False, True), repeat=len(bits)))
    if best > 0:
        assert worth(tuple(keep), bits, switch) == best
    else:  # to keep nothing is as good as anything
        assert keep == [bit >= 0 for bit in bits] or worth(tuple(keep), bits, switch) == best


def test_segments_are_decided_on_one_by_one_if_nothing_would_be_kept() -> None:
    assert kept([-1.0, 1.0, -1.0], [500, 20, 500], 0.0, 30.0) == [False, True, False]
    assert kept([-1.0, -1.0], [500, 20], 0.0, 30.0) == [False, False]
    assert kept([], [], 0.0, 30.0) == []


def test_a_short_segment_follows_its_long_neighbours() -> None:
    assert kept([1.0, -2.0, 1.0], [100, 5, 100], 0.0, 30.0) == [True, True, True]
    assert kept([1.0, -2.0, 1.0], [100, 5, 100], 0.0, 2.0) == [True, False, True]


def test_the_bias_counts_for_every_character() -> None:
    assert kept([0.1], [50], 0.0, 10.0) == [True]
    assert kept([0.1], [50], 0.2, 10.0) == [False]


def test_alone_each_segment_is_decided_on_by_its_own_score() -> None:
    assert one_by_one(array("d", [0.5, 0.2, -3.0]), 0.2) == bytes([1, 1, 0])
    assert one_by_one(array("d"), 0.0) == b""
