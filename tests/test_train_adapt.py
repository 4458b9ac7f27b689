"""Adaptation: models start from another model, learn from few pages, and never get much worse by it."""

from __future__ import annotations

from array import array
from hashlib import sha256
from random import Random

import pytest
from training import LEGAL, page, sentence

from ncleaner import Cleaner, models
from ncleaner.engines.ngram.counts import Counts
from ncleaner.engines.ngram.scorer import Scorer
from ncleaner.errors import NCleanerError
from ncleaner.metrics.scores import score
from ncleaner.models.format import Model, build, pack, unpack
from ncleaner.train import Example
from ncleaner.train.adapt import adapt
from ncleaner.train.adapt.ngram_mixture import mixture
from ncleaner.train.adapt.origin import START
from ncleaner.train.examples import read_training_pages
from ncleaner.train.ngram import scorer_of, tally
from ncleaner.train.recipe import ENGLISH, UNIVERSAL, Recipe

pytest.importorskip("numpy", reason="numpy is not installed")

PAGES = 8


def upside_down(number: int) -> Example:
    """A page of a kind that no shipped model knows: the text is in a list of links, the boilerplate in paragraphs."""
    chance = Random(number)
    texts = [" ".join(sentence(chance) for _ in range(2)) for _ in range(5)]
    items = "".join(f"<li><a href='/{place}'>{text}</a>" for place, text in enumerate(texts))
    legal = "".join(f"<p class=claim>{sentence(chance)} {line}, {line}.</p>" for line in chance.sample(LEGAL, 4))
    html = f"<div class=top>{legal}</div><ul class=told>{items}</ul>"
    return Example(f"odd/{number}", html.encode(), "\n".join(texts), site=f"{number}.example")


def words_f(model: Model, numbers: range) -> float:
    """How well such pages are cleaned."""
    cleaner = Cleaner(model=model)
    matched = both = 0.0
    for example in map(upside_down, numbers):
        counts = score(cleaner.clean(example.page).to("cleaneval"), example.gold)[0]["words"]
        matched += counts.matched
        both += counts.output + counts.gold
    return 2 * matched / both


@pytest.fixture(scope="module", params=["forest", "english"])
def base(request: pytest.FixtureRequest) -> Model:
    if request.param == "forest":
        pytest.importorskip("catboost", reason="catboost is not installed")
    return models.load(request.param)


@pytest.fixture(scope="module")
def adapted(base: Model) -> Model:
    return adapt(base, map(upside_down, range(PAGES)))


class TestAnAdaptedModel:
    def test_cleans_pages_of_a_new_kind_better_than_the_one_it_started_from(self, base: Model, adapted: Model) -> None:
        unseen = range(100, 110)
        assert words_f(adapted, unseen) > words_f(base, unseen) + 0.1

    def test_still_knows_what_it_knew(self, base: Model, adapted: Model) -> None:
        for number in range(200, 205):
            html, gold = page(number)
            before, after = (
                score(Cleaner(model=model).clean(html).to("cleaneval"), gold)[0]["words"].f for model in (base, adapted)
            )
            assert after > before - 0.1

    def test_says_what_it_started_from(self, base: Model, adapted: Model) -> None:
        start = adapted.header[START]
        assert start["model"] == base.name
        assert start["sha256"] == sha256(pack(base.header, base.arrays)).hexdigest()
        assert adapted.training == [{"set": "odd", "pages": PAGES, "weight": 1}]

    def test_is_an_ordinary_model_file(self, adapted: Model) -> None:
        again = unpack(pack(adapted.header, adapted.arrays))
        html = upside_down(50).page
        assert Cleaner(model=again).clean(html).text == Cleaner(model=adapted).clean(html).text

    def test_is_the_same_from_the_same_pages(self, base: Model, adapted: Model) -> None:
        again = adapt(base, map(upside_down, range(PAGES)))
        assert pack(again.header, again.arrays) == pack(adapted.header, adapted.arrays)

    def test_can_be_adapted_again(self, adapted: Model) -> None:
        again = adapt(adapted, map(upside_down, range(PAGES, 2 * PAGES)))
        assert again.header[START]["sha256"] == sha256(pack(adapted.header, adapted.arrays)).hexdigest()
        assert words_f(again, range(100, 104)) > 0.5

    def test_pages_of_a_single_site_are_held_out_one_by_one(self, base: Model) -> None:
        examples = [upside_down(number)._replace(site="one.example") for number in range(PAGES)]
        assert START in adapt(base, examples).header


def test_pages_that_teach_nothing_leave_the_model_as_it_is() -> None:
    """The gold texts contradict each other: the same page, with its text and with its boilerplate as gold text."""
    base = models.load("english")
    examples = []
    for number in range(6):
        html, gold = page(number % 3)
        wrong = " ".join(LEGAL)
        examples.append(Example(f"torn/{number}", html.encode(), gold if number < 3 else wrong))
    taught = adapt(base, examples)
    assert START in taught.header
    html = page(77)[0]
    if taught.header.get("unchanged"):
        assert Cleaner(model=taught).clean(html).text == Cleaner(model=base).clean(html).text


