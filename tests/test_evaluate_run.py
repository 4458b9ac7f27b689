"""Running engines over a set: the same results with any number of workers, and misbehaving engines."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import evaluating
import pytest
from evaluating import HUNGER, TOYS, WORK, learn, weather, write_set
from ngram_examples import model as ngram_model
from training import page

from ncleaner.engines import ENGINES
from ncleaner.errors import EngineUnavailable, NCleanerError, UnknownNameError
from ncleaner.evaluate import Evaluation, evaluate, read_set
from ncleaner.gold.sets import Set
from ncleaner.models import Model
from ncleaner.models.format import write
from ncleaner.train import Example
from ncleaner.train.trainers import Trainer, find_trainer

pytestmark = pytest.mark.once

PAGES = 20

unix = pytest.mark.skipif(os.name == "nt", reason="cannot be measured on Windows")


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, entry in TOYS.items():
        monkeypatch.setitem(ENGINES, name, entry)


@pytest.fixture
def days(tmp_path: Path) -> Set:
    return read_set(write_set(tmp_path / "weather", weather(PAGES)))


def with_page(tmp_path: Path, text: str) -> Set:
    """Return a set of weather pages, one of which has this text."""
    pages = weather(PAGES) | {"day07": (f"<p>{text}</p>", f"{text}\n")}
    return read_set(write_set(tmp_path / "special", pages))


def timeless(evaluation: Evaluation) -> Evaluation:
    """Return the evaluation without its times."""
    engines = [
        replace(engine, pages=[replace(page, seconds=0.0) for page in engine.pages]) for engine in evaluation.engines
    ]
    return replace(evaluation, engines=engines)


def test_every_engine_has_every_page_in_order(days: Set) -> None:
    found = evaluate(days, ["dump", "heuristics"])
    assert found.name == "weather"
    assert [engine.name for engine in found.engines] == ["dump", "heuristics"]
    for engine in found.engines:
        assert [page.id for page in engine.pages] == sorted(weather(PAGES))
        assert engine.memory == 0


def test_the_result_of_a_page(days: Set) -> None:
    page = evaluate(days, ["dump"]).engines[0].pages[3]
    source, gold = weather(PAGES)["day03"]
    assert page.output == "<l>Home\n<l>News\n<p>The weather.\n<p>On day number3 it rained on all of us.\n"
    assert page.gold == gold
    assert page.size == len(source)
    assert page.seconds > 0
    assert page.error == ""
    assert page.counts["words"].matched == page.counts["words"].gold == len(gold.split())
    assert page.counts["words"].output == len(gold.split()) + 2


@pytest.mark.parametrize("workers", [2, 3])
def test_workers_change_nothing(days: Set, workers: int) -> None:
    engines = ["dump", "toy:fails", "heuristics"]
    assert timeless(evaluate(days, engines, workers=workers)) == timeless(evaluate(days, engines))


def test_more_workers_than_pages(tmp_path: Path) -> None:
    one = read_set(write_set(tmp_path / "one", weather(1)))
    assert timeless(evaluate(one, ["dump"], workers=4)) == timeless(evaluate(one, ["dump"]))


def test_an_engine_that_is_named_twice_runs_once(days: Set) -> None:
    assert [engine.name for engine in evaluate(days, ["dump", "dump"]).engines] == ["dump"]


def test_ascii_only_overlooks_other_characters(tmp_path: Path) -> None:
    few = read_set(write_set(tmp_path / "few", {"a": ("<p>na\u00efve rain</p>", "nave rain")}))
    assert evaluate(few, ["dump"]).engines[0].pages[0].counts["words"].f < 1
    assert evaluate(few, ["dump"], ascii_only=True).engines[0].pages[0].counts["words"].f == 1


@pytest.mark.parametrize("workers", [1, 2])
def test_a_page_on_which_an_engine_raises_has_no_output(tmp_path: Path, workers: int) -> None:
    found = evaluate(with_page(tmp_path, "FAIL here"), ["toy:fails", "dump"], workers=workers)
    failed, other = found.engines[0].pages[7], found.engines[1].pages[7]
    assert failed.error.startswith("ValueError: this page says that I fail")
    assert (failed.output, failed.counts["words"].f) == ("", 0)
    assert (other.error, other.counts["words"].f) == ("", 1)
    assert [page.id for page in found.engines[0].pages if page.error] == ["day07"]


def test_a_worker_that_dies_is_an_error_that_says_where(tmp_path: Path) -> None:
    with pytest.raises(NCleanerError, match=r"a worker process died, at page day\d\d or later"):
        evaluate(with_page(tmp_path, "DIE here"), ["toy:dies"], workers=2)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_file_that_is_gone_is_an_error_that_names_it(days: Set, tmp_path: Path, workers: int) -> None:
    (tmp_path / "weather" / "html" / "day05.html").unlink()
    with pytest.raises((NCleanerError, OSError), match=r"day05\.html"):
        evaluate(days, ["dump"], workers=workers)


def test_invalid_arguments_are_reported_at_once(days: Set) -> None:
    with pytest.raises(UnknownNameError, match="no engine 'nothing'"):
        evaluate(days, ["dump", "nothing"])
    with pytest.raises(EngineUnavailable, match="toy:missing"):
        evaluate(days, ["dump", "toy:missing"])
    with pytest.raises(NCleanerError, match="there is no engine"):
        evaluate(days, [])
    with pytest.raises(NCleanerError, match="1 or more, not 0"):
        evaluate(days, ["dump"], workers=0)


def test_progress_is_told_of_every_page(days: Set) -> None:
    seen: list[tuple[str, int, int]] = []
    evaluate(days, ["dump", "heuristics"], progress=lambda *told: seen.append(told))
    assert seen == [("pages", done, PAGES) for done in range(1, PAGES + 1)]


@unix
def test_the_time_of_processes_that_an_engine_starts_counts(tmp_path: Path) -> None:
    few = read_set(write_set(tmp_path / "few", weather(2)))
    found = evaluate(few, ["dump", "toy:works"])
    assert all(page.seconds < WORK for page in found.engines[0].pages)
    assert all(page.seconds >= WORK for page in found.engines[1].pages)


@unix
@pytest.mark.parametrize("workers", [1, 2])
def test_memory_is_measured_for_each_engine_alone(tmp_path: Path, workers: int) -> None:
    ballast = bytearray(b"x") * HUNGER  # memory of this process must not count
    few = read_set(write_set(tmp_path / "few", weather(2)))
    seen: list[tuple[str, int, int]] = []
    found = evaluate(
        few, ["dump", "toy:hungry"], measure_memory=True, workers=workers, progress=lambda *told: seen.append(told)
    )
    modest, hungry = (engine.memory for engine in found.engines)
    assert 0.75 * len(ballast) < hungry - modest < 1.5 * HUNGER
    assert 0 < modest
    assert seen[-2:] == [("memory", 1, 2), ("memory", 2, 2)]


class TestCrossValidation:
    def test_every_page_is_cleaned_by_an_engine_that_has_not_seen_it(self, days: Set) -> None:
        found = evaluate(days, ["toy:learns"], cross_validate=5)
        assert found.cross_validated == 5
        assert [page.id for page in found.engines[0].pages] == sorted(weather(PAGES))
        assert {page.output for page in found.engines[0].pages} == {"<p>The weather.\n"}

    def test_other_sets_are_learnt_from_but_for_sites_that_are_held_out(self, tmp_path: Path) -> None:
        days = write_set(tmp_path / "weather", weather(4))
        (days / "urls.tsv").write_text("".join(f"day0{number}\thttp://{number}.example/\n" for number in range(4)))
        other = write_set(tmp_path / "other", {"a": ("<p>snow", "snow"), "b": ("<p>hail", "hail")})
        (other / "urls.tsv").write_text("a\thttp://0.example/a\nb\thttp://b.example/b\n")
        learnt: list[dict[str, int]] = []

        def watched(examples: Iterable[Example], **options: object) -> Model:
            pages = list(examples)
            learnt.append({example.id: example.weight for example in pages})
            return learn(pages)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(evaluating, "LEARNER", Trainer(watched))
            evaluate(read_set(days), ["toy:learns"], cross_validate=4, train_with=[(read_set(other), 3)])
        own = {f"day0{number}" for number in range(4)}
        assert len(learnt) == 4
        for pages in learnt:
            (held_out,) = own - pages.keys()
            others = {"other/b": 3} if held_out == "day00" else {"other/a": 3, "other/b": 3}
            assert pages == dict.fromkeys(own - {held_out}, 1) | others

    def test_other_sets_without_folds_are_refused(self, days: Set) -> None:
        with pytest.raises(NCleanerError, match="nothing is trained without cross-validation"):
            evaluate(days, ["dump"], train_with=[(days, 1)])

    def test_workers_change_nothing(self, days: Set) -> None:
        one, two = (evaluate(days, ["toy:learns", "dump"], cross_validate=4, workers=workers) for workers in (1, 2))
        assert timeless(one) == timeless(two)

    def test_engines_that_cannot_be_trained_take_part_as_they_are(self, days: Set) -> None:
        trained = timeless(evaluate(days, ["toy:learns", "dump"], cross_validate=5))
        assert trained.engines[1] == timeless(evaluate(days, ["dump"])).engines[0]

    def test_engines_that_cannot_be_trained_cannot_be_cross_validated_alone(self, days: Set) -> None:
        with pytest.raises(NCleanerError, match="none of these engines can be trained: dump, heuristics"):
            evaluate(days, ["dump", "heuristics"], cross_validate=5)

    @pytest.mark.parametrize("folds", [-1, 1, PAGES + 1])
    def test_an_invalid_number_of_folds(self, days: Set, folds: int) -> None:
        with pytest.raises(NCleanerError, match="folds"):
            evaluate(days, ["toy:learns"], cross_validate=folds)

    def test_an_engine_says_that_it_cannot_be_trained(self) -> None:
        with pytest.raises(NCleanerError, match="the engine 'dump' cannot be trained; these can: forest, ngram"):
            find_trainer("dump")

    def test_plain_text_is_learnt_from_as_plain_text(self, tmp_path: Path) -> None:
        (tmp_path / "mail" / "gold").mkdir(parents=True)
        (tmp_path / "mail" / "html").mkdir()
        for number in range(4):
            (tmp_path / "mail" / "html" / f"{number}.txt").write_text("It rained <b> all day.\n\nHome\n", "utf-8")
            (tmp_path / "mail" / "gold" / f"{number}.txt").write_text("It rained <b> all day.\n", "utf-8")
        kinds: list[str] = []

        def watched(examples: Iterable[Example], **options: object) -> Model:
            pages = list(examples)
            kinds.extend(example.kind for example in pages)
            return learn(pages)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(evaluating, "LEARNER", Trainer(watched))
            evaluate(read_set(tmp_path / "mail"), ["toy:learns"], cross_validate=2)
        assert kinds == ["text"] * 4


class TestOptions:
    def test_they_go_to_the_engines_that_have_them(self, days: Set, tmp_path: Path) -> None:
        one = ngram_model()
        write(tmp_path / "my.model", one.header, one.arrays)
        models = [str(tmp_path / "my.model")]
        for workers in (1, 2):
            found = evaluate(days, ["ngram", "dump"], models=models, options={"bias": 99}, workers=workers)
            assert [engine.name for engine in found.engines] == ["ngram", "dump"]
            assert {page.output for page in found.engines[0].pages} == {""}
            assert all(page.output for page in found.engines[1].pages)

    def test_an_option_that_no_engine_has_is_an_error(self, days: Set) -> None:
        with pytest.raises(NCleanerError, match="none of these engines has an option 'bias': dump, heuristics"):
            evaluate(days, ["dump", "heuristics"], options={"bias": 1})

    def test_an_engine_that_learns_is_given_them_too(self, tmp_path: Path) -> None:
        walks = read_set(write_set(tmp_path / "walks", {str(number): page(number) for number in range(6)}))
        found = evaluate(walks, ["ngram"], options={"bias": 99, "decode": "independent"}, cross_validate=2)
        assert {page.output for page in found.engines[0].pages} == {""}
