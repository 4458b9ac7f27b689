"""The scanner: blocks of visible text, separated where a browser would break it, with the right facts about each.

Pages are scanned through `ncleaner.read.html.scan.scan` and inspected through the accessors of `Blocks`, as engines do.
"""

from __future__ import annotations

import pickle
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ncleaner import backend, clean
from ncleaner.page import blocks
from ncleaner.page.blocks import Block, Blocks, block_limit
from ncleaner.page.tags import NAMES
from ncleaner.read.html.attributes import hidden_by_attributes
from ncleaner.read.html.scan import scan
from ncleaner.read.html.tokenizer import START_TAG, Tokenizer

COMPILED = backend.name() == "compiled"


def read(page: str) -> Blocks:
    return scan(page.encode())


def texts(page: str) -> list[str]:
    found = read(page)
    return [found.text(index) for index in range(len(found))]


def only(page: str) -> tuple[Blocks, Block]:
    """Return the blocks of a page, and the only one of them."""
    found = read(page)
    assert len(found) == 1, texts(page)
    return found, found.items[0]


def block_of(page: str, word: str) -> Block:
    """Return the block with a word."""
    found = read(page)
    return found.items[index_of(found, word)]


def index_of(found: Blocks, word: str) -> int:
    (index,) = [index for index in range(len(found)) if word in found.text(index).split()]
    return index


def visible(page: str) -> list[str]:
    found = read(page)
    return [found.text(index) for index, block in enumerate(found.items) if not block.state & blocks.HIDDEN]


# White space


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<p>one two", "one two"),
        ("<p>  one \n\t two  </p>", "one two"),
        ("<p>one\r\ntwo\rthree\ffour", "one two three four"),
        ("<p>one&nbsp;two&#160;three\u00a0four", "one two three four"),
        ("<p>&nbsp;&nbsp; one &nbsp;</p>", "one"),
        ("<p>one&emsp;two\u2003three\u3000four\u2028five", "one two three four five"),
        ("<p>one&#10;two&Tab;three", "one two three"),
        ("<p>un<b>believ</b>able", "unbelievable"),
        ("<p>one <b> two </b> three", "one two three"),
        ("<p>one<b> two</b>", "one two"),
        ("<p>one<!-- a comment -->two", "onetwo"),
        ("<p>one <!-- a comment --> two", "one two"),
        ("<p>one<wbr>two<img src=x>three", "onetwothree"),
        ("<p>one<input>two", "one two"),
        ("<p>a<span>b</span><x>c</x><font>d", "abcd"),
        ("<p>AT&amp;T &lt;b&gt; &copy;&#x20AC;&eacute;", "AT&T <b> ©€é"),
        ("<p>R&D &bogus; &", "R&D &bogus; &"),
        ("<p>co&shy;op\u00ad", "coop"),
        ("<p>\ufeffone\u0001two\x7f&#x80;", "onetwo€"),
        ("<p>\U0001f600 &#x1F600;", "\U0001f600 \U0001f600"),
    ],
)
def test_white_space_is_folded_and_inline_elements_join(page: str, text: str) -> None:
    found, block = only(page)
    assert found.text(0) == text
    assert block.words == len(text.split())
    assert block.chars == len("".join(text.split()))


@pytest.mark.parametrize("page", ["", " ", "\n\r\n", "<p></p>", "<p>&nbsp;</p>", "<p>\u00ad\ufeff", "<!-- x -->", "\0"])
def test_a_page_without_visible_characters_has_no_blocks(page: str) -> None:
    assert texts(page) == []


# Preformatted text


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<pre><code>if x:\n    y()\n\n\n    z()\n</code></pre>", ["if x:\n    y()\n\n\n    z()"]),
        ("<pre><code>\n    a\n  b\n\n</code></pre>", ["    a\n  b"]),
        ("<pre><code>a\r\n\tb\rc</code></pre>", ["a\n\tb\nc"]),
        ("<pre>\n  Roses are red,\n  violets\n    are not.\n</pre>", ["Roses are red,\n  violets\n    are not."]),
        ("<pre>Dear Ann,\n\nit rains.\n \n\nBob</pre>", ["Dear Ann,", "it rains.", "Bob"]),
        ("<pre>a\n\n<b>b</b></pre>c", ["a", "b", "c"]),
        ("<p>x<pre>a  b</pre>c  d", ["x", "a  b", "c d"]),
        ("<textarea>\n a  b\n  <p>c &amp; d</textarea>", ["a  b\n  <p>c & d"]),
        ("<xmp>a  <b>&amp;</b></xmp>", ["a  <b>&amp;</b>"]),
        ("a<plaintext>b </plaintext> <p>c", ["a", "b </plaintext> <p>c"]),
        ("<pre>  </pre>a", ["a"]),
    ],
)
def test_preformatted_text_keeps_its_lines(page: str, expected: list[str]) -> None:
    assert texts(page) == expected


