"""Conflicts in a file: what counts as one, where it is, and that gold texts with conflicts are refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from evaluating import write_set

from ncleaner.cli import main
from ncleaner.errors import SetError
from ncleaner.gold.conflicts import (
    CLOSING,
    DIVIDER,
    OPENING,
    Conflict,
    conflict,
    conflicts,
    first_unresolved,
    guarded,
)
from ncleaner.gold.sets import read_set
from ncleaner.train.examples import examples_of

pytestmark = pytest.mark.once

ONE = conflict(("anna", "ben"), "<p>Rain\n", "<p>Snow\n", "\n")


class TestFinding:
    def test_a_conflict_has_a_line_and_two_names(self) -> None:
        assert list(conflicts(f"<h>Weather\n{ONE}<p>Sun\n{ONE}")) == [
            Conflict(2, ("anna", "ben")),
            Conflict(8, ("anna", "ben")),
        ]

    def test_names_may_have_spaces_and_lines_may_end_as_on_windows(self) -> None:
        text = conflict(("anna k.", "a/ben"), "", "<p>Snow\r\n", "\r\n")
        assert list(conflicts(text)) == [Conflict(1, ("anna k.", "a/ben"))]

    @pytest.mark.parametrize(
        ("text", "left"),
        [
            (f"{OPENING} anna\nRain\n", [(1, OPENING)]),
            (f"Rain\n{DIVIDER}\nSnow\n{CLOSING} ben\n", [(2, DIVIDER), (4, CLOSING)]),
            (f"{OPENING} anna\nRain\n{DIVIDER}\nSnow\n", [(1, OPENING), (3, DIVIDER)]),
            (f"{OPENING} anna\nRain\nSnow\n{CLOSING} ben", [(1, OPENING), (4, CLOSING)]),
            (f"Rain\n{DIVIDER}", [(2, DIVIDER)]),
        ],
    )
    def test_single_lines_that_were_left_behind(self, text: str, left: list[tuple[int, str]]) -> None:
        assert [(one.line, one.stray) for one in conflicts(text)] == left

    def test_a_conflict_after_one_that_was_resolved_by_halves(self) -> None:
        assert [one.stray for one in conflicts(f"{OPENING} anna\nRain\n{ONE}")] == [OPENING, ""]

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "<p>Rain\n",
            "<p><<<<<<< anna\n",
            "========\n",
            "======= more\n",
            "<<<<<<<<< a\n",
            ">>>>>>>no\n",
            " =======\n",
        ],
    )
    def test_text_is_none(self, text: str) -> None:
        assert list(conflicts(text)) == []
        assert guarded(text) == text

    def test_a_space_makes_text_of_a_line(self) -> None:
        assert list(conflicts(guarded(ONE))) == []
        assert guarded(ONE).split() == ONE.split()


class TestGoldTexts:
    def test_a_line_below_a_heading_is_not_refused(self) -> None:
        assert first_unresolved("Weather\n=======\nRain\n") == 0

    @pytest.mark.parametrize("text", [ONE, ONE.replace(f"{DIVIDER}\n", ""), f"{OPENING} anna\n", f"{CLOSING} ben\n"])
    def test_whatever_else_is_left_of_a_conflict_is_refused(self, text: str) -> None:
        assert first_unresolved(f"<p>Sun\n{text}") == 2

    @pytest.fixture
    def days(self, tmp_path: Path) -> Path:
        return write_set(tmp_path / "days", {"a": ("<p>Sun", "<p>Sun\n"), "b": ("<p>Rain", f"<h>Weather\n{ONE}")})

    def test_where_gold_is_read(self, days: Path) -> None:
        with pytest.raises(SetError, match=r"b\.txt has unresolved conflicts, the first in line 2"):
            list(examples_of([(read_set(days), 1)]))

    @pytest.mark.parametrize("command", [["evaluate", "SET"], ["train", "SET", "-o", "MODEL"]])
    def test_commands_say_so_in_a_sentence(
        self, command: list[str], days: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        places = {"SET": str(days), "MODEL": str(tmp_path / "new.model")}
        assert main([places.get(word, word) for word in command]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.count("\n") == 1
        assert "unresolved conflicts" in err
        assert not (tmp_path / "new.model").exists()
