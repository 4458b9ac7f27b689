"""Rescue: the score that blocks must have on pages of which too little would be kept."""

from __future__ import annotations

from array import array

import pytest

from ncleaner.engines.forest.rescue import lowered_threshold
from ncleaner.engines.forest.trees import UNITS
from ncleaner.page.blocks import Block
from ncleaner.read.html.reader import read


def least(*rows: tuple[int, float]) -> float:
    """The least score on a page with blocks of so many words and scores."""
    return (
        lowered_threshold([block(words) for words, _ in rows], array("i", [round(bits * UNITS) for _, bits in rows]))
        / UNITS
    )


def block(words: int) -> Block:
    return read(f"<p>{'word ' * words}</p>".encode()).items[0]


def test_a_page_with_an_article_needs_none() -> None:
    assert least((300, 5.0), (40, 2.0), (10, -1.0), (30, -3.0), (5, -6.0)) == 0


def test_where_nothing_would_be_kept_the_best_is() -> None:
    assert -1.125 <= least((20, -1.0), (50, -6.0), (10, -8.0)) <= -1


def test_where_nothing_is_likely_and_little_is_promised_nothing_is_kept() -> None:
    assert least((20, -1.0), (50, -6.0), (40, -8.0)) == 0
    assert least((20, -1.0), (50, -6.0), (20, -8.0)) < 0, "too short a page to be a frame"
    assert least((120, -1.0), (50, -6.0), (20, -8.0)) < 0, "forty words are promised"


def test_all_that_is_equally_good_is_kept() -> None:
    assert -1.625 <= least(*[(8, -1.5)] * 20, (90, -9.0)) <= -1.5


def test_a_few_words_do_not_stand_for_a_page_of_which_much_is_likely() -> None:
    assert least((9, 0.5), *[(12, -1.5)] * 80, *[(3, -9.0)] * 50) < -1.4
    assert least((9, 0.5), *[(12, -7.0)] * 10) == 0


@pytest.mark.parametrize("bits", [-1000.0, -16.0, 15.9, 16.0, 1000.0])
def test_scores_beyond_all_steps(bits: float) -> None:
    assert least((10, bits)) <= min(bits, 0)


def test_what_a_rule_is_certain_about_does_not_count() -> None:
    bar = read(b"<p>News | Sport | Weather | All that is new</p>").items[0]
    assert bar.rule
    assert lowered_threshold([bar, block(5)], array("i", [-UNITS, -3 * UNITS])) <= -3 * UNITS


def test_nothing_at_all() -> None:
    assert lowered_threshold([], array("i")) == 0