def test_code_keeps_the_indentation_of_its_first_line_inside_a_highlighters_span() -> None:
    assert texts("<pre><code><span>    </span><span>x</span>\n    y</code></pre>") == ["    x\n    y"]


@pytest.mark.parametrize("space", ["&nbsp;", "\u00a0", "&#32;"])
def test_preformatted_text_begins_with_a_visible_character(space: str) -> None:
    found, block = only(f"<pre>{space}one{space}two</pre>")
    assert found.text(0) == "one two"
    assert block.words == 2


@pytest.mark.parametrize("nothing", ["&shy;", "\u00ad", "&#xFEFF;", "&nbsp;"])
def test_preformatted_text_ends_with_a_visible_character(nothing: str) -> None:
    found, block = only(f"<pre>one two {nothing}</pre>")
    assert found.text(0) == "one two"
    assert block.words == 2


# Breaks

BREAKING = """address article aside blockquote button center dd details div dl dt fieldset figcaption figure footer form
    h1 h2 h3 h4 h5 h6 header hgroup legend li listing main menu nav ol p pre search section select summary ul""".split()


@pytest.mark.parametrize("name", BREAKING)
def test_text_breaks_before_and_after_a_block_element(name: str) -> None:
    page = f"<div>one<{name}>two</{name}>three</div>"
    assert texts(page) == ["one", "two", "three"]
    assert {block.breaks for block in read(page).items} == {blocks.BY_ELEMENT}


@pytest.mark.parametrize("name", ["abbr", "cite", "del", "ins", "kbd", "label", "q", "span", "sub", "time", "u", "x-y"])
def test_text_does_not_break_at_an_inline_element(name: str) -> None:
    assert texts(f"<p>one<{name}>two</{name}>three") == ["onetwothree"]


def test_text_breaks_at_every_cell_of_a_table() -> None:
    page = "<table><caption>a</caption><tr><th>b</th><td>c</td></tr><tr><td>d<td>e</table>f"
    assert texts(page) == ["a", "b", "c", "d", "e", "f"]


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<p>a<br>b", blocks.BY_BR),
        ("<p>a<br/>b", blocks.BY_BR),
        ("<p>a</br>b", blocks.BY_BR),
        ("<p>a<br><br>b", blocks.BY_BRS),
        ("<p>a <br>\n<br>&nbsp;<br> b", blocks.BY_BRS),
        ("<p>a<br><b><br></b>b", blocks.BY_BRS),
        ("<p>a<br></p><p>b", blocks.BY_ELEMENT),
        ("<p>a</p><br><br>b", blocks.BY_ELEMENT),
        ("<p>a<hr>b", blocks.BY_ELEMENT),
        ("<p>a<p>b", blocks.BY_ELEMENT),
        ("<pre>a\n\nb</pre>", blocks.BY_BLANK_LINE),
    ],
)
def test_a_block_records_the_break_before_it(page: str, expected: int) -> None:
    found = read(page)
    assert [found.text(0), found.text(1)] == ["a", "b"]
    assert found.items[0].breaks == blocks.BY_ELEMENT
    assert found.items[1].breaks == expected


# Positions


def test_spans_are_the_positions_of_the_text_in_the_source() -> None:
    page = "<p>Grüße <b>aus</b>\n Köln </p>\n<div title='ä'> 日本語 &amp; \U0001f600 </div><!-- é --><p>Ende."
    found = read(page)
    assert [page[start:end] for start, end in found.spans()] == [
        "Grüße <b>aus</b>\n Köln",
        "日本語 &amp; \U0001f600",
        "Ende.",
    ]
    assert [found.source[block.start : block.end].decode() for block in found.items] == [
        page[start:end] for start, end in found.spans()
    ]


def test_path_and_depth_name_the_containers_from_the_root() -> None:
    page = "<div><section><p>one <span>two</span></p></section>three</div>four"
    found = read(page)
    assert [found.path(index) for index in range(3)] == ["html/body/div/section/p", "html/body/div", "html/body"]
    for index, block in enumerate(found.items):
        ancestors = list(found.ancestors(index))
        assert "/".join(found.tag(element) for element in reversed(ancestors)) == found.path(index)
        depths = [found.elements[element].depth for element in ancestors]
        assert depths == sorted(depths, reverse=True)
        assert ancestors[0] == block.element
    assert found.elements[found.items[0].element].depth == 4
    assert found.elements[found.items[1].element].depth == 2


