"""The highlighted page: it shows the decisions of the engine and has no active content."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from render_documents import Silent, document, every_second, soups

from ncleaner.cleaner import PRESENTER
from ncleaner.page.decisions import Draft
from ncleaner.page.document import Document
from ncleaner.page.metadata import Metadata
from ncleaner.render.rewrite import SHOWN_AS

OUR_ELEMENTS = {"html", "head", "meta", "title", "style", "body", "ncleaner-legend", "ins", "del"}
OUR_ATTRIBUTES = {"title", "href", "rel", "colspan", "rowspan", "lang", "dir"}

NASTY = """<!doctype html><html><head><base href="http://evil.example/">
<meta http-equiv=refresh content="0;url=http://evil.example/">
<link rel=stylesheet href="http://evil.example/a.css">
<style>@import "http://evil.example/b.css"; * { display: none }</style>
<script>alert(1)</script><title>x</title><script>alert(2)</script></title></head>
<body onload="alert(3)" background="http://evil.example/c.png" style="background: url(http://evil.example/d.png)">
<p onclick="alert(4)" style="position: fixed">text &lt;script&gt;alert(5)&lt;/script&gt;
<img src="http://evil.example/e" onerror=alert(6)>
<a href="javascript:alert(7)" onmouseover=alert(8)>one</a> <a href=" java&#9;script:alert(9)">two</a>
<a href="data:text/html,<script>alert(10)</script>" ping="http://evil.example/f">three</a> <a href="http://good.example/">four</a>
<iframe src="http://evil.example/g" srcdoc="<script>alert(11)</script>"><p>fallback</iframe>
<svg onload=alert(12)><script>alert(13)</script><a xlink:href="javascript:alert(14)"><text>drawn</text></a></svg>
<math><mi xlink:href="javascript:alert(15)">x</mi></math><object data="http://evil.example/h">object</object>
<embed src="http://evil.example/i"><video src="http://evil.example/j" autoplay>video</video><audio autoplay></audio>
<form action="http://evil.example/k"><input autofocus onfocus=alert(16) value=y>
<button formaction="javascript:alert(17)">go</button></form>
<textarea></textarea><script>alert(18)</script>
<noscript><p title="</noscript><img src=x onerror=alert(19)>">no</noscript>
<template><script>alert(20)</script></template><table background="http://evil.example/l"><td background=x>cell</table>
<p title='"><script>alert(21)</script>' lang='"><script>alert(22)</script>' dir="rtl&quot; onclick=alert(23)">end
<!--><script>alert(24)</script>--><![CDATA[<script>alert(25)</script>]]><?php <script>alert(26)</script> ?>
</ncleaner-legend></body></html><ins class=keep onclick=alert(27)>after</ins><del cite="http://evil.example/m">gone</del>
"""


class Page(HTMLParser):
    """The elements of a page, and its highlighted text with the elements around it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.highlighted: list[tuple[str, str]] = []
        self.style = ""
        self._inside = ""
        self.feed(text.partition("</ncleaner-legend>")[2])
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag in ("ins", "del"):
            self._inside = tag

    def handle_endtag(self, tag: str) -> None:
        if tag in ("ins", "del"):
            self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.highlighted.append((self._inside, data))
        else:
            assert not data.strip()


def assert_harmless(text: str) -> None:
    head, _, body = text.partition("</style>")
    assert "default-src 'none'; style-src 'unsafe-inline'" in head
    assert head.index("Content-Security-Policy") < head.index("<title>")
    assert set(re.findall(r"<([a-z!-]+)", head.lower())) <= OUR_ELEMENTS | {"!doctype"}
    for tag, values in Page(text).elements:
        assert tag in OUR_ELEMENTS or tag in SHOWN_AS.values()
        assert set(values) <= OUR_ATTRIBUTES
        assert re.match(r"https?://|[^:]*$", values.get("href") or "")
    assert not re.search(r"<(script|style|img|iframe|svg|math|object|embed|form|input|link|meta|base|video)\b", body)


def squeezed(pieces: list[str]) -> str:
    return re.sub(r"[\s\x00-\x1f\x7f-\xa0\xad\u200b\u2060\ufdd0-\ufdef\ufeff\ufffd-\uffff]", "", "".join(pieces))


def test_active_content_is_removed() -> None:
    text = document(NASTY, url="http://page.example/").to("decisions")
    assert_harmless(text)
    assert "evil" not in text
    assert re.findall(r"alert\((\d+)", text) == ["5", "25", "26"]  # these are text of the page


