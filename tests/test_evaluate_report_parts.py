"""The parts of the report: the selection of pages, the differences shown, tables and charts."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from evaluation_examples import SEA, engine, page, three_engines
from hypothesis import given
from hypothesis import strategies as st

from ncleaner.charts.differences import bars, histogram, limit
from ncleaner.charts.markup import escape, shorten
from ncleaner.charts.numbers import coordinate, count, p_value, points
from ncleaner.charts.scatter import Point, low, scatter
from ncleaner.charts.sparkline import bins, quantile
from ncleaner.charts.svg import Scale, ticks
from ncleaner.evaluate.report.hunks import MOST_WORDS, Side, difference, rows, runs, side
from ncleaner.evaluate.report.selection import MOST_PAGES, select_pages, shown_outputs, words_f
from ncleaner.evaluate.report.side_by_side import side_by_side
from ncleaner.evaluate.report.tables import accuracy, cost
from ncleaner.evaluate.results import EngineResult, Evaluation
from ncleaner.evaluate.summary import summarize
from ncleaner.gold.reading import read

pytest.importorskip("rapidfuzz", reason="evaluations need rapidfuzz")
pytest.importorskip("scipy", reason="comparisons need scipy")

pytestmark = pytest.mark.once

few_words = st.lists(st.sampled_from("abcd"), max_size=60)


def words(text: str) -> Side:
    return side(read(text))


def numbered(count: int, name: str = "w") -> str:
    return " ".join(f"{name}{number}" for number in range(count))


# Side by side


def test_missed_words_are_inserted_left_and_spurious_ones_deleted_right() -> None:
    html = side_by_side(words("<p> the old sea"), words("<p> menu the sea"), "dump")
    assert "the <ins>old</ins> sea" in html
    assert "<del>menu</del> the sea" in html


def test_each_segment_is_a_line_with_its_mark() -> None:
    html = side_by_side(words("<h> Harbour\n<l> one\n<l> two"), words("<p> three"), "dump")
    assert '<p class="h"><b>h</b> <ins>Harbour</ins></p><p class="l"><b>l</b> <ins>one</ins></p>' in html
    assert '<p class="p"><b>p</b> <del>three</del></p>' in html


def test_a_long_matched_stretch_is_folded() -> None:
    html = side_by_side(words(f"{numbered(300)} end"), words(f"{numbered(300)} stop"), "dump")
    assert "… 288 words …" in html
    assert "w299 <ins>end</ins>" in html
    assert "w287" not in html


def test_a_long_spurious_stretch_shows_its_ends() -> None:
    html = side_by_side(words("gold"), words(numbered(1000)), "dump")
    assert "w0 w1" in html
    assert "… 930 more spurious words …" in html
    assert "w999" in html
    assert "w500" not in html


def test_the_rest_of_a_long_page_is_counted() -> None:
    gold = " ".join(f"missed{number} a{number} b{number}" for number in range(400))
    output = " ".join(f"spurious{number} a{number} b{number}" for number in range(400))
    html = side_by_side(words(gold), words(output), "dump")
    found = re.search(r"with ([\d,]+) more missed words and ([\d,]+) more spurious words", html)
    assert found
    shown = html.count("<ins>")
    assert shown + int(found[1]) == 400
    assert html.count(" ") < 3 * MOST_WORDS


def test_equal_and_empty_texts() -> None:
    assert "both empty" in side_by_side(words(""), words(""), "dump")
    html = side_by_side(words(numbered(50)), words(numbered(50)), "dump")
    assert "… 50 words …" in html
    assert "w1" not in html


def test_a_word_as_long_as_a_book_is_cut() -> None:
    assert len(side_by_side(words("x" * 100_000), words("y"), "dump")) < 1000


def test_the_sides_are_level_where_a_segment_begins_on_both() -> None:
    gold = words("<p> one two <p> three four")
    output = words("<p> menu one two menu <p> three four")
    (hunk,) = difference(gold, output).hunks
    levels = list(rows(hunk, gold, output))
    assert [[output.words[at] for run in row for at in run.output] for row in levels] == [
        ["menu", "one", "two", "menu"],
        ["three", "four"],
    ]


@given(few_words, few_words)
def test_runs_cover_both_texts_in_order(gold: list[str], output: list[str]) -> None:
    chain = list(runs(gold, output))
    assert [at for run in chain for at in run.gold] == list(range(len(gold)))
    assert [at for run in chain for at in run.output] == list(range(len(output)))
    for run in chain:
        if run.same:
            assert [gold[at] for at in run.gold] == [output[at] for at in run.output]


@given(few_words, few_words, st.sets(st.integers(0, 60)), st.sets(st.integers(0, 60)))
def test_rows_and_folds_lose_no_word(gold: list[str], output: list[str], marks: set[int], others: set[int]) -> None:
    left = Side(gold, {at: ["p"] for at in marks})
    right = Side(output, {at: ["p"] for at in others})
    found = difference(left, right)
    skipped = found.skipped + sum(hunk.skipped for hunk in found.hunks)
    shown = [run for hunk in found.hunks for row in rows(hunk, left, right) for run in row]
    assert sum(len(run.gold) for run in shown) + skipped + found.missed == len(gold)
    assert sum(len(run.output) for run in shown) + skipped + found.spurious == len(output)


# Which pages


def test_the_worst_pages_come_first_and_perfect_ones_never() -> None:
    golds = [SEA] * 3
    evaluation = Evaluation("set", [engine("dump", [f"{SEA} x", SEA, "nothing of it"], golds)])
    worst, apart = select_pages(evaluation)
    assert [page.results[0].id for page in worst] == ["c", "a"]
    assert apart == []


def test_pages_on_which_the_engines_differ_most_come_first() -> None:
    _, apart = select_pages(three_engines())
    assert apart[0].results[0].id == "c"
    assert all(earlier.spread >= later.spread for earlier, later in pairwise(apart))


def test_no_more_pages_than_one_would_look_at() -> None:
    pages = [page(str(number), SEA, "other") for number in range(100)]
    worst, _ = select_pages(Evaluation("set", [EngineResult("dump", pages)]))
    assert len(worst) == MOST_PAGES


def test_of_many_engines_the_first_the_best_and_the_worst_are_shown() -> None:
    results = [page("a", "a b c d", output) for output in ("a b", "a b c", "a b c d", "x", "a")]
    assert [words_f(result) for result in results].index(1.0) == 2
    assert shown_outputs(results) == [0, 2, 3]
    assert shown_outputs(results[:3]) == [0, 1, 2]


# Tables


def test_the_best_figure_of_a_column_is_marked_and_equals_share_it() -> None:
    engines = summarize(three_engines())["engines"]
    table = accuracy(engines, marked=True)
    lines = dict(zip(engines, re.findall(r'<tr><th scope="row">.*?</tr>', table), strict=True))
    precision = {name: re.findall(r"<td>(.*?)</td>", line)[0] for name, line in lines.items()}
    assert "(best)" in precision["better"]
    assert "(best)" not in precision["everything"]
    recall = {name: re.findall(r"<td>(.*?)</td>", line)[1] for name, line in lines.items()}
    assert "(best)" in recall["better"]
    assert "(best)" in recall["everything"]
    assert "(best)" not in recall["forgetful"]


def test_only_what_was_measured_is_reported_as_cost() -> None:
    fast, slow = page("a", SEA, SEA, seconds=0.001), page("a", SEA, SEA, seconds=0.1)
    timed = [EngineResult("fast", [fast], 50_000_000), EngineResult("slow", [slow])]
    table = cost(summarize(Evaluation("set", timed))["engines"])
    assert "<strong>1.00" in table
    assert "100.00" in table
    assert ">50</td>" in table
    assert "not measured" in table
    unmeasured = EngineResult("dump", [page("a", SEA, SEA, seconds=0)])
    assert cost(summarize(Evaluation("set", [unmeasured]))["engines"]) == ""


# Charts


def test_the_bars_of_differences() -> None:
    counted = bars([0.0, 0.0, 0.001, 0.049, 0.05, 0.3, -0.02, -0.9], 0.5)
    assert counted.same == 2
    assert counted.better == [2, 1, 0, 0, 0, 0, 1, 0, 0, 0]
    assert counted.worse == [1, 0, 0, 0, 0, 0, 0, 0, 0, 1]


@given(st.lists(st.floats(-1, 1), max_size=50))
def test_every_page_is_in_one_bar(differences: list[float]) -> None:
    counted = bars(differences, limit([differences]))
    assert counted.same + sum(counted.better) + sum(counted.worse) == len(differences)
    histogram(differences, limit([differences]), "engine", "baseline")


def test_the_axis_of_differences_reaches_as_far_as_most_pages_need() -> None:
    assert limit([[0.01, -0.05]]) == 0.1
    assert limit([[0.01], [-0.35]]) == 0.5
    assert limit([[0.01] * 99 + [-0.9]]) == 0.1
    assert limit([[]]) == 0.1


def test_points_of_the_scatter_lead_to_pages_and_share_places() -> None:
    points = [
        Point("a", 0.5, 0.9, "page-1"),
        Point("b", 1.0, 1.0, ""),
        Point("c", 1.0, 1.0, ""),
        Point("d", 0.9, 0.6, ""),
    ]
    drawing = scatter(points, 0.0, "dump", "other")
    assert drawing.count("<circle") == 3
    assert '<a href="#page-1"' in drawing
    assert "b: 100.0 → 100.0; c: 100.0 → 100.0" in drawing
    assert "higher on 1" in drawing
    assert "lower on 1" in drawing


def test_the_scatter_begins_at_a_round_figure_below_all_points() -> None:
    assert low([0.83, 0.99]) == 0.8
    assert low([0.79]) == 0.6
    assert low([0.0]) == 0.0
    assert low([]) == 0.0


@given(st.lists(st.floats(0, 1), min_size=1, max_size=50))
def test_every_page_is_in_one_bin(values: list[float]) -> None:
    assert sum(bins(values)) == len(values)
    assert min(values) <= quantile(values, 0.5) <= max(values)


def test_quantiles_are_interpolated() -> None:
    assert quantile([0.0, 1.0, 0.5, 0.25], 0.5) == 0.375
    assert quantile([0.7], 0.9) == 0.7


@given(st.integers(1, 1_000_000))
def test_ticks_are_few_and_reach_the_highest_bar(highest: int) -> None:
    marks = ticks(highest)
    assert marks[0] == 0
    assert marks[-1] >= highest
    assert 2 <= len(marks) <= 5


def test_a_scale_goes_both_ways() -> None:
    assert Scale(0, 10, 100, 0)(2.5) == 75


# Numbers and texts


def test_how_numbers_are_written() -> None:
    assert count(1, "page") == "1 page"
    assert count(1310, "page") == "1,310 pages"
    assert points(-1.23) == "−1.2"
    assert [p_value(p) for p in (1e-9, 0.0123, 1.0)] == ["p < 0.001", "p = 0.012", "p = 1.000"]
    assert [coordinate(value) for value in (1.0, 0.25, -0.001, 10.0, 100)] == ["1", "0.25", "0", "10", "100"]


@pytest.mark.parametrize("text", ["", "plain", "<b>", "\0\ud800", "a" * 500])
def test_shortened_text_says_how_much_is_missing(text: str) -> None:
    assert escape(shorten(text, 100)) == escape(text) if len(text) <= 100 else "+400 characters" in shorten(text, 100)