def test_an_element_records_where_its_tag_begins() -> None:
    page = "é<div><p class=x>one"
    found = read(page)
    starts = [found.source[found.elements[element].start :].decode() for element in found.ancestors(1)]
    assert starts[:2] == ["<p class=x>one", "<div><p class=x>one"]


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ("<a name=here>", b"here"),
        ("<a id='over there' name=here>", b"over there"),
        ("<a name=x href=y>", None),
        ("<a>", None),
        ("<b id=x>", None),
    ],
)
def test_a_link_target_is_an_empty_container(place: str, name: bytes | None) -> None:
    found = read(f"<div><p>{place}text")
    names = [found.source[it.id_start : it.id_end] for it in found.elements if NAMES[it.tag] == "a"]
    assert names == [name] * (name is not None)
    assert found.path(0) == "html/body/div/p"


# Facts of one block


def test_characters_inside_links_and_bold_type_are_counted_without_white_space() -> None:
    _, block = only("<p>ab <a href=x>cde <b>fg</b></a> <strong>hij</strong> kl <a name=anchor>mn</a> öü")
    assert (block.chars, block.words) == (16, 7)
    assert block.link_chars == 5
    assert block.bold_chars == 5
    assert block.links == 1


def test_a_link_that_spans_blocks_counts_in_each() -> None:
    found = read("<a href=x><div>ab</div><div>cde</div></a><div>f</div>")
    assert [block.link_chars for block in found.items] == [2, 3, 0]
    assert [block.links for block in found.items] == [1, 1, 0]


def test_bars_are_counted() -> None:
    assert only("<p>Home | News | Contact || x")[1].bars == 4


@pytest.mark.parametrize("level", range(1, 7))
def test_the_level_of_a_heading_holds_for_all_text_inside(level: int) -> None:
    found = read(f"<h{level}>one <i>two</i><br>three<div>four</div></h{level}>five")
    assert [block.level for block in found.items] == [level] * 3 + [0]


def test_a_heading_is_closed_by_the_end_of_any_heading() -> None:
    assert [block.level for block in read("<h2>one</h3>two<h1>three<h2>four").items] == [2, 0, 1, 2]


@pytest.mark.parametrize(
    ("opening", "state"),
    [
        ("<ul><li>", blocks.LIST),
        ("<ol><li><p>", blocks.LIST),
        ("<dl><dt>", blocks.LIST),
        ("<dl><dd>", blocks.LIST),
        ("<table><tr><td>", blocks.TABLE),
        ("<table><caption>", blocks.TABLE),
        ("<table><td><ul><li>", blocks.TABLE | blocks.LIST),
        ("<ul><li><table><tr><td>", blocks.TABLE),
        ("<blockquote><p>", blocks.QUOTE),
        ("<select><option>", blocks.FORM),
        ("<button>", blocks.FORM),
        ("<textarea>", blocks.FORM | blocks.PRE),
        ("<nav><div>", blocks.NAV),
        ("<aside>", blocks.ASIDE),
        ("<header>", blocks.HEADER),
        ("<footer>", blocks.FOOTER),
        ("<article>", blocks.ARTICLE),
        ("<main>", blocks.MAIN),
        ("<main><article><header>", blocks.MAIN | blocks.ARTICLE | blocks.HEADER),
        ("<div role=navigation>", blocks.NAV),
        ("<div role='Complementary'>", blocks.ASIDE),
        ("<div role=banner>", blocks.HEADER),
        ("<div role=contentinfo>", blocks.FOOTER),
        ("<div role=article>", blocks.ARTICLE),
        ("<div role=main>", blocks.MAIN),
        ("<div role=note>", 0),
        ("<pre>", blocks.PRE),
        ("<ul>", 0),
        ("<form>", 0),
    ],
)
def test_the_state_tells_which_elements_a_block_is_inside(opening: str, state: int) -> None:
    assert block_of(f"{opening}word", "word").state == state
    assert block_of(f"<p>before</p>{opening}x</table></main><p>after", "before").state == 0


def test_the_state_ends_with_its_element() -> None:
    page = "<nav>a</nav>b<ul><li>c</li></ul>d<table><td>e</td></table>f<blockquote>g</blockquote>h"
    assert [word for word, block in zip("abcdefgh", read(page).items, strict=True) if not block.state] == list("bdfh")


# Hidden text


