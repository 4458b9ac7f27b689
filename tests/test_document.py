"""The nouns: frozen, equal when they say the same, readable, and able to travel between processes."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from render_documents import document

from ncleaner import Document, Metadata, Page, Segment, UnknownNameError, clean
from ncleaner.page.frozen import Value
from ncleaner.render import FORMATS

PAGE = "<title>Rain</title><nav>Home | News | Contact</nav><h1>Rain</h1><p>It rained all day."
RECORDS: list[Value] = [
    Page(b"<p>x", "html", "https://example.org/", "utf-8", ("a warning",)),
    Segment("text", "p", True, 1.5, "visible text", 3, 7, "html/body/p", True),
    Metadata(title="Rain", language="en"),
]


@pytest.mark.parametrize("record", RECORDS)
def test_records_are_frozen(record: Value) -> None:
    name = record.__slots__[0]
    before = getattr(record, name)
    with pytest.raises(AttributeError, match="frozen"):
        setattr(record, name, None)
    with pytest.raises(AttributeError, match="frozen"):
        delattr(record, name)
    with pytest.raises(AttributeError):
        record.unheard_of = 1
    assert getattr(record, name) is before
    assert not hasattr(record, "__dict__")


@pytest.mark.parametrize("record", RECORDS)
def test_records_travel_between_processes(record: Value) -> None:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(record, protocol)) == record
    assert copy.copy(record) == copy.deepcopy(record) == record


@pytest.mark.parametrize("record", RECORDS)
def test_records_are_equal_when_all_fields_are(record: Value) -> None:
    values = [getattr(record, name) for name in record.__slots__]
    make: Any = type(record)
    assert make(*values) == record
    assert hash(make(*values)) == hash(record)
    for index in range(len(values)):
        assert make(*values[:index], "something else", *values[index + 1 :]) != record
    assert record != tuple(values)
    assert record != object()


@pytest.mark.parametrize("record", RECORDS)
def test_the_repr_of_a_record_makes_the_record(record: Value) -> None:
    names = {"Page": Page, "Segment": Segment, "Metadata": Metadata}
    assert eval(repr(record), names) == record


def test_records_of_different_kinds_are_never_equal() -> None:
    assert len(set(RECORDS)) == len(RECORDS)


def test_metadata_lists_what_is_known() -> None:
    assert list(Metadata(language="en", title="Rain").items()) == [("title", "Rain"), ("language", "en")]
    assert list(Metadata().items()) == []


def test_a_page_has_its_text() -> None:
    page = clean("<p>Grüße".encode("latin-1"), encoding="latin1", url="https://example.org/").page
    assert page == Page("<p>Grüße".encode(), "html", "https://example.org/", "windows-1252")
    assert page.text == "<p>Grüße"


def test_a_document_tells_what_became_of_the_page() -> None:
    document = clean(PAGE)
    assert repr(document) == "<Document: 2 of 3 segments kept by forest>"
    assert [(segment.kind, segment.keep, segment.text) for segment in document.segments] == [
        ("p", False, "Home | News | Contact"),
        ("h", True, "Rain"),
        ("p", True, "It rained all day."),
    ]
    assert [segment.path for segment in document.segments] == ["html/body/nav", "html/body/h1", "html/body/p"]
    assert document.metadata == Metadata(title="Rain", charset="utf-8")


def test_it_cannot_be_seen_that_a_document_is_lazy() -> None:
    def look(document: Document, order: list[str]) -> list[Any]:
        found = {name: getattr(document, name) for name in order}
        return [found[name] for name in sorted(found)]

    names = ["text", "segments", "metadata", "warnings", "page"]
    one, other = clean(PAGE), clean(PAGE)
    assert look(one, names) == look(other, names[::-1])
    assert one.segments is one.segments
    assert one.metadata is one.metadata
    assert one.text == one.to("txt") == other.text


def test_what_a_document_says_is_read_only() -> None:
    document: Any = clean(PAGE)
    for name in ("text", "segments", "metadata"):
        with pytest.raises(AttributeError):
            setattr(document, name, None)
    with pytest.raises(AttributeError):
        document.unheard_of = 1


def test_the_documents_own_fields_are_frozen_like_those_of_all_nouns() -> None:
    document: Any = clean(PAGE)
    with pytest.raises(AttributeError):
        document.engine = "another"


def test_warnings_of_the_decoder_reach_the_document() -> None:
    document = clean(b"<meta charset=x-none><p>x", http_charset="x-none-either")
    assert document.warnings
    assert document.warnings == document.page.warnings


@pytest.mark.parametrize("format", FORMATS)
def test_a_document_can_be_had_in_every_format(format: str) -> None:
    document = clean(PAGE)
    assert "It rained all day." in document.to(format).replace("\nrained\nall\nday", " rained all day").replace(
        "\n<g/>\n.", "."
    )
    assert document.to(format) == document.to(format)
    assert "Contact" in document.to(format, all=True)


def test_an_unknown_format_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(UnknownNameError, match=r"no output format 'docx'; there are: .*markdown.*txt"):
        clean(PAGE).to("docx")


def test_a_name_that_leads_elsewhere_is_no_format() -> None:
    for name in ("", "__init__", "about", "..cleaner", "TXT"):
        with pytest.raises(UnknownNameError):
            clean(PAGE).to(name)


def test_an_unknown_option_of_a_format_is_refused() -> None:
    with pytest.raises(TypeError, match="sparkle"):
        clean(PAGE).to("txt", sparkle=True)


def test_segments_say_where_they_continue() -> None:
    found = document("<p>Harbour Street 7<p>Quay<p>Boats", kinds="lLp").segments
    assert [(segment.kind, segment.continues) for segment in found] == [("l", False), ("l", True), ("p", False)]


@pytest.mark.parametrize("engine", ["dump", "heuristics", "ngram"])
def test_engines_without_a_mind_of_their_own_take_the_kinds_of_the_markup(engine: str) -> None:
    found = clean("<h1>Rain</h1><p>It rained<br>all day.<ul><li>Boats</ul>", engine=engine)
    assert found.kinds == bytes([1, 0, 0, 2])
    assert not any(segment.continues for segment in found.segments)
