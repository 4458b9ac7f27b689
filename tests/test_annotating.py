"""The simulated annotator of `benchmarks.annotating`."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.annotating import strokes
from benchmarks.annotating.bases import is_chinese
from ncleaner import Cleaner
from ncleaner.gold.sets import Pair

pytestmark = pytest.mark.once

MENU = "<ul><li><a href=/>Home</a><li><a href=/a>About us</a></ul>"
TEXT = "<h1>A day</h1><p>It rained all day long.</p><p>The river rose by a metre.</p>"
FOOT = "<p>Copyright 2007</p>"


def pair(folder: Path, page: str, gold: str) -> Pair:
    (folder / "page.html").write_text(page)
    (folder / "gold.txt").write_text(gold)
    return Pair("page", str(folder / "page.html"), str(folder / "gold.txt"))


class TestStrokes:
    def test_each_range_of_wrong_blocks_is_a_stroke(self, tmp_path: Path) -> None:
        found = strokes.work(
            pair(tmp_path, MENU + TEXT + FOOT, "A day\nIt rained all day long.\nThe river rose by a metre.\n"),
            Cleaner(engine="dump"),
        )
        assert found.blocks == 6
        assert found.strokes == {"suggestions": 2, "everything": 2, "nothing": 1}

    def test_wrong_kinds_are_further_strokes(self, tmp_path: Path) -> None:
        gold = "<h> A day\n<p> It rained all day long.\n<h> The river rose by a metre.\n"
        found = strokes.work(pair(tmp_path, TEXT, gold), Cleaner(engine="dump"))
        assert found.strokes == {"suggestions": 1, "everything": 1, "nothing": 2}

    def test_a_line_of_the_table(self, tmp_path: Path) -> None:
        found = strokes.work(pair(tmp_path, TEXT, "It rained all day long.\n"), Cleaner(engine="dump"))
        assert strokes.row("set", [found]) == ["set", "1", "3", "2", "2", "1", "0 %", "55.6"]


def test_chinese_is_told_by_its_characters(tmp_path: Path) -> None:
    assert is_chinese(pair(tmp_path, TEXT, "昨天下午下了一场大雨。"))
    assert not is_chinese(pair(tmp_path, TEXT, "It rained all day long."))
