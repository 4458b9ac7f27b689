"""Golden pages for the structures that Markdown must keep: tables, lists, code, quotations, formulas and more.

Each folder of ``golden/structures`` has a page and the Markdown that it becomes if all of its text is kept. The
expected files are compared with the structure of the page by an independent parser, too.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import ncleaner
from ncleaner.evaluate.structure.forms import Structures, joined
from ncleaner.evaluate.structure.markdown import read_markdown
from ncleaner.evaluate.structure.source import read_source

GOLDEN = Path(__file__).parent / "golden" / "structures"
FOLDERS = sorted(path.name for path in GOLDEN.iterdir())

# The options of folders whose expected Markdown is not that without options.
OPTIONS = {"images": {"images": True}}


def output(folder: str) -> str:
    page = (GOLDEN / folder / "page.html").read_bytes()
    return ncleaner.clean(page, engine="dump").to("markdown", **OPTIONS.get(folder, {}))


def expected(folder: str) -> str:
    return (GOLDEN / folder / "expected.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_output_is_the_expected_markdown(folder: str) -> None:
    assert output(folder) == expected(folder)


def comparable(structures: Structures) -> dict[str, object]:
    """Return what source and Markdown must have in common. Markdown has a repeated heading once."""
    headings = structures.headings
    return {
        "tables": [[list(map(joined, row)) for row in table] for table in structures.tables],
        "lists": [
            (items.depth, items.numbers, list(map(joined, items.texts)), items.boxes) for items in structures.lists
        ],
        "code": [(code.language, code.lines) for code in structures.code],
        "quotes": structures.quotes,
        "headings": [now for before, now in zip([None, *headings], headings, strict=False) if now != before],
        "formulas": [(formula.key, formula.display) for formula in structures.formulas],
    }


def of_source(folder: str) -> dict[str, object]:
    return comparable(read_source((GOLDEN / folder / "page.html").read_text(encoding="utf-8")))


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_expected_markdown_has_the_structures_of_the_page(folder: str) -> None:
    assert comparable(read_markdown(expected(folder))) == of_source(folder)


@pytest.mark.parametrize(
    ("folder", "right", "wrong"),
    [
        ("tables", "| Vega |\n", ""),
        ("tables", "| Island | 07:10 |", "| Island |"),
        ("table-html", '<td rowspan="2">read</td>', "<td>read</td>"),
        ("lists", "    1. one small can", "  - one small can"),
        ("lists", "5. five", "2. five"),
        ("task-lists", "- [ ] count", "- [x] count"),
        ("definition-lists", "- Fibres that are spun.", "Fibres that are spun."),
        ("code", "```sql", "```"),
        ("code", "  FROM tides", "FROM tides"),
        ("quotations", "> > Storms", "> Storms"),
        ("headings", "### Law", "## Law"),
        ("mathematics-annotated", "$$x < y$$", "$x < y$"),
        ("mathematics-text", "$f(x)$", "f(x)"),
    ],
)
def test_a_wrong_expected_file_is_found(folder: str, right: str, wrong: str) -> None:
    text = expected(folder)
    assert text.count(right) == 1
    assert comparable(read_markdown(text.replace(right, wrong))) != of_source(folder)


def test_a_paragraph_alone_is_no_heading() -> None:
    assert ncleaner.clean(b"<p>one").to("markdown") == "one\n"
    assert ncleaner.extract("<p>one", output_format="markdown") == "one"
