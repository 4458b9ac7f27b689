"""Completion: the scripts, run by the shells that are here."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from ncleaner.cli import COMMANDS, main
from ncleaner.cli.completion import SHELLS, script, visible
from ncleaner.cli.reference import parsers
from ncleaner.models import installed
from ncleaner.render import FORMATS

pytestmark = pytest.mark.once

BASH = r"""
source "$1"
COMP_LINE=$2 COMP_POINT=${#2} COMP_WORDBREAKS=$' \t\n"'"'"'><=;|&(:'
_ncleaner
printf '%s\n' "${COMPREPLY[@]}"
"""


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the scripts."""
    folder = tmp_path_factory.mktemp("completion")
    for shell in SHELLS:
        (folder / shell).write_text(script(shell), "utf-8")
    return folder


def needs(shell: str) -> str:
    found = shutil.which(shell)
    if found is None:
        pytest.skip(f"{shell} is not installed")
    return found


def completed(scripts: Path, line: str, folder: Path) -> list[str]:
    """Return what bash completes a line with."""
    command = [needs("bash"), "--norc", "-c", BASH, "bash", str(scripts / "bash"), line]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=True, timeout=60)
    assert done.stderr == b""
    return done.stdout.decode().split()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("ncleaner ev", ["evaluate"]),
        ("ncleaner pa", ["page.html"]),
        ("ncleaner --mark", ["--markdown"]),
        ("ncleaner -f mark", ["markdown"]),
        ("ncleaner --format=mark", ["markdown"]),
        ("ncleaner page.html --format ", list(FORMATS)),
        ("ncleaner --engine ng", ["ngram"]),
        ("ncleaner --model engl", ["english"]),
        ("ncleaner --comments k", ["keep"]),
        ("ncleaner -o pa", []),  # the shell completes files then
        ("ncleaner evaluate --eng", ["--engine"]),
        ("ncleaner evaluate pa", []),
        ("ncleaner corpus x --to par", ["parquet"]),
        ("ncleaner corpus x -o out --to=par", ["parquet"]),
        ("ncleaner train --engine ice-t", ["ice-tree", "ice-tree-plus"]),
        ("ncleaner train set --start-from for", ["forest"]),
        ("ncleaner models ", ["show", *installed()]),
        ("ncleaner compare set --engine peer:trafilatura-f", ["trafilatura-fast"]),  # ":" begins a word
        ("ncleaner explain --fu", ["--full"]),
        ("ncleaner --completion f", ["fish"]),
    ],
)
def test_bash(line: str, expected: list[str], scripts: Path, tmp_path: Path) -> None:
    (tmp_path / "page.html").touch()
    assert completed(scripts, line, tmp_path) == expected


def test_bash_completes_all_commands_and_options(scripts: Path, tmp_path: Path) -> None:
    assert set(completed(scripts, "ncleaner ", tmp_path)) == set(COMMANDS)
    for name, parser in parsers().items():
        flags = {flag for action in visible(parser) for flag in action.option_strings}
        assert set(completed(scripts, f"ncleaner {name} -", tmp_path)) == flags


@pytest.mark.parametrize("shell", SHELLS)
def test_shells_accept_the_scripts(shell: str, scripts: Path) -> None:
    subprocess.run([needs(shell), "-n", str(scripts / shell)], check=True, timeout=60)


def test_zsh_registers_the_function(scripts: Path, tmp_path: Path) -> None:
    register = 'autoload -U compinit; compinit -D -u; source "$1"; print $_comps[ncleaner]'
    command = [needs("zsh"), "-f", "-c", register, "zsh", str(scripts / "zsh")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=True, timeout=60)
    assert done.stdout == b"_ncleaner\n"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("ncleaner eval", ["evaluate"]),
        ("ncleaner --markd", ["--markdown"]),
        ("ncleaner --format mark", ["markdown"]),
        ("ncleaner corpus x --to parq", ["parquet"]),
        ("ncleaner explain --ful", ["--full"]),
    ],
)
def test_fish(line: str, expected: list[str], scripts: Path, tmp_path: Path) -> None:
    command = [
        needs("fish"),
        "--no-config",
        "-c",
        'source "$argv[1]"; complete -C "$argv[2]"',
        str(scripts / "fish"),
        line,
    ]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=True, timeout=60)
    assert [found.split("\t")[0] for found in done.stdout.decode().splitlines()] == expected


@pytest.mark.parametrize("shell", SHELLS)
def test_the_scripts_have_all_commands_and_options(shell: str) -> None:
    text = script(shell)
    for name, parser in parsers().items():
        assert name in text
        for action in visible(parser):
            for flag in action.option_strings:
                assert flag.lstrip("-") in text
    assert "see below" not in text


def test_zsh_takes_values_after_a_sign_too() -> None:
    assert "{-f+,--format=}" in script("zsh")
    assert "*--color=" in script("zsh")


@pytest.mark.parametrize("shell", SHELLS)
def test_the_option(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--completion", shell]) == 0
    assert capsys.readouterr() == (script(shell), "")