@pytest.mark.parametrize(
    "opening",
    [
        "<div hidden>",
        "<div HIDDEN=''>",
        "<div hidden=hidden>",
        "<div style='display:none'>",
        "<div style='color: red; DISPLAY : None;'>",
        "<div style=visibility:hidden>",
        "<div style='visibility: hidden !important'>",
        "<div hidden><p>",
        "<span hidden>",
        "<a href=x style='display:none'>",
        "<template>",
        "<noscript>",
        "<video>",
        "<dialog>",
        "<svg><title>",
        "<svg><desc>",
    ],
)
def test_text_that_a_browser_does_not_display_is_hidden(opening: str) -> None:
    assert block_of(f"{opening}word", "word").state & blocks.HIDDEN


@pytest.mark.parametrize("name", ["a", "b", "em", "font", "small", "strike", "textarea", "u", "xmp"])
def test_elements_of_all_kinds_can_be_hidden(name: str) -> None:
    assert visible(f"<p>one</p><{name} style='display:none'>two</{name}><p>three") == ["one", "three"]
    assert visible(f"<p>one</p><{name} hidden>two</{name}><p>three") == ["one", "three"]


@pytest.mark.parametrize(
    "opening",
    [
        "<div>",
        "<div style=''>",
        "<div style='display:block'>",
        "<div style='visibility:visible'>",
        "<div style='display:'>",
        "<div class=hidden>",
        "<div data-hidden=true>",
        "<div aria-hidden=true>",
        "<dialog open>",
        "<details>",
        "<svg><text>",
    ],
)
def test_text_that_a_browser_displays_is_not_hidden(opening: str) -> None:
    assert not block_of(f"{opening}word", "word").state & blocks.HIDDEN


@pytest.mark.parametrize("terse", [False, True])
@pytest.mark.parametrize(
    ("tag", "hidden"),
    [
        ("<p hidden>", True),
        ("<p class=x STYLE='top: 0; Display : none'>", True),
        ("<p style='visibility:hidden'>", True),
        ("<p>", False),
        ("<p aria-hidden=true class=hidden style='display:block'>", False),
        ("<template>", False),  # hidden by its tag
    ],
)
def test_one_predicate_tells_tags_whose_attributes_hide_their_elements(tag: str, hidden: bool, terse: bool) -> None:
    tokens = Tokenizer(tag.encode())
    tokens.terse = terse
    assert tokens.next() == START_TAG
    assert hidden_by_attributes(tokens) is hidden


def test_text_hidden_from_screen_readers_only_has_a_bit_of_its_own() -> None:
    page = "<div aria-hidden=true>a</div><div aria-hidden=false>b</div><div ARIA-HIDDEN='TRUE'><p>c</div>d"
    assert [bool(block.state & blocks.ARIA_HIDDEN) for block in read(page).items] == [True, False, True, False]


def test_a_hidden_word_inside_a_visible_sentence_is_left_out() -> None:
    assert texts("<p>It <span hidden>never</span> rained.") == ["It rained."]
    assert texts("<p>It rai<span style='display:none'>xyz</span>ned.") == ["It rained."]
    assert texts("<p>It rai<span style='display:none'> xyz </span>ned.") == ["It rained."]


def test_hidden_text_at_the_start_of_a_sentence_is_a_block_of_its_own() -> None:
    found = read("<p><span hidden>never</span> It rained.")
    assert [(found.text(i), block.state & blocks.HIDDEN) for i, block in enumerate(found.items)] == [
        ("never", blocks.HIDDEN),
        ("It rained.", 0),
    ]


@pytest.mark.parametrize("name", ["script", "style", "iframe", "noembed", "noframes", "title"])
def test_raw_text_of_elements_is_left_out(name: str) -> None:
    assert texts(f"<p>one</p><{name}>two <b>three</b></{name}><p>four") == ["one", "four"]


# Languages


def test_the_language_is_inherited_and_switched() -> None:
    page = "<html lang=de><p>a<p lang=en-GB>b<i>c</i><blockquote lang=' FR '><p>d</blockquote><p>e<div lang=en-gb>f"
    found = read(page)
    assert [found.language(index) for index in range(len(found))] == ["de", "en-gb", "fr", "de", "en-gb"]


def test_a_page_without_a_language_has_none() -> None:
    assert [read("<p>a").language(0), read("<p lang=de></p><p>a").language(0)] == ["", ""]


def test_the_body_can_declare_the_language() -> None:
    assert read("<html><body lang=de><p>a").language(0) == "de"


def test_languages_beyond_the_limit_are_ignored() -> None:
    page = "".join(f"<p lang=x-{number}>word" for number in range(500))
    found = read(page)
    assert len(found) == 500
    assert found.language(0) == "x-0"
    assert len(found.langs) <= 100


# Containers


