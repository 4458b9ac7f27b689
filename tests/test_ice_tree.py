"""The decision trees of ICE: how they grow, how they are printed, what they keep, and models that are refused."""

from __future__ import annotations

import pickle
from array import array
from random import Random
from typing import Any

import pytest
from training import examples
from training import page as training_page

from ncleaner import Cleaner, ModelError, NCleanerError, clean
from ncleaner.engines.ice import DROPPED
from ncleaner.engines.ice.c45 import LEAF, Tree, expected_errors
from ncleaner.engines.ice.features import FINER, PUBLISHED, finer, published
from ncleaner.engines.ice.tree import DecisionTree
from ncleaner.engines.ice.tree_plus import TreePlus
from ncleaner.models import load
from ncleaner.models.format import Model, build, pack
from ncleaner.page.blocks import HEADING, ITEM, PARAGRAPH
from ncleaner.read.html.reader import read
from ncleaner.train import Example
from ncleaner.train.ice import c45
from ncleaner.train.ice.pages import classes_by_alignment, classes_by_search, held_out, read_pages
from ncleaner.train.ice.tree import train
from ncleaner.train.trainers import trained_engine

pytest.importorskip("stopwordsiso")
pytest.importorskip("numpy")

FEATURES = ("wordcount", "parent_tag")
TAGS = ["h1", "p"]


def model(**changes: Any) -> Model:
    """A tree by hand: short ones are headings in h1 and nothing elsewhere, long ones paragraphs."""
    arrays: dict[str, Any] = {
        "feature": array("B", [0, 1, LEAF, LEAF, LEAF]),
        "threshold": array("d", [15, 0, 0, 0, 0]),
        "child": array("I", [1, 3, 0, 0, 0]),
        "counts": array("d", [10, 6, 0, 9, 1, 6, 0, 8, 9, 0, 0, 1, 0, 5, 0, 1, 1, 1, 0, 7]),
    }
    parameters = {"features": list(PUBLISHED), "tags": TAGS, "kept": 1.0}
    header = {"engine": "ice-tree", "parameters": {**parameters, **changes.pop("parameters", {})}}
    return build(header, {**arrays, **changes}, "mine")


class TestTree:
    def test_it_is_walked_down(self) -> None:
        page = f"<h1>Rain</h1><p>Home</p><p>{'word ' * 20}</p>"
        document = Cleaner(engine=DecisionTree(model())).clean(page)
        assert document.to("cleaneval").splitlines() == ["<h>Rain", f"<p>{'word ' * 20}".strip()]
        reasons = [segment.reason for segment in document.segments]
        assert reasons == [
            "wordcount ≤ 15, parent_tag = h1: a heading, like 83 % of such elements",
            "wordcount ≤ 15, parent_tag = p: no content, like 78 % of such elements",
            "wordcount > 15: a paragraph, like 90 % of such elements",
        ]
        assert [segment.score > 0 for segment in document.segments] == [True, False, True]

    def test_an_unseen_tag_gets_the_class_of_the_node_above(self) -> None:
        document = Cleaner(engine=DecisionTree(model())).clean("<table><td>Rain</table>")
        assert document.segments[0].reason == "wordcount ≤ 15, parent_tag = td: no content, like 53 % of such elements"

    def test_the_confidence_is_what_the_leaves_have(self) -> None:
        document = Cleaner(engine=DecisionTree(model())).clean(f"<p>{'word ' * 20}")
        assert document.confidence == pytest.approx(9.5 / 11)
        assert Cleaner(engine=DecisionTree(model())).clean("<p>Home").confidence is None

    def test_it_is_printed_as_in_the_paper(self) -> None:
        assert Tree(model(), PUBLISHED).lines() == [
            "wordcount <= 15:",
            "|   parent_tag = h1: h (6.0/2.3)",
            "|   parent_tag = p: n (9.0/3.5)",
            "wordcount > 15: p (10.0/2.4)",
        ]
        assert Tree(model(), PUBLISHED).lines(0)[0] == "wordcount <= 15: …"

    @pytest.mark.parametrize(
        ("total", "wrong", "expected"),
        [
            (25, 0, 1.3),
            (67, 0, 1.4),
            (35, 5, 7.2),
            (55, 6, 8.3),
            (38, 2, 3.8),
            (14, 4, 5.8),
            (0, 0, 0.0),
            (2, 2, 2.0),
            (100, 10, 12.8),
        ],
    )
    def test_errors_are_expected_as_c45_does(self, total: float, wrong: float, expected: float) -> None:
        """The first six are leaves of Figure 2."""
        assert round(expected_errors(total, wrong), 1) == pytest.approx(expected, abs=0.051)

    def test_an_engine_can_be_pickled(self) -> None:
        engine = pickle.loads(pickle.dumps(DecisionTree(model())))
        assert Cleaner(engine=engine).clean("<h1>Rain").text == "Rain\n"

    @pytest.mark.parametrize(
        "changes",
        [
            {"feature": array("B")},
            {"feature": array("B", [0, 9, LEAF, LEAF, LEAF])},
            {"threshold": array("d", [float("nan"), 0, 0, 0, 0])},
            {"child": array("I", [0, 3, 0, 0, 0])},  # a circle
            {"child": array("I", [1, 4, 0, 0, 0])},  # beyond the end
            {"child": array("I", [4294967295, 3, 0, 0, 0])},
            {"counts": array("d", [1.0])},
            {"counts": array("d", [-1.0] * 20)},
            {"counts": array("f", [1.0] * 20)},
            {"parameters": {"features": ["wordcount"]}},
            {"parameters": {"tags": "p"}},
            {"parameters": {"kept": 0.0}},
        ],
    )
    def test_a_model_that_is_damaged_is_refused(self, changes: dict[str, Any]) -> None:
        with pytest.raises(ModelError, match="mine"):
            DecisionTree(model(**changes))


