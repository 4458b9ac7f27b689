"""Statistics: figures from textbooks and papers, and sentences with and without a significant difference."""

from __future__ import annotations

import sys
from math import inf, sqrt

import pytest

from ncleaner.errors import NCleanerError
from ncleaner.evaluate import statistics
from ncleaner.evaluate.statistics import Interval, bootstrap_difference, bootstrap_f, sentence, t_test, wilcoxon
from ncleaner.metrics.counts import Counts, micro

pytest.importorskip("scipy", reason="statistics need scipy")

pytestmark = pytest.mark.once

# Student's data on sleep, from his paper of 1908: additional hours by two drugs.
SLEEP_A = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
SLEEP_B = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]

# Hollander and Wolfe's data on depression, the usual example of the signed-rank test.
BEFORE = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30]
AFTER = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]

F_A = [0.90, 0.95, 0.80, 0.99, 0.70, 0.85]
F_B = [0.88, 0.91, 0.79, 0.96, 0.65, 0.86]


def zeros(values: list[float]) -> list[float]:
    return [0.0] * len(values)


class TestTTest:
    def test_students_sleep(self) -> None:
        test = t_test(SLEEP_A, SLEEP_B)
        assert test.pages == 10
        assert test.difference == pytest.approx(-1.58)
        assert test.t == pytest.approx(-4.0621, abs=1e-4)
        assert test.p == pytest.approx(0.002833, abs=1e-6)
        assert test.interval is not None
        assert (test.interval.low, test.interval.high) == pytest.approx((-2.4598858, -0.7001142), abs=1e-6)
        assert test.margin == pytest.approx(0.8798858, abs=1e-6)

    def test_the_other_way_round(self) -> None:
        one, other = t_test(SLEEP_A, SLEEP_B), t_test(SLEEP_B, SLEEP_A)
        assert other.difference == -one.difference
        assert other.p == one.p
        assert one.interval is not None
        assert other.interval == Interval(-one.interval.high, -one.interval.low)

    @pytest.mark.parametrize(("t", "p"), [(1.976, 0.0499), (9.0557, 5.055e-16)])
    def test_what_the_papers_report_for_158_pages(self, t: float, p: float) -> None:
        shift = t / sqrt(157)  # of differences that are −1 and 1 by turns
        test = t_test([shift + (-1) ** page for page in range(158)], [0.0] * 158)
        assert test.t == pytest.approx(t)
        assert test.p == pytest.approx(p, rel=2e-3)

    def test_no_difference_at_all(self) -> None:
        test = t_test(F_A, F_A)
        assert (test.difference, test.interval, test.t, test.p) == (0, Interval(0, 0), 0, 1)

    def test_the_same_difference_everywhere(self) -> None:
        test = t_test([0.1 + 0.2, 0.9, 0.6], [0.2, 0.8, 0.5])
        assert (test.difference, test.interval, test.t, test.p) == (0.1, Interval(0.1, 0.1), inf, 0)
        assert t_test([0.2, 0.8], [0.3, 0.9]).t == -inf

    @pytest.mark.parametrize("values", [[], [0.5]])
    def test_too_few_pages(self, values: list[float]) -> None:
        test = t_test(values, zeros(values))
        assert (test.pages, test.interval, test.margin, test.p) == (len(values), None, inf, 1)

    def test_different_pages_cannot_be_compared(self) -> None:
        with pytest.raises(ValueError, match="shorter"):
            t_test([0.1, 0.2], [0.1])


class TestWilcoxon:
    def test_depression(self) -> None:
        assert wilcoxon(BEFORE, AFTER) == pytest.approx(0.0390625)  # 20 of 512 ways to give them signs

    def test_one_is_always_better(self) -> None:
        assert wilcoxon([0.1, 0.2, 0.3, 0.4, 0.5], zeros(F_A)[:5]) == pytest.approx(2 / 2**5)

    def test_ties_by_the_normal_approximation(self) -> None:
        # Ranks 1.5, 1.5, 3.5, 3.5, 5 with one of the 1.5 negative: W− = 1.5, mean 7.5, variance 55/4 − 12/48.
        z = (1.5 - 7.5) / sqrt(13.5)
        assert z == pytest.approx(-1.633, abs=1e-3)
        assert wilcoxon([0.1, -0.1, 0.2, 0.2, 0.3], zeros(F_A)[:5]) == pytest.approx(0.10247, abs=1e-4)

    def test_pages_without_a_difference_are_left_out(self) -> None:
        assert wilcoxon([*BEFORE, 1.0, 2.0], [*AFTER, 1.0, 2.0]) == wilcoxon(BEFORE, AFTER)

    def test_differences_that_only_arithmetic_tells_apart_are_ties(self) -> None:
        assert wilcoxon([0.1 + 0.2, 0.3], [0.2, 0.2]) == wilcoxon([0.1, 0.1], [0.0, 0.0])
        assert wilcoxon([0.1 + 0.2], [0.3]) == 1

    def test_many_pages(self) -> None:
        better = [page / 1000 for page in range(1, 201)]
        assert wilcoxon(better, zeros(better)) < 1e-30
        mixed = [value * (-1) ** page for page, value in enumerate(better)]
        assert wilcoxon(mixed, zeros(mixed)) > 0.8

    @pytest.mark.parametrize("values", [[], [0.5], [0.5, 0.5, 0.5]])
    def test_nothing_to_tell(self, values: list[float]) -> None:
        assert wilcoxon(values, values) == 1

    def test_one_page_proves_nothing(self) -> None:
        assert wilcoxon([0.9], [0.1]) == 1


