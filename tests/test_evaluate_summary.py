"""The figures of an evaluation as dictionaries, rows and tables, from hand-written results."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest

from ncleaner.evaluate.printout import lines, show
from ncleaner.evaluate.results import COUNTED, EDIT, EngineResult, Evaluation, PageResult
from ncleaner.evaluate.summary import rows, summarize, to_csv
from ncleaner.evaluate.tables import printout_of, tables
from ncleaner.metrics.counts import Counts

pytestmark = pytest.mark.once

ROW = re.compile(r"(first|second) +[\d–]")  # of a table


def page(
    id: str,
    matched: int,
    output: int,
    gold: int,
    *,
    type: str = "",
    language: str = "",
    error: str = "",
    marked: bool = True,
) -> PageResult:
    counts = {name: Counts(matched, output, gold) for name in COUNTED}
    if not marked:
        counts |= {name: Counts(0, output, 0) for name in ("marks", "marks-unlabelled")}
    edit = dict.fromkeys(EDIT, matched / max(output, gold))
    return PageResult(id, type, "", "", counts, edit, 0.002, 4000, error, language)


def engine(name: str, *pages: PageResult, memory: int = 0) -> EngineResult:
    return EngineResult(name, list(pages), memory)


@pytest.fixture
def alone() -> Evaluation:
    return Evaluation("stairs", [engine("first", page("a", 8, 10, 8), page("b", 20, 40, 32))], ["c.html"])


@pytest.fixture
def rivals() -> Evaluation:
    first = [page("a", 8, 10, 8, type="news"), page("b", 20, 40, 32, type="forum"), page("c", 5, 9, 9, type="forum")]
    second = [
        page("a", 8, 8, 8, type="news"),
        page("b", 30, 40, 32, type="forum"),
        page("c", 0, 0, 9, type="forum", error="ValueError: no\nmore"),
    ]
    return Evaluation("stairs", [engine("first", *first, memory=30_000_000), engine("second", *second)])


class TestSummary:
    def test_figures_are_percentages_of_all_words_or_means_of_the_pages(self, alone: Evaluation) -> None:
        words = summarize(alone)["engines"]["first"]["words"]
        micro = words["micro"]
        assert (micro["precision"], micro["recall"], micro["f"]) == (56.0, 70.0, 62.2222)
        assert micro["f_low"] < micro["f"] < micro["f_high"]
        macro = words["macro"]
        assert (macro["precision"], macro["recall"]) == (65.0, 81.25)
        assert macro["precision_sd"] == pytest.approx(21.2132)
        assert macro["f"] == pytest.approx((800 / 9 + 2000 / 36) / 2, abs=1e-3)

    def test_all_measures_are_there(self, alone: Evaluation) -> None:
        summary = summarize(alone)
        assert (summary["set"], summary["pages"], summary["marked"]) == ("stairs", 2, True)
        found = summary["engines"]["first"]
        for name in ("words", "words+marks", "marks", "bag", "shingles", "chars"):
            assert {"micro", "macro"} <= set(found[name])
        assert set(found["marks"]["unlabelled"]) == {"micro", "macro"}
        assert found["edit"]["text"] == {"min": 50.0, "max": 80.0, "average": 65.0}
        assert set(found["edit"]) == {"text", "marks", "both"}

    def test_costs(self, rivals: Evaluation) -> None:
        first, second = summarize(rivals)["engines"].values()
        assert first["cpu_ms_per_page"] == 2.0
        assert first["mb_per_s"] == 2.0
        assert (first["memory_mb"], second["memory_mb"]) == (30.0, None)
        assert (first["failures"], second["failures"]) == ([], [{"page": "c", "error": "ValueError: no\nmore"}])

    def test_page_types_have_figures_of_their_own(self, rivals: Evaluation, alone: Evaluation) -> None:
        types = summarize(rivals)["engines"]["first"]["types"]
        assert {name: type["pages"] for name, type in types.items()} == {"forum": 2, "news": 1}
        assert types["news"]["words"]["micro"]["precision"] == 80.0
        assert summarize(alone)["engines"]["first"]["types"] == {}

    def test_languages_have_figures_of_their_own(self, alone: Evaluation) -> None:
        pages = page("a", 8, 10, 8, language="el"), page("b", 20, 40, 32, language="zh"), page("c", 1, 1, 1)
        evaluation = Evaluation("stairs", [engine("first", *pages)])
        languages = summarize(evaluation)["engines"]["first"]["languages"]
        assert {name: group["pages"] for name, group in languages.items()} == {"": 1, "el": 1, "zh": 1}
        assert languages["el"]["chars"]["macro"]["precision"] == 80.0
        assert "Languages" in [table.title for table in tables(summarize(evaluation))]
        rivals = summarize(Evaluation("stairs", [engine("first", *pages), engine("second", *pages)]))
        assert "Sequences of five characters by language (mean F)" in [table.title for table in tables(rivals)]
        assert summarize(alone)["engines"]["first"]["languages"] == {}
        assert "Languages" not in [table.title for table in tables(summarize(alone))]

    def test_engines_are_compared_with_the_first(self, rivals: Evaluation, alone: Evaluation) -> None:
        assert summarize(alone)["comparisons"] == []
        (comparison,) = summarize(rivals)["comparisons"]
        assert (comparison["engine"], comparison["baseline"]) == ("second", "first")
        assert "second" in comparison["sentence"]
        assert comparison["difference"] == pytest.approx(
            100 * ((1 + 60 / 72 + 0) - (16 / 18 + 40 / 72 + 10 / 18)) / 3, abs=1e-4
        )
        assert comparison["low"] < comparison["difference"] < comparison["high"]
        assert 0 < comparison["p"] <= 1
        assert 0 < comparison["wilcoxon_p"] <= 1

    def test_missing_partners_are_named(self, alone: Evaluation) -> None:
        assert summarize(alone)["unpaired"] == ["c.html"]
        assert "c.html" in "\n".join(lines(printout_of(summarize(alone))))

    def test_empty_gold_texts_are_named(self, alone: Evaluation) -> None:
        assert summarize(alone)["empty"] == []
        hollow = Evaluation("stairs", [engine("first", page("a", 8, 10, 8), page("z", 0, 5, 0))])
        assert summarize(hollow)["empty"] == ["z"]
        assert "1 gold text has no words, so that only an empty output is right: z" in list(
            lines(printout_of(summarize(hollow)))
        )

    def test_it_is_json(self, rivals: Evaluation) -> None:
        summary = summarize(rivals)
        assert json.loads(json.dumps(summary, allow_nan=False)) == summary


class TestCsv:
    def test_a_row_for_each_engine_and_page(self, rivals: Evaluation) -> None:
        table = list(csv.DictReader(io.StringIO(to_csv(rivals))))
        assert [(row["engine"], row["page"]) for row in table] == [
            (name, id) for name in ("first", "second") for id in "abc"
        ]
        row = table[0]
        assert (row["words_precision"], row["words_recall"], row["type"]) == ("80.0", "100.0", "news")
        assert (row["cpu_ms"], row["bytes"]) == ("2.0", "4000")
        assert table[-1]["error"] == "ValueError: no\nmore"

    def test_every_measure_has_its_columns(self, alone: Evaluation) -> None:
        columns = list(next(rows(alone)))
        assert {"words_f", "words_marks_f", "marks_f", "marks_unlabelled_f", "bag_f", "shingles_f"} <= set(columns)
        assert {"edit_text", "edit_marks", "edit_both"} <= set(columns)
        assert all(column.isidentifier() for column in columns)


class TestTables:
    def test_one_engine_has_a_line_for_each_measure(self, alone: Evaluation) -> None:
        text = list(lines(printout_of(summarize(alone))))
        assert text[0] == "stairs: 2 pages, engine first"
        (words,) = [line.split() for line in text if line.startswith("words ")]
        assert words == ["words", "56.00", "70.00", "62.22", "16.7", "65.00", "81.25", "72.22", "23.6"]
        assert {"marks, unlabelled", "shingles", "edit, both"} <= {line.partition("  ")[0] for line in text}

    def test_several_engines_have_a_table_for_each_measure(self, rivals: Evaluation) -> None:
        text = list(lines(printout_of(summarize(rivals))))
        assert text[0] == "stairs: 3 pages, 2 engines"
        assert sum(bool(ROW.match(line)) for line in text) == 2 * len(list(tables(summarize(rivals))))
        assert any(line.split()[:2] == ["forum", "news"] for line in text)
        assert "second failed on 1 page: c (ValueError: no)" in text

    def test_no_tables_of_marks_where_gold_texts_have_none(self) -> None:
        plain = Evaluation("plain", [engine("first", page("a", 1, 2, 3, marked=False))])
        assert not any(
            line.startswith(("marks", "words+marks", "edit, both")) for line in lines(printout_of(summarize(plain)))
        )

    @pytest.mark.parametrize("width", [100, 60, 40, 1])
    def test_narrow_tables_have_all_figures(self, rivals: Evaluation, width: int) -> None:
        summary = summarize(rivals)
        text = list(lines(printout_of(summary), width))
        figures = sum(len(column) for table in tables(summary) for column in table.figures)
        assert sum(len(line.split()) - 1 for line in text if ROW.match(line)) == figures
        if width >= 40:
            assert max(map(len, text)) <= width

    def test_names_cannot_reach_the_terminal(self) -> None:
        nasty = Evaluation("\x1b[2Jset", [engine("first", page("a\x1b]0;x\x07", 1, 1, 1, error="E: \x1b[31m"))])
        assert not any("\x1b" in line or "\x07" in line for line in lines(printout_of(summarize(nasty))))

    def test_the_best_figures_are_bold(self, rivals: Evaluation) -> None:
        rich = pytest.importorskip("rich.console", reason="needs rich")
        console = rich.Console(file=io.StringIO(), force_terminal=True, width=100, color_system="standard")
        show(printout_of(summarize(rivals)), console)
        text = console.file.getvalue()
        assert "\x1b[1m100.00\x1b[0m" in text or "\x1b[1m   100.00\x1b[0m" in text
        assert "–" in text
