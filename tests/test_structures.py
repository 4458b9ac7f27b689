"""Golden pages for the structures that Markdown must keep: tables, lists, code, quotations, formulas and more.

Each folder of ``golden/structures`` has a page and the Markdown that it becomes if all of its text is kept. The expected
files were written by hand, not by the program; nothing rewrites them.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import ncleaner

GOLDEN = Path(__file__).parent / "golden" / "structures"
FOLDERS = sorted(path.name for path in GOLDEN.iterdir())

# The folders whose output is not as expected so far.
NOT_YET = [
    "code",
    "code-line-ends",
    "code-numbers",
    "definition-lists",
    "details",
    "footnote-notes",
    "footnotes",
    "headings",
    "headings-title",
    "headings-wiki",
    "images",
    "inline",
    "list-contents",
    "lists",
    "mathematics-annotated",
    "mathematics-mathjax",
    "mathematics-mathml",
    "mathematics-text",
    "quotations",
    "rules",
    "table-cells",
    "table-html",
    "tables",
    "task-lists",
]


# The options of folders whose expected Markdown is not that without options.
OPTIONS = {"images": {"images": True}}

NOT_YET_MARK = pytest.mark.xfail(strict=True, reason="in NOT_YET")


def output(folder: str) -> str:
    page = (GOLDEN / folder / "page.html").read_bytes()
    return ncleaner.clean(page, engine="dump").to("markdown", **OPTIONS.get(folder, {}))


def expected(folder: str) -> str:
    return (GOLDEN / folder / "expected.md").read_text(encoding="utf-8")


def test_not_yet_names_folders() -> None:
    assert set(NOT_YET) <= set(FOLDERS)


@pytest.mark.parametrize(
    "folder", [pytest.param(folder, marks=[NOT_YET_MARK] if folder in NOT_YET else []) for folder in FOLDERS]
)
def test_the_output_is_the_expected_markdown(folder: str) -> None:
    assert output(folder) == expected(folder)


@pytest.mark.xfail(strict=True, reason="not yet")
def test_a_paragraph_alone_is_no_heading() -> None:
    assert ncleaner.clean(b"<p>one").to("markdown") == "one\n"
    assert ncleaner.extract("<p>one", output_format="markdown") == "one"
