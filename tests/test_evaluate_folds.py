"""Folds: the same on every machine, of equal size, with sites kept together."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ncleaner.errors import NCleanerError
from ncleaner.gold.folds import folds, folds_by_site

pytestmark = pytest.mark.once

IDS = [str(number) for number in range(1, 11)]


def test_the_folds_are_these_on_every_machine() -> None:
    assert folds(IDS, 3) == [["9", "4", "7", "5"], ["8", "3", "2"], ["10", "1", "6"]]
    assert folds(["näive", "日本", "a b"], 2) == [["näive", "日本"], ["a b"]]


def test_the_order_in_which_pages_come_does_not_matter() -> None:
    assert folds(reversed(IDS), 3) == folds(IDS, 3)


@given(st.sets(st.text(max_size=5), min_size=2, max_size=60), st.integers(2, 12))
def test_every_page_is_in_one_fold_and_folds_are_of_equal_size(ids: set[str], k: int) -> None:
    k = min(k, len(ids))
    found = folds(ids, k)
    assert len(found) == k
    assert sorted(id for fold in found for id in fold) == sorted(ids)
    sizes = [len(fold) for fold in found]
    assert max(sizes) - min(sizes) <= 1


def test_neighbours_do_not_stay_together() -> None:
    thousand = [f"{number:04}" for number in range(1000)]
    first = [int(id) for id in folds(thousand, 2)[0]]
    assert 200 < sum(number < 500 for number in first) < 300
    assert 200 < sum(number % 2 for number in first) < 300


def test_a_name_that_is_no_text_is_an_id_too() -> None:
    assert sorted(map(len, folds(["\udcff", "a"], 2))) == [1, 1]


@pytest.mark.parametrize(
    ("ids", "k", "complaint"),
    [
        (IDS, 1, "cross-validation needs 2 folds or more, not 1"),
        (IDS, -3, "cross-validation needs 2 folds or more, not -3"),
        (IDS, 11, "10 pages cannot be divided into 11 folds"),
        (["a"], 2, "1 page cannot be divided into 2 folds"),
        ([], 2, "0 pages cannot be divided into 2 folds"),
        (["a", "b", "a"], 2, "must differ"),
    ],
)
def test_folds_that_make_no_sense(ids: list[str], k: int, complaint: str) -> None:
    with pytest.raises(NCleanerError, match=complaint):
        folds(ids, k)


# Sites


SITES = {str(number): f"site-{number % 4}.example" for number in range(1, 11)}
EXPECTED = [["3", "7", "2", "6", "10"], ["4", "8", "1", "5", "9"]]


@given(
    st.dictionaries(st.text(max_size=5), st.sampled_from("abcdefg"), min_size=2, max_size=40),
    st.integers(2, 7),
)
def test_no_site_is_on_both_sides(sites: dict[str, str], k: int) -> None:
    count = len(set(sites.values()))
    if count < k:
        return
    found = folds_by_site(sites, k)
    assert len(found) == k
    assert all(found)
    assert sorted(id for fold in found for id in fold) == sorted(sites)
    homes = [{sites[id] for id in fold} for fold in found]
    assert sum(map(len, homes)) == count
    assert max(map(len, homes)) - min(map(len, homes)) <= 1


def test_the_folds_of_sites_are_these_on_every_machine() -> None:
    assert folds_by_site(SITES, 2) == EXPECTED
    assert [sorted(fold) for fold in folds_by_site(dict(reversed(SITES.items())), 2)] == list(map(sorted, EXPECTED))


def test_pages_whose_sites_are_not_known_are_dealt_out_one_by_one() -> None:
    assert folds_by_site({id: id for id in IDS}, 3) == folds(IDS, 3)


@pytest.mark.parametrize(
    ("sites", "k", "complaint"),
    [
        (SITES, 5, "the pages of 4 sites cannot be divided into 5 folds"),
        (dict.fromkeys(IDS, "one.example"), 2, "the pages of 1 site cannot be divided into 2 folds"),
        ({"a": "a"}, 2, "1 page cannot be divided into 2 folds"),
        ({}, 2, "0 pages cannot be divided into 2 folds"),
        (SITES, 1, "cross-validation needs 2 folds or more, not 1"),
    ],
)
def test_folds_of_sites_that_make_no_sense(sites: dict[str, str], k: int, complaint: str) -> None:
    with pytest.raises(NCleanerError, match=complaint):
        folds_by_site(sites, k)
