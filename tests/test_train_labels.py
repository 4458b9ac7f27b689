"""Blocks and gold texts, aligned."""

from __future__ import annotations

import time

import pytest

from ncleaner.decode import decode
from ncleaner.gold.snippets import Snippets
from ncleaner.page.blocks import Blocks
from ncleaner.read import read_page
from ncleaner.train.examples import Example, TrainingPage, gold_segments, read_training_page
from ncleaner.train.labels import Labels, label, label_by_snippets, parts

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
    found = read_training_page(Example("page", page.encode(), gold, kind))
    texts = [found.buffer[start:end].decode() for start, end in zip(found.starts, found.ends, strict=True)]
    return [text for index, text in enumerate(texts) if found.is_clean(index)]


def labelled(page: str, gold: str) -> Labels:
    return label(blocks_of(page), gold)


def test_blocks_with_words_in_the_gold_text_are_clean() -> None:
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


def test_repeated_text_is_clean_next_to_clean_neighbours() -> None:
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


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ice on the ropes", ["ice", "on", "the", "ropes"]),
        ("Größe  zählt", ["Größe", "zählt"]),
        ("绳子上有冰。", ["绳", "子", "上", "有", "冰", "。"]),
        ("ロープ1本", ["ロ", "ー", "プ", "1", "本"]),
        ("밧줄에 얼음", ["밧줄에", "얼음"]),
        ("น้ำ", list("น้ำ")),
    ],
)
def test_characters_of_scripts_without_blanks_are_words(text: str, words: list[str]) -> None:
    assert parts(text) == words


def test_blocks_without_blanks_are_clean_if_half_of_their_characters_are_in_the_gold_text() -> None:
    page = "<p>绳子上有冰</p><p>首页新闻</p>"
    labels = labelled(page, "我们看见绳子上有冰。")
    assert (labels.words, labels.matched, labels.gold) == ([5, 4], [5, 0], 10)
    assert clean(page, "我们看见绳子上有冰。") == ["绳子上有冰"]


class TestSnippets:
    PAGE = (
        "<p>Home and boats</p><p>Ice lay\n on the ropes</p><p>Nobody had gone out</p><p hidden>Ice lay on the quay</p>"
    )

    def labelled(self, wanted: tuple[str, ...], unwanted: tuple[str, ...]) -> Labels:
        return label_by_snippets(blocks_of(self.PAGE), Snippets(wanted, unwanted))

    def test_blocks_with_a_snippet_are_known(self) -> None:
        labels = self.labelled(("Ice  lay on",), ("boats",))
        assert (labels.words, labels.matched) == ([3, 5, 4, 5], [0, 5, 0, 5])
        assert list(labels.known) == [1, 1, 0, 0]

    def test_of_a_block_with_both_kinds_nothing_is_known(self) -> None:
        assert list(self.labelled(("Ice",), ("ropes",)).known) == [0, 0, 0, 0]

    def test_a_training_page_knows_its_visible_blocks(self) -> None:
        found = read_training_page(Example("winter", self.PAGE.encode(), "", snippets=Snippets(("Ice",), ("Home",))))
        assert list(found.known) == [1, 1, 0]
        assert [found.is_clean(index) for index in range(3)] == [False, True, False]


def test_a_page_of_repeated_text_is_fast() -> None:
    page = "<p>It froze all week and the boats lay still.</p>" * 20_000
    gold = "It froze all week and the boats lay still.\n" * 20_000
    start = time.process_time()
    labels = labelled(page, gold)
    assert labels.matched == labels.words
    assert time.process_time() - start < 20


class TestTrainingPage:
    def made(self) -> TrainingPage:
        return read_training_page(
            Example("winter", f"<p hidden>Not shown</p>{PAGE}<p>Home | Boats | Contact</p>".encode(), GOLD)
        )

    def test_it_has_the_visible_blocks(self) -> None:
        it = self.made()
        texts = [it.buffer[start:end].decode() for start, end in zip(it.starts, it.ends, strict=True)]
        assert texts[:3] == ["Home", "Boats", "Contact"]
        assert "Not shown" not in texts

    def test_it_has_the_blocks_that_rules_are_certain_about(self) -> None:
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
