"""Blocks and gold texts, aligned."""

from __future__ import annotations

import time

import pytest

from ncleaner.decode import decode
from ncleaner.page.blocks import Blocks
from ncleaner.read import read_page
from ncleaner.train.examples import Example, Lesson, gold_segments, lesson
from ncleaner.train.labels import Labels, label

pytestmark = pytest.mark.once

PAGE = """
<ul><li>Home<li>Boats<li>Contact</ul>
<h1>The harbour in winter</h1>
<p>Ice lay on the ropes when we came down to the quay that morning.</p>
<p>Advertisement: buy a boat before the spring comes and save a lot.</p>
<p>Nobody had gone out for a week, and nobody would for another one.</p>
<p>All rights reserved</p>
"""
GOLD = """URL: http://harbour.example/winter

<h> The harbour in winter
<p> Ice lay on the ropes when we came down to
    the quay that morning.
<l> Nobody had gone out for a week, and nobody would for another one.
"""


def blocks_of(page: str, kind: str = "html") -> Blocks:
    return read_page(decode(page.encode(), kind=kind))


def clean(page: str, gold: str, kind: str = "html") -> list[str]:
    """The texts of the blocks that are labelled clean."""
    found = lesson(Example("page", page.encode(), gold, kind))
    texts = [found.buffer[start:end].decode() for start, end in zip(found.starts, found.ends, strict=True)]
    return [text for index, text in enumerate(texts) if found.is_clean(index)]


def labelled(page: str, gold: str) -> Labels:
    return label(blocks_of(page), gold)


def test_clean_are_the_blocks_of_which_the_gold_text_has_the_words() -> None:
    assert clean(PAGE, GOLD) == [
        "The harbour in winter",
        "Ice lay on the ropes when we came down to the quay that morning.",
        "Nobody had gone out for a week, and nobody would for another one.",
    ]


@pytest.mark.parametrize(
    ("gold", "expected"),
    [("one two", True), ("one", False), ("one two three four", True), ("five six", False)],
)
def test_half_of_the_words_are_enough(gold: str, expected: bool) -> None:
    assert bool(clean("<p>one two three four</p>", gold)) is expected


def test_words_are_counted_whether_they_match_or_not() -> None:
    labels = labelled("<p>one two three</p><p>four five</p>", "two three\nfour five six")
    assert (labels.words, labels.matched, labels.gold) == ([3, 2], [2, 2], 5)


def test_text_that_stands_twice_is_clean_once_where_its_neighbours_are() -> None:
    page = "<p>Cold days</p><p>Menu</p><h1>Cold days</h1><p>It froze all week.</p><p>Cold days</p>"
    assert labelled(page, "Cold days\nIt froze all week.").matched == [0, 0, 2, 4, 0]


def test_hidden_blocks_are_dirty() -> None:
    page = "<p hidden>It froze all week.</p><p>It froze all week.</p>"
    labels = labelled(page, "It froze all week.")
    assert labels.matched == [0, 4]


@pytest.mark.parametrize("gold", ["", "  \n", "URL: http://harbour.example/", "<p>", "<p>\n<h>"])
def test_a_gold_text_without_words_makes_everything_dirty(gold: str) -> None:
    labels = labelled(PAGE, gold)
    assert (sum(labels.matched), labels.gold) == (0, 0)
    assert clean(PAGE, gold) == []


def test_a_page_without_text_has_no_labels() -> None:
    assert labelled("", GOLD).words == []


def test_plain_text_pages_are_labelled_too() -> None:
    page = "Home | Boats | Contact\n\nIce lay on the ropes.\n\nAll rights reserved\n"
    assert clean(page, "Ice lay on the ropes.", "text") == ["Ice lay on the ropes."]


def test_a_page_of_repeated_text_takes_no_long_time() -> None:
    page = "<p>It froze all week and the boats lay still.</p>" * 20_000
    gold = "It froze all week and the boats lay still.\n" * 20_000
    start = time.process_time()
    labels = labelled(page, gold)
    assert labels.matched == labels.words
    assert time.process_time() - start < 20


class TestLesson:
    def made(self) -> Lesson:
        return lesson(Example("winter", f"<p hidden>Not shown</p>{PAGE}<p>Home | Boats | Contact</p>".encode(), GOLD))

    def test_it_has_the_visible_blocks(self) -> None:
        it = self.made()
        texts = [it.buffer[start:end].decode() for start, end in zip(it.starts, it.ends, strict=True)]
        assert texts[:3] == ["Home", "Boats", "Contact"]
        assert "Not shown" not in texts

    def test_it_knows_what_rules_are_certain_about(self) -> None:
        assert list(self.made().certain) == [0, 0, 0, 0, 0, 0, 0, 0, 1]

    def test_it_has_the_words_that_were_kept(self) -> None:
        it = self.made()
        assert [it.is_clean(index) for index in range(len(it))] == [False] * 3 + [True, True, False, True, False, False]
        assert it.gold_words == sum(it.matched)


class TestGoldSegments:
    def test_a_marked_text_is_cut_at_its_marks(self) -> None:
        assert gold_segments(GOLD) == [
            "The harbour in winter",
            "Ice lay on the ropes when we came down to the quay that morning.",
            "Nobody had gone out for a week, and nobody would for another one.",
        ]

    def test_a_plain_text_is_cut_into_lines(self) -> None:
        assert gold_segments("\ufeffCold days\n\n  It   froze.\n") == ["Cold days", "It froze."]

    def test_the_address_is_no_segment(self) -> None:
        assert gold_segments("URL: http://harbour.example/\n\nIt froze.") == ["It froze."]

    def test_an_empty_text_has_none(self) -> None:
        assert gold_segments("") == gold_segments("<p>\n<p>") == []
