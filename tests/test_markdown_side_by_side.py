"""The page that shows the Markdown of four tools side by side, with tools of a few lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.markdown import __main__ as program
from benchmarks.markdown import tables
from benchmarks.markdown.converters import Converter, converters
from benchmarks.markdown.excerpts import EXCERPTS, MISSING, MOST_LINES, Excerpt, cut, fenced, written
from benchmarks.markdown.shared import Kept, compared
from ncleaner.errors import MissingPackage

pytestmark = pytest.mark.once

PAGE = """<ul><li><a href=/>Home</a><li><a href=/a>About the harbour</a></ul>
<h1>The harbour of Sundry</h1><p>It rained all day long, and the ferry waited for the piano until the evening.</p>
<ul><li>two lights on the quay<li>one bell</ul>
<table><tr><th>Name of the ship<th>Length<tr><td>Constance Bell<td>31 m</table>
<dl><dt>Quay<dd>where the ships are moored</dl>"""

WHOLE = """- Home
- About the harbour

# The harbour of Sundry

- two lights on the quay
- one bell

| Name of the ship | Length |
| --- | --- |
| Constance Bell | 31 m |

Quay

where the ships are moored
"""
LOOSE = """Two lights on the quay and one bell.

two lights on the quay

one bell

Name of the ship | Length

| Constance Bell | 31 m |

Quay: where the ships are moored
"""


class TestExcerpts:
    def test_from_a_line_up_to_another(self) -> None:
        assert cut(WHOLE, "The harbour of", "Name") == [
            "# The harbour of Sundry", "", "- two lights on the quay", "- one bell",
        ]  # fmt: skip

    def test_from_the_first_line_to_the_last(self) -> None:
        assert cut("\n\none\n\ntwo\n", "", "") == ["one", "", "two"]

    def test_a_place_that_is_not_there(self) -> None:
        assert cut(WHOLE, "piano", "") == cut("", "", "") == []
        text = written({"place": Excerpt(Path("page"), "piano")}, {Path("page"): {"a": WHOLE, "b": "the piano"}})
        assert text == {"place": f"#### a\n\n{MISSING}\n\n#### b\n\n```markdown\nthe piano\n```"}

    def test_long_excerpts_and_lines_are_cut(self) -> None:
        lines = cut("word " * 40 + "\nnext" * 40, "word", "")
        assert len(lines) == MOST_LINES
        assert (lines[-1], lines[-2]) == ("…", "next")
        assert len(lines[0]) <= 100
        assert lines[0].endswith("word wor …")

    def test_a_fence_is_longer_than_those_inside(self) -> None:
        assert fenced(["````", "x", "````"]) == "`````markdown\n````\nx\n````\n`````"


class TestShared:
    def test_what_all_have_kept_is_compared(self) -> None:
        found = compared(PAGE, {"whole": WHOLE, "loose": LOOSE})
        for tool, expected in {"whole": (1, 1, 2, 2), "loose": (1, 0, 2, 0)}.items():
            lists = found[tool].lists  # the menu and the definition do not count
            assert (lists.structures, lists.whole_structures, lists.pieces, lists.whole) == expected
        assert (found["whole"].tables.whole, found["loose"].tables.whole, found["loose"].tables.pieces) == (4, 0, 4)

    def test_what_one_has_left_out_does_not_count(self) -> None:
        found = compared(PAGE, {"whole": WHOLE, "less": LOOSE.replace("one bell", "")})
        assert found["whole"].lists.structures == 0
        assert found["whole"].tables.structures == 1

    def test_what_stands_on_the_page_twice_does_not_count(self) -> None:
        page = PAGE + "<h2>Two lights</h2><p>There are two lights on the quay at night.</p>"
        assert compared(page, {"whole": WHOLE})["whole"].lists.pieces == 2  # only the menu
        assert compared(PAGE, {"whole": WHOLE})["whole"].lists.pieces == 4

    def test_the_table_has_shares(self) -> None:
        kept = {tool: Kept.none() for tool in ("whole", "loose")}
        for tool, page in compared(PAGE, {"whole": WHOLE, "loose": LOOSE}).items():
            kept[tool].add(page)
        lines = tables.shared_rows(kept).split("\n")
        assert lines[2] == "| all | 1 | 4 | 1 | 2 | 0 | 0 |"
        assert lines[3] == "| whole | 100.0 % | 100.0 % | 100.0 % | 100.0 % | – | – |"
        assert lines[4] == "| loose | 0.0 % | 0.0 % | 0.0 % | 0.0 % | – | – |"


class TestPage:
    def test_it_is_written_from_a_set(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        folder = tmp_path / program.SET
        (folder / "gold").mkdir(parents=True)
        (folder / "page.html").write_text(PAGE)
        (folder / "gold" / "page.txt").write_text("It rained all day long.\n")
        tools = [Converter("copy", "1.2", lambda html: WHOLE), Converter("none", "3.4", lambda html: str(1 / 0))]
        monkeypatch.setattr(program, "converters", lambda: tools)
        assert program.main([str(tmp_path), "--output", str(tmp_path)]) == 0
        text = (tmp_path / program.NAME).read_text("utf-8")
        assert "copy 1.2 and none 3.4" in text
        assert "copy 0, none 1" in text
        assert text.count("#### copy") == len(EXCERPTS)

    def test_without_the_set_nothing_is_written(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(program, "converters", list)
        assert program.main([str(tmp_path), "--output", str(tmp_path)]) == 1
        assert "DATA must be the folder" in capsys.readouterr().err
        assert not (tmp_path / program.NAME).exists()

    def test_a_missing_tool_is_named(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def missing() -> list[Converter]:
            raise MissingPackage("docs/measurements/markdown.md", "markitdown", "peers")

        monkeypatch.setattr(program, "converters", missing)
        assert program.main([str(tmp_path)]) == 1
        assert "pip install 'ncleaner[peers]'" in capsys.readouterr().err


def test_the_tools_write_markdown() -> None:
    for package in ("trafilatura", "markitdown", "html_to_markdown"):
        pytest.importorskip(package)
    for tool in converters():
        assert "It rained all day long, and the ferry waited" in tool(PAGE), tool.name
