"""``make accuracy``: the figures of the default engine, on pages of our own."""

from __future__ import annotations

import json
import re
import shutil
from itertools import combinations
from math import log2
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from evaluating import write_set
from forest_examples import ARTICLE, DISCUSSED, OPINION, PROSE
from forest_examples import model as forest_model
from training import page as training_page

from benchmarks.accuracy import bias, plain, reliability, speed, unseen, wordless
from benchmarks.accuracy.__main__ import BY_LANGUAGE, VALIDATION, main
from benchmarks.accuracy.labels import LETTER, LINE, Label, Labelled, placed
from benchmarks.accuracy.panel import square
from benchmarks.accuracy.readings import BIASES, Reader, Reading, Scored
from benchmarks.accuracy.speed import Entry, Field
from ncleaner.engines.forest.engine import Forest
from ncleaner.train import Example, forest
from ncleaner.train.boosting import Settings
from ncleaner.train.forest_pages import ForestPage
from ncleaner.train.shipped import PAGES, SETS

pytestmark = pytest.mark.once

WORDS = len(PROSE.split())
FEW = Settings(trees=10, depth=3, learning_rate=0.3, regularisation=1.0, borders=32, seed=1)
SVG = "{http://www.w3.org/2000/svg}"


def calibrated(factor: float = 1.0) -> list[Scored]:
    """Blocks of which as many words match as their scores say, with these scores multiplied by a factor."""
    chances = [number / 20 for number in range(1, 20)]
    return [Scored(factor * log2(chance / (1 - chance)), 1000, round(1000 * chance)) for chance in chances]


def reading(page: str, gold: str, comments: str = "auto") -> Reading:
    """By the model that is written by hand."""
    return Reader(forest_model(), biases=BIASES, comments=comments).read(Example("walks/1", page.encode(), gold))


class TestReliability:
    def test_what_is_calibrated_has_no_error(self) -> None:
        found = reliability.bins(calibrated())
        assert len(found) == 10
        assert reliability.calibration_error(found) == pytest.approx(0, abs=0.001)
        for one in found:
            assert one.share == pytest.approx(one.chance, abs=0.001)

    def test_the_error_is_the_mean_distance_of_words(self) -> None:
        found = reliability.bins([Scored(0.0, 30, 0), Scored(1.0, 70, 70)])
        assert [(one.words, one.matched) for one in found] == [(30, 0), (70, 70)]
        assert reliability.calibration_error(found) == pytest.approx(0.3 / 2 + 0.7 / 3)

    def test_the_surest_blocks_have_a_bin_too(self) -> None:
        found = reliability.bins([Scored(900.0, 5, 5), Scored(-900.0, 5, 0)])
        assert [one.chance for one in found] == pytest.approx([0, 1])
        assert [one.share for one in found] == [0, 1]

    def test_blocks_that_the_trees_do_not_decide_on_are_left_out(self) -> None:
        page = f"<title>Harbour</title><h1>Harbour</h1>{DISCUSSED}<p>News | Sport | Weather | All that is new</p>"
        words = sum(block.words for block in reading(page, PROSE).scored)
        whole = len(f"Home The harbour in the rain, and what became of it {PROSE} {PROSE}".split())
        assert words == whole

    def test_words_match_where_the_gold_text_has_them(self) -> None:
        found = {(block.words, block.matched) for block in reading(f"<p>{PROSE}</p><p>Log in</p>", PROSE).scored}
        assert found == {(WORDS, WORDS), (2, 0)}


class TestReadings:
    def test_a_bias_changes_the_text(self) -> None:
        found = reading(f"<p>{PROSE}</p><p>Log in</p>", PROSE)
        assert found.plain.words.f == 1
        assert found.by_bias[-4.0].words.output == WORDS + 2
        assert found.by_bias[4.0].words.output == 0

    def test_comments_are_treated_as_one_says(self) -> None:
        forum = f"<div class=comment><p>{OPINION}</p></div>"
        assert reading(forum, OPINION).plain.words.f == 1
        assert reading(forum, OPINION, comments="drop").plain.words.f == 0

    def test_without_words_other_n_grams_read_the_page(self) -> None:
        lexical, wordless_text = (getattr(reading(ARTICLE, PROSE), name) for name in ("text", "wordless_text"))
        assert [block.score for block in lexical.scored] != [block.score for block in wordless_text.scored]
        assert sum(block.words for block in lexical.scored) == sum(block.words for block in wordless_text.scored)


