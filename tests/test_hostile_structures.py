"""Hostile pages for the tree of kept content: it survives them, loses nothing of the text, and stays small."""

from __future__ import annotations

from html import escape

import pytest
from hostile_structures import STRUCTURE_GENERATORS
from timing import seconds

from attacks.formats import CHECKS
from attacks.fuzz import oracle
from attacks.fuzz.plan import Plan
from ncleaner import Document, clean
from ncleaner.render import FORMATS

PLAN = Plan(engine="dump", url="http://a.example/b/c", formats=tuple(FORMATS), all=True)


@pytest.mark.parametrize("name", STRUCTURE_GENERATORS)
def test_every_format_and_the_tree_keep_their_promises(name: str) -> None:
    for size in (1, 1500):
        oracle.examine(PLAN, STRUCTURE_GENERATORS[name](size))


@pytest.mark.parametrize(
    "text",
    [
        r"\(<script>a</script>\)",
        r"\([a](javascript:b)\)",
        r"$$a_1<img src=x onerror=b>$$",
        "\\(`\\) `<script>a</script>`",
        "\\(a\\\\) $<b>$ $",
        "[a](data:b) <b onclick=c>",
    ],
)
def test_html_of_a_page_in_formulas_and_code_stays_text(text: str) -> None:
    page = f"<title>{escape(text)}</title><p>{escape(text)}<p><code>{escape(text)}</code>{escape(text)}"
    markdown = clean(page.encode(), engine="dump").to("markdown", metadata=True)
    assert CHECKS["markdown"](markdown) == ""


def test_code_keeps_its_fences_where_there_is_no_room_to_indent_it() -> None:
    code = b"<pre>" + b"\n&lt;i>" * 20_000 + b"</pre>"
    for depth in range(3):
        page = b"<blockquote><ol start=99999999><li>" * 4 + b"<p>a" * 10_000 + b"<ul><li>" * depth + code
        assert CHECKS["markdown"](clean(page, engine="dump").to("markdown")) == ""


@pytest.mark.parametrize("sign", ["\0", "\x01", "\x0b", "\x0c", "\x1f", "\uffff", "\t", "\r\n", "&#13;", "&#x1;"])
def test_characters_that_formats_drop_disguise_no_scheme(sign: str) -> None:
    page = f"<p><a href='java{sign}script:a'>b</a> <img src='java{sign}script:c'> <a href='#d'>e</a>".encode()
    for url in (None, f"java{sign}script:f", f"http://a.example/{sign}"):
        document = clean(page, engine="dump", url=url)
        for name in ("html", "markdown", "decisions"):
            options = {} if name == "decisions" else {"images": True}
            assert CHECKS[name](document.to(name, **options)) == ""


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
@pytest.mark.parametrize("name", ["references-to-a-long-note", "references-inside-of-their-note"])
def test_four_times_the_page_takes_no_ten_times_as_long(name: str) -> None:
    documents = [clean(STRUCTURE_GENERATORS[name](size), engine="dump") for size in (20_000, 80_000)]
    for format in ("markdown", "html"):
        before, after = (seconds_to_render(document, format) for document in documents)
        assert after < 10 * before


@pytest.mark.once
def test_columns_that_cells_above_span_to_take_no_time() -> None:
    document = clean(STRUCTURE_GENERATORS["spanned-columns"](40_000), engine="dump")
    assert seconds_to_render(document, "markdown") < 8 * seconds_to_render(document, "html")


def seconds_to_render(document: Document, format: str) -> float:
    """Return the processor time for a format with images, the best of two."""
    return min(seconds(lambda: document.to(format, images=True)) for _ in range(2))


@pytest.mark.once
def test_a_row_of_many_words_is_divided_in_linear_time() -> None:
    row = b"<table border=1><tr><td>a<td>b<tr>" + b"<td>c d" * 4000
    before = seconds(lambda: clean(row[: len(row) // 4], engine="dump").chunks(max_words=1))
    assert seconds(lambda: clean(row, engine="dump").chunks(max_words=1)) < 10 * before
