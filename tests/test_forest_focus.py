"""Focus: what stands beside a sure article must be surer than usual."""

from __future__ import annotations

from array import array

import pytest

from ncleaner.engines.forest.columns import COLUMNS
from ncleaner.engines.forest.focus import ENOUGH, PENALTY, SURE, focus_on_article
from ncleaner.engines.forest.trees import EDGE, table
from ncleaner.read.html.reader import read


def focused(*rows: tuple[int, int, bool]) -> list[int]:
    """What becomes of the sums of blocks with so many words, which stand elsewhere or not."""
    items = [read(f"<p>{'word ' * words}</p>".encode()).items[0] for words, _, _ in rows]
    data = table(len(COLUMNS), len(rows))
    start = COLUMNS.index("prose steps") * (len(rows) + 2 * EDGE) + EDGE
    data[start : start + len(rows)] = bytes(elsewhere for *_, elsewhere in rows)
    sums = array("i", [units for _, units, _ in rows])
    before = list(sums)
    has_article = focus_on_article(items, data, sums)
    assert has_article or list(sums) == before
    return list(sums)


def test_beside_an_article_more_is_asked() -> None:
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
def test_not_without_one(article: tuple[int, int, bool]) -> None:
    assert focused(article, (9, 5, True)) == [article[1], 5]


def test_nor_if_it_is_not_most_of_what_is_kept() -> None:
    assert focused((ENOUGH, SURE, False), (ENOUGH, 5, True)) == [SURE, 5]
    assert focused((ENOUGH + 1, SURE, False), (ENOUGH, 5, True)) == [SURE, 5 - PENALTY]


def test_an_empty_page() -> None:
    assert focused() == []
