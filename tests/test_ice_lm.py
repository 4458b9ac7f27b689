"""The language models of ICE: divergences, thresholds, and what is kept by them."""

from __future__ import annotations

from math import log2
from random import Random
from typing import Any

import pytest
from training import examples
from training import page as training_page

from ncleaner import Cleaner, ModelError, NCleanerError, UnknownNameError, clean
from ncleaner.engines.ice.divergence import SMOOTHINGS, QueryModel, WordModel, divergences
from ncleaner.engines.ice.lm import LanguageModels
from ncleaner.engines.ice.reading import elements
from ncleaner.models import load
from ncleaner.models.format import Model, build, pack
from ncleaner.read.html.reader import read
from ncleaner.train.ice.lm import train
from ncleaner.train.trainers import trained_engine

PAGE = """<title>Boats in the harbour</title><meta name=keywords content="ferry, quay"><h1>The harbour at night</h1>
    <p>The harbour is quiet, and the boats at the quay wait for the ferry in the night.
    <p>Subscribe now! Login Register Password"""


def model(**thresholds: Any) -> Model:
    return build({"engine": "ice-lm", "parameters": {"thresholds": thresholds}}, {}, "mine")


class TestDivergence:
    @pytest.mark.parametrize("smoothing", SMOOTHINGS)
    def test_it_is_the_sum_over_all_words(self, smoothing: str) -> None:
        chance = Random(5)
        for _ in range(40):
            query = chance.choices("abcdefgh", k=chance.randrange(6))
            texts = [chance.choices("abcdefgh", k=chance.randrange(9)) for _ in range(4)]
            found = QueryModel(query, [word for text in texts for word in text], smoothing)
            for text in texts:
                element = WordModel(text, smoothing)
                both = [
                    (element.probability(word, p), found.query.probability(word, p))
                    for word, p in found.on_page.items()
                ]
                assert found.divergence(text) == pytest.approx(abs(sum(p * log2(p / q) for p, q in both)), abs=2e-6)

    @pytest.mark.parametrize("smoothing", SMOOTHINGS)
    def test_models_are_distributions(self, smoothing: str) -> None:
        found = QueryModel(["a", "b"], ["a", "c", "c", "d"], smoothing)
        for text in (["c", "c", "a"], ["d"], []):
            element = WordModel(text, smoothing)
            assert sum(element.probability(word, p) for word, p in found.on_page.items()) == pytest.approx(1)

    def test_what_is_about_the_query_is_nearer(self) -> None:
        blocks = elements(read(PAGE.encode()))
        _, about, other = divergences(blocks, range(3))
        assert about < other

    def test_bold_text_can_be_part_of_the_query(self) -> None:
        blocks = elements(read(b"<h1>Rain</h1><p>Of <b>ferries</b> and<br><b>quays</b><p>ferries quays<p>nothing much"))
        plain, bold = (divergences(blocks, range(4), bold=bold) for bold in (False, True))
        assert bold[2] < plain[2]

    def test_without_title_headings_and_keywords_the_page_is_the_query(self) -> None:
        blocks = elements(read(b"<p>one two three<p>one two three four<p>zzz"))
        found = divergences(blocks, range(3))
        assert found[1] < found[2]
        assert divergences(elements(read(b"")), []) == []


class TestEngine:
    def test_what_is_near_is_kept(self) -> None:
        document = Cleaner(engine=LanguageModels(model(absolute=1.0))).clean(PAGE)
        lines = document.to("cleaneval").splitlines()
        assert [line[:12] for line in lines] == ["<h>The harbo", "<p>The harbo"]
        dropped = document.segments[-1]
        assert dropped.reason.endswith("bits from the page's title, headings and keywords, threshold 1.00")
        assert dropped.score < 0 < document.segments[0].score

    def test_the_threshold_is_an_option(self) -> None:
        engine = LanguageModels(model(absolute=2.5), threshold=100)
        assert Cleaner(engine=engine).clean(PAGE).decisions.kept == 3
        with pytest.raises(NCleanerError, match="number of bits"):
            LanguageModels(model(absolute=2.5), threshold=-1)

    def test_each_setting_has_its_own_threshold(self) -> None:
        mine = model(**{"absolute": 1.0, "dirichlet, bold": 7.0})
        assert LanguageModels(mine).threshold == 1.0
        assert LanguageModels(mine, smoothing="dirichlet", bold=True).threshold == 7.0
        with pytest.raises(ModelError, match="mine: the threshold for 'dirichlet'"):
            LanguageModels(mine, smoothing="dirichlet")
        with pytest.raises(UnknownNameError, match="laplace"):
            LanguageModels(mine, smoothing="laplace")

    @pytest.mark.parametrize("value", [-1, "x", None, True, 1e30])
    def test_an_invalid_threshold_is_refused(self, value: Any) -> None:
        with pytest.raises(ModelError, match="mine"):
            LanguageModels(model(absolute=value))


class TestTraining:
    def test_it_learns_all_thresholds_reproducibly(self) -> None:
        first, second = (train(examples(8)) for _ in range(2))
        assert pack(first.header, first.arrays) == pack(second.header, second.arrays)
        assert list(first.parameters["thresholds"]) == ["absolute", "absolute, bold", "dirichlet", "dirichlet, bold"]
        assert first.scores["walks (10 folds)"]["edit text"] > 50

    def test_what_was_learnt_is_better_than_keeping_all(self) -> None:
        cleaner = Cleaner(engine=trained_engine("ice-lm", examples(10), smoothing="dirichlet"))
        html, _ = training_page(77)
        assert 0 < cleaner.clean(html).decisions.kept <= clean(html, engine="ice-baseline").decisions.kept

    def test_pages_without_text(self) -> None:
        from ncleaner.train import Example

        assert train([Example("a", b"", "")]).parameters["thresholds"]["absolute"] >= 0


def test_the_shipped_model() -> None:
    assert load("ice-lm").training == [{"set": "cleaneval-dev", "pages": 58, "weight": 1}]
    assert clean(PAGE, engine="ice-lm").decisions.kept
