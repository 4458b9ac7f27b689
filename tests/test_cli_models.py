"""``ncleaner models``, and the option ``--model`` of the other commands."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from evaluating import weather, write_set
from model_examples import ARRAYS, ENGINE, ENTRY, HEADER, write_model

from ncleaner import models as shelf
from ncleaner.cli import COMMANDS, main
from ncleaner.engines import DEFAULT_ENGINE, ENGINES, find
from ncleaner.evaluate import peers as peers  # adds them to the table of engines
from ncleaner.models.format import write

pytestmark = pytest.mark.once

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of installed models, which is empty."""
    monkeypatch.setitem(ENGINES, ENGINE, ENTRY)
    folder = tmp_path / "installed"
    folder.mkdir()
    monkeypatch.setattr(shelf, "FOLDER", str(folder))
    return folder


def ncleaner(*arguments: str | os.PathLike[str]) -> int:
    return main([os.fspath(argument) for argument in arguments])


class TestList:
    def test_no_models(self, capsys: Captured) -> None:
        assert ncleaner("models") == 0
        assert capsys.readouterr().out.startswith("No models are installed.")
        assert ncleaner("models", "--json") == 0
        assert json.loads(capsys.readouterr().out) == []

    def test_a_table(self, folder: Path, capsys: Captured) -> None:
        write(folder / "english.model", HEADER, ARRAYS)
        write(folder / "bare.model", {"engine": "x"}, {})
        assert ncleaner("models") == 0
        assert capsys.readouterr().out.splitlines() == [
            "name     engine    parameters      trained on       scores",
            "bare     x",
            "english  toy:long  least=10 q=0.5  rain (58 pages)  storm: words F 94.125, marks F 61",
            "                                   snow             ten folds: words F 93.5",
        ]

    def test_json(self, folder: Path, capsys: Captured) -> None:
        write(folder / "english.model", HEADER, ARRAYS)
        assert ncleaner("models", "--json") == 0
        assert json.loads(capsys.readouterr().out) == [{"name": "english", **HEADER}]

    def test_a_damaged_model_does_not_hide_the_others(self, folder: Path, capsys: Captured) -> None:
        write(folder / "english.model", HEADER, ARRAYS)
        (folder / "broken.model").write_bytes(b"x")
        assert ncleaner("models") == 1
        out, err = capsys.readouterr()
        assert "\nenglish  " in out
        assert err.startswith("ncleaner: ")
        assert "broken.model: this is not a model" in err


class TestShow:
    def test_everything_is_shown(self, folder: Path, capsys: Captured) -> None:
        write(folder / "english.model", HEADER, ARRAYS)
        assert ncleaner("models", "show", "english") == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[0] == "name    english"
        assert lines[1].startswith(f"file    {folder / 'english.model'}, ")
        for line in (
            "engine  toy:long",
            "parameters",
            "  least  10",
            '  more   {"switch": 40}',
            "  rain  58",
            "  storm      94.125   61",
            "  shorts           I16   3",
            "telling",
            "  ing     3.25",
        ):
            assert line in lines

    def test_a_file_as_json(self, tmp_path: Path, capsys: Captured) -> None:
        path = tmp_path / "my.model"
        write(path, HEADER, ARRAYS)
        assert ncleaner("models", "show", path, "--json") == 0
        found = json.loads(capsys.readouterr().out)
        assert found["file"] == found["name"] == str(path)
        assert {name: found[name] for name in HEADER} == HEADER
        assert found["arrays"]["words"] == {"type": "U64", "numbers": 2}
        assert found["telling"][0] == {"n-gram": "ing", "bits": 3.25}

    def test_a_model_of_an_engine_that_is_not_here(self, tmp_path: Path, capsys: Captured) -> None:
        assert ncleaner("models", "show", write_model(tmp_path / "my.model", engine="nothing")) == 0
        assert "engine  nothing" in capsys.readouterr().out

    def test_what_a_model_says_cannot_give_orders_to_a_terminal(self, tmp_path: Path, capsys: Captured) -> None:
        path = tmp_path / "my.model"
        evil = "\x1b[31mred\r\n\u202e"
        write(path, {"engine": evil, "parameters": {evil: evil}, "scores": {evil: {evil: evil}}}, {evil: b""})
        assert ncleaner("models", "show", path) == 0
        assert ncleaner("--model", path, path) == 2
        out, err = capsys.readouterr()
        assert not set("\x1b\r\u202e") & set(out + err)
        assert ncleaner("models", "show", path, "--json") == 0
        assert json.loads(capsys.readouterr().out)["engine"] == evil

    @pytest.mark.parametrize(
        ("arguments", "status", "message"),
        [
            (["show"], 2, "name the model to show"),
            (["show", "nothing.model"], 1, "there is no model file 'nothing.model'"),
            (["nonsense"], 2, "there is no value 'nonsense'; there are: show"),
            (["--nonsense"], 2, "--nonsense"),
        ],
    )
    def test_misuse(self, arguments: list[str], status: int, message: str, capsys: Captured) -> None:
        assert ncleaner("models", *arguments) == status
        out, err = capsys.readouterr()
        assert out == ""
        assert message in err

    def test_a_damaged_file(self, tmp_path: Path, capsys: Captured) -> None:
        (tmp_path / "my.model").write_bytes(b"\x80\x04\x95 some pickle")
        assert ncleaner("models", "show", tmp_path / "my.model") == 1
        assert capsys.readouterr().err == (
            f"ncleaner: {tmp_path / 'my.model'}: this is not a model: its header would be longer than 65536 bytes\n"
        )


