"""The linear model that predicts the precision of a page."""

from __future__ import annotations

from array import array
from random import Random

import pytest

from ncleaner.engines.ngram.confidence import FEATURES, coefficients_of, features, predict
from ncleaner.errors import ModelError
from ncleaner.models.format import build
from ncleaner.train.confidence import learn
from ncleaner.train.decoding import ScoredPage

pytestmark = pytest.mark.once


def page(chance: Random, short: float) -> ScoredPage:
    """A page whose precision falls with the share of its text that is in short segments."""
    scores, chars, words, matched = [], [], [], []
    for _ in range(20):
        is_short = chance.random() < short
        count = 3 if is_short else 40
        chars.append(5 * count)
        words.append(count)
        matched.append(0 if is_short else count)
        scores.append(chance.uniform(0.1, 0.5))
    return ScoredPage(array("d", scores), array("i", chars), chars, words, matched, sum(matched))


def pages(count: int = 60) -> list[ScoredPage]:
    chance = Random(3)
    return [page(chance, chance.random()) for _ in range(count)]


def test_trusted_pages_have_higher_precision() -> None:
    learnt = learn(pages(), [bytearray([1] * 20)] * 60)
    assert learnt["trusted"]["pages"] == 40
    assert learnt["trusted"]["precision"] > learnt["precision"] + 0.03
    assert learnt["error"] < 0.1


def test_a_prediction_follows_what_was_learnt() -> None:
    coefficients = learn(pages(), [bytearray([1] * 20)] * 60)["coefficients"]
    good = features([200] * 10, [0.3] * 10, [True] * 10)
    bad = features([15] * 10, [0.3] * 10, [True] * 10)
    assert good is not None
    assert bad is not None
    assert predict(coefficients, good) > predict(coefficients, bad) + 0.3


def test_predictions_are_fractions() -> None:
    facts = [1.0] * len(FEATURES)
    assert predict(dict.fromkeys(FEATURES, 5.0), facts) == 1
    assert predict(dict.fromkeys(FEATURES, -5.0), facts) == 0


def test_no_prediction_if_nothing_was_kept() -> None:
    assert features([10, 20], [0.1, 0.2], [False, False]) is None
    assert features([], [], []) is None


def test_a_few_pages_are_too_few() -> None:
    assert learn(pages(5), [bytearray([1] * 20)] * 5) == {}


def test_identical_pages_can_be_learnt_from() -> None:
    same = [ScoredPage(array("d", [0.3]), array("i", [100]), [100], [20], [20], 20)] * 30
    learnt = learn(same, [bytearray([1])] * 30)
    assert learnt["precision"] == 1
    facts = features([100], [0.3], [True])
    assert facts is not None
    assert predict(learnt["coefficients"], facts) == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize("coefficients", [None, [], {}, {"constant": 1.0}, dict.fromkeys(FEATURES, "1")])
def test_invalid_coefficients_are_an_error(coefficients: object) -> None:
    model = build({"engine": "ngram", "confidence": {"coefficients": coefficients}}, {}, "odd")
    with pytest.raises(ModelError, match="odd: the header field 'confidence'"):
        coefficients_of(model)


def test_an_invalid_header_field_is_an_error() -> None:
    with pytest.raises(ModelError, match="odd: the header field 'confidence'"):
        coefficients_of(build({"engine": "ngram", "confidence": 7}, {}, "odd"))


def test_a_model_without_confidence() -> None:
    assert coefficients_of(build({"engine": "ngram"}, {})) is None
    assert coefficients_of(build({"engine": "ngram", "confidence": {}}, {})) is None
