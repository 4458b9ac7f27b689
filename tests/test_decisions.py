"""Decisions: what is kept at first, and what scores make of it."""

from __future__ import annotations

from array import array

import pytest

from ncleaner.page.decisions import Decisions, Draft
from ncleaner.read.html.reader import read

HIDDEN, BARS = 1, 3
PAGE = b"<p>one<p hidden>two<p>three<p>four | five | six<p>seven<p>eight"
COUNT = 6


class Because:
    def reason(self, index: int) -> str:
        return f"because of {index}"

    def evidence(self, index: int) -> list[tuple[str, float]]:
        return []


def settled(rows: list[int], sums: list[int], units: float = 1.0, bias: float = 0.0, least: float = 0.0) -> Decisions:
    draft = Draft(read(PAGE))
    draft.settle_rows(array("i", rows), array("i", sums), units, bias, least)
    return draft.finish(Because())


def test_at_first_all_is_kept_that_is_not_certain() -> None:
    decisions = Draft(read(PAGE)).finish(Because())
    assert list(decisions) == [True, False, True, False, True, True]
    assert list(Draft(read(PAGE), rules=False).finish(Because())) == [True, False, True, True, True, True]
    assert list(decisions.scores) == [0.0] * COUNT
    assert decisions.reason(3) == "because of 3"


def test_decisions_do_not_change_with_their_draft() -> None:
    draft = Draft(read(PAGE))
    decisions = draft.finish(Because())
    draft.keep[0] = 0
    assert list(decisions) == [True, False, True, False, True, True]
    with pytest.raises(TypeError):
        decisions.keep[0] = 0  # type: ignore[index]


def test_rows_are_decided_by_their_sums() -> None:
    decisions = settled([0, 2, 4, 5], [3, -1, 0, -9])
    assert list(decisions) == [True, False, False, False, True, False]
    assert list(decisions.scores) == [3.0, 0.0, -1.0, 0.0, 0.0, -9.0]
    assert decisions.kept == 2


def test_what_is_no_row_is_dropped() -> None:
    assert list(settled([2], [5])) == [False, False, True, False, False, False]
    assert settled([], []).kept == 0


def test_no_score_brings_back_what_is_certain() -> None:
    decisions = settled(list(range(COUNT)), [1000] * COUNT)
    assert [index for index, keep in enumerate(decisions) if not keep] == [HIDDEN, BARS]
    assert set(decisions.keep) == {0, 1}


@pytest.mark.parametrize(("bias", "kept"), [(-2.0, [0, 2, 4]), (-1.5, [0, 2]), (0.25, [0]), (0.26, [])])
def test_the_bias_is_in_bits_and_taken_off(bias: float, kept: list[int]) -> None:
    decisions = settled([0, 2, 4], [256, -1536, -2048], units=1024, bias=bias)
    assert [index for index, keep in enumerate(decisions) if keep] == kept
    assert [decisions.scores[index] for index in (0, 2, 4)] == pytest.approx([0.25 - bias, -1.5 - bias, -2 - bias])


def test_a_page_without_blocks() -> None:
    draft = Draft(read(b""))
    draft.settle_rows(array("i"), array("i"), 1.0, 0.0, 0.0)
    decisions = draft.finish(Because())
    assert len(decisions) == decisions.kept == 0


def test_a_least_score_below_zero_keeps_more_and_changes_no_score() -> None:
    decisions = settled([0, 2, 4], [3, -1, -9], bias=1.0, least=-2.0)
    assert list(decisions) == [True, False, True, False, False, False]
    assert list(decisions.scores) == [2.0, 0.0, -2.0, 0.0, -10.0, 0.0]
