"""Hostile pages for the tree of kept content: it survives them, loses nothing of the text, and stays small."""

from __future__ import annotations

import pytest
from hostile_structures import STRUCTURE_GENERATORS
from timing import seconds

from attacks.fuzz import oracle
from attacks.fuzz.plan import Plan
from ncleaner import Document, clean
from ncleaner.render import FORMATS

PLAN = Plan(engine="dump", url="http://a.example/b/c", formats=tuple(FORMATS), all=True)


@pytest.mark.parametrize("name", STRUCTURE_GENERATORS)
def test_every_format_and_the_tree_keep_their_promises(name: str) -> None:
    for size in (1, 1500):
        oracle.examine(PLAN, STRUCTURE_GENERATORS[name](size))


@pytest.mark.once
@pytest.mark.parametrize(
    ("name", "format"),
    [
        ("styles-around-blocks", "html"),
        ("styles-around-lines", "markdown"),
        ("abbreviation-around-blocks", "html"),
        ("place-around-blocks", "html"),
        ("paragraphs-in-deep-items", "markdown"),
        ("items-in-deep-items", "markdown"),
        ("empty-cells", "json"),
    ],
)
def test_tags_and_prefixes_do_not_fill_the_output(name: str, format: str) -> None:
    document = clean(STRUCTURE_GENERATORS[name](250_000), engine="dump", url=PLAN.url)
    assert len(document.to(format, all=True)) <= 12 * len(document.page.source) + 1_000_000


@pytest.mark.once
@pytest.mark.parametrize(
    "name", ["references-to-a-long-note", "references-inside-of-their-note", "spanned-columns", "images-in-text"]
)
def test_four_times_the_page_takes_no_ten_times_as_long(name: str) -> None:
    documents = [clean(STRUCTURE_GENERATORS[name](size), engine="dump") for size in (50_000, 200_000)]
    for format in ("markdown", "html"):
        before, after = (seconds_to_render(document, format) for document in documents)
        assert after < 10 * before + 0.01


def seconds_to_render(document: Document, format: str) -> float:
    """Return the processor time for a format with images, the best of two."""
    return min(seconds(lambda: document.to(format, images=True)) for _ in range(2))


@pytest.mark.once
def test_a_row_of_many_words_is_divided_in_linear_time() -> None:
    row = b"<table border=1><tr><td>a<td>b<tr>" + b"<td>c d" * 4000
    before = seconds(lambda: clean(row[: len(row) // 4], engine="dump").chunks(max_words=1))
    assert seconds(lambda: clean(row, engine="dump").chunks(max_words=1)) < 10 * before
