"""Focus: blocks outside a sure article need a higher score."""

from __future__ import annotations

from array import array

import pytest

from ncleaner.engines.forest.columns import COLUMNS
from ncleaner.engines.forest.focus import ENOUGH, PENALTY, SURE, focus_on_article
from ncleaner.engines.forest.trees import EDGE, table
from ncleaner.read.html.reader import read


def focused(*rows: tuple[int, int, bool]) -> list[int]:
    """Return the scores after focusing, for blocks given by words, score, and whether they are outside."""
    items = [read(f"<p>{'word ' * words}</p>".encode()).items[0] for words, _, _ in rows]
    data = table(len(COLUMNS), len(rows))
    start = COLUMNS.index("prose steps") * (len(rows) + 2 * EDGE) + EDGE
    data[start : start + len(rows)] = bytes(outside for *_, outside in rows)
    sums = array("i", [units for _, units, _ in rows])
    before = list(sums)
    has_article = focus_on_article(items, data, sums)
    assert has_article or list(sums) == before
    return list(sums)


def test_scores_outside_an_article_are_lowered() -> None:
    assert focused((ENOUGH, SURE, False), (20, 5, True), (3, -7, True), (9, -7, False)) == [
        SURE,
        5 - PENALTY,
        -7 - PENALTY,
        -7,
    ]


@pytest.mark.parametrize(
    "article",
    [
        (ENOUGH - 1, SURE, False),  # too short
        (ENOUGH, SURE - 1, False),  # not sure
        (ENOUGH, SURE, True),  # not where most prose is
    ],
)
def test_without_an_article_scores_stay(article: tuple[int, int, bool]) -> None:
    assert focused(article, (9, 5, True)) == [article[1], 5]


def test_the_article_must_be_most_of_the_kept_words() -> None:
    assert focused((ENOUGH, SURE, False), (ENOUGH, 5, True)) == [SURE, 5]
    assert focused((ENOUGH + 1, SURE, False), (ENOUGH, 5, True)) == [SURE, 5 - PENALTY]


def test_an_empty_page() -> None:
    assert focused() == []
