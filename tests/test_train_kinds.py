"""Training of kinds: the classes of blocks by gold texts, and the trees that learn them."""

from __future__ import annotations

from typing import Any

import pytest
from training import page

from ncleaner import Cleaner
from ncleaner.engines.forest.features import Features
from ncleaner.engines.forest.kind_columns import KIND_COLUMNS
from ncleaner.engines.forest.kinds import CLASSES
from ncleaner.engines.forest.name_weights import NameWeights
from ncleaner.engines.ngram.engine import Ngram
from ncleaner.models import load
from ncleaner.models.format import Model
from ncleaner.page.blocks import Blocks
from ncleaner.read.html.reader import read
from ncleaner.train import Example, forest, kinds
from ncleaner.train.boosting import Examples, Settings

numpy = pytest.importorskip("numpy", reason="numpy is not installed")

FEW = Settings(trees=15, depth=3, learning_rate=0.3, regularisation=1.0, borders=32, seed=1)
LINE = "<p>the ferry comes at noon</p>"


def told(html: str, gold: str) -> list[tuple[str, str]]:
    """The first word of each clean block, and its class."""
    blocks = read(html.encode())
    found = kinds.classes(blocks, gold)
    return [(blocks.text(index).split()[0], CLASSES[number]) for index, number in found.items()]


class TestClasses:
    def test_a_block_is_of_the_kind_of_the_segment_it_begins(self) -> None:
        gold = "<h> Boats\n<p> They are old.\n<l> One of wood\n<l> One of iron"
        html = "<h1>Boats</h1><p>They are old.</p><p>One of wood</p><p>One of iron</p>"
        assert told(html, gold) == [("Boats", "h"), ("They", "p"), ("One", "l"), ("One", "l")]

    def test_blocks_of_one_segment_continue_it(self) -> None:
        html = "Harbour Street<br>The quay<br>Phone numbers<br>Boats"
        gold = "<p> Harbour Street\nThe quay\n<l> Phone numbers\nBoats"
        assert told(html, gold) == [("Harbour", "p"), ("The", "continues"), ("Phone", "l"), ("Boats", "continues")]

    def test_what_is_not_clean_is_not_told_and_does_not_come_between(self) -> None:
        html = "<p>Harbour Street</p><p>Advertisement</p><p>The quay</p>"
        assert told(html, "<p> Harbour Street\n The quay") == [("Harbour", "p"), ("The", "continues")]

    @pytest.mark.parametrize(
        ("gold", "expected"),
        [
            ("<p> He left. <h> Boats and nets and ropes", "h"),
            ("<p> He left late that night. <h> Boats", "p"),
        ],
    )
    def test_with_a_mark_in_its_midst_a_block_is_what_most_of_it_is(self, gold: str, expected: str) -> None:
        html = f"<p>{gold.replace('<p> ', '').replace('<h> ', '')}</p>"
        assert told(html, gold) == [(gold.split()[1], expected)]

    def test_text_before_the_first_mark_is_a_paragraph(self) -> None:
        assert told("<p>Boats</p><p>Nets</p>", "URL: x\nBoats\n<h><l> Nets") == [("Boats", "p"), ("Nets", "l")]

    @pytest.mark.parametrize("gold", ["", "Boats\n\nNets", "URL: x\n"])
    def test_a_plain_gold_text_tells_nothing(self, gold: str) -> None:
        assert told("<p>Boats</p><p>Nets</p>", gold) == []


def shown(html: str, gold: str, weight: float = 1.0) -> Examples:
    blocks: Blocks = read(html.encode())
    features = Features(blocks, Ngram(load("english")).scorer, NameWeights(), 0, True, blocks.hidden_bits())
    return kinds.examples(blocks, features, kinds.classes(blocks, gold), weight)


class TestExamples:
    def test_there_is_a_row_for_each_clean_block(self) -> None:
        rows = shown(f"<h1>Boats</h1><p>Click here</p>{LINE}", "<h> Boats\n<p> the ferry comes at noon")
        assert rows.features.shape == (2, len(KIND_COLUMNS))
        assert rows.labels.tolist() == [CLASSES.index("h"), CLASSES.index("p")]
        assert rows.features[:, KIND_COLUMNS.index("gap")].tolist() == [0, 1]

    def test_a_block_counts_less_the_more_there_are(self) -> None:
        one, four = (shown(number * LINE, "<p>" + number * "the ferry comes at noon\n", 3.0) for number in (1, 4))
        assert one.weights.tolist() == pytest.approx([3.0])
        assert four.weights.tolist() == pytest.approx([1.5] * 4)


def test_trees_may_ask_for_all_facts_and_for_some_of_neighbours() -> None:
    tests = kinds.tests()
    assert len(set(tests)) == len(tests) == len(KIND_COLUMNS) + 4 * len(kinds.NEIGHBOURS)


ADDRESS = "<div>Harbour Street 7<br>at the quay</div>"
ADDRESS_GOLD = "<l> Harbour Street 7\nat the quay\n"


def examples(*, is_marked: bool) -> list[Example]:
    """Pages whose headings and lists are none by their markup."""
    found = []
    for number in range(12):
        html, gold = page(number)
        html = html.replace("<h1>", "<div>").replace("</h1>", f"</div>{ADDRESS}")
        heading, rest = gold.split("\n<p>", 1)
        gold = f"{heading}\n{ADDRESS_GOLD}<p>{rest}"
        for mark in () if is_marked else ("<h> ", "<l> ", "<p> "):
            gold = gold.replace(mark, "")
        found.append(Example(f"walks/{number}", html.encode(), gold, site=f"site-{number % 4}.example"))
    return found


class TestModels:
    @pytest.fixture(autouse=True)
    def few_trees(self, monkeypatch: pytest.MonkeyPatch) -> None:
        pytest.importorskip("catboost", reason="catboost is not installed")
        monkeypatch.setattr(forest, "GROWTH", FEW)
        monkeypatch.setattr(kinds, "GROWTH", FEW)
        monkeypatch.setattr(kinds, "FEWEST", 12)

    def told(self, model: Model) -> list[tuple[str, bool]]:
        html = examples(is_marked=True)[0].page
        segments = Cleaner(model=model).clean(html).segments
        return [(segment.kind, segment.continues) for segment in segments if segment.keep]

    def test_they_tell_what_the_gold_texts_told(self) -> None:
        model = forest.train(examples(is_marked=True))
        assert model.parameters["marks"]
        assert self.told(model) == [("h", False), ("l", False), ("l", True), *[("p", False)] * 4]

    def test_without_marks_to_learn_from_kinds_are_those_of_the_markup(self) -> None:
        model = forest.train(examples(is_marked=False))
        assert not model.parameters["marks"]
        assert not [name for name in model.arrays if name.startswith("mark.")]
        assert set(self.told(model)) == {("p", False)}

    def test_so_they_are_where_there_is_too_little_to_learn_from(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(kinds, "FEWEST", 13)
        assert not forest.train(examples(is_marked=True)).parameters["marks"]


def test_the_same_blocks_give_the_same_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("catboost", reason="catboost is not installed")
    monkeypatch.setattr(kinds, "GROWTH", FEW)
    monkeypatch.setattr(kinds, "FEWEST", 10)
    html, gold = page(1)
    html = html.replace("</h1>", f"</h1>{ADDRESS}")
    rows: Any = shown(10 * html, 10 * gold.replace("<p>", f"{ADDRESS_GOLD}<p>", 1))
    assert kinds.train(rows) == kinds.train(rows) != {}
