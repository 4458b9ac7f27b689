"""FIASCO's tree of a page, its target nodes, the HTML for a browser, and the targets of blocks."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from conftest import ROOT, pages
from hostile import GENERATORS

from ncleaner.decode import decode
from ncleaner.engines.fiasco.dom import TEXT, Tree, tree_of
from ncleaner.engines.fiasco.page_targets import PageTargets
from ncleaner.engines.fiasco.targets import marked_html, targets_of
from ncleaner.page.blocks import Blocks
from ncleaner.read import reader

pytest.importorskip("selectolax")

pytestmark = pytest.mark.once

ODD_PAGES = {
    "empty": b"",
    "no body": b"<html><head><title>x</title></head></html>",
    "plain text": b"Only words, and no markup. " * 20,
    "one text node": b"<body>All of it is one text.</body>",
    "frames": b"<frameset><frame src=a><noframes><p>No frames</p></noframes></frameset>",
    "nested": b"<div>" * 100_000 + b"deep",
    "spans": b"<span>" * 50_000 + b"<p>deep",
    "fonts": b"".join(b"<font id=%d><p>x" % number for number in range(5000)),
    "labels of blocks": "\ufdd07\ufdd1one<p>\ufdd099999999999999999\ufdd1two".encode(),
    "bytes": bytes(range(256)) * 20,
}


def scanned(source: str | bytes, kind: str = "html") -> Blocks:
    return reader(kind)(decode(source, kind=kind).source)


def targets(source: str, share: float = 0.1, *, divided: bool = True) -> list[tuple[str, str]]:
    """Return the tags and texts of the target nodes."""
    tree = tree_of(scanned(source), divided=divided)
    return [(tree.tags[row], " ".join(tree.text(row).split())) for row in targets_of(tree, share)]


def shape(tree: Tree) -> list[tuple[str, str]]:
    return [(tag, text) for tag, text in zip(tree.tags, tree.texts, strict=True) if tag != TEXT or text.strip()]


class TestTargets:
    def test_a_paragraph_with_its_inline_elements_is_one(self) -> None:
        assert targets("<p>one <b>two</b> <a href=x>three</a></p>") == [("p", "one two three")]

    def test_an_element_without_text_of_its_own_is_not_a_target(self) -> None:
        assert targets("<ul><li><a href=x>Home</a><li>News</ul>") == [("a", "Home"), ("li", "News")]

    def test_the_share_is_an_option(self) -> None:
        page = "<p>a<b>" + "b" * 19 + "</b></p>"
        assert targets(page) == [("b", "b" * 19)]
        assert targets(page, 0.05) == [("p", "a" + "b" * 19)]

    def test_text_between_brs_becomes_a_paragraph(self) -> None:
        assert targets("<div>one<br>two<br> <br>three</div>") == [("p", "onetwo"), ("p", "three")]
        assert targets("<p>one<br><br>two</p>") == [("p", "one"), ("p", "two")]

    def test_the_body_is_not_a_target(self) -> None:
        page = "<body>loose text <table><tr><td>a<td>b</table> and <b>more</b><ul><li>x</ul>"
        assert targets(page, divided=False) == [("body", "loose text ab and morex")]
        assert targets(page) == [("p", "loose text"), ("td", "a"), ("td", "b"), ("p", "and more"), ("li", "x")]

    def test_scripts_styles_comments_and_the_head_have_no_text(self) -> None:
        page = "<title>T</title><style>p{}</style><script>x()</script><p>one<!-- two --><noscript>three</noscript>"
        assert targets(page) == [("p", "one")]

    def test_noscript_is_read_if_the_page_is_empty_without_scripts(self) -> None:
        assert targets(f"<noscript><p>{'word ' * 120}</noscript>") == [("p", ("word " * 120).strip())]

    def test_a_page_that_was_read_as_xml_has_a_paragraph_for_each_block(self) -> None:
        assert targets("<iframe/><div><p>one</p><p>two</p></div>") == [("p", "one"), ("p", "two")]

    def test_plain_text_has_a_node_for_each_segment(self) -> None:
        tree = tree_of(scanned("A title\n\n* one & <two>\n* three\n", "text"))
        assert [tree.text(row) for row in targets_of(tree)] == ["A title", "one & <two>", "three"]


class TestForABrowser:
    @pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.html")), ids=lambda path: path.name)
    def test_it_has_the_same_tree(self, path: Path) -> None:
        tree = tree_of(scanned(path.read_bytes()))
        rows = targets_of(tree)
        html = marked_html(tree, rows)
        again = tree_of(scanned(html))
        assert shape(again) == shape(tree)
        numbers = [attributes.get("data-ncleaner") for attributes in again.attributes]
        assert [number for number in numbers if number] == [str(number) for number in range(len(rows))]

    def test_markup_in_texts_and_attributes_stays_text(self) -> None:
        html = marked_html(tree := tree_of(scanned('<p title="&quot;&lt;b>">a &lt;b> &amp;amp;</p>')), targets_of(tree))
        assert '<p title="&quot;&lt;b&gt;" data-ncleaner="0">a &lt;b&gt; &amp;amp;</p>' in html

    def test_the_attribute_is_removed_from_the_page(self) -> None:
        tree = tree_of(scanned("<div data-ncleaner=7><p>one"))
        assert marked_html(tree, targets_of(tree)).count("data-ncleaner") == 1


class TestBlocks:
    def test_each_block_has_its_targets(self) -> None:
        page = PageTargets(scanned("<p>one<br><br>two</p><p><a href=x>three</a> <a href=y>four</a></p>"))
        assert page.parts == [{0: 3}, {1: 3}, {2: 5, 3: 4}]

    def test_text_outside_all_targets_belongs_to_the_nearest(self) -> None:
        page = PageTargets(scanned("<p>a</p><p>x <b>a very long text in bold type, and nothing else</b>"))
        assert page.parts[1].keys() == {1}
        page = PageTargets(scanned("<div><p>one</p><div>:<div><b>" + "b" * 40 + "</b></div></div></div>"), 0.5)
        assert all(page.parts)

    def test_hidden_targets_are_not_visible(self) -> None:
        page = PageTargets(scanned("<p hidden>one</p><p>two</p>"))
        assert [page.texts[number] for number in page.visible] == ["two"]

    @pytest.mark.parametrize("name", ["cleaneval-dev", "wcxb-dev", "l3s-gn1"])
    def test_the_tree_has_the_characters_of_the_blocks(self, name: str, data_dir: Path) -> None:
        """Parser and scanner read pages independently, and must find the same text in the same places."""
        wrong = whole = 0
        for page in pages(data_dir / name, 50):
            blocks = scanned(page)
            hidden = blocks.hidden_bits()
            for block, parts in zip(blocks.items, PageTargets(blocks).parts, strict=True):
                if not block.state & hidden:
                    whole += block.chars
                    wrong += abs(block.chars - sum(parts.values()))
        assert wrong < 0.01 * whole


class TestOddPages:
    @pytest.mark.parametrize("name", ODD_PAGES)
    def test_odd_pages_are_parsed(self, name: str) -> None:
        page = PageTargets(scanned(ODD_PAGES[name]))
        assert len(page.parts) == len(page.blocks)
        marked_html(page.tree, page.targets)

    def test_hostile_pages(self) -> None:
        for generate in GENERATORS.values():
            page = PageTargets(scanned(generate(20_000)))
            assert len(page.tree) < 200_000

    def test_nested_elements_take_no_quadratic_time(self) -> None:
        begun = time.process_time()
        PageTargets(scanned(ODD_PAGES["nested"]))
        assert time.process_time() - begun < 10
