"""Markdown, read back by an independent parser of CommonMark with GitHub's tables."""

from __future__ import annotations

import html
import re
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token
from render_documents import document, every_second, soups, texts

from ncleaner.page.blocks import PRE
from ncleaner.page.document import Document
from ncleaner.page.metadata import Metadata

PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
TYPED_MARK = re.compile(r"^(?:\(?\d{1,9}[.)] |[•‣▪●] ?|[*·⁃▸►○◦■□▫◆»→✓✔+-] )(?=\S)")
STYLES = {"em_open": "i", "strong_open": "b", "link_open": "a", "s_open": "s"}


def markdown(page: str, **options: bool) -> str:
    return document(page, metadata=Metadata()).to("markdown", **options)


def expected_text(cleaned: Document, all: bool = False) -> list[str]:
    """Return the text of the segments, without the bullets and numbers of items that have no list tags."""
    result = []
    for segment, block in zip(cleaned.segments, cleaned.blocks.items, strict=True):
        if segment.keep or all:
            typed = segment.kind == "l" and "li" not in segment.path.split("/") and not block.state & PRE
            result.append(TYPED_MARK.sub("", segment.text) if typed else segment.text)
    return result


def inline_text(children: list[Token]) -> str:
    pieces = {"softbreak": "\n", "hardbreak": "\n"}
    return "".join(pieces.get(child.type, child.content) for child in children)


def blocks_of(text: str) -> list[str]:
    """Return the text of the blocks of a Markdown document."""
    texts = []
    for token in PARSER.parse(text):
        if token.type == "inline":
            texts.append(inline_text(token.children or []))
        elif token.type in ("fence", "code_block", "html_block"):
            texts.append(token.content.removesuffix("\n"))
    return texts


def outline(text: str) -> str:
    """Return the structure of a Markdown document, with its text."""
    result = []
    for token in PARSER.parse(text):
        if token.type == "inline":
            result.append(inline_text(token.children or []))
        elif token.type == "fence":
            result.append(f"<code>{token.content}</code>")
        elif token.tag != "p":
            result.append(f"<{'/' if token.nesting < 0 else ''}{token.tag}>")
    return "".join(result)


def spans(text: str) -> list[tuple[str, str]]:
    """Return the runs of the first block with their styles: letters for italics, bold, link and code."""
    result = []
    styles: list[str] = []
    for token in PARSER.parse(text)[1].children or []:
        if token.nesting > 0:
            styles.append(STYLES[token.type])
        elif token.nesting < 0:
            styles.pop()
        elif token.content:
            code = ["c"] if token.type == "code_inline" else []
            result.append((token.content, "".join(sorted(styles + code))))
    return result


def addresses(text: str) -> list[str]:
    children = [child for token in PARSER.parse(text) for child in token.children or []]
    return [str(child.attrs["href"]) for child in children if child.type == "link_open"]


# Round trips of text


@given(texts=st.lists(texts, max_size=4), tag=st.sampled_from(["p", "h1", "h6", "li", "blockquote"]))
def test_a_parser_returns_the_text_of_every_block(texts: list[str], tag: str) -> None:
    cleaned = document("".join(f"<{tag}>{html.escape(text)}</{tag}>" for text in texts), metadata=Metadata())
    assert blocks_of(cleaned.to("markdown")) == expected_text(cleaned)


@given(texts)
def test_code_keeps_its_white_space(text: str) -> None:
    cleaned = document(f"<pre><code>x{html.escape(text)}</code></pre>", metadata=Metadata())
    assert blocks_of(cleaned.to("markdown")) == [segment.text for segment in cleaned.segments]


def squeezed(pieces: list[str]) -> str:
    """Return the text without white space, and without quotation marks: ``<q>`` gets some."""
    return re.sub("[\\s\u201c\u201d]+", "", "".join(pieces))


@given(page=soups, links=st.booleans())
def test_no_text_is_lost_or_added_on_any_page(page: str, links: bool) -> None:
    cleaned = document(page, drop=every_second, metadata=Metadata())
    for all in (False, True):
        text = cleaned.to("markdown", all=all, links=links)
        assert squeezed(blocks_of(text)) == squeezed(expected_text(cleaned, all))


