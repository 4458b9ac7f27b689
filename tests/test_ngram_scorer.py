"""Scores match the papers' equation, and damaged model files are refused or do no harm."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from array import array
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ngram_examples import CLEAN, DIRTY, PARAMETERS, Equation, bare_counts, counted, equation_bits, model

from ncleaner.engines.ngram.build import build
from ncleaner.engines.ngram.counts import Counts
from ncleaner.engines.ngram.scorer import MIDDLE, STEP, UNITS, Scorer, is_dense
from ncleaner.errors import ModelError, NCleanerError
from ncleaner.models.format import Model
from ncleaner.models.format import build as build_model
from ncleaner.read.html.scan import scan
from ncleaner.read.segment import segment

TEXT = st.text(st.sampled_from("abc 1.é漢"), max_size=12)
TEXTS = st.lists(TEXT, max_size=5)
KINDS = [(n, mode) for n in range(1, 9) for mode in range(4)]


def scorer_of(clean: Counts, dirty: Counts, q: float, *, prune: float = 0.0) -> Scorer:
    parameters, arrays = build(clean, dirty, q, prune=prune)
    return Scorer(build_model({"engine": "ngram", "parameters": parameters}, arrays))


def score(scorer: Scorer, text: str) -> float:
    data = text.encode()
    return scorer.score(data, 0, len(data))


def nearly(bits: list[float], n: int, mode: int) -> Any:
    """Return the expected bits with the precision of the numbers in a model."""
    if not is_dense(n, mode):
        return pytest.approx(bits, abs=0.51 / UNITS)
    lowest, highest = -MIDDLE * STEP / UNITS, (255 - MIDDLE) * STEP / UNITS
    return pytest.approx([min(max(bit, lowest), highest) for bit in bits], abs=0.51 * STEP / UNITS)


class TestEquation:
    @given(TEXTS, TEXTS, TEXT, st.sampled_from(KINDS), st.sampled_from([0.1, 0.5, 0.9]))
    def test_scores_are_the_difference_of_cross_entropies(
        self, clean: list[str], dirty: list[str], text: str, kind: tuple[int, int], q: float
    ) -> None:
        n, mode = kind
        scorer = scorer_of(counted(clean, n, mode), counted(dirty, n, mode), q)
        codes = scorer.normaliser.text(text)
        sides = [Equation(bare_counts(texts, n, mode), n, q, mode) for texts in (clean, dirty)]
        expected = equation_bits(sides[0], sides[1], codes)
        assert scorer.bits(codes) == nearly(expected, n, mode)
        assert score(scorer, " ".join(text.split())) == pytest.approx(sum(scorer.bits(codes)) / scorer.length, abs=1e-9)

    @given(TEXTS, TEXTS, TEXT, st.sampled_from([2, 3, 5]))
    def test_differential_counts_are_clamped(self, clean: list[str], dirty: list[str], text: str, n: int) -> None:
        raw = counted([*clean[1:], *dirty], n, 1)  # the gold has something that is not on the page
        raw.update(counted(clean, n, 1), -1)
        scorer = scorer_of(counted(clean, n, 1), raw, 0.5)
        difference = bare_counts([*clean[1:], *dirty], n, 1)
        difference.subtract(bare_counts(clean, n, 1))
        codes = scorer.normaliser.text(text)
        expected = equation_bits(Equation(bare_counts(clean, n, 1), n, 0.5, 1), Equation(difference, n, 0.5, 1), codes)
        assert scorer.bits(codes) == nearly(expected, n, 1)


def test_three_characters_of_ascii_have_a_table_and_more_have_an_automaton() -> None:
    assert is_dense(3, 1)
    assert is_dense(3, 3)
    assert not is_dense(4, 1)
    assert not is_dense(3, 0)


def test_clean_text_scores_higher_than_dirty_text() -> None:
    for n, mode in [(3, 1), (6, 3), (5, 0), (3, 2)]:
        scorer = Scorer(model(n=n, mode=mode))
        assert score(scorer, "The children will meet again at the harbour.") > 0 > score(scorer, "Search | Log in")


def test_a_model_of_bytes_learns_any_script() -> None:
    scorer = Scorer(
        model(["Вчера весь день шёл дождь.", "昨天下了一整天的雨。"], ["Войти", "Поиск", "登录", "搜索"], n=4, mode=0)
    )
    for text, sign in [("весь день дождь", 1), ("下了一天的雨。", 1), ("Войти", -1), ("登录", -1)]:
        assert score(scorer, text) * sign > 0


def test_blocks_are_measured_one_by_one() -> None:
    scorer = Scorer(model())
    blocks = segment(scan(b"<p>Home<p>Not this<p>It rained."))
    scores, lengths = scorer.measure(blocks, bytearray([1, 0, 1]))
    assert scores.tolist() == [score(scorer, "Home"), score(scorer, "It rained.")]
    assert lengths.tolist() == [5, 11]
    nothing = scorer.measure(blocks, bytearray(3))
    assert [numbers.tolist() for numbers in nothing] == [[], []]


def test_pruning_makes_a_model_smaller_and_changes_no_decision() -> None:
    clean, dirty = counted(CLEAN * 5, 6, 3), counted(DIRTY * 5, 6, 3)
    whole, pruned = (build(clean, dirty, 0.5, prune=prune)[1] for prune in (0.0, 12.0))
    assert len(pruned["values"]) < 0.7 * len(whole["values"])
    scorer = scorer_of(clean, dirty, 0.5, prune=12.0)
    assert all(score(scorer, text) > 0 for text in CLEAN)
    assert all(score(scorer, text) < 0 for text in DIRTY)


@pytest.mark.parametrize("q", [0.0, 1.0, -0.5, float("nan")])
def test_q_is_between_0_and_1(q: float) -> None:
    with pytest.raises(NCleanerError, match="q must"):
        build(Counts(3, 1), Counts(3, 1), q)


def test_clean_and_dirty_counts_must_have_the_same_n_and_mode() -> None:
    with pytest.raises(NCleanerError, match="same n and mode"):
        build(Counts(3, 1), Counts(3, 2), 0.5)


def test_scores_are_0_without_any_counts() -> None:
    assert score(scorer_of(Counts(3, 1), Counts(3, 1), 0.5), "Anything") == 0
    assert score(scorer_of(Counts(6, 3), Counts(6, 3), 0.5), "Anything") == 0


class TestDamage:
    """Damaged arrays and parameters."""

    def changed(self, name: str, values: list[int] | None = None, at: int = 0, to: int = 0) -> Model:
        good = model(n=5, mode=3)
        arrays = {key: array(numbers.format, numbers) for key, numbers in good.arrays.items()}
        if values is not None:
            arrays[name] = array(arrays[name].typecode, values)
        else:
            arrays[name][at] = to
        return build_model(good.header, arrays)

    def test_arrays_of_different_lengths(self) -> None:
        with pytest.raises(ModelError, match="same length"):
            Scorer(self.changed("values", [0] * 10))

    def test_a_table_of_another_size(self) -> None:
        good = model()
        with pytest.raises(ModelError, match="884736 entries"):
            Scorer(build_model(good.header, {"table": array("B", [0] * 95**3)}))

    def test_no_arrays(self) -> None:
        with pytest.raises(ModelError):
            Scorer(build_model(model().header, {"other": array("h", [0])}))

    def test_targets_out_of_the_arrays(self) -> None:
        with pytest.raises(ModelError, match="not valid states"):
            Scorer(self.changed("targets", at=1, to=0xFFFFFFFF))

    def test_targets_that_are_not_states(self) -> None:
        with pytest.raises(ModelError, match="not valid states"):
            Scorer(self.changed("targets", at=2, to=1))

    def test_a_start_that_lacks_characters(self) -> None:
        with pytest.raises(ModelError, match="lacks characters"):
            Scorer(self.changed("checks", at=7, to=255))

    @pytest.mark.parametrize("change", [{"n": 0}, {"n": 9}, {"n": 10**30}, {"mode": 4}, {"mode": -1}, {"n": "3"}])
    def test_invalid_parameters(self, change: dict[str, object]) -> None:
        good = model()
        header = {**good.header, "parameters": {**good.parameters, **change}}
        with pytest.raises(ModelError):
            Scorer(build_model(header, good.arrays))

    @pytest.mark.parametrize("seed", range(300))
    def test_a_damaged_model_is_refused_or_scores(self, seed: int) -> None:
        rng = random.Random(seed)
        good = model(n=5, mode=3)
        arrays = {key: array(numbers.format, numbers) for key, numbers in good.arrays.items()}
        for _ in range(rng.randint(1, 4)):
            numbers = arrays[rng.choice(["checks", "values", "targets"])]
            low, high = {"B": (0, 255), "h": (-32768, 32767), "I": (0, 2 * len(numbers))}[numbers.typecode]
            numbers[rng.randrange(len(numbers))] = rng.randint(low, high)
        try:
            scorer = Scorer(build_model(good.header, arrays))
        except ModelError:
            return
        for text in (*CLEAN, *DIRTY, "漢字 42 __ ~~"):
            assert -32 <= score(scorer, text) <= 32


TWIN = """
import sys
sys.path.insert(0, sys.argv[1])
from test_ngram_scorer import digest
print(digest())
"""


def digest() -> str:
    """Return a hash of the arrays of some models and the scores of some texts."""
    hashed = sha256()
    for n, mode in [(3, 1), (6, 3), (4, 0), (5, 2)]:
        one = model(n=n, mode=mode, q=0.4)
        scorer = Scorer(one)
        for numbers in one.arrays.values():
            hashed.update(bytes(numbers))
        hashed.update(repr([score(scorer, text) for text in (*CLEAN, *DIRTY, "Grüße, 漢字!")]).encode())
    return hashed.hexdigest()


@pytest.mark.once
def test_both_backends_give_the_same_bytes() -> None:
    inherited = {name: value for name, value in os.environ.items() if name != "NCLEANER_PURE"}
    command = [sys.executable, "-c", TWIN, os.path.dirname(__file__)]  # noqa: PTH120
    outputs = {
        subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
        for environment in (inherited, inherited | {"NCLEANER_PURE": "1"})
    }
    assert outputs == {digest() + "\n"}


def test_the_example_model_has_all_parameters_of_an_engine() -> None:
    assert set(model().parameters) == {"n", "q", "mode", *PARAMETERS}