class TestPlainText:
    @pytest.mark.parametrize("factor", [0.25, 1.0, 3.0])
    def test_the_slope_undoes_what_was_done_to_scores(self, factor: float) -> None:
        assert plain.slope(calibrated(factor)) == pytest.approx(1 / factor, rel=0.01)


def boxes(dots: list[Labelled], labels: list[Label]) -> list[tuple[float, float, float, float]]:
    """What dots and names cover."""
    found = [(one.x - one.radius, one.y - one.radius, one.x + one.radius, one.y + one.radius) for one in dots]
    for one, label in zip(dots, labels, strict=True):
        width = LETTER * len(one.name)
        left = label.x - width * {"start": 0, "middle": 0.5, "end": 1}[label.anchor]
        found.append((left, label.y + 3 - LINE, left + width, label.y + 3))
    return found


class TestLabels:
    @pytest.mark.parametrize("seed", range(8))
    def test_no_name_is_on_another_or_on_a_dot(self, seed: int) -> None:
        chance = Random(seed)
        panel = square(0, 0, 600, 0, 100)
        dots = [
            Labelled("x" * chance.randint(4, 22), chance.gauss(300, 60), chance.gauss(300, 40), 5) for _ in range(16)
        ]
        covered = boxes(dots, placed(dots, panel))
        names = covered[len(dots) :]
        for name, other in [*combinations(names, 2), *((name, dot) for name in names for dot in covered[: len(dots)])]:
            assert name[0] >= other[2] or other[0] >= name[2] or name[1] >= other[3] or other[1] >= name[3]
        assert all(0 <= left and right <= 600 and 0 <= top and bottom <= 600 for left, top, right, bottom in names)

    def test_a_name_that_is_far_away_has_a_line_to_it(self) -> None:
        panel = square(0, 0, 600, 0, 100)
        alone = placed([Labelled("alone", 300, 300, 5)], panel)
        assert [(label.anchor, label.leader) for label in alone] == [("start", "")]
        crowd = placed([Labelled("somebody else", 300, 300 + number, 5) for number in range(12)], panel)
        assert any(label.leader for label in crowd)


class TestSpeed:
    FIELDS = (
        Field(
            "here",
            "2 pages",
            ("words F", "words macro F"),
            [Entry("forest", 1.5, (0.9, 0.8)), Entry("peer:x", 30, (0.7, 0.6))],
        ),
        Field("there", "by folds", ("bag F",), [Entry("forest", 2.5, (0.85,)), Entry("peer:x", 60, (0.65,))]),
    )

    def test_a_line_has_the_figures_of_both_sets(self) -> None:
        lines = speed.rows(self.FIELDS).splitlines()
        assert lines[2:] == [
            "| `forest` | 90.0 | 80.0 | 1.50 | 85.0 | 2.50 |",
            "| `peer:x` | 70.0 | 60.0 | 30.00 | 65.0 | 60.00 |",
        ]

    def test_what_is_better_is_further_up_and_to_the_left(self) -> None:
        drawing = ElementTree.fromstring(speed.drawing(self.FIELDS, "Title"))
        circles = [(float(dot.attrib["cx"]), float(dot.attrib["cy"])) for dot in drawing.iter(f"{SVG}circle")]
        for theirs, ours in (circles[:2], circles[2:]):
            assert ours[0] < theirs[0]
            assert ours[1] < theirs[1]
        names = [text.text for text in drawing.iter(f"{SVG}text")]
        assert names.count("forest") == names.count("x") == 2


def _with_snippets(folder: Path) -> None:
    """Put a snippet of each gold text in place of the gold texts."""
    snippets = {path.stem: path.read_text("utf-8").splitlines()[-1].split("> ")[1] for path in folder.glob("gold/*")}
    shutil.rmtree(folder / "gold")
    pages = {id: {"with": [text], "without": ["All rights reserved"]} for id, text in snippets.items()}
    (folder / "snippets.json").write_text(json.dumps(pages))