class TestGrowing:
    def grown(self, rows: list[list[Any]], classes: list[int], **options: Any) -> Tree:
        table, tags = c45.table(rows, classes, [1.0] * len(rows), FEATURES)
        root = c45.grow(table, len(tags), 1, **options)
        header = {"engine": "ice-tree", "parameters": {"features": list(FEATURES), "tags": tags}}
        return Tree(build(header, c45.arrays(root)), FEATURES)

    def test_it_finds_the_features_that_separate_classes(self) -> None:
        rows: list[list[Any]] = [[count, tag] for count in range(1, 31) for tag in TAGS]
        tree = self.grown(rows, [0 if count > 10 else 1 if tag == "h1" else 3 for count, tag in rows])
        assert tree.kind(tree.path([11, "p"])[-1]) == PARAGRAPH
        assert tree.kind(tree.path([10, "h1"])[-1]) == HEADING
        assert tree.kind(tree.path([10, "p"])[-1]) == DROPPED
        assert "wordcount <= 10" in "\n".join(tree.lines())

    def test_noise_is_pruned_away(self) -> None:
        chance = Random(1)
        rows: list[list[Any]] = [[chance.randint(1, 100), chance.choice(TAGS)] for _ in range(400)]
        tree = self.grown(rows, [3 if chance.random() < 0.8 else 0 for _ in rows])
        assert len(tree.lines()) < 20

    def test_one_class_makes_one_leaf(self) -> None:
        assert self.grown([[1, "p"], [2, "p"]], [2, 2]).lines() == ["l (2.0/1.0)"]

    def test_parts_must_be_large_enough(self) -> None:
        rows: list[list[Any]] = [[1, "p"]] * 3 + [[9, "p"]] * 30
        classes = [0] * 3 + [3] * 30
        assert len(self.grown(rows, classes, fewest=2.0).lines()) == 2
        assert len(self.grown(rows, classes, fewest=5.0).lines()) == 1

    def test_weights_count(self) -> None:
        table, tags = c45.table([[1, "p"]] * 4, [0, 3, 3, 3], [9.0, 1.0, 1.0, 1.0], FEATURES)
        root = c45.grow(table, len(tags), 1)
        assert root.counts == [9.0, 0.0, 0.0, 3.0]


GOLD = "URL: x\n<h> Rain\n<p> It rained all day in the old town.\n<l> first thing\n<l> second thing"
PAGE = (
    "<p>Home<h1>Rain</h1><p>It rained all day in the old town. <ul><li>first thing<li>second thing"
    "<li>It rained all day in the new town.</ul>"
)


