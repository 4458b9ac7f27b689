"""``ncleaner site``: the template of a site, and a page with its decisions."""

from __future__ import annotations

from pathlib import Path

import pytest
from site_examples import PROMOTION, page

from ncleaner.cli import main

pytestmark = pytest.mark.once

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    folder.mkdir()
    for number, source in enumerate(map(page, range(1, 7))):
        (folder / f"{number}.html").write_bytes(source)
    (folder / "notes.txt").write_text("not a page")
    return folder


def test_it_shows_the_template(folder: Path, capsys: Captured) -> None:
    assert main(["site", str(folder)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("6 pages in the sample, ")
    assert f"6 of 6  {PROMOTION}" in lines


def test_it_shows_a_page(folder: Path, capsys: Captured) -> None:
    assert main(["site", str(folder), "--page", str(folder / "0.html")]) == 0
    lines = capsys.readouterr().out.splitlines()
    at = lines.index(PROMOTION)
    assert lines[at - 1].startswith("- paragraph: stands on 5 of 5 other pages of this site; ")


def test_it_writes_html(folder: Path, tmp_path: Path) -> None:
    for arguments in ([], ["--page", str(folder / "0.html")]):
        assert main(["site", str(folder), "-f", "html", "-o", str(tmp_path / "out.html"), *arguments]) == 0
        text = (tmp_path / "out.html").read_text("utf-8")
        assert "Content-Security-Policy" in text
        assert PROMOTION in text
        assert "<script" not in text
    assert "stands on 5 of 5 other pages of this site" in text


def test_texts_of_pages_cannot_be_markup_or_codes(folder: Path, capsys: Captured) -> None:
    for number in range(3):
        (folder / f"x{number}.html").write_bytes(b"<p>&lt;script&gt;alert(1)&lt;/script&gt; \x1b[31mred</p>")
        (folder / f"y{number}.html").write_bytes(page(90 + number, promotion="&lt;b&gt; \x9b2J bold"))
    assert main(["site", str(folder)]) == 0
    assert "\x1b" not in capsys.readouterr().out
    assert main(["site", str(folder), "-f", "html"]) == 0
    out = capsys.readouterr().out
    assert "&lt;b&gt;" in out
    assert "<b>" not in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere"], "there is no folder nowhere"),
        ([__file__], "is a file; name the folder"),
        ([str(Path(__file__).parent / "regressions"), "--page", "mail.txt"], "mail.txt is plain text"),
    ],
)
def test_misuse_is_explained(arguments: list[str], message: str, capsys: Captured) -> None:
    assert main(["site", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_a_folder_without_pages(tmp_path: Path, capsys: Captured) -> None:
    assert main(["site", str(tmp_path)]) == 2
    assert "no pages in" in capsys.readouterr().err
