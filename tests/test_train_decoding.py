"""Bias and decoding, chosen by the words F on scored blocks."""

from __future__ import annotations

from array import array

import pytest
from training import examples

from ncleaner.metrics.scores import score
from ncleaner.train.decoding import ScoredPage, best_in_runs, best_independent, choose_parameters, decide
from ncleaner.train.examples import read_training_pages
from ncleaner.train.ngram import out_of_fold, tally
from ncleaner.train.recipe import Recipe
from ncleaner.train.scores import page_counts

pytestmark = pytest.mark.once


def scored(*blocks: tuple[float, int, int], weight: int = 1) -> ScoredPage:
    """A page of blocks, each with a score, a number of words, and the number of those that match."""
    words = [count for _, count, _ in blocks]
    matched = [count for _, _, count in blocks]
    lengths = [5 * count for count in words]
    scores = array("d", [score for score, _, _ in blocks])
    return ScoredPage(scores, array("i", lengths), lengths, words, matched, sum(matched), weight)


def test_the_bias_separates_matching_blocks() -> None:
    choice = best_independent([scored((-0.5, 10, 0), (-0.3, 10, 10), (0.2, 10, 10), (-0.6, 10, 0))])
    assert -0.5 < choice.bias <= -0.3
    assert choice.f == 1


def test_a_bias_above_zero_where_dirty_text_scores_high() -> None:
    assert best_independent([scored((0.2, 10, 0), (0.6, 10, 10))]).bias > 0.2


def test_heavier_pages_have_more_influence() -> None:
    precision = scored((0.5, 100, 100), (-0.2, 110, 0))
    light, heavy = (scored((0.5, 100, 100), (-0.2, 100, 100), weight=weight) for weight in (1, 9))
    assert best_independent([light, precision, precision]).bias > -0.2
    assert best_independent([heavy, precision, precision]).bias < -0.2


def test_a_broad_maximum_beats_a_narrow_peak() -> None:
    noise = [(0.5 + step / 100, 10, 10) for step in range(20)] + [(-0.5, 30, 0)]
    needle = [(-0.71, 31, 31), (-0.7, 300, 0)]
    assert best_independent([scored(*noise, *needle)]).bias > -0.6


def test_without_pages_the_bias_is_zero() -> None:
    assert choose_parameters([], Recipe())["bias"] == 0
    assert choose_parameters([], Recipe())["decode"] == "independent"


def test_runs_are_chosen_where_single_blocks_mislead() -> None:
    prose = [(0.6, 40, 40), (-0.4, 3, 3), (0.5, 40, 40), (-0.3, 4, 4), (0.7, 40, 40)]
    menu = [(-0.6, 20, 0), (0.3, 3, 0), (-0.7, 20, 0), (0.2, 4, 0), (-0.6, 20, 0)]
    page = scored(*menu, *prose, *menu)
    chosen = choose_parameters([page], Recipe())
    assert chosen["decode"] == "viterbi"
    assert list(decide(page, chosen)) == [0] * 5 + [1] * 5 + [0] * 5
    assert best_in_runs([page], 0.0).f == 1


def test_the_recipe_overrides_the_choice() -> None:
    page = scored((-0.5, 10, 0), (-0.3, 10, 10))
    chosen = choose_parameters([page], Recipe(bias=0.25, decode="viterbi"))
    assert (chosen["bias"], chosen["viterbi"]["bias"], chosen["decode"]) == (0.25, 0.25, "viterbi")


@pytest.mark.parametrize("decode", ["independent", "viterbi"])
def test_f_from_labels_is_that_of_the_measure(decode: str) -> None:
    pages = read_training_pages(examples(12))
    recipe = Recipe(decode=decode)
    held_out = out_of_fold(pages, recipe, tally(pages, recipe))
    parameters = choose_parameters(held_out, recipe)
    for page, blocks in zip(pages, held_out, strict=True):
        keep = decide(blocks, parameters)
        matched = sum(count for count, keep in zip(blocks.matched, keep, strict=True) if keep)
        assert page_counts(page, keep)["words"].matched == pytest.approx(matched, abs=2)


def test_page_counts_are_those_of_evaluate() -> None:
    (page,) = read_training_pages(examples(1))
    everything = [True] * len(page)
    texts = [page.buffer[start:end].decode() for start, end in zip(page.starts, page.ends, strict=True)]
    output = "".join(f"<{'phl'[kind]}>{text}\n" for kind, text in zip(page.kinds, texts, strict=True))
    expected, _ = score(output, page.gold)
    assert page_counts(page, everything) == {name: expected[name] for name in ("words", "words+marks", "marks")}
