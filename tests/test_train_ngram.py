"""Training n-gram models: what is counted, what comes out, and that it cleans."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from training import LEGAL, examples, page

from ncleaner import Cleaner
from ncleaner.engines.ngram.counts import Counts
from ncleaner.errors import NCleanerError, SetError, UnknownNameError
from ncleaner.metrics.scores import score
from ncleaner.models.format import Model, pack
from ncleaner.train import Example, Recipe, train, train_on_texts
from ncleaner.train.examples import read_training_pages
from ncleaner.train.ngram import tally, without


def counted(text: str, n: int = 2, mode: int = 1) -> dict[int, int]:
    counts = Counts(n, mode)
    counts.add(text)
    return dict(counts.items())


def non_zero(counts: Counts) -> dict[int, int]:
    return {key: count for key, count in counts.items() if count}


def words_f(model: Model, numbers: range) -> float:
    """How well pages are cleaned that the model has not seen."""
    cleaner = Cleaner(model=model)
    matched = both = 0.0
    for number in numbers:
        html, gold = page(number)
        counts = score(cleaner.clean(html).to("cleaneval"), gold)[0]["words"]
        matched += counts.matched
        both += counts.output + counts.gold
    return 2 * matched / both


class TestCounting:
    def test_clean_text_is_that_of_the_gold_segments(self) -> None:
        clean, _ = tally(read_training_pages([Example("a", b"<p>ab</p><p>x</p>", "ab")]), Recipe(n=2))
        assert non_zero(clean) == counted("ab")

    @pytest.mark.parametrize("dirty", ["differential", "aligned"])
    def test_dirty_text_is_the_rest_of_the_page(self, dirty: str) -> None:
        _, found = tally(read_training_pages([Example("a", b"<p>ab</p><p>x</p>", "ab")]), Recipe(n=2, dirty=dirty))
        assert non_zero(found) == counted("x")

    def test_gold_text_missing_from_the_page_gives_negative_counts(self) -> None:
        _, found = tally(read_training_pages([Example("a", b"<p>x</p>", "ab")]), Recipe(n=1))
        assert min(non_zero(found).values()) == -1

    def test_hidden_text_is_not_counted(self) -> None:
        _, found = tally(read_training_pages([Example("a", b"<p hidden>ab</p><p>x</p>", "")]), Recipe(n=2))
        assert non_zero(found) == counted("x")

    def test_counts_are_multiplied_by_the_weight(self) -> None:
        pair = (b"<p>ab</p><p>x</p>", "ab")
        heavy = tally(read_training_pages([Example("a", *pair, weight=3)]), Recipe(n=2))
        thrice = tally(read_training_pages([Example(id, *pair) for id in "abc"]), Recipe(n=2))
        assert [non_zero(one) for one in heavy] == [non_zero(one) for one in thrice]

    @pytest.mark.parametrize("dirty", ["differential", "aligned"])
    def test_counts_of_pages_can_be_subtracted(self, dirty: str) -> None:
        recipe = Recipe(dirty=dirty)
        pages = read_training_pages(examples(4))
        left = without(tally(pages, recipe), tally(pages[:1], recipe))
        assert [non_zero(one) for one in left] == [non_zero(one) for one in tally(pages[1:], recipe)]


class TestModels:
    @pytest.mark.parametrize(
        "recipe",
        [Recipe(), Recipe(dirty="aligned"), Recipe(n=5, q=0.4, mode=3), Recipe(n=2, mode=2), Recipe(n=4, mode=0)],
        ids=str,
    )
    def test_they_clean_pages_that_they_have_not_seen(self, recipe: Recipe) -> None:
        assert words_f(train(examples(12), recipe), range(100, 104)) > 0.95

    def test_the_same_pages_give_the_same_bytes(self) -> None:
        first, second = (train(examples(12), Recipe(n=4, mode=3)) for _ in range(2))
        assert pack(first.header, first.arrays) == pack(second.header, second.arrays)

    def test_the_header_records_the_training(self) -> None:
        pages = examples(8) + examples(4, first=20, weight=6, set="others")
        model = train(pages, Recipe(n=2, q=0.3, mode=2, dirty="aligned"))
        assert model.engine == "ngram"
        assert model.parameters.items() >= {"n": 2, "q": 0.3, "mode": 2, "dirty": "aligned"}.items()
        assert model.training == [
            {"set": "walks", "pages": 8, "weight": 1},
            {"set": "others", "pages": 4, "weight": 6},
        ]
        assert list(model.scores) == ["walks (10 folds)", "others (10 folds)"]
        assert model.scores["walks (10 folds)"]["words F"] > 95
        assert model.scores["walks (10 folds)"]["marks F"] > 90

    def test_a_given_bias_and_decoding_are_kept(self) -> None:
        model = train(examples(4), Recipe(bias=0.5, decode="viterbi"))
        assert (model.parameters["bias"], model.parameters["decode"]) == (0.5, "viterbi")

    def test_pairs_of_page_and_gold_text_are_enough(self) -> None:
        model = train((html.encode(), gold) for html, gold in map(page, range(4)))
        assert model.training == [{"set": "pages", "pages": 4, "weight": 1}]

    def test_one_page_is_enough(self) -> None:
        model = train(examples(1))
        assert model.parameters["bias"] == 0
        assert model.scores == {}

    def test_a_gold_text_may_be_empty(self) -> None:
        assert train([*examples(4), Example("walks/none", b"<p>Click here</p>", "")]).training[0]["pages"] == 5

    def test_they_predict_the_precision_of_a_page(self) -> None:
        cleaner = Cleaner(model=train(examples(16)))
        confidence = cleaner.clean(page(200)[0]).confidence
        assert confidence is not None
        assert 0 < confidence <= 1

    def test_progress_reaches_the_total(self) -> None:
        told: dict[str, tuple[int, int]] = {}

        def progress(what: str, done: int, total: int) -> None:
            told[what] = done, total

        train(examples(12), total=12, progress=progress)
        assert told == {"pages read": (12, 12), "held-out pages": (12, 12)}


class TestMisuse:
    @pytest.mark.parametrize(
        ("make", "message"),
        [
            (lambda: Recipe(n=0), "n must be a number from 1 to 8, not 0"),
            (lambda: Recipe(n=9), "n must be a number from 1 to 8, not 9"),
            (lambda: Recipe(q=0), "q must be between 0.001 and 0.999, not 0"),
            (lambda: Recipe(q=1), "q must be between 0.001 and 0.999, not 1"),
            (lambda: Recipe(q=float("nan")), "q must be between 0.001 and 0.999, not nan"),
            (lambda: Recipe(bias=float("inf")), "the bias must be a number of bits, not inf"),
            (lambda: Recipe(prune=-1), "prune must be a number of bits, 0 or more, not -1"),
            (lambda: Recipe(mode=4), "the mode must be a number from 0 to 3, not 4"),
            (lambda: train([]), "there are no pages to learn from"),
            (lambda: train([(b"<p>Home</p>", "")]), "no clean text to learn from"),
            (lambda: train([(b"<p>Home</p>", "Home")]), "no dirty text to learn from"),
            (lambda: train(examples(2) + examples(2)), "distinct ids"),
        ],
    )
    def test_it_is_reported(self, make: Callable[[], object], message: str) -> None:
        with pytest.raises(NCleanerError, match=message):
            make()

    def test_unknown_names_are_reported(self) -> None:
        with pytest.raises(UnknownNameError, match="differential"):
            Recipe(dirty="clean")
        with pytest.raises(UnknownNameError, match="independent"):
            Recipe(decode="never")


class TestTexts:
    @pytest.fixture
    def folders(self, tmp_path: Path) -> tuple[Path, Path]:
        clean, dirty = tmp_path / "clean", tmp_path / "dirty"
        for folder in (clean, dirty):
            folder.mkdir()
        for number in range(6):
            (clean / f"{number}.txt").write_text(page(number)[1], "utf-8")
        for number, line in enumerate(LEGAL):
            (dirty / f"{number}.txt").write_text(f"{line}\n\nHome News Sports\n\nLogin Register\n", "utf-8")
        return clean, dirty

    def test_two_folders_are_enough(self, folders: tuple[Path, Path]) -> None:
        model = train_on_texts(*folders)
        assert model.parameters["decode"] == "independent"
        assert [one["pages"] for one in model.training] == [6, 5]
        assert words_f(model, range(100, 104)) > 0.9

    def test_they_may_have_the_same_name(self, folders: tuple[Path, Path], tmp_path: Path) -> None:
        other = tmp_path / "other" / "clean"
        other.parent.mkdir()
        folders[1].rename(other)
        assert train_on_texts(folders[0], other).training == [{"set": "clean", "pages": 11, "weight": 1}]

    def test_a_folder_without_texts_is_reported(self, folders: tuple[Path, Path], tmp_path: Path) -> None:
        with pytest.raises(SetError, match=r"no texts in .*: looked for \*\.txt, \*\.txt\.gz"):
            train_on_texts(tmp_path, folders[1])
        with pytest.raises(SetError, match=r"cannot read the folder .*: No such file"):
            train_on_texts(folders[0], tmp_path / "nowhere")