class TestBootstrap:
    def test_the_interval_is_the_same_everywhere(self) -> None:
        # Of all 6⁶ samples that there are, 95 % have means from 4/600 to 23/600; means are 1/600 apart.
        found = bootstrap_difference(F_A, F_B)
        assert found is not None
        assert (found.low, found.high) == pytest.approx((5 / 600, 23 / 600))

    def test_it_agrees_with_the_t_test_where_that_is_right(self) -> None:
        values = [0.1 + ((page * 7919) % 1000 - 500) / 2000 for page in range(500)]
        by_t, drawn = t_test(values, zeros(values)).interval, bootstrap_difference(values, zeros(values))
        assert by_t is not None
        assert drawn is not None
        assert (drawn.low, drawn.high) == pytest.approx((by_t.low, by_t.high), abs=1e-3)

    def test_f_of_all_pages_lies_within(self) -> None:
        pages = [Counts(90 + page % 10, 100 + page % 7, 110) for page in range(60)]
        found = bootstrap_f(pages)
        assert found is not None
        assert found.low < micro(pages).f < found.high
        assert found.high - found.low < 0.02

    def test_pages_count_by_their_length(self) -> None:
        pages = [Counts(1000, 1000, 1000)] * 30 + [Counts(0, 1, 1)] * 30
        found = bootstrap_f(pages)
        assert found is not None
        assert found.low > 0.99

    def test_memory_is_bounded_and_how_does_not_matter(self, monkeypatch: pytest.MonkeyPatch) -> None:
        expected = bootstrap_difference(F_A, F_B)
        monkeypatch.setattr(statistics, "BATCH", 100)
        assert bootstrap_difference(F_A, F_B) == expected

    def test_the_numbers_of_others_are_left_alone(self) -> None:
        import numpy as np

        np.random.seed(1)
        expected = np.random.random()
        np.random.seed(1)
        bootstrap_difference(F_A, F_B)
        assert np.random.random() == expected

    def test_empty_pages(self) -> None:
        assert bootstrap_f([Counts(0, 0, 0)] * 3) == Interval(1, 1)
        assert bootstrap_f([Counts(0, 0, 0), Counts(0, 0, 5)]) == Interval(0, 1)

    def test_the_same_difference_everywhere(self) -> None:
        assert bootstrap_difference([0.5, 0.5], [0.25, 0.25]) == Interval(0.25, 0.25)

    def test_too_few_pages(self) -> None:
        assert bootstrap_difference([], []) is None
        assert bootstrap_difference([0.5], [0.1]) is None
        assert bootstrap_f([]) is None
        assert bootstrap_f([Counts(1, 1, 1)]) is None


class TestSentence:
    def test_a_difference(self) -> None:
        expected = "A is better than B by 2.3 ± 2.3 points (95 % interval 0.1 to 4.6, p = 0.046)"
        assert sentence("A", F_A, "B", F_B) == expected
        assert sentence("B", F_B, "A", F_A) == expected

    def test_a_difference_beyond_doubt(self) -> None:
        better = [0.5 + page / 10000 for page in range(100)]
        text = sentence("A", better, "B", [0.4] * 100)
        assert text == "A is better than B by 10.5 ± 0.1 points (95 % interval 10.4 to 10.6, p < 0.001)"

    def test_none_can_be_told(self) -> None:
        text = sentence("A", [0.9, 0.8, 0.7, 0.61], "B", [0.8, 0.9, 0.6, 0.7])
        assert text == "no difference between A and B can be told (0.3 ± 17.9 points, p = 0.97)"

    def test_a_minus_is_shown_and_none_before_nothing(self) -> None:
        assert "(−0.3 ± 17.9 points" in sentence("B", [0.8, 0.9, 0.6, 0.7], "A", [0.9, 0.8, 0.7, 0.61])
        assert "(0.0 ± 24.8 points" in sentence("A", [0.1, 0.3999, 0.5], "B", [0.2, 0.3, 0.5])

    def test_small_differences_keep_a_digit(self) -> None:
        better = [0.5 + 1e-4 + page / 1e6 for page in range(10)]
        text = sentence("A", better, "B", [0.5] * 10)
        assert text == "A is better than B by 0.0104 ± 0.0002 points (95 % interval 0.0102 to 0.0107, p < 0.001)"

    def test_the_same_everywhere(self) -> None:
        assert sentence("A", F_A, "B", F_A) == "A and B are equal on all 6 pages"
        assert sentence("A", [0.2, 0.8], "B", [0.3, 0.9]) == "B is better than A by 10.0 points on each of the 2 pages"

    def test_too_few_pages(self) -> None:
        assert sentence("A", [0.2], "B", [0.3]) == "A and B cannot be compared on one page"
        assert sentence("A", [], "B", []) == "A and B cannot be compared on no pages"


def test_without_scipy_one_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("scipy", "scipy.special", "scipy.stats"):
        monkeypatch.setitem(sys.modules, module, None)
    for compare in (t_test, wilcoxon, bootstrap_difference):
        with pytest.raises(NCleanerError, match=r"pip install 'ncleaner\[evaluate\]'"):
            compare(F_A, F_B)
