"""How FIASCO learns: alignment of gold texts, keywords, and the machines that come out of it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from evaluating import write_set
from test_fiasco_targets import scanned
from training import examples
from training import page as training_page

from ncleaner import Cleaner, NCleanerError
from ncleaner.cli import main
from ncleaner.engines.fiasco.engine import Fiasco
from ncleaner.engines.fiasco.page_targets import PageTargets
from ncleaner.engines.fiasco.svm import Machine
from ncleaner.models.format import pack
from ncleaner.models.format import read as read_model
from ncleaner.train.fiasco.alignment import Align, by_dice, by_words
from ncleaner.train.fiasco.fitting import C_OF_MODELS, cross_keywords, fit
from ncleaner.train.fiasco.keywords import WordCounts, keyness, keywords
from ncleaner.train.fiasco.pages import KEYWORD_COLUMNS, read_pages
from ncleaner.train.fiasco.training import MACHINES, train
from ncleaner.train.trainers import trained_engine

pytestmark = pytest.mark.once

for package in ("numpy", "selectolax", "sklearn", "wordfreq"):
    pytest.importorskip(package)

PLAIN = MACHINES["plain"]
BOTH = pytest.mark.parametrize("align", [by_dice, by_words])


def clean_texts(page: str, gold: str, align: Align) -> list[str]:
    reading = PageTargets(scanned(page))
    found = align(reading, gold).clean
    return [" ".join(text.split()) for text, clean in zip(reading.texts, found, strict=True) if clean]


class TestAlignment:
    @BOTH
    def test_paragraphs_are_found(self, align: Align) -> None:
        page = "<p>Home<p>News<h1>The old ferry</h1><p>It came in late that evening, as always.<p>Contact us"
        gold = "<h> The old ferry\n<p> It came in late that evening, as always.\n"
        assert clean_texts(page, gold, align) == ["The old ferry", "It came in late that evening, as always."]

    @BOTH
    def test_small_differences_do_no_harm(self, align: Align) -> None:
        page = "<p>Menu<p>It came in late that evening [1], as it always did in spring."
        gold = "It came in late that evening, as it always did in spring."
        assert len(clean_texts(page, gold, align)) == 1

    @BOTH
    def test_a_paragraph_in_several_targets_marks_all_of_them(self, align: Align) -> None:
        page = "<p>Menu<div><p>one two three</p><p>four five six</p></div>"
        assert clean_texts(page, "one two three four five six", align) == ["one two three", "four five six"]

    def test_a_target_that_is_mostly_clean_is_clean(self) -> None:
        page = "<p>New: <b>one two three four five six seven eight</b></p><p>nine"
        assert clean_texts(page, "one two three four five six seven eight", by_dice) == [
            "New: one two three four five six seven eight"
        ]

    def test_of_equal_texts_the_next_one_is_taken(self) -> None:
        page = "<p>Harbour<p>It came in late that evening.<p>Harbour<p>Nobody saw it."
        reading = PageTargets(scanned(page))
        gold = "<p> It came in late that evening.\n<h> Harbour\n<p> Nobody saw it.\n"
        assert by_dice(reading, gold).clean == [False, True, True, True]

    @BOTH
    def test_the_share_of_segments_that_were_found(self, align: Align) -> None:
        found = align(PageTargets(scanned("<p>one two three<p>four five six")), "<p>one two three\n<p>seven eight\n")
        assert (found.segments, found.aligned, found.share) == (2, 1, 0.5)
        assert align(PageTargets(scanned("")), "").share == 0

    @BOTH
    def test_a_page_of_one_repeated_word_is_fast(self, align: Align) -> None:
        reading = PageTargets(scanned("<p>word word" * 3000))
        assert align(reading, "<p>word word\n" * 3000).segments == 3000


class TestKeywords:
    def test_keyness_is_conservative(self) -> None:
        assert keyness(100, 1000, 10, 1000) > keyness(10, 100, 1, 100)  # the same ratio, but more is known
        assert keyness(1, 100, 0, 100) < 0 < keyness(50, 100, 5, 100)

    def test_words_of_one_side_that_are_rare_in_general(self) -> None:
        dirty = Counter({"copyright": 30, "sitemap": 20})
        clean = Counter({"the": 4, "quay": 40, "ferry": 50})
        found = keywords([WordCounts(f"site{number}", clean, dirty) for number in range(6)])
        assert set(found.clean) == {"quay", "ferry"}
        assert set(found.dirty) == {"copyright", "sitemap"}

    def test_words_of_a_single_site_are_no_keywords(self) -> None:
        one = WordCounts("site0", Counter({"ferry": 500, "quay": 20}), Counter({"menu": 50}))
        others = [WordCounts(f"site{number}", Counter({"quay": 20}), Counter({"menu": 50})) for number in range(1, 6)]
        assert keywords([one, *others]).clean == ("quay",)

    def test_no_pages_have_no_keywords(self) -> None:
        assert keywords([]) == ((), ())

    def test_training_uses_keywords_from_other_folds(self) -> None:
        pages = read_pages(examples(10), PLAIN)
        learnt = keywords(page.word_counts for page in pages)
        assert learnt.clean
        for page, table in cross_keywords(pages):
            assert (table[:, KEYWORD_COLUMNS] <= 1).all()
            assert table.shape == page.table.shape


class TestTraining:
    def test_it_learns(self) -> None:
        model = train(examples(12), visual=False)
        assert model.training == [{"set": "walks", "pages": 12, "weight": 1}]
        (figures,) = model.scores.values()
        assert figures["F"] > 90
        document = Cleaner(model=model).clean(training_page(40)[0])
        assert " ".join(document.text.split()) == " ".join(
            word for word in training_page(40)[1].split()[2:] if word not in ("<h>", "<p>")
        )

    def test_it_is_reproducible(self) -> None:
        first, second = (train(examples(8), visual=False) for _ in range(2))
        assert pack(first.header, first.arrays) == pack(second.header, second.arrays)

    def test_what_is_stored_says_what_was_learnt(self) -> None:
        pages = read_pages(examples(8), PLAIN)
        fitted = fit(pages, PLAIN, C_OF_MODELS)
        machine = Machine(train(examples(8), visual=False), "plain")
        values = fitted.classifier.decision_function(fitted.rows(pages[0]))
        ours = [(score - machine.offset) / machine.slope for score in machine.scores_of_scaled(fitted.rows(pages[0]))]
        assert ours == pytest.approx(list(values), abs=1e-3)

    def test_with_visual_features(self, monkeypatch: pytest.MonkeyPatch) -> None:
        pytest.importorskip("cv2")
        from ncleaner.engines.fiasco import visual

        def measure(pages: Any, **options: Any) -> Any:
            for number, page in enumerate(pages):
                assert "data-ncleaner" in page
                yield {0: (1.0, 0.0, 1.0, 0.5, 0.0)} if number else None

        monkeypatch.setattr(visual, "measure", measure)
        model = train(examples(6), scores=False)
        assert "on the picture" in Machine(model, "visual").names
        assert "on the picture" not in Machine(model, "plain").names

    def test_thinned_pages_are_always_the_same(self) -> None:
        (page,) = read_pages(examples(1), PLAIN)
        thin = page.thinned(5)
        assert len(thin.bags) == len(thin.table) == len(thin.clean) == 5
        assert (thin.table == page.thinned(5).table).all()
        assert page.thinned(500) is page

    def test_there_must_be_something_to_learn(self) -> None:
        with pytest.raises(NCleanerError, match="no pages to learn from"):
            train([], visual=False)
        blank = [one._replace(gold="nothing of it") for one in examples(4)]
        with pytest.raises(NCleanerError, match="both clean and dirty text"):
            train(blank, visual=False)

    def test_an_engine_that_is_trained(self) -> None:
        engine = trained_engine("fiasco", examples(6), bias=0.5)
        assert isinstance(engine, Fiasco)
        assert (engine.bias, engine.visual_machine) == (0.5, None)


class TestCommand:
    def test_a_model_is_written(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        pytest.importorskip("cv2")
        write_set(tmp_path / "walks", {str(number): training_page(number) for number in range(6)})
        output = tmp_path / "mine.model"
        arguments = ["train", str(tmp_path / "walks"), "-o", str(output), "--engine", "fiasco", "--visual", "no"]
        assert main(arguments) == 0
        assert "plain, targets (5 folds): accuracy" in capsys.readouterr().out
        assert read_model(output).engine == "fiasco"

    def test_options_of_others_are_refused(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["train", "walks", "-o", str(tmp_path / "x"), "--visual", "no"]) == 2
        assert "--visual is not an option of training ngram" in capsys.readouterr().err
