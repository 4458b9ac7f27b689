"""Golden files: small pages and their output in each format.

``python tests/test_render_golden.py`` rewrites the files; review the diff before you commit it.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from unittest.mock import patch

import pytest
from render_documents import document

from ncleaner.page.blocks import FOOTER, FORM, NAV, Block
from ncleaner.page.document import Document
from ncleaner.render import FORMATS, vertical
from ncleaner.tokenize.unspaced import WordSplitter

GOLDEN = Path(__file__).parent / "golden" / "render"
PAGES = sorted(path.parent.name for path in GOLDEN.glob("*/page.*"))


def is_boilerplate(block: Block, text: str) -> bool:
    return bool(block.state & (NAV | FOOTER | FORM) or block.rule)


def golden_document(page: str) -> Document:
    path = next((GOLDEN / page).glob("page.*"))
    kind = "html" if path.suffix == ".html" else "text"
    return document(path.read_text(encoding="utf-8"), drop=is_boilerplate, kind=kind)


def rendered(page: str, format: str) -> str:
    """Return the page in a format, as where no segmenters are installed."""
    with patch.object(vertical, "WordSplitter", partial(WordSplitter, find=lambda language: None)):
        return golden_document(page).to(format)


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("page", PAGES)
def test_output_equals_the_golden_file(page: str, format: str) -> None:
    expected = (GOLDEN / page / f"expected.{format}").read_text(encoding="utf-8")
    assert rendered(page, format) == expected


@pytest.mark.parametrize("format", ["markdown", "txt"])
def test_output_with_metadata_and_dropped_segments_equals_the_golden_file(format: str) -> None:
    expected = (GOLDEN / "article" / f"all.{format}").read_text(encoding="utf-8")
    assert golden_document("article").to(format, all=True, metadata=True) == expected


def write_all() -> None:
    for page in PAGES:
        for format in FORMATS:
            (GOLDEN / page / f"expected.{format}").write_text(rendered(page, format), encoding="utf-8")
    for format in ("markdown", "txt"):
        text = golden_document("article").to(format, all=True, metadata=True)
        (GOLDEN / "article" / f"all.{format}").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_all()