def test_the_words_of_class_id_role_and_label_are_split_and_in_lower_case() -> None:
    page = "<div class='Side-Bar wide' id=main_2 role=Note aria-label='See also: Öl'><p class=''>a"
    found = read(page)
    paragraph, division, *_ = found.ancestors(0)
    assert found.words(division) == ["side", "bar", "wide", "main", "2", "note", "see", "also", "öl"]
    assert found.words(paragraph) == []


def test_the_body_has_words_too() -> None:
    found = read("<body class=home><p>a")
    assert found.words(list(found.ancestors(0))[1]) == ["home"]


def test_unknown_elements_are_inline_and_custom_ones_are_containers() -> None:
    found = read("<x-card class=Teaser><blink>one</blink> <o:p>two</o:p></x-card> three")
    assert [found.text(index) for index in range(len(found))] == ["one two three"]
    assert found.path(0) == "html/body/x-card"
    assert found.words(found.items[0].element) == ["teaser"]


# Inline tags


@pytest.mark.parametrize(
    ("page", "tags"),
    [
        ("<p>a <a href='/x?a=1&amp;b'>bc</a> d", [(2, "+a", "/x?a=1&amp;b"), (4, "-a", "")]),
        ("<p>a<a href=y> b </a>c", [(2, "+a", "y"), (3, "-a", "")]),
        ("<p>é <b>ü</b>", [(2, "+b", ""), (3, "-b", "")]),
        ("<p><strong>a</strong><em>b</em><i>c</i>", [(0, "+b", ""), (1, "-b", ""), (1, "+i", ""), (3, "-i", "")]),
        ("<p><code>b</code> c <tt>d</tt>", [(0, "+code", ""), (1, "-code", ""), (4, "+code", ""), (5, "-code", "")]),
        ("<p><b>a <b>b</b> c</b> d", [(0, "+b", ""), (5, "-b", "")]),
        ("<p><a name=x>a</a><b></b><i> </i>", []),
        ("<p><a href=x>a<a href=y>b", [(0, "+a", "x"), (1, "-a", ""), (1, "+a", "y"), (2, "-a", "")]),
        (
            "<p><b>1<i>2</b>3</i>4",
            [(0, "+b", ""), (1, "+i", ""), (2, "-i", ""), (2, "-b", ""), (2, "+i", ""), (3, "-i", "")],
        ),
        (
            "<p><i><a href=x>a</i>b</a>",
            [(0, "+a", "x"), (0, "+i", ""), (1, "-i", ""), (2, "-a", "")],
        ),
        ("<p>a</b></i></a>b", []),
    ],
)
def test_inline_tags_nest_even_if_those_of_the_source_do_not(page: str, tags: list[tuple[int, str, str]]) -> None:
    assert only(page)[0].inline(0) == tags


def test_inline_tags_in_preformatted_text_end_with_the_word_as_elsewhere() -> None:
    assert only("<pre><a href=x>a</a>  b</pre>")[0].inline(0) == [(0, "+a", "x"), (1, "-a", "")]


@pytest.mark.parametrize(("opening", "closing"), [("<b>", "</b>"), ("<em>", "</em>"), ("<a href=x>", "</a>")])
def test_formatting_continues_across_blocks(opening: str, closing: str) -> None:
    found = read(f"<p>a {opening}b</p><p>c{closing} d</p><p>e")
    name = found.inline(0)[0][1]
    assert [[(at, tag) for at, tag, _ in found.inline(index)] for index in range(3)] == [
        [(2, name), (3, "-" + name[1:])],
        [(0, name), (1, "-" + name[1:])],
        [],
    ]


@pytest.mark.parametrize("opening", ["<b>", "<em>", "<code>", "<a href=x>"])
def test_formatting_left_open_in_a_cell_ends_with_it(opening: str) -> None:
    found = read(f"<table><tr><td>{opening}a<td>b</table>c")
    assert [len(found.inline(index)) for index in range(3)] == [2, 0, 0]


@pytest.mark.parametrize(("opening", "closing"), [("<table><tr><td>", "</table>"), ("<object>", "</object>")])
def test_a_link_around_another_keeps_its_own_address(opening: str, closing: str) -> None:
    found = read(f"<div><a href=one>a{opening}<p><a href=two>b</a></p>{closing}<p>c</a>")
    assert [found.inline(index_of(found, word))[0] for word in "abc"] == [
        (0, "+a", "one"),
        (0, "+a", "two"),
        (0, "+a", "one"),
    ]


# Implied end tags


