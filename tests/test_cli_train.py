"""``ncleaner train``, as a user and a shell see it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from evaluating import write_set
from training import page

from ncleaner.cli import main
from ncleaner.models import load

pytestmark = pytest.mark.once

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def walks(tmp_path: Path) -> Path:
    return write_set(tmp_path / "walks", {str(number): page(number) for number in range(6)})


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "my.model"


def train(*arguments: str | os.PathLike[str]) -> int:
    return main(["train", *(os.fspath(argument) for argument in arguments)])


def complaint(captured: Captured) -> str:
    """Return the only line that was printed, which must be on standard error."""
    out, err = captured.readouterr()
    assert out == ""
    assert err.startswith("ncleaner: ")
    assert err.count("\n") == 1
    return err


def test_a_model_and_a_summary(walks: Path, target: Path, capsys: Captured) -> None:
    assert train(walks, "-o", target) == 0
    out, err = capsys.readouterr()
    assert out.startswith(f"{target}: ")
    assert "n 3, q 0.5, mode 1, dirty differential" in out
    assert "walks (6 folds): words P " in out
    assert err == ""
    assert load(target).training == [{"set": "walks", "pages": 6, "weight": 1}]


def test_the_model_cleans_pages(walks: Path, target: Path, tmp_path: Path, capsys: Captured) -> None:
    assert train(walks, "-o", target, "--quiet") == 0
    assert capsys.readouterr().out == ""
    html, gold = page(50)
    unseen = tmp_path / "unseen.html"
    unseen.write_text(html, "utf-8")
    assert main(["-f", "cleaneval", "--model", os.fspath(target), os.fspath(unseen)]) == 0
    kept = [line.replace("> ", ">") for line in gold.splitlines() if line.startswith("<p>")]
    assert set(kept) <= set(capsys.readouterr().out.splitlines())


def test_all_options_reach_the_model(walks: Path, target: Path) -> None:
    options = "--engine ngram --n 4 --q 0.4 --mode 3 --dirty aligned --bias 0.1 --decode viterbi --quiet".split()
    assert train(walks, "-o", target, *options, "--weight", f"{walks}=3") == 0
    model = load(target)
    expected = {"n": 4, "q": 0.4, "mode": 3, "dirty": "aligned", "bias": 0.1, "decode": "viterbi"}
    assert model.parameters.items() >= expected.items()
    assert model.training[0]["weight"] == 3


def test_two_runs_give_the_same_bytes(walks: Path, tmp_path: Path) -> None:
    for name in ("first", "second"):
        assert train(walks, "-o", tmp_path / name, "--quiet") == 0
    assert (tmp_path / "first").read_bytes() == (tmp_path / "second").read_bytes()


def test_a_set_is_found_below_the_folder_of_data(walks: Path, target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NCLEANER_DATA", os.fspath(walks.parent))
    assert train("walks", "-o", target, "--weight", "walks=2", "--quiet") == 0
    assert load(target).training == [{"set": "walks", "pages": 6, "weight": 2}]


def test_several_sets_are_learnt_from_together(walks: Path, target: Path, tmp_path: Path) -> None:
    others = write_set(tmp_path / "others", {str(number): page(number) for number in range(10, 12)})
    assert train(walks, others, "-o", target, "--weight", f"{others}=6", "--quiet") == 0
    assert [(one["set"], one["pages"], one["weight"]) for one in load(target).training] == [
        ("walks", 6, 1),
        ("others", 2, 6),
    ]


def test_two_folders_of_texts_will_do(walks: Path, target: Path, tmp_path: Path) -> None:
    dirty = tmp_path / "dirty"
    dirty.mkdir()
    (dirty / "a.txt").write_text("Home News Sports\n\nClick here to subscribe\n", "utf-8")
    assert train("--clean-text", walks / "gold", "--dirty-text", dirty, "-o", target, "--quiet") == 0
    assert load(target).parameters["decode"] == "independent"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["SET"], "name a file for the model: -o FILE"),
        (["SET", "-o", "FOLDER"], "this is a directory, name a file in it"),
        (["-o", "FILE"], "name a SET to train on"),
        (["nowhere", "-o", "FILE"], "there is no folder nowhere"),
        (["SET", "-o", "FILE", "--n", "9"], "n must be a number from 1 to 8, not 9"),
        (["SET", "-o", "FILE", "--q", "2"], "q must be between 0.001 and 0.999, not 2.0"),
        (["SET", "-o", "FILE", "--mode", "7"], "the mode must be a number from 0 to 3, not 7"),
        (["SET", "-o", "FILE", "--weight", "SET"], "--weight SET"),
        (["SET", "-o", "FILE", "--weight", "SET=0"], "'0' is not a number from 1 up"),
        (["SET", "-o", "FILE", "--weight", "other=2"], "--weight other: this is not one of the training sets"),
        (["-o", "FILE", "--clean-text", "FOLDER"], "need each other"),
        (["SET", "-o", "FILE", "--clean-text", "FOLDER", "--dirty-text", "FOLDER"], "take the place of a SET"),
        (["-o", "FILE", "--clean-text", "FOLDER", "--dirty-text", "FOLDER"], "no texts in"),
        (["SET", "SET", "-o", "FILE"], "another set called"),
        (
            ["-o", "FILE", "--clean-text", "FOLDER", "--dirty-text", "FOLDER", "--decode", "viterbi"],
            "take the place of",
        ),
        (
            ["SET", "-o", "FILE", "--engine", "ice-tree", "--n", "2"],
            "--n is not an option of training ice-tree; it has",
        ),
        (
            ["SET", "-o", "FILE", "--engine=ice-ga", "--n", "x"],
            "it has: --population, --generations, --seed, --workers",
        ),
        (["SET", "-o", "FILE", "--seed", "2"], "--seed is not an option of training ngram; it has: --n, --q, --mode"),
        (["SET", "-o", "FILE", "--plot", "FILE"], "--plot is not an option of training ngram"),
        (
            ["-o", "FILE", "--engine", "forest", "--clean-text", "FOLDER"],
            "--clean-text is not an option of training forest",
        ),
        (["SET", "-o", "FILE", "--engine", "ice-ga", "--plot", "FOLDER"], "this is a directory"),
    ],
)
def test_misuse_is_named(
    arguments: list[str], message: str, walks: Path, target: Path, tmp_path: Path, capsys: Captured
) -> None:
    names = {"SET": walks, "FILE": target, "FOLDER": tmp_path}
    given = [os.fspath(names.get(argument, argument)) for argument in arguments]
    given = [one.replace("SET=", f"{walks}=") for one in given]
    assert train(*given) == 2
    assert message in complaint(capsys).replace(os.fspath(walks), "SET")
    assert not target.exists()


@pytest.mark.parametrize("engine", ["ice-tree", "ice-tree-plus", "ice-lm"])
def test_engines_of_ice(engine: str, walks: Path, target: Path, capsys: Captured) -> None:
    pytest.importorskip("stopwordsiso")
    assert train(walks, "-o", target, "--engine", engine) == 0
    assert "edit text" in capsys.readouterr().out
    assert load(target).engine == engine


def test_a_place_that_cannot_be_written_to(walks: Path, capsys: Captured) -> None:
    place = walks / "html" / "1.html" / "my.model"
    assert train(walks, "-o", place) == 1
    assert "not a directory" in complaint(capsys).lower()


@pytest.mark.parametrize("option", ["--population", "--generations", "--workers"])
def test_numbers_from_1_up(option: str, walks: Path, target: Path, capsys: Captured) -> None:
    assert train(walks, "-o", target, "--engine", "ice-ga", option, "0") == 2
    assert f"{option}: '0' is not a number from 1 up" in capsys.readouterr().err


def test_help_shows_the_options_of_the_engine(capsys: Captured) -> None:
    assert train("--help") == 0
    out = capsys.readouterr().out
    assert all(
        text in out for text in ("--dirty-text", "options of training ngram:", "--prune", "--engine NAME --help")
    )
    assert not any(f"\n  {option}" in out for option in ("--population", "--plot", "--visual"))
    assert train("--help", "--engine=ice-ga") == 0
    out = capsys.readouterr().out
    assert all(text in out for text in ("options of training ice-ga:", "--population N", "--plot FILE"))
    assert "--prune" not in out
    assert max(map(len, out.splitlines())) <= 80


class TestStartingFromAModel:
    def test_the_model_says_so(self, walks: Path, target: Path, capsys: Captured) -> None:
        assert train(walks, "--start-from", "english", "-o", target) == 0
        assert "started from english\n" in capsys.readouterr().out
        model = load(target)
        assert model.header["started from"]["model"] == "english"
        assert model.training == [{"set": "walks", "pages": 6, "weight": 1}]

    def test_a_file_to_start_from(self, walks: Path, target: Path, tmp_path: Path) -> None:
        assert train(walks, "-o", target, "-q") == 0
        assert train(walks, "--start-from", target, "-o", tmp_path / "more.model", "-q") == 0
        assert load(tmp_path / "more.model").header["started from"]["model"] == target.name

    @pytest.mark.parametrize(
        ("arguments", "complaint_is"),
        [
            (["--start-from", "forest"], "add --engine forest"),
            (["--start-from", "nothing"], "nothing"),
            (["--start-from", "english", "--n", "2"], "--n does not go with --start-from"),
            (["--engine", "ice-lm", "--start-from", "ice-lm"], "these engines can: forest, ngram"),
        ],
    )
    def test_what_cannot_be_started_from(
        self, walks: Path, target: Path, capsys: Captured, arguments: list[str], complaint_is: str
    ) -> None:
        assert train(walks, "-o", target, *arguments) == 2
        assert complaint_is in complaint(capsys)
        assert not target.exists()

    def test_texts_alone_are_not_enough(self, target: Path, tmp_path: Path, capsys: Captured) -> None:
        texts = ("--clean-text", tmp_path, "--dirty-text", tmp_path)
        assert train(*texts, "--start-from", "english", "-o", target) == 2
        assert "--start-from needs pages" in complaint(capsys)