@given(soups)
def test_any_page_shows_its_segments_without_active_content(page: str) -> None:
    cleaned = document(page, drop=every_second)
    text = cleaned.to("decisions")
    assert_harmless(text)
    highlighted = Page(text).highlighted
    for element, keep in (("ins", True), ("del", False)):
        shown = [data for inside, data in highlighted if inside == element]
        expected = [segment.text for segment in cleaned.segments if segment.keep is keep]
        non_characters = str.maketrans("", "", "\U0001fffe\U0001ffff")
        assert squeezed(shown).translate(non_characters) == squeezed(expected).translate(non_characters)


def test_titles_show_score_and_reason() -> None:
    cleaned = document("<h1>one</h1><p>two", drop=lambda block, text: text == "two")
    text = cleaned.to("decisions")
    assert '<h1><ins title="h 1, kept, +2.50 bits: asked for">one</ins></h1>' in text
    assert '<p><del title="p 2, dropped, -1.25 bits: not &lt;wanted&gt;">two</del>' in text
    assert "kept: 1 segments" in text
    assert "dropped: 1 segments" in text


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        ("<p>a <b>b</b> c", "a b c"),
        ("<p>a <span hidden>no</span> c", "a  c"),
        ("<p>a <span style='Display : none'>no<span>no</span></span> c", "a  c"),
        ("<p>a <video>no</video><noscript>no</noscript>b", "a b"),
        ("<div hidden>gone</div><p>a", "gone a"),
        ("<p hidden>gone<p>a<div>b", "gone a b"),
        ("<p>a<script>no</script>b<style>no</style>c", "a b c"),
        ("<p>a<!-- no -->b<title>no</title>c", "a b c"),
        ("<textarea>a &amp; b</textarea><xmp>&amp;</xmp>", "a & b &amp;"),
        ("<p>a &lt;b&gt; &eacute; &#x41;", "a <b> é A"),
        ("<p>a<svg><title>no</title><text>b</text></svg><p>c", "a b c"),
        ("<plaintext><b>x", "<b>x"),
    ],
)
def test_visible_text_is_shown_and_hidden_segments_as_dropped(page: str, shown: str) -> None:
    text = "".join(data for _, data in Page(document(page).to("decisions")).highlighted)
    assert text.split() == shown.split() or text.replace(" ", "") == shown.replace(" ", "")


def test_safe_links_are_kept() -> None:
    page = '<p><a href="x?a=1&amp;b">a</a> <a href="mailto:x@y.example">b</a> <td colspan=2>'
    assert '<a href="http://s.example/x?a=1&amp;b" rel="noreferrer">' in document(page, url="http://s.example/").to(
        "decisions"
    )
    assert '<a href="x?a=1&amp;b" rel="noreferrer">' in document(page, metadata=Metadata()).to("decisions")
    assert "mailto" not in document(page).to("decisions")


def test_spans_of_cells_are_limited() -> None:
    page = "<table><tr><td colspan=2 rowspan=3>a<td colspan=9007199254740991 rowspan=x>b</table>"
    text = document(page).to("decisions")
    assert '<td colspan="2" rowspan="3"><ins' in text
    assert "<td><ins" in text


def test_plain_text_is_shown_unchanged() -> None:
    source = "Title <b>\n\n   indented text\n> quoted\n"
    cleaned = document(source, kind="text", drop=lambda block, text: text == "quoted")
    text = cleaned.to("decisions")
    body = text.partition("</ncleaner-legend>")[2]
    assert re.sub("<[^>]*>", "", body).strip("\n") == "Title &lt;b&gt;\n\n   indented text\n&gt; quoted"
    assert 'dropped, -1.25 bits: not &lt;wanted&gt;">quoted</del>' in text


def test_segments_without_positions_are_listed() -> None:
    cleaned = document("<p>one &amp; two")
    for block in cleaned.blocks.items:
        block.start = block.end = -1
    decisions = Draft(cleaned.blocks).finish(Silent())
    text = Document(cleaned.page, cleaned.blocks, decisions, Silent(), PRESENTER).to("decisions")
    assert '<p><ins title="p 1, kept, +0.00 bits">one &amp; two</ins></p>' in text


def test_warnings_are_shown() -> None:
    cleaned = document("<p>x")
    object.__setattr__(cleaned, "warnings", ("the page is <odd>",))
    text = cleaned.to("decisions")
    assert "the page is &lt;odd&gt;" in text


def test_kinds_come_from_the_engine() -> None:
    page = document("<p>Boats<p>and nets", kinds="hH").to("decisions")
    assert 'title="h 1, kept' in page
    assert 'title="h 2, kept' in page