@pytest.mark.parametrize(
    ("page", "paths"),
    [
        ("<p>a<p>b<div>c", ["p", "p", "div"]),
        ("<p>a<ul><li>b<li>c<p>d<li>e</ul>f", ["p", "ul/li", "ul/li", "ul/li/p", "ul/li", ""]),
        ("<ul><li>a<ul><li>b<li>c</ul><li>d", ["ul/li", "ul/li/ul/li", "ul/li/ul/li", "ul/li"]),
        ("<ul><li><div>a<li><address>b<li>c", ["ul/li/div", "ul/li/address", "ul/li"]),
        ("<ul><li><section>a<li>b", ["ul/li/section", "ul/li/section/li"]),
        ("<dl><dt>a<dd>b<dt>c<dd><p>d<dd>e", ["dl/dt", "dl/dd", "dl/dt", "dl/dd/p", "dl/dd"]),
        ("<select><option>a<option>b<optgroup><option>c", ["select/option"] * 2 + ["select/optgroup/option"]),
        ("<table><tr><td>a<td>b<tr><th>c", ["table/tr/td", "table/tr/td", "table/tr/th"]),
        ("<table><thead><tr><td>a<tbody><tr><td>b", ["table/thead/tr/td", "table/tbody/tr/td"]),
        ("<table><td>a<table><td>b</table>c</table>d", ["table/tr/td", "table/tr/td/table/tr/td", "table/tr/td", ""]),
        ("<h1>a<h2>b", ["h1", "h2"]),
        ("<button>a<button>b", ["button", "button"]),
        ("<p><button><p>a</button>b", ["p/button/p", "p"]),
        ("<div><p>a</div>b", ["div/p", ""]),
        ("<div><ul><li>a</div>b", ["div/ul/li", ""]),
        ("<!doctype html><p>a<table><td>b", ["p", "table/tr/td"]),
        ("<p>a<table><td>b", ["p", "p/table/tr/td"]),
        ("</div></p></li>a", [""]),
        ("<svg><g><p>a", ["p"]),
        ("<template><p>a</template>b", ["template/p", ""]),
    ],
)
def test_tags_that_were_left_out_are_implied(page: str, paths: list[str]) -> None:
    found = read(page)
    assert [found.path(index) for index in range(len(found))] == [f"html/body/{path}".rstrip("/") for path in paths]


def test_the_text_of_nested_tables_is_not_repeated() -> None:
    page = "<table><tr><td>a" * 5 + "</td></tr>b</table>" * 5
    assert "".join(texts(page)) == "aaaaabbbbb"


def test_text_that_strayed_into_a_table_is_not_lost() -> None:
    assert texts("<table>a<tr>b<td>c</td>d</tr>e</table>f") == list("abcdef")


# Foreign content


def test_text_of_drawings_and_formulas_is_read_but_not_their_titles() -> None:
    page = "<p>a <svg><title>b</title><g><text>c</text></g><style>d</style></svg> <math><mi>e</mi><mo>+</mo></math>"
    assert " ".join(visible(page)).split() == ["a", "c", "e+"]


def test_html_inside_a_drawing_is_html_again() -> None:
    found = read("<svg><foreignObject><div>a<p>b</div></foreignObject><text>c")
    assert [found.text(index) for index in range(3)] == ["a", "b", "c"]


@pytest.mark.parametrize("root", ["svg", "math"])
@pytest.mark.parametrize("name", ["textarea", "xmp", "plaintext", "listing", "pre"])
def test_preformatted_text_is_no_part_of_drawings_and_formulas(root: str, name: str) -> None:
    assert " ".join(texts(f"<p>one two <{root}><{name}> ")) == "one two"
    assert " ".join(texts(f"<p>one two <{root}><{name}> three")) == "one two three"


def test_marked_sections_are_text_in_drawings_and_comments_elsewhere() -> None:
    assert texts("<svg><text><![CDATA[a < b]]></text></svg>") == ["a < b"]
    assert texts("<p><![CDATA[a]]>b") == ["b"]


# Framesets


def test_a_frameset_has_no_text_of_its_own() -> None:
    page = "<html><head><title>t</title></head><frameset>stray<frame src=x><noframes>none</noframes></frameset></html>"
    assert texts(page) == []
    assert clean(page).metadata.title == "t"


@pytest.mark.parametrize("before", ["<p>one</p>", "one", "<body>", "<table>", "<br>"])
def test_a_frameset_after_content_is_ignored(before: str) -> None:
    assert texts(f"{before}<frameset><frame></frameset>two")[-1] == "two"


# The head


