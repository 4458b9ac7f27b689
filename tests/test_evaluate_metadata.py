"""``ncleaner evaluate SET --metadata``: titles, authors and dates against gold values."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from ncleaner.cli import main
from ncleaner.errors import SetError
from ncleaner.evaluate.metadata import PageValues, evaluate_metadata, scores
from ncleaner.gold.sets import read_set

pytestmark = pytest.mark.once

Captured = pytest.CaptureFixture[str]

PAGES = {
    "1": (
        "<title>Rain</title><meta name=author content='Anna Berg'><meta name=date content=2009-03-21T10:00:00Z><p>text",
        {"title": "RAIN", "author": "Berg, Anna", "publish_date": "2009-03-21"},
        "article",
    ),
    "2": (
        "<title>Snow in May</title><meta name=author content='Tom Reed'><p>text",
        {"title": "Snow", "author": None, "publish_date": "2009-05-01"},
        "article",
    ),
    "3": ("<title>The harbour’s – fog</title><p>text", {"title": "The harbour's - fog", "author": "Ida Holm"}, "forum"),
}


@pytest.fixture
def days(tmp_path: Path) -> Path:
    """Return a set of three pages with gold metadata and page types."""
    folder = tmp_path / "days"
    for name in ("html", "gold"):
        (folder / name).mkdir(parents=True)
    for id, (page, _, _) in PAGES.items():
        (folder / "html" / f"{id}.html").write_text(page, encoding="utf-8")
        (folder / "gold" / f"{id}.txt").write_text("text\n", encoding="utf-8")
    values = {id: gold for id, (_, gold, _) in PAGES.items()}
    (folder / "metadata.json").write_text(json.dumps(values), encoding="utf-8")
    (folder / "page_types.tsv").write_text("".join(f"{id}\t{type}\n" for id, (_, _, type) in PAGES.items()))
    return folder


def evaluate(*arguments: str | os.PathLike[str]) -> int:
    return main(["evaluate", *(os.fspath(argument) for argument in arguments)])


def test_the_summary(days: Path) -> None:
    summary = evaluate_metadata(read_set(days), os.fspath(days))
    assert (summary["set"], summary["pages"]) == ("days", 3)
    assert summary["title"]["exact"] == pytest.approx(200 / 3)
    assert summary["author"] == {"precision": 50, "recall": 50, "f": 50}
    assert summary["date"]["precision"] == 100
    assert summary["date"]["recall"] == 50
    assert summary["types"]["article"]["title"]["exact"] == 50
    assert summary["types"]["forum"]["author"] == {"precision": None, "recall": 0, "f": 0}
    assert summary["types"]["forum"]["date"]["f"] is None


@pytest.mark.parametrize(
    ("name", "found", "gold", "is_right"),
    [
        ("title", "“Fog”  and RAIN", '"fog" and rain', True),
        ("title", "Fog", "Fog | The Harbour", False),
        ("author", "By Anna Berg and Tom Reed", "Tom Reed, Anna Berg", True),
        ("author", "Anna", "Anna Berg", False),
        ("date", "2009-03-21T23:59:59+02:00", "2009-03-21", True),
        ("date", "2009-03-22", "2009-03-21", False),
    ],
)
def test_what_is_right(name: str, found: str, gold: str, is_right: bool) -> None:
    figures = scores([PageValues("", {name: found}, {name: gold})])[name]
    assert next(iter(figures.values())) == (100 if is_right else 0)


def test_a_table_by_page_type(days: Path, capsys: Captured) -> None:
    assert evaluate(days, "--metadata") == 0
    out, err = capsys.readouterr()
    assert out.startswith("days: metadata of 3 pages\n")
    rows = {line.split("  ")[0]: line.split()[-8:] for line in out.splitlines()}
    assert rows["all pages"] == ["3", "66.7", *["50.0"] * 3, "100.0", "50.0", "66.7"]
    assert rows["forum"][2:4] == ["–", "0.0"]
    assert err == ""


def test_json_and_a_part_of_the_set(days: Path, capsys: Captured) -> None:
    assert evaluate(days, "--metadata", "--json", "--limit", "2") == 0
    assert json.loads(capsys.readouterr().out)["pages"] == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--engine", "dump"], "leave out --engine"),
        (["--csv"], "leave out --csv"),
        (["--bias", "1"], "leave out --bias"),
        (["--workers", "2"], "leave out --workers"),
    ],
)
def test_options_for_texts_are_refused(days: Path, capsys: Captured, arguments: list[str], message: str) -> None:
    assert evaluate(days, "--metadata", *arguments) == 2
    assert message in capsys.readouterr().err


def test_a_set_without_gold_metadata(days: Path, capsys: Captured) -> None:
    (days / "metadata.json").unlink()
    assert evaluate(days, "--metadata") == 2
    assert "no metadata.json" in capsys.readouterr().err


def test_a_set_must_be_named(days: Path, capsys: Captured) -> None:
    assert evaluate("--pages", days / "html", "--gold", days / "gold", "--metadata") == 2
    assert "--metadata needs a SET" in capsys.readouterr().err


@pytest.mark.parametrize("content", ["", "[]", "{", '{"1": 7}', "[" * 100_000])
def test_damaged_gold_metadata(days: Path, content: str) -> None:
    (days / "metadata.json").write_text(content)
    with pytest.raises(SetError, match=r"metadata\.json"):
        evaluate_metadata(read_set(days), os.fspath(days))
