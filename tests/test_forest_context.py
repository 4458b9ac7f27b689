"""The context: what the second look sees of the first."""

from __future__ import annotations

from array import array
from math import log2

import pytest
from ngram_examples import CLEAN
from ngram_examples import model as ngram_model

from ncleaner.engines.forest.columns import COLUMNS, CONTEXT
from ncleaner.engines.forest.comments import AUTO
from ncleaner.engines.forest.context import add_context
from ncleaner.engines.forest.features import Features
from ncleaner.engines.forest.name_weights import NameWeights
from ncleaner.engines.forest.odds import CERTAIN, MIDDLE, PROBABILITIES, STEPS, step_of
from ncleaner.engines.forest.trees import UNITS
from ncleaner.engines.ngram.scorer import Scorer
from ncleaner.read.html.reader import read

SCORER = Scorer(ngram_model())
LONG = " ".join(CLEAN[:2])
WORDS = len(LONG.split())
ALL, HERE = 255, 128

PAGE = f"""<ul><li>Home<li>News</ul><div><h2>Boats</h2><p>{LONG}</p><p>Rain</p><p>{LONG}</p></div><p>Log in</p>"""
BITS = (-4.0, -3.0, 1.0, 3.0, -0.5, 2.0, -6.0)
"""The scores of the blocks."""


def log(number: int) -> int:
    return int(8 * log2(1 + number) + 1e-9)


def table(bits: tuple[float, ...], page: str = PAGE) -> dict[str, list[int]]:
    """Return the columns of the context."""
    blocks = read(page.encode())
    features = Features(blocks, SCORER, NameWeights(), AUTO, True, blocks.hidden_bits())
    before = [bytes(features.around(row)) for row in range(features.count)]
    add_context(features, array("i", [round(UNITS * score) for score in bits]))
    others = len(COLUMNS) - len(CONTEXT)
    for row in range(features.count):
        middle = 2 * len(COLUMNS)
        assert features.around(row)[middle : middle + others] == before[row][middle : middle + others]
    rows = range(features.count)
    return {name: [features.value(COLUMNS.index(name), row) for row in rows] for name in CONTEXT}


@pytest.fixture(scope="module")
def context() -> dict[str, list[int]]:
    return table(BITS)


def test_scores(context: dict[str, list[int]]) -> None:
    steps = [MIDDLE + round(8 * score) for score in BITS]
    assert context["score"] == steps
    assert context["heading score"] == [0, 0, 0, *[steps[2]] * 4]
    assert context["below best"] == [steps[3] - step for step in steps]


def test_distances_to_sure_blocks(context: dict[str, list[int]]) -> None:
    assert context["after first sure"] == [HERE - log(3 - row) if row < 3 else HERE + log(row - 3) for row in range(7)]
    assert context["after last sure"] == [HERE - log(5 - row) if row < 5 else HERE + log(row - 5) for row in range(7)]
    assert context["since sure"] == [ALL, ALL, ALL, ALL, log(1), log(2), log(1)]
    assert context["until sure"] == [log(3), log(2), log(1), log(2), log(1), ALL, ALL]


def test_without_sure_blocks() -> None:
    context = table((1.0, 1.9, -1.0, 1.0, 0.5, -2.0, 5.0))  # the last block has too few words
    assert set(context["since sure"] + context["until sure"]) == {ALL}
    assert set(context["after first sure"] + context["after last sure"]) == {0}


def test_expected_shares(context: dict[str, list[int]]) -> None:
    words = [1, 1, 1, WORDS, 1, WORDS, 2]
    weights = [64 * count + 1 for count in words]
    expected = [
        weight * PROBABILITIES[step_of(round(UNITS * score))] for weight, score in zip(weights, BITS, strict=True)
    ]

    def share(rows: slice) -> int:
        return 255 * (sum(expected[rows]) // CERTAIN) // sum(weights[rows])

    lists, section, page = share(slice(2)), share(slice(2, 6)), share(slice(None))
    assert context["expected share 1"] == [lists, lists, *[section] * 4, page]
    assert context["expected share 2"] == context["expected share 4"] == [page] * 7
    assert context["page expected share"] == [page] * 7
    assert context["page expected words"] == [log(sum(expected) // (64 * CERTAIN))] * 7
    kept = weights[2] + weights[3] + weights[5]
    assert context["page kept share"] == [255 * kept // sum(weights)] * 7
    assert context["page sure share"] == [255 * (weights[3] + weights[5]) // sum(weights)] * 7
    assert context["page best score"] == [context["score"][3]] * 7


def test_the_best_f_is_high_where_scores_are_far_apart() -> None:
    clear = table((-9.0, -9.0, 9.0, 9.0, -9.0, 9.0, -9.0))["page best f"][0]
    alike = table((-1.0,) * 7)["page best f"][0]
    assert alike == 255 * 2 * PROBABILITIES[step_of(-UNITS)] // (CERTAIN + PROBABILITIES[step_of(-UNITS)])
    assert clear > 250


def test_blocks_that_a_rule_decides_on_hardly_count() -> None:
    bars = "<p>News | Sport | Weather | All that is new</p>"
    context = table((3.0, 3.0), f"{bars}<p>{LONG}</p>")
    assert context["since sure"] == [ALL, ALL]
    assert context["until sure"] == [log(1), ALL]


@pytest.mark.parametrize("score", [-(2**31), -UNITS * 16 - 1, UNITS * 16, 2**31 - 1])
def test_extreme_scores_have_the_last_steps(score: int) -> None:
    assert step_of(score) == (0 if score < 0 else STEPS - 1)
    blocks = read(b"<p>x<p>y")
    features = Features(blocks, SCORER, NameWeights(), AUTO, True, blocks.hidden_bits())
    add_context(features, array("i", [score, 0]))
    assert features.value(COLUMNS.index("score"), 0) == (1 if score < 0 else 255)


def test_the_number_of_scores_is_checked() -> None:
    blocks = read(b"<p>x<p>y")
    features = Features(blocks, SCORER, NameWeights(), AUTO, True, blocks.hidden_bits())
    with pytest.raises(IndexError):
        add_context(features, array("i", [0]))
    blocks = read(b"")
    add_context(Features(blocks, SCORER, NameWeights(), AUTO, True, blocks.hidden_bits()), array("i"))