def test_the_head_is_collected_for_the_metadata() -> None:
    page = """<!DOCTYPE html><html lang=de-AT><head><title> Regen &amp;
        Wind </title><meta name=description content='Ein  Tag'><META NAME=Author CONTENT='A. Berg'>
        <link rel=stylesheet href=x.css><link rel=canonical href='https://example.org/regen'>
        <meta property=og:site_name content=Wetter>
        <script type='application/ld+json'>{"@type": "NewsArticle", "datePublished": "2009-03-21"}</script>
        <script>{"@type": "NewsArticle", "datePublished": "1999-01-01"}</script>
        </head><body><p>Text"""
    metadata = clean(page).metadata
    assert (metadata.title, metadata.description, metadata.author) == ("Regen & Wind", "Ein Tag", "A. Berg")
    assert (metadata.url, metadata.site_name) == ("https://example.org/regen", "Wetter")
    assert (metadata.date, metadata.language) == ("2009-03-21", "de-AT")
    assert texts(page) == ["Text"]


def test_the_title_of_a_drawing_is_not_that_of_the_page() -> None:
    assert clean("<svg><title>icon</title></svg><title>page</title><p>x").metadata.title == "page"


# Limits


@pytest.mark.parametrize("tag", ["div", "span", "b", "x-y", "blockquote", "section"])
def test_elements_nested_deeper_than_the_limit_lose_no_text(tag: str) -> None:
    page = "".join(f"<{tag}>w{number} " for number in range(2000)) + f"</{tag}> v " * 2000
    words = " ".join(texts(page)).split()
    assert words == [f"w{number}" for number in range(2000)] + ["v"] * 2000


def test_the_depth_is_bounded() -> None:
    found = read("<div>" * 2000 + "a")
    assert max(element.depth for element in found.elements) < 512
    assert found.path(0).count("/") < 512


def test_more_blocks_than_the_limit_are_joined_and_lose_no_text() -> None:
    count = 1_000_000 if COMPILED else 75_000
    page = b"<p>a" * count
    found = scan(page)
    assert len(found) == block_limit(len(page)) < count
    assert len(found.elements) <= block_limit(len(page))
    assert found.buffer.split() == [b"a"] * count
    assert "joined" in found.warnings[0]


def test_a_page_within_the_limits_has_no_warnings() -> None:
    assert read("<p>a" * 1000).warnings == ()


# Random pages

WORD = st.text("abcdefgéß漢\U0001f600", min_size=1, max_size=4)
SPACE = st.sampled_from(["", " ", "\n", "\t ", "&nbsp;", "\r\n", "\u00a0", "<!-- c -->", "&#8203;", "\n\n"])
# Elements that hide the words after them, read them as raw text, or replace the body by frames.
LOSSY = set(
    """audio canvas datalist desc dialog frameset iframe noembed noframes noscript plaintext rp script style template
    textarea title video xmp""".split()
)
HARMLESS = [*sorted(set(NAMES) - LOSSY), "x-y", "blink"]
ATTRIBUTE = st.sampled_from(["", " href=x", " class='a b'", " id=x hidden=x", " style='display:none'", " lang=de"])


@st.composite
def soups(draw: st.DrawFn, names: list[str], attributes: bool) -> tuple[str, list[str]]:
    """Return a page of words and tags in any order, and its words."""
    page = ""
    words: list[str] = []
    for _ in range(draw(st.integers(0, 25))):
        match draw(st.integers(0, 3)):
            case 0:
                word = f"{draw(WORD)}{len(words)}"
                words.append(word)
                page += f"{draw(SPACE)} {word} "
            case 1 | 2:
                page += f"<{draw(st.sampled_from(names))}{draw(ATTRIBUTE) if attributes else ''}>{draw(SPACE)}"
            case _:
                page += f"</{draw(st.sampled_from(names))}>"
    return page, words


@given(soups(HARMLESS, attributes=False))
@settings(max_examples=400 if COMPILED else 100)
def test_every_visible_word_appears_exactly_once_and_in_order(soup: tuple[str, list[str]]) -> None:
    page, words = soup
    found = read(page)
    assert found.buffer.decode().replace("\u200b", " ").split() == words
    assert not any(block.state & blocks.HIDDEN for block in found.items)


@given(soups([*NAMES, "x-y"], attributes=True))
@settings(max_examples=400 if COMPILED else 100)
def test_the_facts_agree_with_each_other_on_any_soup(soup: tuple[str, list[str]]) -> None:
    assert_consistent(read(soup[0]))


@given(st.text(max_size=60) | st.text("<>/!-ab &;#x0p='\"\n", max_size=60))
@settings(max_examples=400 if COMPILED else 100)
def test_the_facts_agree_with_each_other_on_any_text(page: str) -> None:
    assert_consistent(scan(page.encode("utf-8", "replace")))


