"""Failures of the commands that train and explain: one line, the right exit status, no incomplete files."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT
from evaluating import write_set
from training import page

from ncleaner.cli import main
from ncleaner.cli.status import INTERRUPTED
from ncleaner.train import examples

pytestmark = pytest.mark.once

Captured = pytest.CaptureFixture[str]

MENU_AND_TEXT = page(1)
SETS = {
    "nothing": {},
    "no text on pages": {str(number): ("", "<p>It rained.") for number in range(3)},
    "no text in gold": {str(number): (MENU_AND_TEXT[0], "") for number in range(3)},
    "gold longer than pages": {str(number): ("<p>Rain", "<p>It rained all day and all night.") for number in range(3)},
}

LEARNING = {
    "train": ["train", "SET", "-o", "my.model"],
    "tune": ["tune", "SET", "--n", "1", "--q", "0.5", "--plot", "figure.svg"],
    "learning-curve": ["learning-curve", "SET", "--test", "walks", "--plot", "figure.svg"],
}

needs_a_full_disk = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk here")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to a folder with a valid set and a page."""
    write_set(tmp_path / "walks", {str(number): page(number) for number in range(4)})
    (tmp_path / "page.html").write_text(MENU_AND_TEXT[0], "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def call(command: str, set: str) -> int:
    return main([set if argument == "SET" else argument for argument in LEARNING[command]])


def complaint(captured: Captured) -> str:
    """Return the only line that was printed, which must be on standard error."""
    out, err = captured.readouterr()
    assert out == ""
    assert err.startswith("ncleaner: ")
    assert err.count("\n") == 1
    return err


def new_files(folder: Path) -> list[str]:
    """Return the new files in a folder."""
    return sorted(entry.name for entry in folder.iterdir() if entry.is_file() and entry.name != "page.html")


@pytest.mark.parametrize("command", LEARNING)
class TestSets:
    @pytest.mark.parametrize("name", SETS)
    def test_there_is_nothing_to_learn(self, command: str, name: str, folder: Path, capsys: Captured) -> None:
        write_set(folder / "poor", SETS[name])
        assert call(command, "poor") == 2
        assert "no " in complaint(capsys)
        assert new_files(folder) == []

    def test_a_page_that_cannot_be_read(self, command: str, folder: Path, capsys: Captured) -> None:
        (folder / "walks" / "html" / "2.html").unlink()
        (folder / "walks" / "html" / "2.html").symlink_to(folder / "gone")
        assert call(command, "walks") == 2
        assert "2.html cannot be read: No such file or directory" in complaint(capsys)
        assert new_files(folder) == []

    def test_an_interrupt(self, command: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
        def interrupted(example: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(examples, "read_training_page", interrupted)
        assert call(command, "walks") == INTERRUPTED
        assert complaint(capsys) == "ncleaner: interrupted\n"
        assert new_files(folder) == []


def test_a_single_page_is_enough_to_learn_from_but_not_to_tune(folder: Path, capsys: Captured) -> None:
    write_set(folder / "one", {"1": MENU_AND_TEXT})
    assert call("train", "one") == 0
    assert "my.model: " in capsys.readouterr().out
    assert call("learning-curve", "one") == 0
    capsys.readouterr()
    assert call("tune", "one") == 2
    assert "1 page cannot be divided" in complaint(capsys)


@needs_a_full_disk
@pytest.mark.parametrize(
    "arguments",
    [
        ["train", "walks", "-o", "my.model"],
        ["tune", "walks", "--n", "1", "--q", "0.5"],
        ["learning-curve", "walks", "--test", "walks", "--sizes", "4"],
        ["explain", "page.html"],
        ["models"],
        ["models", "show", "english"],
    ],
    ids=" ".join,
)
def test_a_full_disk_behind_standard_output(arguments: list[str]) -> None:
    command = [sys.executable, "-m", "ncleaner", *arguments]
    inherited = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    with open("/dev/full", "wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False, env=inherited)
    assert done.returncode == 1
    assert done.stderr == "ncleaner: standard output: No space left on device\n"


@needs_a_full_disk
@pytest.mark.parametrize(("command", "option"), [("train", "-o"), ("tune", "--plot"), ("learning-curve", "--plot")])
def test_a_full_disk_behind_a_file(command: str, option: str, folder: Path, capsys: Captured) -> None:
    arguments = ["walks" if argument == "SET" else argument for argument in LEARNING[command]]
    arguments[arguments.index(option) + 1] = "/dev/full"
    assert main(arguments) == 1
    assert capsys.readouterr().err == "ncleaner: /dev/full: No space left on device\n"
    assert new_files(folder) == []


@pytest.mark.parametrize("name", ["gone.html", os.curdir, "damaged.html.gz"])
def test_a_page_that_cannot_be_explained(name: str, folder: Path, capsys: Captured) -> None:
    (folder / "damaged.html.gz").write_bytes(b"\x1f\x8b\x08 and no more")
    assert main(["explain", name]) == 1
    assert complaint(capsys).startswith(f"ncleaner: {name}: ")


def test_standard_input_that_is_closed(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["explain", "-"]) == 1
    assert complaint(capsys) == "ncleaner: standard input: it is closed\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-o", "new/"], "directory"),
        (["-o", "-"], "standard output"),
        (["walks", "-o", "my.model"], "another set called 'walks'"),
        (["-o", "my.model", "--weight", f"walks={10**20}"], "from 1 to 1000"),
        (["-o", "my.model", "--q", "1e-300"], "q must be between"),
    ],
)
def test_invalid_arguments_are_refused(arguments: list[str], said: str, folder: Path, capsys: Captured) -> None:
    assert main(["train", "walks", *arguments]) == 2
    assert said in complaint(capsys)
    assert new_files(folder) == []


def test_a_list_of_endless_length_is_refused(capsys: Captured) -> None:
    assert main(["tune", "walks", "--n", "1-9999999999"]) == 2
    assert "not a list of numbers" in capsys.readouterr().err


def test_explain_reads_plain_text_by_its_name(folder: Path, capsys: Captured) -> None:
    (folder / "mail.txt").write_text("It rained.\n\nIt rained <all> day.\n", "utf-8")
    assert main(["explain", "mail.txt"]) == 0
    assert "It rained <all> day." in capsys.readouterr().out


def test_an_argument_with_a_zero_byte_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["a\0b"], ["explain", "\0"], ["corpus", "a\0b", "-o", "x"], ["--model", "\0", "page.html"]):
        assert main(arguments) == 2
        assert "has a zero byte" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_an_interrupt_before_the_handler_is_set_leaves_no_traceback() -> None:
    script = (
        "import contextlib, sys\n"
        "from ncleaner import cli\n"
        "@contextlib.contextmanager\n"
        "def early():\n"
        "    raise KeyboardInterrupt\n"
        "    yield\n"
        "cli.one_interrupt = early\n"
        "sys.exit(cli.main())\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (INTERRUPTED, "")


def test_five_quick_interrupts_leave_no_traceback() -> None:
    program = (
        "import os, signal, sys; from ncleaner.system.interrupts import one_interrupt\n"
        "try:\n"
        "    with one_interrupt():\n"
        "        try:\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "        finally:\n"
        "            for _ in range(4): os.kill(os.getpid(), signal.SIGINT)\n"
        "except KeyboardInterrupt:\n"
        "    os.kill(os.getpid(), signal.SIGINT); sys.exit(130)\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (130, "")
