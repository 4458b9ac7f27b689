"""Tuning and the learning curve on a few pages."""

from __future__ import annotations

import re
from itertools import pairwise
from math import log2
from xml.etree import ElementTree

import pytest
from training import examples

from ncleaner.charts.differences import histogram
from ncleaner.charts.plot import Line, plot, standalone, ticks
from ncleaner.engines.ngram.normalise import alphabet
from ncleaner.errors import NCleanerError
from ncleaner.train.curve import curve
from ncleaner.train.entropy import cross_entropies
from ncleaner.train.examples import Example, TrainingPage, read_training_pages
from ncleaner.train.recipe import Recipe
from ncleaner.train.tune import tuning_results

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def pages() -> list[TrainingPage]:
    return read_training_pages(examples(12))


class TestCrossEntropy:
    def test_of_single_characters_by_hand(self) -> None:
        # Each page is predicted from the other one: four characters and two edges behind them were seen there.
        two = read_training_pages([Example("a", b"<p>xx</p><p>xy</p>", ""), Example("b", b"<p>xx</p><p>xy</p>", "")])
        size = 6 + len(alphabet(1))
        bits = -(3 * log2(4 / size) + log2(2 / size) + 2 * log2(3 / size)) / 6
        assert cross_entropies(two, [1], [0.5], 1) == {(1, 0.5): pytest.approx(bits)}

    def test_histories_help(self, pages: list[TrainingPage]) -> None:
        found = cross_entropies(pages, [1, 2, 3], [0.3], 1)
        assert found[1, 0.3] > found[2, 0.3] > found[3, 0.3] > 0

    def test_q_smooths_unseen_text(self) -> None:
        few = read_training_pages(examples(3))
        found = cross_entropies(few, [6], [0.01, 0.5], 1)
        assert found[6, 0.5] < found[6, 0.01]

    def test_q_has_no_effect_on_single_characters(self, pages: list[TrainingPage]) -> None:
        found = cross_entropies(pages, [1], [0.2, 0.8], 1)
        assert found[1, 0.2] == pytest.approx(found[1, 0.8])

    def test_values_do_not_depend_on_the_other_parameters(self, pages: list[TrainingPage]) -> None:
        many = cross_entropies(pages, [1, 2, 4], [0.2, 0.5], 1)
        assert cross_entropies(pages, [2], [0.5], 1)[2, 0.5] == pytest.approx(many[2, 0.5])

    def test_smaller_alphabets_have_lower_entropy(self, pages: list[TrainingPage]) -> None:
        assert cross_entropies(pages, [3], [0.5], 3)[3, 0.5] < cross_entropies(pages, [3], [0.5], 1)[3, 0.5]


class TestTuning:
    def test_all_combinations_are_tried(self, pages: list[TrainingPage]) -> None:
        tried = tuning_results(pages, [1, 3], [0.3, 0.6], 1, "differential")
        assert [(trial.n, trial.q) for trial in tried] == [(1, 0.3), (1, 0.6), (3, 0.3), (3, 0.6)]
        assert all(0.9 < trial.f <= 1 for trial in tried)

    def test_results_do_not_depend_on_the_other_parameters(self, pages: list[TrainingPage]) -> None:
        (alone,) = tuning_results(pages, [2], [0.5], 1, "aligned")
        assert alone in tuning_results(pages, [2, 4], [0.5], 1, "aligned")

    def test_invalid_parameters_are_reported_at_once(self, pages: list[TrainingPage]) -> None:
        with pytest.raises(NCleanerError, match="q must be"):
            tuning_results(pages, [3], [0.5, 1.5], 1, "aligned")


class TestCurve:
    def test_more_pages_are_better_than_one(self, pages: list[TrainingPage]) -> None:
        test = read_training_pages(examples(6, first=50))
        one, many = curve(pages, test, Recipe(), [1, 10], 4)
        assert (one.pages, many.pages) == (1, 10)
        assert many.words > 5 * one.words
        assert many.f.mean > one.f.mean
        assert one.f.low <= one.f.mean <= one.f.high

    def test_there_is_only_one_subset_of_all_pages(self, pages: list[TrainingPage]) -> None:
        (point,) = curve(pages, pages, Recipe(), [12], 3)
        assert point.f.low == point.f.mean == point.f.high

    def test_it_is_the_same_every_time(self, pages: list[TrainingPage]) -> None:
        first, second = (curve(pages, pages, Recipe(), [3], 2) for _ in range(2))
        assert first == second

    @pytest.mark.parametrize("size", [0, 13])
    def test_impossible_sizes_are_reported(self, pages: list[TrainingPage], size: int) -> None:
        with pytest.raises(NCleanerError, match=f"a set of 12 pages has no subsets of {size} pages"):
            curve(pages, pages, Recipe(), [size], 2)


class TestPlot:
    def test_a_figure_is_well_formed_and_has_a_path_for_each_line_and_band(self) -> None:
        lines = [Line("n = 1 & more", [(0.1, 3.0), (0.9, 2.5)]), Line("F", [(0.1, 2.0), (0.9, 2.2)], [(1, 3), (2, 3)])]
        drawing = plot("A <title>", "q", "bits", lines)
        root = ElementTree.fromstring(drawing)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert len(re.findall('class="curve"', drawing)) == 2
        assert len(re.findall('class="band"', drawing)) == 1

    def test_names_of_lines_do_not_overlap(self) -> None:
        drawing = plot("t", "q", "bits", [Line(f"n = {n}", [(0, n), (1, 5 + n / 1000)]) for n in range(6)])
        places = sorted(float(y) for y in re.findall(r'class="name" x="[^"]+" y="([^"]+)"', drawing))
        assert len(places) == 6
        assert all(below - above >= 14 for above, below in pairwise(places))

    def test_values_that_are_too_high_are_cut_off(self) -> None:
        line = Line("n = 8", [(0.1, 90), (0.9, 2)])
        assert ">80<" in plot("t", "q", "bits", [line])
        cut = plot("t", "q", "bits", [line], highest=5)
        assert ">80<" not in cut
        assert ">5<" in cut

    def test_figures_of_very_different_size_are_equally_far_apart_by_their_ratio(self) -> None:
        drawing = plot("t", "words", "F", [Line("F", [(1, 90), (10, 92), (100, 94)])])
        first, middle, last = (float(x) for x in re.findall(r'class="dot" cx="([^"]+)"', drawing))
        assert middle - first == pytest.approx(last - middle, abs=0.1)
        assert all(f">{mark}</text>" in drawing for mark in (1, 2, 5, 10, 20, 50, 100))

    def test_a_drawing_of_the_report_becomes_a_file_with_a_size_and_colours_for_dark_ground(self) -> None:
        root = ElementTree.fromstring(standalone(histogram([0.1, -0.1, 0.0], 0.2, "this", "that"), scale=2))
        assert root.get("width") == "800"  # 360 and a margin of 20 on both sides, twice
        assert root.get("viewBox") == "-20 -20 400 260"
        assert "prefers-color-scheme:dark" in "".join(root.itertext())

    @pytest.mark.parametrize(("low", "high"), [(0.1, 0.9), (2.53, 4.8), (0, 0), (94.1, 94.13), (-3, 12_345), (7, 7)])
    def test_ticks_are_few_and_embrace_the_figures(self, low: float, high: float) -> None:
        found = ticks(low, high)
        assert found[0] <= low + 1e-9
        assert found[-1] >= high - 1e-9
        assert 2 <= len(found) <= 12