@pytest.mark.parametrize(
    "text",
    [
        "# no heading", "#hash", "> no quote", "- no item", "+ no item", "* no item", "-5 degrees", "2 * 3 * 4",
        "*stars*",
        "1) no item", "12. no item", "---", "***", "___", "===", "- - -", "snake_case_name", "_under_", "__init__",
        "`tick`",
        "``", "~~~", "~5 and ~6", "[x](y)", "[x]: y", "![x](y)", "[ ] task", "a\\b", "\\*", "\\", "&amp;",
        "&copy; x", "AT&T",
        "<b>tag</b>", "<http://a.example>", "a < b > c", "| a | b |", ":--- | ---", "http://a.example/~b_c_(d)",
        "#", "1.", "x #",
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "page", ["<h2>first<br>{}</h2>", "<ul><li>a<p>{}</p></ul>", "<table><tr><td>a<td>a<tr><td>a<td>{}</table>"]
)
def test_text_that_looks_like_markdown_is_escaped(text: str, page: str) -> None:
    last = blocks_of(markdown(page.format(html.escape(text))))[-1]
    assert last.removeprefix("first ") == text


def test_ordinary_text_is_not_cluttered_with_escapes() -> None:
    text = "It's 5 > 3, isn't it? Yes! (AT&T) snake_case 2 * 3 #1 C++ - 10% + x=y; \"q\" http://a.example/b_c?d=e&f=g"
    assert markdown(f"<p>{html.escape(text)}") == text + "\n"


# Structure


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<h1>A</h1><h6>B</h6><p><b>C</b></p>", "# A\n\n###### B\n\n**C**\n"),
        ("<h2>A<br>B</h2><p>c<br>d<br><br>e", "## A B\n\nc\\\nd\n\ne\n"),
        ("<ul><li>a<li>b<ul><li>c</ul><li>d</ul>", "- a\n- b\n  - c\n- d\n"),
        ("<ol><li>a<li>b<ol><li>c</ol></ol>", "1. a\n2. b\n   1. c\n"),
        ("<ol start=9><li>a<li>b</ol>", "9. a\n10. b\n"),
        ("<ul><li>a<ol start=5><li>b</ol></ul>", "- a\n\n  5. b\n"),
        ("<ul><li><p>a</p><p>b</p><li>c</ul>", "- a\n\n  b\n- c\n"),
        ("<ul><li>a</ul><ul><li>b</ul>", "- a\n\n* b\n"),
        ("<ol><li>a</ol><ol><li>b</ol>", "1. a\n\n1) b\n"),
        ("<ul><li>a</ul><p>b", "- a\n\nb\n"),
        ("<ul><li><ul><li>a</ul></ul>", "- - a\n"),
        ("<ul><li><h3>A</h3>b</ul>", "- ### A\n\n  b\n"),
        ("<blockquote>a<blockquote>b</blockquote>c</blockquote>d", "> a\n>\n> > b\n>\n> c\n\nd\n"),
        ("<blockquote>a</blockquote><blockquote>b</blockquote>", "> a\n\n> b\n"),
        ("<blockquote><ul><li>a<li>b</ul></blockquote>", "> - a\n> - b\n"),
        ("<ul><li><blockquote>a</blockquote><li>b</ul>", "- > a\n- b\n"),
        ("<pre>a\n  b\n\nc</pre>", "```\na\n  b\n\nc\n```\n"),
        ("<ul><li>a<pre><code>x\n\ny</code></pre></ul>", "- a\n\n  ```\n  x\n\n  y\n  ```\n"),
        ("<blockquote><pre>x</pre></blockquote>", "> ```\n> x\n> ```\n"),
        ("<pre><code>a ``` b</code></pre>", "````\na ``` b\n````\n"),
        ("• a<br>• b<br>1. c<br>2) d<p>e", "- a\n- b\n\n1. c\n2. d\n\ne\n"),
        ("•a<br>a) b", "•a\n\n- a) b\n"),
        ("<dl><dt>a<dd>b<dd>c<dt>d<dd>e</dl>", "**a**\n\n- b\n- c\n\n**d**\n\n- e\n"),
    ],
)
def test_structure(page: str, expected: str) -> None:
    assert markdown(page) == expected


def test_nesting_is_limited() -> None:
    text = markdown("<ul><li>x" * 100)
    assert squeezed(blocks_of(text)) == "x" * 100
    assert max(len(line) for line in text.splitlines()) < 30


def test_quotes_in_plain_text_are_quotes() -> None:
    cleaned = document("> asked\n\nanswered\n", kind="text", metadata=Metadata())
    assert cleaned.to("markdown") == "> asked\n\nanswered\n"


def test_items_keep_their_numbers_if_others_are_dropped() -> None:
    cleaned = document("<ol><li>a<li>b<li>c</ol>", drop=lambda block, text: text == "b", metadata=Metadata())
    assert cleaned.to("markdown") == "1. a\n3. c\n"


