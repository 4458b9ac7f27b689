"""``make paper``: the page of tables and figures, on generated pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from evaluating import write_set
from training import examples
from training import page as training_page

from ncleaner.cleaner import Cleaner
from ncleaner.engines import Engine
from ncleaner.engines.fiasco import visual
from ncleaner.engines.fiasco.measurer import RegionMeasurer
from ncleaner.engines.fiasco.page_targets import PageTargets
from ncleaner.engines.fiasco.visual import browser
from ncleaner.errors import NCleanerError
from ncleaner.metrics.counts import Counts
from ncleaner.models import Model
from ncleaner.train import Example, Recipe, folds
from ncleaner.train.examples import TrainingPage
from ncleaner.train.ngram import train_on
from paper import ngram, page, pages
from paper.__main__ import MORE, TEST, TRAIN, main
from paper.fiasco import grid, targets
from paper.ice import published as ice_published
from paper.ice import runs as ice_runs
from paper.ice import tables
from paper.judging import Result, judge
from paper.markdown import p_value, signed, table
from paper.ngram import learning, materials, overview, published, tuning
from paper.ngram.materials import LEXICAL, Materials
from paper.ngram.overview import Limits, Row
from paper.page import Pieces, fill, write
from paper.significance import Pairing, paired_tests

pytestmark = pytest.mark.once

Captured = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


def nothing(what: str, done: int, total: int) -> None:
    """A progress that nobody looks at."""


def lynx(one: Example) -> str:
    """What Lynx would show: all words, and a list of links."""
    text = pages.by_ncleaner()(one).replace("\n", "\n\n")
    return f"{text}\nReferences\n\n   1. http://site.example/\n"


def use(monkeypatch: Patch, dumper: pages.Dumper | None) -> None:
    unlisted = dumper and (lambda one: dumper(one).partition("References")[0])
    monkeypatch.setattr(materials, "by_lynx", lambda links=True: dumper if links else unlisted)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    for name, numbers in ((TRAIN, range(14)), (TEST, range(50, 58)), (MORE, range(70, 74))):
        write_set(folder / name, {str(number): training_page(number) for number in numbers})
    return folder


def written(data: Path, docs: Path, dumper: pages.Dumper | None) -> Path:
    """The page, with all that takes long in the small."""
    plans = [plan._replace(ns=(plan.recipe.n,), qs=(plan.recipe.q,)) for plan in tuning.PLANS]
    with pytest.MonkeyPatch.context() as monkeypatch:
        use(monkeypatch, dumper)
        monkeypatch.setattr(materials, "FOLDS", 2)
        monkeypatch.setattr(folds, "FOLDS", 2)
        monkeypatch.setattr(tuning, "NS", (1, 2, 6))
        monkeypatch.setattr(tuning, "QS", (0.4, 0.6))
        monkeypatch.setattr(tuning, "PLANS", plans)
        monkeypatch.setattr(learning, "SIZES", (2, 5))
        monkeypatch.setattr(learning, "REPEATS", 2)
        monkeypatch.setattr(targets, "FOLDS", 2)
        monkeypatch.setattr(grid, "CS", (2.0, 32.0))
        see(monkeypatch)
        assert main([str(data), "--output", str(docs)]) == 0
    return docs


def see(monkeypatch: Patch) -> None:
    """What a browser would show: every second target, all alike."""

    def seen(count: int) -> dict[int, tuple[float, ...]]:
        return dict.fromkeys(range(0, count, 2), (1.0, 0.0, 1.0, 0.5, 0.0))

    def measure(pages: Sequence[str], **options: Any) -> Iterator[dict[int, tuple[float, ...]]]:
        return (seen(one.count("data-ncleaner")) for one in pages)

    def regions(self: RegionMeasurer, reading: PageTargets) -> tuple[dict[int, tuple[float, ...]], str]:
        return seen(len(reading.targets)), ""

    monkeypatch.setattr(visual, "measure", measure)
    monkeypatch.setattr(browser, "find_browser", lambda: "browser")
    monkeypatch.setattr(RegionMeasurer, "regions", regions)


@pytest.fixture(scope="module")
def docs(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(data, tmp_path_factory.mktemp("docs"), lynx)


@pytest.fixture(scope="module")
def text(docs: Path) -> str:
    return (docs / "papers.md").read_text("utf-8")


class TestTheWholePage:
    def test_it_has_all_tables_and_no_holes(self, text: str) -> None:
        assert not re.search(r"[{}]|\bnan\b|\binf\b|\| None", re.sub("`[^`]+`", "", text))  # but for expressions
        for title in (
            "Table 2",
            "Table 3",
            "Table 4",
            "Figure 2",
            "Figure 3",
            "Figure 4",
            "What differs",
            "## ICE",
            "## FIASCO",
        ):
            assert title in text

    def test_all_rows_of_a_table_have_as_many_cells_as_its_head(self, text: str) -> None:
        found = [block.splitlines() for block in text.split("\n\n") if block.startswith("|")]
        assert len(found) >= 12
        for rows in found:
            assert len({row.count("|") for row in rows}) == 1, rows[0]

    def test_all_figures_are_drawn_and_shown(self, docs: Path, text: str) -> None:
        shown = re.findall(r"!\[[^]]+\]\(([^)]+)\)", text)
        assert sorted(shown) == sorted(path.name for path in docs.glob("*.svg"))
        for name in shown:
            assert ElementTree.parse(docs / name).getroot().tag == "{http://www.w3.org/2000/svg}svg"

    def test_the_same_pages_give_the_same_bytes(self, docs: Path, data: Path, tmp_path: Path) -> None:
        again = written(data, tmp_path, lynx)
        for path in docs.iterdir():
            assert path.read_bytes() == (again / path.name).read_bytes()

    def test_without_lynx_its_rows_are_left_out_with_a_sentence(self, data: Path, tmp_path: Path) -> None:
        text = (written(data, tmp_path, None) / "papers.md").read_text("utf-8")
        assert "dumps by Lynx" not in text
        assert "Lynx is not installed here" in text
        assert "dumps by `dump`" in text

    @pytest.mark.parametrize("missing", [TRAIN, TEST])
    def test_without_data_it_says_what_is_needed(
        self, missing: str, data: Path, tmp_path: Path, capsys: Captured
    ) -> None:
        other = TRAIN if missing == TEST else TEST
        (tmp_path / other).symlink_to(data / other)
        assert main([str(tmp_path), "--output", str(tmp_path / "docs")]) == 1
        error = capsys.readouterr().err
        assert TRAIN in error
        assert TEST in error
        assert "NCLEANER_DATA" in error
        assert not (tmp_path / "docs").exists()


class TestMaterials:
    def test_dumps_are_texts_with_the_same_gold(self, monkeypatch: Patch) -> None:
        use(monkeypatch, lynx)
        made = Materials(examples(3), examples(2, first=9), nothing)
        for name in ("lynx", "dump"):
            source = made.source(name)
            assert [one.kind for one in source.test] == ["text", "text"]
            assert [one.gold for one in source.train] == [one.gold for one in made.html.train]
            assert b"<" not in source.train[0].page

    def test_baselines_are_the_dumps_without_and_with_their_links_and_have_no_marks(self, monkeypatch: Patch) -> None:
        use(monkeypatch, lynx)
        without, with_links = Materials(examples(3), examples(2, first=9), nothing).baselines("test").values()
        for result in (without, with_links):
            assert result.micro("words").recall == 1
            assert result.micro("marks").output == 0
        assert with_links.micro("words").precision < without.micro("words").precision < 1

    def test_pages_are_held_out_from_the_models_that_clean_them(self, monkeypatch: Patch) -> None:
        learnt: list[set[str]] = []

        def watched(pages: Sequence[TrainingPage], recipe: Recipe) -> Model:
            learnt.append({page.id for page in pages})
            return train_on(pages, recipe)

        monkeypatch.setattr(folds, "FOLDS", 2)  # those within training
        monkeypatch.setattr(materials, "train_on", watched)
        result = Materials(examples(12), examples(1), nothing).held_out(LEXICAL, "independent")
        assert len(result.pages) == 12
        assert len(learnt) == 10
        assert all(10 <= len(ids) < 12 for ids in learnt)
        assert not set.intersection(*learnt)

    def test_results_are_those_of_the_engine(self) -> None:
        made = Materials(examples(12), examples(5, first=40), nothing)
        assert made.result("html", LEXICAL, "independent").micro("words").f > 0.9
        assert made.best("html", LEXICAL) == made.result("html", LEXICAL, made.decoding("html", LEXICAL))
        assert made.result("html", LEXICAL, "independent", bias=9.0).micro("words").recall == 0


class TestLimits:
    def row(self, words: int, limit: float | None) -> Row:
        counts = Counts(words, 1000, 1000)
        return Row("x", "independent", Limits(limit), Result([dict.fromkeys(overview.MEASURES.values(), counts)]))

    @pytest.mark.parametrize(
        ("words", "limit", "cell"),
        [(939, 93.9, "93.90 (≥ 93.9)"), (938, 93.9, "**93.80 (< 93.9)**"), (5, None, "0.50")],
    )
    def test_figures_are_shown_with_their_limits(self, words: int, limit: float | None, cell: str) -> None:
        assert overview._cell(self.row(words, limit), "words") == cell

    def test_missed_limits_are_named(self) -> None:
        assert overview._verdict([self.row(939, 93.9)]) == "All limits are kept."
        assert "x, independent (words)" in overview._verdict([self.row(938, 93.9)])


class TestPublished:
    """The papers give F, precision and recall: figures that were copied wrongly would not fit each other."""

    @pytest.mark.parametrize("rows", [published.TABLE_2_MICRO, published.TABLE_3, published.TABLE_4])
    def test_micro_averages_are_consistent(self, rows: dict[str, published.Triple]) -> None:
        for f, precision, recall in rows.values():
            both = precision + recall
            assert f == pytest.approx(2 * precision * recall / both if both else 0, abs=0.02)

    def test_tables_of_both_papers_agree(self) -> None:
        for name, ((precision, recall), _) in published.STUPIDOS_TABLE_1.items():
            assert published.TABLE_2_MICRO[name][1:] == (precision, recall)
            assert published.TABLE_2_MACRO[name][0] == published.STUPIDOS_TABLE_2[name][0][0]

    def test_combined_scores_are_the_means_of_the_others(self) -> None:
        for row in ice_published.TABLE_1.values():
            assert row.combined.average == pytest.approx((row.alignment.average + row.text.average) / 2, abs=0.051)
            for range in (row.alignment, row.text, row.combined):
                assert range.lowest < range.average < range.highest


class TestIce:
    def scores(self, *figures: float) -> list[dict[str, float]]:
        return [dict.fromkeys(("text", "marks", "both"), figure) for figure in figures]

    def test_ties_are_shared(self) -> None:
        names = ("ice-baseline", "ice-heuristics", "ice-tree", "ice-lm")
        found = tables._best({name: self.scores(0.5, 0.1 * number) for number, name in enumerate(names)})
        assert list(found.values()) == [12.5, 12.5, 12.5, 62.5]

    def test_missed_limits_are_named(self) -> None:
        good = {name: self.scores(0.9) for name in tables.LIMITS}
        assert tables._limits(good).endswith("All of them are reached.")
        assert "**Missed: ice-lm.**" in tables._limits({**good, "ice-lm": self.scores(0.5)})

    def test_pages_are_held_out_from_what_cleans_them(self, monkeypatch: Patch) -> None:
        learnt: list[set[str]] = []

        def watched(name: str, pages: Sequence[Example]) -> Engine:
            learnt.append({one.id for one in pages})
            return Cleaner(engine="dump").engine

        monkeypatch.setattr(ice_runs, "trained_engine", watched)
        pages = examples(12)
        assert len(ice_runs._by_folds("ice-lm", pages)) == 12
        assert len(learnt) == 10
        assert not set.intersection(*learnt)


class TestPieces:
    def template(self, folder: Path, text: str) -> Path:
        path = folder / "page.md"
        path.write_text(text, "utf-8")
        return path

    def test_holes_are_filled(self, tmp_path: Path) -> None:
        assert fill(self.template(tmp_path, "a {b} c\n"), Pieces({"b": "**1**"})) == "a **1** c\n"

    @pytest.mark.parametrize("texts", [{}, {"b": "1", "d": "2"}])
    def test_holes_and_texts_must_fit(self, texts: dict[str, str], tmp_path: Path) -> None:
        with pytest.raises(NCleanerError, match=r"page\.md: holes without text, or texts without a hole: [bd]$"):
            fill(self.template(tmp_path, "a {b} c"), Pieces(texts))

    def test_a_name_cannot_be_given_twice(self) -> None:
        with pytest.raises(NCleanerError, match="made twice: b"):
            Pieces({"b": "1"}).add(Pieces({"b": "2"}))

    def test_nothing_is_written_if_something_does_not_fit(self, tmp_path: Path) -> None:
        with pytest.raises(NCleanerError):
            write(tmp_path / "docs", [(ngram.TEMPLATE, Pieces({}, {"x.svg": "<svg/>"}))])
        assert not (tmp_path / "docs").exists()

    def test_the_page_warns_against_editing(self) -> None:
        assert "Do not edit" in page.HEAD.read_text("utf-8").splitlines()[0]


class TestMarkdown:
    def test_labels_are_at_the_left_and_figures_at_the_right(self) -> None:
        assert table(["", "F"], [["x", "1"]]) == "|  | F |\n|---|---:|\n| x | 1 |"

    @pytest.mark.parametrize(
        ("difference", "text"), [(0.0123, "+1.23"), (-0.5, "−50.00"), (0.0, "0.00"), (-1e-9, "0.00")]
    )
    def test_differences_have_a_sign(self, difference: float, text: str) -> None:
        assert signed(difference) == text

    @pytest.mark.parametrize(
        ("p", "text"),
        [(0.0499, "0.0499"), (5.055e-16, "5.1 · 10<sup>−16</sup>"), (9.96e-5, "1.0 · 10<sup>−4</sup>"), (0, "0")],
    )
    def test_small_probabilities_keep_their_digits(self, p: float, text: str) -> None:
        assert p_value(p) == text


class TestTests:
    @pytest.fixture
    def results(self) -> Callable[[str], Result]:
        gold = examples(3)
        return lambda end: judge([f"{one.gold} {end * number}" for number, one in enumerate(gold)], gold)

    def test_a_row_has_the_difference_and_its_significance(self, results: Callable[[str], Result]) -> None:
        text = paired_tests([Pairing("a − b", results(""), results("more words "), "precision", "p = .05")])
        cells = [cell.strip() for cell in text.splitlines()[-1].strip("|").split("|")]
        assert cells[:3] == ["a − b", "precision", "p = .05"]
        assert cells[3].startswith("+")
        assert cells[6] == "2"
        assert 0 < float(cells[7]) < 1
