"""Help: what newcomers see first, and what the parsers of all commands have in common."""

from __future__ import annotations

import re
import shlex
from argparse import SUPPRESS
from importlib import import_module

import pytest

from ncleaner.cli import COMMANDS, main
from ncleaner.cli.clean_options import HELP
from ncleaner.cli.reference import parsers

pytestmark = pytest.mark.once

LINES = 42  # that fit on a screen
COLUMNS = 80

PARSERS = parsers()


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(COLUMNS))


def test_there_is_a_parser_for_each_command() -> None:
    assert list(PARSERS) == list(COMMANDS)
    assert next(iter(PARSERS)) == "clean"


def test_the_first_help_fits_on_a_screen(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    assert out == HELP
    assert out.count("\n") <= LINES
    assert max(map(len, out.splitlines())) <= COLUMNS
    assert main(["clean", "-h"]) == 0
    assert capsys.readouterr().out == HELP


def test_the_first_help_names_all_commands_and_no_option_that_does_not_exist() -> None:
    known = {flag for action in PARSERS["clean"]._actions for flag in action.option_strings}
    assert set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", HELP)) <= known
    commands = HELP.partition("commands:\n")[2].partition("\n\n")[0]
    assert set(COMMANDS) - {"clean"} <= set(re.split(r"[\s,]+", commands))


def test_the_whole_help_has_all_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help-all"]) == 0
    out = capsys.readouterr().out
    assert "-f, --format FORMAT " in out
    for action in PARSERS["clean"]._actions:
        assert all(flag in out for flag in action.option_strings if action.help != SUPPRESS)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_begins_with_a_sentence_and_examples(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--help-all" if name == "clean" else "--help"]) == 0
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= COLUMNS
    usage, summary, examples, *_ = out.split("\n\n")
    assert usage.startswith(f"usage: {PARSERS[name].prog} ")
    assert " ".join(summary.split()) == PARSERS[name].summary
    assert re.fullmatch(r"[A-Z][^.]*\.", PARSERS[name].summary)
    assert examples.startswith("examples:\n  ")


@pytest.mark.parametrize(
    ("name", "example"),
    [(name, command) for name, parser in PARSERS.items() for command, _ in parser.examples],
)
def test_examples_are_valid(name: str, example: str) -> None:
    command = next(part for part in example.split("|") if part.strip().startswith("ncleaner"))
    arguments = shlex.split(command)[1:]
    if name == "clean":
        assert arguments[0] not in COMMANDS
    else:
        assert arguments.pop(0) == name
    _, rest = import_module(COMMANDS[name][0]).parser().parse_known_intermixed_args(arguments, _Namespace())
    assert not rest


@pytest.mark.parametrize("name", COMMANDS)
def test_texts_of_options_are_imperatives_without_an_end(name: str) -> None:
    for action in PARSERS[name]._actions:
        if action.help not in (None, SUPPRESS):
            assert re.match(r"[a-z]", action.help), action.option_strings
            assert not action.help.endswith("."), action.option_strings


class _Namespace:
    """What actions of parsers expect to be there."""

    def __init__(self) -> None:
        self.engine_options: dict[str, object] = {}
        self.format_options: dict[str, str] = {}
        self.limits: dict[str, object] = {}
