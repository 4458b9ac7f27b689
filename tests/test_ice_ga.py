"""The evolved expressions of ICE: what they may be, what they keep, how they evolve, and that they end in time."""

from __future__ import annotations

import time
from collections import Counter
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from training import examples
from training import page as training_page

from ncleaner import Cleaner, ModelError, NCleanerError, clean
from ncleaner.cli import main
from ncleaner.engines.ice import expression as expressions
from ncleaner.engines.ice.expression import LITERALS, LONGEST, captured, compiled, is_valid, shares
from ncleaner.engines.ice.ga import Evolved
from ncleaner.errors import ExpressionTooLong
from ncleaner.models import load
from ncleaner.models.format import Model, build, pack
from ncleaner.models.format import read as read_model
from ncleaner.train.ice import fitness
from ncleaner.train.ice.fitness import FitnessPage, Workers, fitness_of
from ncleaner.train.ice.ga import WORTHLESS, Evolution, Toolbox, evolve, expression_of, train
from ncleaner.train.ice.plot import fitness_by_generation

pytest.importorskip("deap")
pytest.importorskip("regex")

pytestmark = pytest.mark.once

TEXT = r"(?:<p[^>]*+>([^<]++))"
SLOW = "(?:" * 6 + "<.*?>" + "<.*?>)" * 5 + "</p>)"
MANY = "<a>" * 300 + "\n</p>"  # on which it has very many ways to fail
SMALL = Evolution(population=6, generations=2)


def model(expression: Any) -> Model:
    return build({"engine": "ice-ga", "parameters": {"expression": expression}}, {}, "mine")


def fitness_page(source: str, words: list[list[str]], spans: list[tuple[int, int]], gold: str) -> FitnessPage:
    return FitnessPage(source, spans, words, Counter(gold.split()), 1)


