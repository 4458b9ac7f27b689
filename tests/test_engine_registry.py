"""An engine that is added with one entry in the table of engines works everywhere: in Python and in all commands."""

from __future__ import annotations

import json
import os
from array import array
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from evaluating import weather, write_set

import ncleaner
from ncleaner.cli import main
from ncleaner.engines import ENGINES, Entry, ModelEngine, Option
from ncleaner.engines.base import RuleGrounds
from ncleaner.models import Model, load
from ncleaner.models.format import build, write
from ncleaner.page.blocks import Blocks
from ncleaner.page.decisions import Decisions, Draft
from ncleaner.train import Example
from ncleaner.train.trainers import Trainer

pytestmark = pytest.mark.once

Captured = pytest.CaptureFixture[str]


class Toy(ModelEngine):
    """Keeps blocks of a length that its model knows, or all of them."""

    name = "toy"
    default_model = "toy"

    def __init__(self, model: Model, *, keep_all: bool = False, longest: int = 1000) -> None:
        super().__init__(model)
        self.keep_all = keep_all
        self.longest = longest

    def decide(self, blocks: Blocks) -> Decisions:
        shortest = 0 if self.keep_all else self.model.parameter("shortest", int)
        draft = Draft(blocks)
        draft.keep[:] = bytes(shortest <= len(blocks.text(index)) <= self.longest for index in range(len(blocks)))
        return draft.finish(RuleGrounds(blocks, draft))


def train_toy(examples: Iterable[Example], *, total: int = 0, progress: Any = None, margin: int = 0) -> Model:
    lengths = [len(line) for example in examples for line in example.gold.splitlines() if line]
    return build({"engine": "toy", "parameters": {"shortest": min(lengths) - margin}}, {"empty": array("i")})


TRAINER = Trainer(train_toy, options=(Option("margin", int, "N", "train a model for texts that are N shorter"),))
ENTRY = Entry(
    f"{__name__}:Toy",
    "keep long blocks",
    options=(
        Option("keep_all", bool, "", "keep all blocks"),
        Option("longest", int, "N", "drop blocks of more than N characters"),
    ),
    trainer=f"{__name__}:TRAINER",
)


@pytest.fixture(autouse=True)
def entry(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one thing that makes the engine complete."""
    monkeypatch.setitem(ENGINES, "toy", ENTRY)


@pytest.fixture
def page(tmp_path: Path) -> str:
    path = tmp_path / "page.html"
    path.write_text("<p>Home</p><p>It rained all day.</p>", "utf-8")
    return os.fspath(path)


@pytest.fixture
def model(tmp_path: Path) -> str:
    path = tmp_path / "toy.model"
    toy = build({"engine": "toy", "parameters": {"shortest": 10}}, {"empty": array("i")})
    write(path, toy.header, toy.arrays)
    return os.fspath(path)


@pytest.fixture
def days(tmp_path: Path) -> str:
    return os.fspath(write_set(tmp_path / "weather", weather(4)))


def shown(out: str, flag: str) -> bool:
    """Whether a help text has an option."""
    return f"\n  {flag}" in out


def test_in_python(model: str, page: str) -> None:
    html = Path(page).read_bytes()
    assert ncleaner.Cleaner(engine="toy", model=model).clean(html).text == "It rained all day.\n"
    assert ncleaner.Cleaner(model=model, keep_all=True).clean(html).text == "Home\nIt rained all day.\n"


def test_clean(model: str, page: str, capfd: Captured) -> None:
    for arguments in (["--engine", "toy", "--model", model], [f"--model={model}"]):
        assert main(["clean", *arguments, page]) == 0
        assert capfd.readouterr().out == "It rained all day.\n"
        assert main(["clean", *arguments, "--keep-all", "--longest", "9", page]) == 0
        assert capfd.readouterr().out == "Home\n"


@pytest.mark.parametrize("command", ["clean", "explain", "corpus", "evaluate", "compare"])
def test_help_shows_its_options_and_no_others(command: str, model: str, capsys: Captured) -> None:
    option = "--help-all" if command == "clean" else "--help"
    for arguments in (["--engine", "toy"], ["--engine=toy"], ["--model", model]):
        assert main([command, *arguments, option]) == 0
        out = capsys.readouterr().out
        assert "\noptions of the engine toy:\n" in out
        assert shown(out, "--keep-all")
        assert not shown(out, "--comments")
        assert "--engine NAME --help" in out
    assert main([command, option]) == 0
    out = capsys.readouterr().out
    assert "\noptions of the engine forest:\n" in out
    assert shown(out, "--comments")
    assert not shown(out, "--keep-all")


def test_help_of_several_engines(capsys: Captured) -> None:
    assert main(["evaluate", "--engine", "toy", "--engine", "forest", "--engine", "ngram", "--help"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "options of the engines toy, forest, ngram:" in out
    assert "--keep-all toy: keep all blocks" in out
    assert "--bias BITS forest: raise for more precision" in out
    assert "; ngram: raise for more precision" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--smoothing", "none"], "the engine 'toy' has no option 'smoothing'; there are: keep_all, longest"),
        (["--bold"], "the engine 'toy' has no option 'bold'"),
        (["--bias", "much"], "the engine 'toy' has no option 'bias'"),
        (["--longest", "much"], "--longest: 'much' is not a whole number"),
    ],
)
def test_wrong_options(arguments: list[str], message: str, model: str, page: str, capsys: Captured) -> None:
    for command in ("clean", "explain"):
        assert main([command, "--model", model, *arguments, page]) == 2
        assert message in capsys.readouterr().err


def test_its_options_are_not_those_of_others(page: str, capsys: Captured) -> None:
    assert main(["--keep-all", page]) == 2
    assert "the engine 'forest' has no option 'keep_all'; there are: bias, comments" in capsys.readouterr().err


def test_train(days: str, tmp_path: Path, capsys: Captured) -> None:
    path = os.fspath(tmp_path / "new.model")
    assert main(["train", days, "--engine", "toy", "--margin", "2", "-o", path]) == 0
    assert load(path).parameters == {"shortest": len("The weather.") - 2}
    assert main(["train", days, "--engine", "toy", "--prune", "2", "-o", path]) == 2
    assert "--prune is not an option of training toy; it has: --margin\n" in capsys.readouterr().err
    assert main(["train", "--engine", "toy", "--help"]) == 0
    out = capsys.readouterr().out
    assert "\noptions of training toy:\n" in out
    assert shown(out, "--margin")
    assert not shown(out, "--prune")


def test_evaluate(days: str, model: str, capsys: Captured) -> None:
    assert main(["evaluate", days, "--engine", "toy", "--cross-validate", "2", "--json"]) == 0
    trained = json.loads(capsys.readouterr().out)["engines"]["toy"]
    assert main(["evaluate", days, "--model", model, "--keep-all", "--json"]) == 0
    keeping = json.loads(capsys.readouterr().out)["engines"]["toy"]
    assert trained["words"]["micro"]["f"] == 100
    assert keeping["words"]["micro"]["f"] < 100