# Tables


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<tr><th>A<th>B<tr><td>1<td>2", "| A | B |\n| --- | --- |\n| 1 | 2 |\n"),
        ("<thead><tr><td>A<td>B<tbody><tr><td>a<br>b<td>x|y", "| A | B |\n| --- | --- |\n| a<br>b | x\\|y |\n"),
        ("<tr><td>A<td>B<td>C<tr><td colspan=2>1<td>2", "| A | B | C |\n| --- | --- | --- |\n| 1 |  | 2 |\n"),
        ("<tr><td>A<td rowspan=2>B<td>C<tr><td>1<td>2", "| A | B | C |\n| --- | --- | --- |\n| 1 |  | 2 |\n"),
        ("<tr><td>A<td><td>B<tr><td>1<td> <td>2", "| A | B |\n| --- | --- |\n| 1 | 2 |\n"),
        ("<caption>T</caption><tr><td>A<td>B<tr><td>1<td>2", "T\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n"),
        ("<tr><td>A<td>B<tr><td><a href=/x>1</a><td><b>2</b>", "| A | B |\n| --- | --- |\n| [1](/x) | **2** |\n"),
        ("<tr><td>A<td>B<tr><td><code>a|b</code><td>c", "| A | B |\n| --- | --- |\n| `a\\|b` | c |\n"),
        ("<tr><td>A<tr><td>B", "A\n\nB\n"),
        ("<tr><td>A<td>B", "A\n\nB\n"),
        ("<tr><td>a<td>b<tr><td><p>c<p>d<td>e", "a\n\nb\n\nc\n\nd\n\ne\n"),
        ("<tr><td>a<td>b<tr><td><h2>c</h2><td>d", "a\n\nb\n\n## c\n\nd\n"),
        ("<tr><td>a<td>b<tr><td><ul><li>c</ul><td>d", "a\n\nb\n\n- c\n\nd\n"),
        ("<tr><td>a<td>b<tr><td><pre>c</pre><td>d", "a\n\nb\n\n```\nc\n```\n\nd\n"),
        ("<tr><td>a<td><table><tr><td>1<td>2<tr><td>3<td>4</table><tr><td>c<td>d",
         "a\n\n| 1 | 2 |\n| --- | --- |\n| 3 | 4 |\n\nc\n\nd\n"),
        ("<tr><td>a<td colspan=9007199254740991>b<tr><td>c<td rowspan=-1>d", "| a | b |\n| --- | --- |\n| c | d |\n"),
    ],
)  # fmt: skip
def test_tables(page: str, expected: str) -> None:
    assert markdown(f"<table>{page}</table>") == expected


def test_a_parser_recognises_tables() -> None:
    page = "<ul><li>x<table><tr><th>A<th>B<tr><td>1<td>2</table></ul>"
    cells = "<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>"
    assert outline(markdown(page)) == f"<ul><li>x{cells}</li></ul>"


def test_a_large_table_that_is_nearly_empty_is_written_as_html() -> None:
    row = "<tr><th>x" + "<td>" * 99 + "<td>x"
    text = markdown("<table>" + "".join(f"<tr>{'<td>' * n}<td>x" for n in range(200)) + row + "</table>")
    assert text.startswith("<table>") or "|" not in text
    assert text.count("x") == 202


# Inside blocks


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("a <b>b</b> <i>c</i> <b><i>d</i></b> e", [("a ", ""), ("b", "b"), ("c", "i"), ("d", "bi"), (" e", "")]),
        ("x <b>a <i>b</i> c</b>", [("x ", ""), ("a", "b"), ("b", "bi"), ("c", "b")]),
        ("un<b>believ</b>able", [("un", ""), ("believ", "b"), ("able", "")]),
        ("a<b> b </b>c", [("a ", ""), ("b", "b"), (" c", "")]),
        ("<b>a</b><i>b</i>", [("a", "b"), ("b", "")]),
        ("a<b>(b)</b>c", [("a(b)c", "")]),
        ("a <b>*b*</b> c", [("a ", ""), ("*b*", "b"), (" c", "")]),
        ("<b>a</b>*", [("a", "b"), ("*", "")]),
        ("x <code>a`b</code> y", [("x ", ""), ("a`b", "c"), (" y", "")]),
        ("x <code>`a``</code> y", [("x ", ""), ("`a``", "c"), (" y", "")]),
        ("x <code>*a* &lt;b&gt;</code>", [("x ", ""), ("*a* <b>", "c")]),
        ("x <a href=/u>a <b>b</b></a>", [("x ", ""), ("a ", "a"), ("b", "ab")]),
        ("x <a href=/u>[a] ](b)</a>", [("x ", ""), ("[a] ](b)", "a")]),
        ("wow!<a href=/u>a</a>", [("wow!", ""), ("a", "a")]),
        ("x <a href=/u><code>a]</code></a>", [("x ", ""), ("a]", "ac")]),
    ],
)
def test_emphasis_code_and_links(page: str, expected: list[tuple[str, str]]) -> None:
    joined: list[tuple[str, str]] = []
    for text, styles in spans(markdown(f"<p>{page}</p>")):  # the parser splits them at escapes
        if joined and joined[-1][1] == styles:
            joined[-1] = (joined[-1][0] + text, styles)
        elif text.strip():
            joined.append((text, styles))
    assert joined == expected


