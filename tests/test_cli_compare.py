"""``ncleaner compare``, with peers that need not be installed."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from evaluating import TOYS, weather, write_set

from ncleaner.cli import COMMANDS, main
from ncleaner.cli.commands.compare import candidates
from ncleaner.engines import DEFAULT_ENGINE, ENGINES

pytestmark = pytest.mark.once

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def peers() -> Iterator[None]:
    """Replace all other tools by toys."""
    before = dict(ENGINES)
    for name in [name for name in ENGINES if name.startswith("peer:")]:
        del ENGINES[name]
    for name in ("fails", "missing"):
        ENGINES[f"peer:{name}"] = TOYS[f"toy:{name}"]
    yield
    ENGINES.clear()
    ENGINES.update(before)  # in the same order


@pytest.fixture
def days(tmp_path: Path) -> Path:
    return write_set(tmp_path / "weather", weather(5) | {"x": ("<p>FAIL", "FAIL")})


def compare(*arguments: str | os.PathLike[str]) -> int:
    return main(["compare", *(os.fspath(argument) for argument in arguments)])


def test_the_default_engine_against_all_that_is_installed(days: Path, capsys: Captured) -> None:
    assert compare(days, "--json") == 0
    out, err = capsys.readouterr()
    found = json.loads(out)["engines"]
    assert list(found) == [DEFAULT_ENGINE, "peer:fails"]
    assert err == "ncleaner: left out: the engine 'toy:missing' needs the package missing: pip install missing\n"


def test_several_missing_tools_are_one_line(days: Path, capsys: Captured) -> None:
    ENGINES["peer:gone"] = TOYS["toy:missing"]
    assert compare(days, "--json") == 0
    err = capsys.readouterr().err
    assert err == (
        "ncleaner: left out, as they are not installed: peer:missing, peer:gone;"
        " name one with --engine to see what it needs\n"
    )


def test_plain_text_is_left_out(tmp_path: Path, capsys: Captured) -> None:
    folder = write_set(tmp_path / "weather", weather(2))
    (folder / "html" / "mail.txt").write_text("Rain.\n")
    (folder / "gold" / "mail.txt").write_text("<p>Rain.\n")
    assert compare(folder, "--json") == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["pages"] == 2
    assert "plain-text pages left out, as other tools read HTML only: 1\n" in err
    for page in (folder / "html").glob("*.html*"):
        page.unlink()
    assert compare(folder) == 2
    assert "run ncleaner evaluate" in capsys.readouterr().err


def test_costs_and_failures(days: Path, capsys: Captured) -> None:
    assert compare(days, "--json") == 0
    found = json.loads(capsys.readouterr().out)["engines"]
    assert [failure["page"] for failure in found["peer:fails"]["failures"]] == ["x"]
    assert found[DEFAULT_ENGINE]["failures"] == []
    for engine in found.values():
        assert engine["cpu_ms_per_page"] > 0
        assert engine["mb_per_s"] > 0
        if os.name != "nt":
            assert engine["memory_mb"] > 1


def test_the_table_says_what_failed(days: Path, capsys: Captured) -> None:
    assert compare(days) == 0
    out = capsys.readouterr().out
    assert "peer:fails failed on 1 page: x (ValueError: this page says that I fail)" in out
    assert "ms/page" in out


def test_naming_peers_leaves_out_the_others_and_naming_ours_replaces_the_default() -> None:
    assert candidates([]) == [DEFAULT_ENGINE, "peer:fails", "peer:missing"]
    assert candidates(["dump"]) == ["dump", "peer:fails", "peer:missing"]
    assert candidates(["peer:fails"]) == [DEFAULT_ENGINE, "peer:fails"]
    assert candidates(["peer:fails", "dump", "heuristics"]) == ["dump", "heuristics", "peer:fails"]


def test_without_any_other_tool_ours_is_measured_alone(days: Path, capsys: Captured) -> None:
    assert compare(days, "--engine", "peer:missing") == 0
    out, err = capsys.readouterr()
    assert f"engine {DEFAULT_ENGINE}" in out
    assert "left out" in err


def test_a_tool_that_nobody_knows_is_an_error(days: Path, capsys: Captured) -> None:
    assert compare(days, "--engine", "peer:nothing") == 2
    assert "there is no engine 'peer:nothing'" in capsys.readouterr().err


def test_the_help(capsys: Captured) -> None:
    assert compare("--help") == 0
    out = capsys.readouterr().out
    assert "peer:NAME" in out
    assert max(map(len, out.splitlines())) <= 80
    assert "compare" in COMMANDS
