"""Pages in the code pages of their languages are read and cleaned as in UTF-8, from the right to the left as well."""

from __future__ import annotations

import pytest
from code_pages import PAGES, Written

from ncleaner import Cleaner, clean

CASES = [(page, encoding) for page in PAGES for encoding in page.encodings]
IDS = [f"{page.language}, {encoding}" for page, encoding in CASES]
UNDECLARED = [(page, page.encodings[0]) for page in PAGES]


@pytest.fixture(scope="module")
def cleaner() -> Cleaner:
    return Cleaner()


@pytest.mark.parametrize(("page", "encoding"), CASES, ids=IDS)
def test_a_declared_encoding(cleaner: Cleaner, page: Written, encoding: str) -> None:
    lines = cleaner.clean(page.html(encoding).encode(encoding)).text.splitlines()
    assert lines == [page.title, *page.paragraphs]


@pytest.mark.parametrize(("page", "encoding"), UNDECLARED, ids=[page.language for page in PAGES])
def test_an_encoding_that_nobody_declares_is_detected(page: Written, encoding: str) -> None:
    text = clean(page.html().encode(encoding), engine="dump").text
    assert all(paragraph in text for paragraph in page.paragraphs)


@pytest.mark.parametrize("page", PAGES, ids=[page.language for page in PAGES])
def test_the_encoding_of_the_connection(page: Written) -> None:
    encoding = page.encodings[0]
    document = clean(page.html("utf-8").encode(encoding), http_charset=encoding, engine="dump")
    assert page.paragraphs[0] in document.text


@pytest.mark.parametrize("page", PAGES, ids=[page.language for page in PAGES])
def test_words_of_every_language_are_counted(page: Written) -> None:
    blocks = clean(page.html().encode(), engine="dump").blocks
    words = [block.words for block in blocks.items if blocks.text(blocks.items.index(block)) in page.paragraphs]
    assert all(8 <= count <= 40 for count in words)
