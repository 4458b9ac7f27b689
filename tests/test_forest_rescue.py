"""Rescue: a lower threshold for pages of which too little would be kept."""

from __future__ import annotations

from array import array

import pytest

from ncleaner.engines.forest.rescue import lowered_threshold
from ncleaner.engines.forest.trees import UNITS
from ncleaner.page.blocks import Block
from ncleaner.read.html.reader import read


def threshold(*rows: tuple[int, float], is_article: bool = False) -> float:
    """Return the threshold for blocks given by words and scores."""
    items, sums = [block(words) for words, _ in rows], array("i", [round(bits * UNITS) for _, bits in rows])
    return lowered_threshold(items, sums, is_article) / UNITS


def block(words: int) -> Block:
    return read(f"<p>{'word ' * words}</p>".encode()).items[0]


def test_a_page_with_an_article_keeps_the_threshold() -> None:
    assert threshold((300, 5.0), (40, 2.0), (10, -1.0), (30, -3.0), (5, -6.0)) == 0


def test_if_nothing_would_be_kept_the_best_block_is() -> None:
    assert -1.125 <= threshold((20, -1.0), (50, -6.0), (10, -8.0)) <= -1


def test_pages_without_content_stay_empty() -> None:
    assert threshold((20, -1.0), (50, -6.0), (40, -8.0)) == 0
    assert threshold((20, -1.0), (50, -6.0), (20, -8.0)) < 0, "too short a page to be a frame"
    assert threshold((120, -1.0), (50, -6.0), (20, -8.0)) < 0, "forty words are promised"


def test_blocks_with_equal_scores_are_all_kept() -> None:
    assert -1.625 <= threshold(*[(8, -1.5)] * 20, (90, -9.0)) <= -1.5


def test_a_few_kept_words_are_not_enough_if_many_are_likely() -> None:
    assert threshold((9, 0.5), *[(12, -1.5)] * 80, *[(3, -9.0)] * 50) < -1.4
    assert threshold((9, 0.5), *[(12, -7.0)] * 10) == 0


def test_an_article_is_not_joined_by_what_is_less_likely() -> None:
    rows = (100, 5.0), *[(30, -0.5)] * 20
    assert threshold(*rows) < 0
    assert threshold(*rows, is_article=True) == 0
    assert threshold((9, 0.5), *[(12, -1.5)] * 80, is_article=True) < 0, "hardly anything would be kept"


@pytest.mark.parametrize("bits", [-1000.0, -16.0, 15.9, 16.0, 1000.0])
def test_scores_beyond_the_steps(bits: float) -> None:
    assert threshold((10, bits)) <= min(bits, 0)


def test_blocks_that_a_rule_decides_on_do_not_count() -> None:
    bar = read(b"<p>News | Sport | Weather | All that is new</p>").items[0]
    assert bar.rule
    assert lowered_threshold([bar, block(5)], array("i", [-UNITS, -3 * UNITS])) <= -3 * UNITS


def test_an_empty_page() -> None:
    assert lowered_threshold([], array("i")) == 0