@pytest.fixture(scope="module")
def docs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("catboost", reason="catboost is not installed")
    data, docs = tmp_path_factory.mktemp("data"), tmp_path_factory.mktemp("docs")
    for first, name in enumerate((*SETS, *VALIDATION, BY_LANGUAGE)):
        count = 7 if name in {*PAGES, *VALIDATION} else 3
        write_set(data / name, {str(n): training_page(n) for n in range(10 * first, 10 * first + count)})
    _with_snippets(data / "trafilatura-a")
    (data / BY_LANGUAGE / "languages.tsv").write_text("100\tel\n101\ten\n102\tel\n")
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(forest, "GROWTH", FEW)
        monkeypatch.setattr(forest, "CONTEXT_GROWTH", FEW)
        monkeypatch.setattr(unseen, "FOLDS", 2)
        monkeypatch.setattr(speed, "PAGES", dict.fromkeys(speed.PAGES, 4))
        monkeypatch.setattr(speed, "available", lambda names: ["forest", "ngram", "dump"])
        assert main([str(data), "--output", str(docs)]) == 0
    return docs


class TestTheWholePage:
    def test_it_has_all_tables_and_no_holes(self, docs: Path) -> None:
        text = (docs / "accuracy.md").read_text("utf-8")
        assert not re.search(r"[{}]|\bnan\b|\binf\b|\| None", text)
        tables = [block.splitlines() for block in text.split("\n\n") if block.startswith("|")]
        assert [len(rows) - 2 for rows in tables] == [11, 17, 17, 2, 5, len(BIASES), 5, 4, 3]
        for rows in tables:
            assert len({row.count("|") for row in rows}) == 1, rows[0]

    def test_all_figures_are_drawn_and_shown(self, docs: Path) -> None:
        shown = re.findall(r"!\[[^]]+\]\(([^)]+)\)", (docs / "accuracy.md").read_text("utf-8"))
        assert sorted(shown) == sorted(path.name for path in docs.glob("*.svg"))
        for name in shown:
            assert ElementTree.parse(docs / name).getroot().tag == f"{SVG}svg"

    def test_a_set_that_is_not_there_is_named(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main([str(tmp_path), "--output", str(tmp_path / "docs")]) == 1
        assert "cleaneval-dev" in capsys.readouterr().err
        assert not (tmp_path / "docs").exists()


class TestUnseen:
    def test_no_model_knows_the_pages_that_it_cleans(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        pytest.importorskip("catboost", reason="catboost is not installed")
        for first, name in enumerate(SETS):
            write_set(tmp_path / name, {str(n): training_page(n) for n in range(10 * first, 10 * first + 6)})
        monkeypatch.setattr(forest, "GROWTH", FEW)
        monkeypatch.setattr(forest, "CONTEXT_GROWTH", FEW)
        monkeypatch.setattr(unseen, "FOLDS", 3)
        learnt: list[set[str]] = []
        real = forest.train_on

        def train_on(pages: list[ForestPage], language: str) -> object:
            learnt.append({page.training_page.id for page in pages})
            return real(pages, language)

        monkeypatch.setattr(forest, "train_on", train_on)
        found = list(unseen.folds(tmp_path, None, lambda what, done, total: None))
        everything = {page.id for fold in found for page in fold.pages}
        assert len(everything) == 6 * len(SETS)
        for fold, seen in zip(found, learnt, strict=True):
            assert seen == everything - {page.id for page in fold.pages}
            assert Forest(fold.model).model_language == "en"


def test_tables_have_a_line_for_each_set_and_bias() -> None:
    sets = {"one": [reading(ARTICLE, PROSE)], "other": [reading(ARTICLE, PROSE)]}
    assert len(bias.rows(sets).splitlines()) == 2 + len(BIASES)
    assert len(wordless.rows(sets).splitlines()) == len(reliability.rows(sets).splitlines()) == 2 + len(sets)
    assert bias.rows(sets).splitlines()[2].startswith("| −4 |")
