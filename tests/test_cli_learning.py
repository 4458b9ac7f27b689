"""``ncleaner tune`` and ``ncleaner learning-curve``, as a user and a shell see them."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from evaluating import write_set
from training import page

from ncleaner.cli import main

pytestmark = pytest.mark.once

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def walks(tmp_path: Path) -> Path:
    return write_set(tmp_path / "walks", {str(number): page(number) for number in range(6)})


def call(*arguments: str | os.PathLike[str]) -> int:
    return main([os.fspath(argument) for argument in arguments])


class TestTune:
    def test_tables_and_the_best(self, walks: Path, capsys: Captured) -> None:
        assert call("tune", walks, "--n", "1-2", "--q", "0.3,0.6", "--mode", "1,3") == 0
        out, err = capsys.readouterr()
        assert out.count("cross-entropy of unseen text in bits per character") == 2
        assert out.count("words F of unseen pages") == 4
        assert "   q     n = 1   n = 2\n   0.3 " in out
        assert "\nbest: mode " in out
        assert err == ""

    def test_json_and_a_figure(self, walks: Path, tmp_path: Path, capsys: Captured) -> None:
        figure = tmp_path / "figure2.svg"
        assert call("tune", walks, "--n", "2", "--q", "0.3,0.6", "--json", "--plot", figure) == 0
        facts = json.loads(capsys.readouterr().out)
        assert [(one["n"], one["q"]) for one in facts["cross_entropy"]] == [(2, 0.3), (2, 0.6)]
        assert facts["accuracy"][0]["independent"].keys() == {"bias", "switch", "f"}
        assert figure.read_text("utf-8").startswith("<svg ")

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ([], "name a SET to train on"),
            (["nowhere"], "there is no folder nowhere"),
            (["SET", "--n", "9"], "n must be a number from 1 to 8, not 9"),
            (["SET", "--q", "0.5,1"], "q must be between 0.001 and 0.999, not 1.0"),
            (["SET", "--n", "x"], "'x' is not a list of numbers"),
            (["SET", "--n", "4-2"], "'4-2' is not a list of numbers"),
            (["SET", "--q", "0.1-0.9"], "'0.1-0.9' is not a list of numbers"),
            (["SET", "--plot", "SET"], "this is a directory"),
            (["SET", "--limit", "1"], "1 page"),
        ],
    )
    def test_misuse_is_named(self, arguments: list[str], message: str, walks: Path, capsys: Captured) -> None:
        assert call("tune", *(os.fspath(walks) if one == "SET" else one for one in arguments)) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert message in err


class TestLearningCurve:
    def test_a_table(self, walks: Path, capsys: Captured) -> None:
        assert call("learning-curve", walks, "--test", walks, "--sizes", "2,6", "--repeats", "2") == 0
        out, err = capsys.readouterr()
        assert [line.split()[0] for line in out.splitlines()[2:]] == ["2", "6"]
        assert err == ""

    def test_sizes_go_up_to_all_pages(self, walks: Path, capsys: Captured) -> None:
        assert call("learning-curve", walks, "--test", walks, "--repeats", "1", "--json") == 0
        assert [point["pages"] for point in json.loads(capsys.readouterr().out)["points"]] == [1, 2, 3, 5, 6]

    def test_a_figure_with_bands(self, walks: Path, tmp_path: Path) -> None:
        figure = tmp_path / "figures" / "4.svg"
        assert call("learning-curve", walks, "--test", walks, "--sizes", "1,3", "--repeats", "2", "--plot", figure) == 0
        assert figure.read_text("utf-8").count('class="band"') == 3

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["SET"], "--test SET2"),
            (["SET", "--test", "nowhere"], "there is no folder nowhere"),
            (["SET", "--test", "SET", "--sizes", "7"], "a set of 6 pages has no subsets of 7 pages"),
            (["SET", "--test", "SET", "--repeats", "0"], "'0' is not a number from 1 up"),
            (["SET", "--test", "SET", "--mode", "4"], "the mode must be"),
        ],
    )
    def test_misuse_is_named(self, arguments: list[str], message: str, walks: Path, capsys: Captured) -> None:
        assert call("learning-curve", *(os.fspath(walks) if one == "SET" else one for one in arguments)) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert message in err