class TestInstances:
    def page(self, gold: str) -> Any:
        return read_pages([Example("a", PAGE.encode(), gold)])[0]

    def test_text_in_the_gold_text_has_the_kind_of_its_segment(self) -> None:
        assert classes_by_search(self.page(GOLD)) == [DROPPED, HEADING, PARAGRAPH, ITEM, ITEM, DROPPED]

    def test_an_alignment_forgives_a_word(self) -> None:
        gold = GOLD.replace("all day in", "all night in")
        assert classes_by_search(self.page(gold))[2] == DROPPED
        assert classes_by_alignment(self.page(gold)) == [DROPPED, HEADING, PARAGRAPH, ITEM, ITEM, DROPPED]

    def test_without_marks_all_are_paragraphs(self) -> None:
        gold = "Rain\nIt rained all day in the old town."
        assert (
            classes_by_search(self.page(gold))[:3]
            == classes_by_alignment(self.page(gold))[:3]
            == [DROPPED, PARAGRAPH, PARAGRAPH]
        )

    def test_an_empty_gold_text_drops_all(self) -> None:
        assert set(classes_by_search(self.page(""))) == set(classes_by_alignment(self.page(""))) == {DROPPED}

    def test_folds_do_not_share_sites(self) -> None:
        pages = read_pages(Example(str(number), b"<p>x", "x", site=f"site{number % 4}") for number in range(12))
        for inside, others in held_out(pages):
            assert not {page.site for page in inside} & {page.site for page in others}
        assert held_out(pages[:1]) == []


class TestFeatures:
    def test_names_and_values_fit(self) -> None:
        blocks = read(b"<h1>Rain</h1><ul><li><a href=x>Of all THE days.</a></ul>")
        rows = published(blocks, [0, 1])
        assert rows == [[1, "h1", 1.0, 0.0, 0.0], [4, "li", 1.0, 0.25, 0.75]]
        first, second = (dict(zip(FINER, row, strict=True)) for row in finer(blocks, [0, 1], [0.5, 1.5]))
        assert (first["level"], first["wordcount_before"], first["wordcount_after"]) == (1, -1.0, 4)
        assert (second["link_ratio"], second["in_list"], second["ends_sentence"]) == (1.0, 1.0, 1.0)
        assert (second["position"], second["share"], second["divergence"]) == (0.2, 0.8, 1.5)


class TestTraining:
    @pytest.mark.parametrize("engine", [DecisionTree, TreePlus])
    def test_what_was_learnt_helps_on_other_pages(self, engine: type[DecisionTree]) -> None:
        cleaner = Cleaner(engine=trained_engine(engine.name, examples(20)))
        html, gold = training_page(99)
        words = gold.split("\n", 1)[1].replace("<h>", "").replace("<p>", "").split()
        assert cleaner.clean(html).text.split() == words

    def test_a_model_has_scores_and_is_reproducible(self) -> None:
        first, second = (train(examples(12), "ice-tree") for _ in range(2))
        assert pack(first.header, first.arrays) == pack(second.header, second.arrays)
        assert first.scores["walks (10 folds)"]["error rate"] < 20
        assert first.scores["elements (10 folds)"]["error rate"] < 20
        assert sum(first.header["instances"].values()) == 12 * 14
        assert first.training == [{"set": "walks", "pages": 12, "weight": 1}]

    def test_nothing_to_learn_from(self) -> None:
        with pytest.raises(NCleanerError, match="no pages"):
            train([], "ice-tree")
        with pytest.raises(NCleanerError, match="both kept and dropped elements"):
            train([Example("a", b"<p>x", "")], "ice-tree")


@pytest.mark.parametrize("name", ["ice-tree", "ice-tree-plus"])
def test_the_shipped_models(name: str) -> None:
    assert load(name).training == [{"set": "cleaneval-dev", "pages": 58, "weight": 1}]
    html, gold = training_page(7)
    document = clean(html, engine=name)
    assert gold.count("<p>") <= len([segment for segment in document.segments if segment.keep])
    assert 0 < (document.confidence or 0) <= 1
