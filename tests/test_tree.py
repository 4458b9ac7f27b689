"""The tree of kept content, and its parts for retrieval."""

from __future__ import annotations

import pickle

import pytest

import ncleaner
from ncleaner.errors import UsageError
from ncleaner.page.document import Document
from ncleaner.page.node import Node

PAGE = """<html><head><base href="https://boats.example/log/"><title>The log</title></head><body>
<h1>The log</h1><p>We sailed <a href="north.html">north</a> on <b>Friday</b>, with x<sup>2</sup> &amp; more.</p>
<h2>The crew</h2><ul><li>Ada<ul><li>her dog</li></ul></li><li>Ben</li></ul>
<h3>Its boats</h3><table><caption>Boats</caption><tr><th>Name<th>Length<tr><td>Vega<td>9 m<tr><td>Ragna<td></table>
<h2>The end</h2><pre><code class="language-python">if wind:

    sail()</code></pre><p>Bye.<br>And thanks.</p></body></html>"""


def kept(page: str) -> Document:
    return ncleaner.clean(page, engine="dump")


def outline(node: Node) -> str:
    """Return the structure of a node, with its text."""
    return f"{node.tag}({' '.join(outline(c) if isinstance(c, Node) else repr(c) for c in node)})"


def test_nodes_are_those_of_the_page() -> None:
    root = kept(PAGE).tree()
    assert [node.tag for node in root.nodes] == ["h1", "p", "h2", "ul", "h3", "table", "h2", "pre", "p"]
    assert outline(root.nodes[3]) == "ul(li(p('Ada') ul(li(p('her dog')))) li(p('Ben')))"
    assert root.find_all("a")[0].attributes == {"href": "https://boats.example/log/north.html"}
    assert root.find_all("pre")[0].attributes == {"language": "python"}
    assert root.find_all("pre")[0].text == "if wind:\n\n    sail()"


def test_text_has_lines_and_rows() -> None:
    root = kept(PAGE).tree()
    assert root.nodes[5].text == "Boats\nName\tLength\nVega\t9 m\nRagna\t"
    assert root.nodes[-1].text == "Bye.\nAnd thanks."
    assert root.nodes[1].text == "We sailed north on Friday, with x2 & more."


def test_leaves_know_their_place_in_the_source() -> None:
    document = kept(PAGE)
    for leaf in document.tree().find_all("p", "h1", "h2", "h3"):
        source = document.page.text[leaf.start : leaf.end]
        assert leaf.text.split()[0] in source
        assert leaf.text.split()[-1] in source


def test_links_are_left_out_on_request() -> None:
    assert not kept(PAGE).tree(links=False).find_all("a")


def test_dropped_text_is_marked() -> None:
    page = "<nav><ul><li>Home<li>News</ul></nav><p>" + "The sea was calm, and we went on. " * 20
    document = ncleaner.clean(page)
    assert {node.keep for node in document.tree().find_all("p")} == {True}
    assert {node.keep for node in document.tree(all=True).find_all("p")} == {True, False}


def test_images_are_there_on_request() -> None:
    page = "<p>The boat.</p><figure><img src=a.png alt=Vega><figcaption>At sea</figcaption></figure><p>Bye."
    document = ncleaner.clean(page, engine="dump", url="https://boats.example/")
    assert not document.tree().find_all("img")
    (figure,) = document.tree(images=True).find_all("figure")
    assert outline(figure) == "figure(img() figcaption(p('At sea')))"
    assert figure.nodes[0].attributes == {"src": "https://boats.example/a.png", "alt": "Vega"}


def test_notes_are_linked_to_their_references() -> None:
    page = '<p>Salt<sup><a href="#n1">1</a></sup> is dear.<ol><li id=n1>Since 1400. <a href="#r1">↩</a></ol>'
    root = kept(page).tree()
    assert root.find_all("a")[0].attributes["note"] == root.find_all("li")[0].attributes["note"] == "1"
    assert root.find_all("li")[0].text == "Since 1400."


def test_nesting_is_limited() -> None:
    depth, node = 0, kept("<ul><li>" * 1000 + "x").tree()
    while node.nodes:
        depth, node = depth + 1, node.nodes[-1]
    assert depth < 30


class TestChunks:
    def test_a_part_stands_below_its_headings(self) -> None:
        parts = kept(PAGE).chunks(max_words=100)
        assert [part.headings for part in parts] == [
            ("The log",), ("The log", "The crew"), ("The log", "The crew", "Its boats"), ("The log", "The end"),
        ]  # fmt: skip
        assert parts[1].text == "Ada\nher dog\nBen"
        assert parts[1].words == 4

    @pytest.mark.parametrize("most", [1, 2, 7])
    def test_no_part_is_longer_than_the_limit_and_no_word_is_lost(self, most: int) -> None:
        document = kept(PAGE)
        parts = document.chunks(max_words=most)
        assert all(len(part.text.split()) <= most for part in parts)
        without_headings = [node.text for node in document.tree().nodes if not node.tag.startswith("h")]
        assert " ".join(part.text for part in parts).split() == " ".join(without_headings).split()

    def test_texts_without_blanks_are_divided_too(self) -> None:
        parts = kept(f"<p>{'北海道は今日も雨だった。' * 50}").chunks(max_words=20)
        assert len(parts) > 10
        assert "".join(part.text for part in parts) == "北海道は今日も雨だった。" * 50

    def test_places_cover_the_text(self) -> None:
        document = kept(PAGE)
        for part in document.chunks(max_words=100):
            assert part.text.split()[-1] in document.page.text[part.start : part.end]

    def test_a_limit_below_one_is_refused(self) -> None:
        with pytest.raises(UsageError, match="max_words must be 1 or more"):
            kept(PAGE).chunks(max_words=0)

    def test_empty_pages_have_none(self) -> None:
        assert kept("").chunks() == []


def test_copies_of_documents_have_the_same_tree() -> None:
    document = ncleaner.clean(PAGE)
    assert outline(pickle.loads(pickle.dumps(document)).tree()) == outline(document.tree())