@pytest.mark.parametrize(
    ("href", "expected"),
    [
        ("/a", "http://s.example/a"),
        ("b?c=1&amp;d=2", "http://s.example/x/b?c=1&d=2"),
        ("?a=1&copy=2&section=3&lang=de", "http://s.example/x/y?a=1&copy=2&section=3&lang=de"),
        ("//t.example/a b", "http://t.example/a b"),
        ("https://t.example/(a)_[b]<c>\\d", "https://t.example/(a)_[b]<c>\\d"),
        ("#top", "http://s.example/x/y#top"),
        ("mailto:a@b.example", "mailto:a@b.example"),
        ("\n /a\n", "http://s.example/a"),
    ],
)
def test_addresses_are_made_absolute(href: str, expected: str) -> None:
    text = document(f'<p><a href="{href}">x</a>', url="http://s.example/x/y").to("markdown")
    assert [unquote(address) for address in addresses(text)] == [expected]


@pytest.mark.parametrize(
    "href",
    ["javascript:alert(1)", " JavaScript:x", "java&#10;script:x", "&#1;javascript:x", "data:text/html,x", "vbscript:x",
     "blob:x", "//[bad", "", "jav&Tab;ascript:x"],
)  # fmt: skip
def test_unsafe_and_empty_addresses_are_left_out(href: str) -> None:
    text = document(f'<p>a <a href="{href}">x</a>', url="http://s.example/", metadata=Metadata()).to("markdown")
    assert text == "a x\n"


def test_links_stay_relative_without_a_url() -> None:
    assert markdown("<p><a href='a/b'>x</a>") == "[x](a/b)\n"


def test_links_can_be_left_out() -> None:
    assert markdown("<p>a <a href=/u><b>x</b></a>", links=False) == "a **x**\n"


# Options


def test_dropped_segments_are_struck_through() -> None:
    cleaned = document("<h1>A</h1><p>+ b<p>c<pre>d</pre><ul><li>e</ul>", drop=lambda block, text: text != "c")
    text = cleaned.to("markdown", all=True)
    assert text == "# ~~A~~\n\n~~+ b~~\n\nc\n\n```dropped\nd\n```\n\n- ~~e~~\n"
    assert ("+ b", "s") in spans(text.split("\n\n")[1])


def test_the_front_matter_is_yaml() -> None:
    cleaned = document("<p>x", metadata=Metadata(title='A: "b"\n\u2028 #c', author="Jürgen", language="de"))
    assert cleaned.to("markdown", metadata=True) == (
        '---\ntitle: "A: \\"b\\"\\n\\u2028 #c"\nauthor: "Jürgen"\nlanguage: "de"\n---\n\nx\n'
    )
    assert markdown("<p>x", metadata=True) == "x\n"


class TestKindsOfTheEngine:
    def test_kinds_come_from_the_engine(self) -> None:
        text = document("<p>Boats<p>Nets<p>Ropes", kinds="hlp").to("markdown")
        assert text == "## Boats\n\n- Nets\n\nRopes\n"

    def test_a_continuing_block_is_a_further_line(self) -> None:
        text = document("<p>Boats<p>and nets<p>Harbour Street 7<p>Quay<p>Sea", kinds="hHpPp").to("markdown")
        assert text == "## Boats and nets\n\nHarbour Street 7\\\nQuay\n\nSea\n"

    def test_an_item_without_list_tags_continues(self) -> None:
        text = document("<p>Boats<p>of wood<p>Nets", kinds="lLl").to("markdown")
        assert text == "- Boats\\\n  of wood\n- Nets\n"

    def test_a_continuing_block_in_a_quote_stays_a_quote(self) -> None:
        text = document("<p>She said:<blockquote><p>Boats</blockquote>", kinds="pP").to("markdown")
        assert text == "She said:\n\n> Boats\n"

    def test_a_dropped_block_splits_a_segment(self) -> None:
        cleaned = document("<p>one<p>two<p>three", kinds="ppP", drop=lambda block, text: text == "two")
        assert cleaned.to("markdown", all=True) == "one\n\n~~two~~\n\nthree\n"
