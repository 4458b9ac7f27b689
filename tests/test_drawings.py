"""The drawings of the explanation pages: legible anywhere, described in words, and of what the engine says today."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from conftest import ROOT

from documentation.drawings import IMAGES
from documentation.drawings.__main__ import drawn
from documentation.drawings.texts import shorten

pytestmark = pytest.mark.once

FILES = sorted((ROOT / IMAGES).glob("*.svg"))
SVG = "{http://www.w3.org/2000/svg}"


def test_drawings_are_those_of_the_shipped_model() -> None:
    for name, text in drawn().items():
        assert (ROOT / IMAGES / name).read_text("utf-8") == text, "run: python -m documentation.drawings"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_drawing_stands_by_itself(path: Path) -> None:
    text = path.read_text("utf-8")
    root = ElementTree.fromstring(text)
    assert root.findtext(f"{SVG}title")
    assert root.findtext(f"{SVG}desc")
    assert "prefers-color-scheme:dark" in text
    assert not re.search(r"(?:href|src)=|url\((?!#)|@import|<script|<image", text)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_page_shows_the_drawing_and_says_what_is_on_it(path: Path) -> None:
    shown = re.compile(rf"!\[([^\]]{{30,}})\]\(images/{re.escape(path.name)}\)")
    assert any(shown.search(page.read_text("utf-8")) for page in (ROOT / IMAGES).parent.glob("*.md"))


def test_long_texts_are_cut_off() -> None:
    assert shorten("It rained.", 10) == "It rained."
    assert shorten("It rained all day.", 11) == "It rained…"
