"""TEI P5. The rules of the schema for the few elements that we use are written down here as a validator.

They are those of `tei_all`: content models as regular expressions over the names of the children, and which elements
may have which attributes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from render_documents import document, every_second, soups, texts

from ncleaner.page.metadata import Metadata
from ncleaner.render.markup import legal

NAMESPACE = "{http://www.tei-c.org/ns/1.0}"
XML = "{http://www.w3.org/XML/1998/namespace}"

TEXT = None  # text only
CONTENT = {
    "TEI": "teiHeader text",
    "teiHeader": "fileDesc encodingDesc (profileDesc )?",
    "fileDesc": "titleStmt publicationStmt sourceDesc",
    "titleStmt": "title (author )*",
    "publicationStmt": "p",
    "sourceDesc": "bibl",
    "bibl": "(title )?(author )*(publisher )?(date )?(ptr )?",
    "encodingDesc": "appInfo",
    "appInfo": "application",
    "application": "label p",
    "profileDesc": "(abstract )?(langUsage )?(textClass )?",
    "textClass": "keywords",
    "keywords": "(term )+",
    "abstract": "p",
    "langUsage": "language",
    "text": "body",
    "body": "(div )+",
    "div": "(head )?((p |list |table |quote |milestone )+(div )*|(div )*)",
    "list": "(item )+",
    "table": "(head )*(row )+",
    "row": "(cell )+",
    **dict.fromkeys(["ptr", "lb", "milestone"], ""),
    **dict.fromkeys(["title", "author", "publisher", "date", "label", "language", "term", "formula"], TEXT),
}
LINE = frozenset("lb code formula q del hi".split())
MIXED = {
    **dict.fromkeys(["p", "head", "code", "q", "del", "hi"], LINE),
    **dict.fromkeys(["item", "cell", "quote"], LINE | frozenset("p list table quote milestone".split())),
}
"""Elements that contain text and any of these elements."""

ATTRIBUTES = {
    "application": {"ident", "version"},
    "language": {"ident"},
    "date": {"when"},
    "ptr": {"target"},
    "text": {f"{XML}lang"},
    "code": {"lang", f"{XML}space"},
    "formula": {"notation"},
    "cell": {"role", "cols", "rows"},
    "milestone": {"unit", "rend"},
    **dict.fromkeys(["p", "head", "item", "list", "hi"], frozenset({"rend"})),
}


def validate(element: ElementTree.Element) -> None:
    assert element.tag.startswith(NAMESPACE)
    name = element.tag.removeprefix(NAMESPACE)
    assert set(element.attrib) <= ATTRIBUTES.get(name, set()), name
    children = "".join(f"{child.tag.removeprefix(NAMESPACE)} " for child in element)
    model = CONTENT.get(name)
    if name in MIXED:
        assert set(children.split()) <= MIXED[name], (name, children)
    elif model is TEXT:
        assert not children
    else:
        assert re.fullmatch(f"{model} ?".replace("  ", " "), children), (name, children)
        assert not (element.text or "").strip()
    _validate_values(element)
    for child in element:
        validate(child)


def _validate_values(element: ElementTree.Element) -> None:
    language = element.get(f"{XML}lang")
    assert language is None or re.fullmatch("[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*", language)
    date.fromisoformat(element.get("when", "2000-01-01"))
    assert not re.search(r'[\s<>"]', element.get("target", ""))
    assert re.fullmatch(r"\d+[a-z]*\d*(\.\d+[a-z]*\d*){0,3}", element.get("version", "0"))


def body(text: str) -> ElementTree.Element:
    element = ElementTree.fromstring(text).find(f"{NAMESPACE}text/{NAMESPACE}body")
    assert element is not None
    return element


def letters(texts: Iterable[str]) -> list[str]:
    """Return the characters of texts in alphabetical order: the rows of a table may have another order."""
    return sorted("".join("".join(texts).split()))


def outline(element: ElementTree.Element) -> str:
    """Return the structure of an element, with text in parentheses."""
    inside = " ".join(outline(child) for child in element) or element.text or ""
    return f"{element.tag.removeprefix(NAMESPACE)}({inside})"


values = st.none() | texts
metadata = st.builds(
    Metadata,
    title=values,
    url=values,
    description=values,
    authors=st.lists(texts, max_size=3).map(tuple),
    tags=st.lists(texts.filter(str.strip), max_size=3).map(tuple),
    site_name=values,
    date=values | st.sampled_from(["2024-02-29", "2023-02-29", "2024-02-29T10:00:00Z", "20240229", "2024-W01-1"]),
    language=values | st.sampled_from(["de", "pt_BR", "zh-Hans-CN", "english language"]),
)


@given(page=soups, metadata=metadata, all=st.booleans())
def test_the_output_is_valid_and_has_all_the_text(page: str, metadata: Metadata, all: bool) -> None:
    cleaned = document(page, drop=every_second, metadata=metadata)
    text = cleaned.to("tei", all=all)
    validate(ElementTree.fromstring(text))
    shown = [segment for segment in cleaned.segments if segment.keep or all]
    root = body(text)
    assert letters(root.itertext()) == letters(legal(segment.text) for segment in shown)
    dropped = [element for element in root.iter() if element.get("rend") == "dropped"]
    assert letters(text for element in dropped for text in element.itertext()) == letters(
        legal(segment.text) for segment in shown if not segment.keep
    )


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("", "div(p())"),
        ("<p>a", "div(p(a))"),
        ("<h1>A</h1>", "div(head(A))"),
        ("<p>a<h2>B</h2><p>b", "div(p(a)) div(head(B) p(b))"),
        ("<h1>A</h1><p>a<h2>B</h2><p>b<h2>C</h2><h3>D</h3><h1>E</h1>",
         "div(head(A) p(a) div(head(B) p(b)) div(head(C) div(head(D)))) div(head(E))"),
        ("<h3>A</h3><h1>B</h1>", "div(head(A)) div(head(B))"),
        ("<ul><li>a<li>b</ul><p>c<ul><li>d</ul>", "div(list(item(a) item(b)) p(c) list(item(d)))"),
    ],
)  # fmt: skip
def test_headings_open_divisions_and_items_form_lists(page: str, expected: str) -> None:
    assert outline(body(document(page).to("tei"))) == f"body({expected})"


def test_the_header_describes_the_source() -> None:
    metadata = Metadata(
        title="T", author="A", site_name="S", date="2024-02-29T10:00", language="de_AT", description="D & d"
    )
    root = ElementTree.fromstring(document("<p>x", metadata=metadata, url="http://a.example/b c|d").to("tei"))
    validate(root)
    bibl = root.find(f".//{NAMESPACE}bibl")
    assert bibl is not None
    assert outline(bibl) == "bibl(title(T) author(A) publisher(S) date(2024-02-29T10:00) ptr())"
    assert bibl[3].attrib == {"when": "2024-02-29"}
    assert bibl[4].attrib == {"target": "http://a.example/b%20c%7Cd"}
    assert root[1].attrib == {f"{XML}lang": "de-AT"}
    assert root.findtext(f".//{NAMESPACE}abstract/{NAMESPACE}p") == "D & d"


def test_a_continuing_block_is_a_further_line_of_its_element() -> None:
    text = document("<p>Boats<p>&amp; nets<p>Harbour Street 7<p>Quay", kinds="hHlL").to("tei")
    expected = (
        "<div>\n<head>Boats<lb/>&amp; nets</head>\n"
        '<list rend="bulleted">\n<item>Harbour Street 7<lb/>Quay</item>\n</list>\n</div>'
    )
    assert expected in text


def test_each_author_is_an_element_and_tags_are_keywords() -> None:
    known = Metadata(title="T", authors=("Anna Berg", "Tom Reed"), categories=("Homes",), tags=("a & b",))
    text = document("<p>x", metadata=known).to("tei")
    assert text.count("<author>Anna Berg</author><author>Tom Reed</author>") == 2
    assert "<keywords><term>Homes</term><term>a &amp; b</term></keywords>" in text