class TestExpressions:
    @pytest.mark.parametrize("text", [TEXT, "", r"(\w*?)", r"(?:(\w++)|(?:<.*?>[^<]*+))", *LITERALS])
    def test_valid_expressions(self, text: str) -> None:
        assert is_valid(text)
        compiled(text)

    @pytest.mark.parametrize(
        "text",
        ["a", "(a+)+", r"(\w++", r"\w++)", r"(?R)", r"(?:\w++){9}", r"(?=\w++)", r"\w++\w++(", "(" * (LONGEST + 1)],
    )
    def test_invalid_expressions(self, text: str) -> None:
        assert not is_valid(text)
        with pytest.raises(ModelError, match="mine: the expression contains parts that are not allowed"):
            Evolved(model(text))

    def test_what_groups_capture(self) -> None:
        source = "<p>one<p>two</p>"
        assert [source[start:end] for start, end in captured(compiled(TEXT), source, 9)] == ["one", "two"]
        assert captured(compiled(r"[^<]++"), source, 9) == []

    def test_shares_of_spans(self) -> None:
        assert shares([(0, 4), (4, 8), (10, 20)], [(12, 14), (2, 6), (3, 5), (13, 16)]) == [0.5, 0.5, 0.4]
        assert shares([(-1, -1), (0, 0)], [(0, 5)]) == [0.0, 0.0]

    def test_it_ends_in_time(self) -> None:
        begun = time.process_time()
        with pytest.raises(ExpressionTooLong, match=r"within 0\.2 seconds"):
            captured(compiled(SLOW), MANY, 0.2)
        assert time.process_time() - begun < 5

    def test_it_may_match_only_so_often(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(expressions, "MOST_MATCHES", 10)
        with pytest.raises(ExpressionTooLong, match="more than 10 times"):
            captured(compiled(r"(\w*?)"), "x" * 100, 9)


class TestEngine:
    def test_what_is_captured_is_kept(self) -> None:
        document = Cleaner(engine=Evolved(model(TEXT))).clean("<div>Home</div><p>It <b>rained.</b></p><p>All day.</p>")
        assert document.text == "All day.\n"
        assert document.segments[1].reason == "the expression captures 23 % of its source"

    def test_a_page_on_which_it_does_not_end_is_kept_with_a_warning(self) -> None:
        page = f"<p>Rain.</p>{MANY}"
        document = Cleaner(engine=Evolved(model(SLOW), seconds=0.05)).clean(page)
        assert "Rain." in document.text
        assert any("did not finish within 0.05 seconds" in warning for warning in document.warnings)
        assert document.segments[0].reason == "the expression did not finish in time"

    @pytest.mark.parametrize("seconds", [0, -1, "1", None, float("nan")])
    def test_invalid_seconds(self, seconds: Any) -> None:
        with pytest.raises(NCleanerError, match="seconds"):
            Evolved(model(TEXT), seconds=seconds)

    def test_an_expression_must_be_text(self) -> None:
        with pytest.raises(ModelError, match="expression"):
            Evolved(model(1))


class TestFitness:
    def test_two_points_for_a_word_and_one_less_for_another(self) -> None:
        page = fitness_page("<p>a b c<p>d", [["a", "b", "c"], ["d"]], [(3, 8), (11, 12)], "a b b")
        assert fitness_of(TEXT, [page]) == pytest.approx((2 * 2 - 2) / 6)
        assert fitness_of("[^<]++", [page]) == 0.0

    def test_an_expression_that_takes_too_long_has_no_fitness(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(fitness, "SECONDS", 0.05)
        assert fitness_of(f"({SLOW})", [fitness_page(MANY, [], [], "a")]) is None

    def test_workers_answer_in_order_however_many_there_are(self) -> None:
        pages = [fitness_page("<p>a b c<p>d", [["a", "b", "c"], ["d"]], [(3, 8), (11, 12)], "a b b")]
        texts = [TEXT, "[^<]++", "([^<]++)", r"(\w++)"]
        expected = [fitness_of(text, pages) for text in texts]
        for count in (1, 3):
            with Workers(pages, count) as workers:
                assert workers(texts) == expected
                assert workers([]) == []

    def test_a_worker_that_hangs_is_killed_and_replaced(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(fitness, "_work", hang_at_the_first)
        with Workers([], 1, patience=4.0) as workers:
            assert workers(["go on"]) == [1.0]
            hung = workers.workers[0].process
            assert workers(["hang", "go on"]) == [None, 1.0]
            assert hung.exitcode == -9

    def test_a_worker_that_dies_is_reported(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(fitness, "_work", die)
        with Workers([], 1) as workers, pytest.raises(NCleanerError, match="died"):
            workers(["x"])


def hang_at_the_first(pipe: Connection, pages: list[FitnessPage]) -> None:
    pipe.send(None)
    while True:
        if pipe.recv() == "hang":
            time.sleep(1000)
        pipe.send(1.0)


def die(pipe: Connection, pages: list[FitnessPage]) -> None:
    pipe.send(None)
    pipe.recv()


class TestEvolution:
    def test_all_individuals_are_valid_expressions(self) -> None:
        tools = Toolbox(Evolution(seed=3))
        population = [tools.individual() for _ in range(30)]
        for one in population:
            one.fitness.values = (float(len(one)),)
        for _ in range(5):
            population = tools.next_generation(population, population[0])
            for one in population:
                assert is_valid(expression_of(one))
                assert one.height <= tools.evolution.height
                one.fitness.values = (float(len(one)),)
        assert len(population) == 30

    def test_the_best_is_never_lost_and_no_expression_is_measured_twice(self) -> None:
        judged: list[str] = []

        def judge(texts: list[str]) -> list[float | None]:
            judged.extend(texts)
            return [None if len(text) > 200 else text.count("(") / 100 for text in texts]

        best, value, history = evolve(Evolution(population=10, generations=8), judge)
        assert value == best.count("(") / 100 == max(one.best for one in history)
        assert [one.best for one in history] == sorted(one.best for one in history)
        assert len(set(judged)) == len(judged)
        assert all(one.mean > WORTHLESS for one in history)

    def test_the_same_seed_gives_the_same_bytes_with_any_number_of_workers(self) -> None:
        packed = {pack(made.header, {}) for made in (train(examples(4), SMALL, workers=count) for count in (1, 2))}
        assert len(packed) == 1
        assert pack(train(examples(4), Evolution(population=6, generations=2, seed=2)).header, {}) not in packed

    def test_the_history_is_drawn(self) -> None:
        made = train(examples(3), SMALL)
        root = ElementTree.fromstring(fitness_by_generation(made))
        assert root.tag.endswith("svg")
        assert "Fitness by generation" in "".join(root.itertext())

    def test_nothing_to_learn_from(self) -> None:
        with pytest.raises(NCleanerError, match="no clean text"):
            train([example._replace(gold="") for example in examples(2)])
        with pytest.raises(NCleanerError, match="two individuals"):
            Evolution(population=1)

    def test_from_the_command_line(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        from evaluating import write_set

        write_set(tmp_path / "walks", {str(number): training_page(number) for number in range(3)})
        made, plot = tmp_path / "my.model", tmp_path / "fitness.svg"
        options = ["--engine", "ice-ga", "--population", "4", "--generations", "1", "--seed", "5", "--workers", "2"]
        assert main(["train", str(tmp_path / "walks"), "-o", str(made), "--plot", str(plot), *options]) == 0
        assert "fitness" in capsys.readouterr().out
        assert read_model(made).header["evolution"]["seed"] == 5
        assert plot.read_text("utf-8").startswith("<svg")


def test_the_shipped_model() -> None:
    assert load("ice-ga").training == [{"set": "cleaneval-dev", "pages": 58, "weight": 1}]
    html, _ = training_page(7)
    assert clean(html, engine="ice-ga").decisions.kept
