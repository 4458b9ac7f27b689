from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given
from render_documents import document, every_second, soups, texts

from ncleaner.page.metadata import Metadata
from ncleaner.render.markup import legal


def test_the_segments_are_elements_and_the_metadata_attributes() -> None:
    page = "<h2>Title</h2><p>Text &lt;b&gt; &amp;amp; ]]&gt;</p><ul><li>Item</ul>"
    root = ElementTree.fromstring(document(page, metadata=Metadata(title='A "b" & <c>', language="en")).to("xml"))
    assert root.tag == "doc"
    assert root.attrib == {"title": 'A "b" & <c>', "language": "en", "engine": "by hand"}
    assert [(segment.tag, segment.attrib, segment.text) for segment in root] == [
        ("h", {"level": "2"}, "Title"),
        ("p", {}, "Text <b> &amp; ]]>"),
        ("l", {}, "Item"),
    ]


@given(page=soups, title=texts)
def test_any_text_is_preserved(page: str, title: str) -> None:
    cleaned = document(page, drop=every_second, metadata=Metadata(title=title))
    root = ElementTree.fromstring(cleaned.to("xml", all=True))
    assert root.attrib["title"] == legal(title)
    assert [segment.text for segment in root] == [legal(segment.text) for segment in cleaned.segments]
    assert [segment.get("keep") != "no" for segment in root] == [segment.keep for segment in cleaned.segments]


@pytest.mark.parametrize("character", ["\0", "\x08", "\x0b", "\x1f", "\ufffe", "\uffff", "\ud800"])
def test_characters_that_xml_forbids_are_left_out(character: str) -> None:
    cleaned = document("<p>x", metadata=Metadata(title=f"a{character}b"))
    title = ElementTree.fromstring(cleaned.to("xml")).attrib["title"]
    assert title == ("a b" if character.isspace() else "ab")


def test_parsers_accept_the_output_as_text_and_as_bytes() -> None:
    text = document("<p>Käse").to("xml")
    assert text.startswith("<?xml")
    assert "encoding" not in text.split("\n")[0]
    assert ElementTree.fromstring(text.encode("utf-8"))[0].text == "Käse"


def test_a_continuing_block_is_a_further_line_of_its_element() -> None:
    cleaned = document("<h2>Harbour Street 7<br>Quay</h2><p>Boats<p>Nets", kinds="hHll")
    assert '<h level="2">Harbour Street 7\nQuay</h>\n<l>Boats</l>\n<l>Nets</l>\n' in cleaned.to("xml")