def assert_consistent(found: Blocks) -> None:
    page = found.source.decode()
    assert not [c for c in found.buffer.decode() if unicodedata.category(c) == "Cc" and c not in "\t\n"]
    assert found.buffer.count(b"\n") >= len(found)
    source_end = text_end = 0
    for index, (block, (start, end)) in enumerate(zip(found.items, found.spans(), strict=True)):
        assert source_end <= start < end <= len(page)
        assert text_end <= block.text_start < block.text_end <= len(found.buffer)
        source_end, text_end = end, block.text_end + 1
        text = found.text(index)
        assert text == text.rstrip()
        assert block.state & blocks.PRE or text == " ".join(text.split())
        assert block.chars == len("".join(text.split()))
        assert block.words == len(text.split())
        assert 0 <= block.link_chars <= block.chars
        assert 0 <= block.bold_chars <= block.chars
        assert_nested(found.inline(index), len(text))
        assert 0 <= block.element < len(found.elements)
    for index in range(1, len(found.elements)):
        assert 0 <= found.elements.parent(index) < index


def assert_nested(tags: list[tuple[int, str, str]], length: int) -> None:
    """Assert that every inline tag is closed, in the right order, and encloses text."""
    opened: list[tuple[int, str]] = []
    last = 0
    for at, name, _ in tags:
        assert last <= at <= length
        last = at
        if name.startswith("+"):
            assert name[1:] not in [other for _, other in opened]
            opened.append((at, name[1:]))
        else:
            start, kind = opened.pop()
            assert kind == name[1:]
            assert start < at
    assert not opened


def test_of_two_attributes_with_one_name_the_first_counts() -> None:
    blocks = scan(b'<div class="first" CLASS="second"><p lang=de lang=fr>Wort</p></div>')
    assert [word for element in blocks.ancestors(0) for word in blocks.words(element)] == ["first"]
    assert blocks.language(0) == "de"


# Pages saved as XML

RAIN = "It rained all day, and the harbour was empty."


@pytest.mark.parametrize("tag", ["iframe", "noembed", "noframes", "script", "style", "textarea", "title", "xmp"])
def test_an_element_that_is_closed_as_in_xml_does_not_swallow_most_of_the_page(tag: str) -> None:
    page = f"<div><{tag} class='x'/><p>{RAIN}</p><p>{RAIN}</p></div>"
    found = read(page)
    assert visible(page) == [RAIN, RAIN]
    assert found.is_xml
    assert "elements such as <iframe/> were read as empty" in found.warnings[0]
    assert found.path(0) == "html/body/div/p"


def test_swallowed_parts_count_together() -> None:
    page = f"<p>1<script src=a /><p>{RAIN}<script src='b'/><p>{RAIN}<script>'c'</script><p>4"
    assert visible(page) == ["1", RAIN, RAIN, "4"]  # HTML has a single script, up to the only end tag
    assert read(page).is_xml


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        (f"<p>{RAIN}</p><p>{RAIN}</p><iframe src='x'/><p>{RAIN}", [RAIN, RAIN]),
        (f"<script src='a'/></script><p>{RAIN}", [RAIN]),
        (f"<iframe/>fallback</iframe><p>{RAIN}", [RAIN]),
        (f"<title/>Rain</title><p>{RAIN}", [RAIN]),
        (f"<textarea/>Your name</textarea><p>{RAIN}", ["Your name", RAIN]),
        (f"<svg><title/><style/></svg><p>{RAIN}", [RAIN]),
    ],
)
def test_html_is_followed_where_little_is_lost(page: str, shown: list[str]) -> None:
    found = read(page)
    assert visible(page) == shown
    assert not found.is_xml
    assert not found.warnings


def test_all_elements_that_are_closed_as_in_xml_are_empty_then() -> None:
    page = f"<iframe/><div><a href='x'/><b/><i/><x-y/><p/><p>{RAIN}</p><br/>{RAIN}<svg><g/></svg></div><p>{RAIN}"
    found = read(page)
    assert visible(page) == [RAIN] * 3
    assert [block.link_chars + block.bold_chars for block in found.items] == [0, 0, 0]
    assert [found.path(index) for index in range(3)] == ["html/body/div/p", "html/body/div", "html/body/p"]
    assert found.inline(0) == []


def test_annotated_html_and_copies_are_read_as_xml_too() -> None:
    page = f"<iframe/><style/><p>{RAIN}<div hidden=''/><p>{RAIN}"
    document = clean(page, engine="dump")
    assert document.to("decisions").count(RAIN) == 2
    assert pickle.loads(pickle.dumps(document)).to("decisions") == document.to("decisions")