def test_the_help(capsys: Captured) -> None:
    assert ncleaner("models", "--help") == 0
    out = capsys.readouterr().out
    assert "show NAME|FILE" in out
    assert max(map(len, out.splitlines())) <= 80
    assert "models" in COMMANDS


class TestCleaning:
    @pytest.fixture
    def page(self, tmp_path: Path) -> Path:
        path = tmp_path / "page.html"
        path.write_text("<p>Rain.<p>It rained all day.", "utf-8")
        return path

    def test_a_model_is_enough(self, page: Path, tmp_path: Path, capfd: Captured) -> None:
        assert ncleaner("--model", write_model(tmp_path / "my.model"), page) == 0
        assert capfd.readouterr().out == "It rained all day.\n"

    def test_a_model_by_its_name(self, page: Path, folder: Path, capfd: Captured) -> None:
        write_model(folder / "toy.model")
        write_model(folder / "all.model", least=0)
        assert ncleaner("--engine", ENGINE, page) == 0
        assert ncleaner("--engine", ENGINE, "--model", "all", page) == 0
        assert capfd.readouterr().out == "It rained all day.\nRain.\nIt rained all day.\n"

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["--engine", "heuristics", "--model", "english"], "the engine 'heuristics' takes no model"),
            (["--model", "english"], "there is no model file 'english'"),
            (["--engine", ENGINE], "needs a model, and its default model is not installed"),
        ],
    )
    def test_misuse(self, arguments: list[str], message: str, page: Path, capfd: Captured) -> None:
        assert ncleaner(*arguments, page) == 2
        assert message in capfd.readouterr().err

    def test_the_version_names_the_default_model(self, capfd: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(find(DEFAULT_ENGINE), "default_model", "toy")
        assert ncleaner("--version") == 0
        assert capfd.readouterr().out.endswith(f"default engine {DEFAULT_ENGINE}, model toy)\n")


class TestEvaluating:
    @pytest.fixture
    def days(self, tmp_path: Path) -> Path:
        return write_set(tmp_path / "weather", weather(6))

    @pytest.mark.parametrize("workers", ["1", "2"])
    def test_evaluate(self, days: Path, tmp_path: Path, workers: str, capfd: Captured) -> None:
        path = write_model(tmp_path / "my.model")
        assert ncleaner("evaluate", days, "--model", path, "--workers", workers, "--json") == 0
        found = json.loads(capfd.readouterr().out)["engines"]
        assert list(found) == [ENGINE]
        assert found[ENGINE]["words"]["micro"]["f"] == 100

    def test_engines_and_several_models(self, days: Path, tmp_path: Path, capfd: Captured) -> None:
        paths = [write_model(tmp_path / f"{least}.model", least) for least in (10, 0)]
        options = [argument for path in paths for argument in ("--model", str(path))]
        assert ncleaner("evaluate", days, "--engine", "dump", "--engine", ENGINE, *options, "--json") == 0
        found = json.loads(capfd.readouterr().out)
        assert list(found["engines"]) == ["dump", "toy:long:10", "toy:long:0"]
        assert [one["baseline"] for one in found["comparisons"]] == ["dump", "dump"]

    def test_a_model_that_is_not_there(self, days: Path, capfd: Captured) -> None:
        assert ncleaner("evaluate", days, "--model", "nothing.model") == 2
        assert "there is no model file 'nothing.model'" in capfd.readouterr().err

    @pytest.mark.parametrize("named", [[], ["--engine", ENGINE]])
    def test_compare(
        self, days: Path, tmp_path: Path, named: list[str], capfd: Captured, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name in [name for name in ENGINES if name.startswith("peer:")]:
            monkeypatch.delitem(ENGINES, name)
        monkeypatch.setitem(ENGINES, "peer:dump", ENGINES["dump"])
        assert ncleaner("compare", days, *named, "--model", write_model(tmp_path / "my.model"), "--json") == 0
        out, err = capfd.readouterr()
        found = json.loads(out)["engines"]
        assert list(found) == [ENGINE, "peer:dump"]
        assert err == ""
        if os.name != "nt":
            assert found[ENGINE]["memory_mb"] > 1