def test_one_page_is_too_few() -> None:
    with pytest.raises(NCleanerError, match="two pages"):
        adapt(models.load("english"), [upside_down(0)])


def test_other_engines_cannot_start_from_a_model() -> None:
    with pytest.raises(NCleanerError, match="cannot be adapted"):
        adapt(models.load("ice-lm"), [])


class TestMixtures:
    @pytest.mark.parametrize(
        ("name", "recipe", "tolerance"), [("english", ENGLISH, 0.03), ("universal", UNIVERSAL, 0.001)]
    )
    def test_the_score_of_a_mixture_is_the_mean_of_two_scores(
        self, name: str, recipe: Recipe, tolerance: float
    ) -> None:
        pages = read_training_pages(map(upside_down, range(4)))
        counts = tally(pages, recipe)
        own, base = scorer_of(counts, recipe.q), Scorer(models.load(name))
        mixed = self.mixed(models.load(name), counts, recipe, 6)
        for text in (b"Ada walked to the harbour.", b"Terms of use", b"1999 - 2007", "Grüße aus Köln".encode()):
            scores = [scorer.score(text, 0, len(text)) for scorer in (base, own, mixed)]
            assert scores[2] == pytest.approx(0.6 * scores[0] + 0.4 * scores[1], abs=tolerance)

    @pytest.mark.parametrize("name", ["english", "universal"])
    def test_all_of_the_given_model_is_that_model(self, name: str) -> None:
        recipe = {"english": ENGLISH, "universal": UNIVERSAL}[name]
        counts = tally(read_training_pages(map(upside_down, range(3))), recipe)
        base, mixed = Scorer(models.load(name)), self.mixed(models.load(name), counts, recipe, 10)
        text = b"Wer den Teig am Abend ansetzt, hat am Morgen Brot."
        assert mixed.total(text, 0, len(text)) == base.total(text, 0, len(text))

    @staticmethod
    def mixed(model: Model, counts: tuple[Counts, Counts], recipe: Recipe, tenths: int) -> Scorer:
        parameters = {"n": recipe.n, "q": recipe.q, "mode": recipe.mode}
        arrays = mixture(model, *counts, recipe.q, tenths)
        return Scorer(build({"engine": "ngram", "parameters": parameters}, arrays))


def test_log_ratios_are_mixed_only_with_as_many() -> None:
    from ncleaner.engines.ngram.log_ratios import LogRatios

    clean, dirty = Counts(2, 1), Counts(2, 1)
    clean.add("ab")
    dirty.add("ba")
    with pytest.raises(ValueError, match="cannot be mixed"):
        LogRatios(clean, dirty, 0.5).mix(array("i", [0]), 0.5)


class TestStrength:
    def test_the_most_trees_win_unless_fewer_are_clearly_better(self) -> None:
        from ncleaner.train.adapt.forest import chosen_strength

        assert chosen_strength({0: [0.5, 0.6, 0.7], 20: [0.6, 0.7, 0.9], 80: [0.6, 0.75, 0.8]}) == 80
        assert chosen_strength({0: [0.5] * 4, 20: [0.9, 0.8, 0.9, 0.8], 80: [0.6, 0.5, 0.6, 0.5]}) == 20

    def test_none_win_if_all_others_lose(self) -> None:
        from ncleaner.train.adapt.forest import chosen_strength

        assert chosen_strength({0: [0.9, 0.8, 0.9], 20: [0.9, 0.8, 0.8], 80: [0.5, 0.8, 0.8]}) == 0

    def test_shallow_trees_decide_alike_when_they_are_deepened(self) -> None:
        import numpy as np

        pytest.importorskip("catboost", reason="catboost is not installed")
        from ncleaner.engines.forest.trees import EDGE, Trees, table
        from ncleaner.train import boosting
        from ncleaner.train.adapt.forest_trees import deepened
        from ncleaner.train.boosting import Examples, Settings

        generator = np.random.default_rng(1)
        features = generator.integers(0, 255, (60, 3)).astype(np.uint8)
        labels = (features[:, 0] > 100).astype(np.uint8)
        rows = Examples(features, labels, np.ones(60, np.float32), np.zeros(60, np.int64))
        shallow = boosting.train(rows, [(0, 0), (1, 1), (2, -1)], Settings(trees=5, depth=2), np.full(60, 512))
        data = table(3, 60)
        cells = np.frombuffer(data, np.uint8, 3 * (60 + 2 * EDGE)).reshape(3, 60 + 2 * EDGE)
        cells[:, EDGE : EDGE + 60] = features.T
        first, second = (
            Trees(build({"engine": "forest", "parameters": trees.parameters("")}, trees.arrays("")), "", 3)
            for trees in (shallow, deepened(shallow, 6))
        )
        assert first.scores(data, 60) == second.scores(data, 60)
        assert len(set(first.scores(data, 60))) > 1
