"""The front door: `clean` and `Cleaner`, as a newcomer would use and misuse them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import ncleaner
from ncleaner import Cleaner, Document, NCleanerError, UnknownNameError, backend, clean, cleaner, models
from ncleaner.engines.forest.engine import Forest

PAGE = """<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>Rain</title></head><body>
<nav>Home | News | Contact</nav><h1>Rain</h1>
<p>It rained <b>all</b> day; see <a href='https://example.org/'>the forecast</a>. Grüße!</p></body></html>"""
TEXT = "Rain\nIt rained all day; see the forecast. Grüße!\n"
EXAMPLES = 300 if backend.name() == "compiled" else 60
DEFAULT = Cleaner()


def content(document: Document) -> tuple[Any, ...]:
    """All that a user can read off a document."""
    return document.segments, document.metadata, document.warnings, document.text, document.to("json")


# What comes in


def test_a_page_becomes_its_text() -> None:
    document = clean(PAGE)
    assert isinstance(document, Document)
    assert document.text == TEXT
    assert document.engine == "forest"


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_a_page_may_come_as_any_kind_of_bytes(kind: type) -> None:
    assert content(clean(kind(PAGE.encode()))) == content(clean(PAGE.encode()))


def test_a_memoryview_need_not_be_contiguous() -> None:
    spread = b"".join(bytes([byte, 0]) for byte in PAGE.encode())
    assert clean(memoryview(spread)[::2]).text == TEXT


def test_a_buffer_that_is_changed_later_does_not_change_the_document() -> None:
    source = bytearray(PAGE.encode())
    document = clean(source)
    source[:] = b"x" * len(source)
    assert document.text == TEXT
    assert document.page.text == PAGE


def test_the_same_page_as_text_and_as_bytes_is_the_same_document() -> None:
    assert content(clean(PAGE)) == content(clean(PAGE.encode()))
    assert clean(PAGE.encode("utf-16")).text == clean(PAGE).text


def test_half_of_a_surrogate_pair_does_no_harm() -> None:
    assert clean("<p>a\ud800b").text == "a\ufffdb\n"


def test_segments_point_into_the_decoded_page() -> None:
    document = clean(PAGE.encode("utf-16"))
    pieces = [document.page.text[segment.start : segment.end] for segment in document.segments]
    assert pieces == [
        "Home | News | Contact",
        "Rain",
        "It rained <b>all</b> day; see <a href='https://example.org/'>the forecast</a>. Grüße!",
    ]


def test_an_encoding_can_be_given() -> None:
    source = "<meta charset=utf-8><p>Grüße".encode("latin-1")
    assert clean(source, encoding="latin1").text == "Grüße\n"
    assert clean(source, encoding="Windows-1252").metadata.charset == "windows-1252"


def test_what_the_server_says_is_believed() -> None:
    source = "<p>привет".encode("koi8-r")
    assert clean(source, http_charset="koi8-r").text == "привет\n"


def test_plain_text_is_not_read_as_markup() -> None:
    assert clean("a <b> c", kind="text").text == "a <b> c\n"
    assert clean("<p>a</p>", kind="text").text == "<p>a</p>\n"
    assert clean("a <b> c").text == "a c\n"


def test_the_address_is_passed_along() -> None:
    document = clean("<p>x", url="https://example.org/a")
    assert document.page.url == document.metadata.url == "https://example.org/a"


@pytest.mark.parametrize("source", [b"", "", b"\xef\xbb\xbf", b"\xff\xfe", b"\0", b"<", "<!--", b"<p></p>"])
@pytest.mark.parametrize("kind", ["html", "text"])
def test_next_to_nothing_gives_a_document_without_surprises(source: bytes | str, kind: str) -> None:
    document = clean(source, kind=kind)
    assert document.segments == clean(source, kind=kind).segments
    assert document.metadata.title is None


# Many pages


def test_a_cleaner_keeps_nothing_between_pages() -> None:
    cleaner = Cleaner()
    first = content(cleaner.clean(PAGE))
    cleaner.clean("<b><a href=x><table><ul hidden><script>", url="https://example.org/")
    assert content(cleaner.clean(PAGE)) == first == content(clean(PAGE))


def test_clean_many_keeps_the_order_and_takes_pages_one_by_one() -> None:
    taken: list[int] = []

    def pages() -> Iterator[bytes]:
        for number in range(3):
            taken.append(number)
            yield b"<p>page %d" % number

    documents = Cleaner(engine="dump").clean_many(pages())
    assert next(documents).text == "page 0\n"
    assert taken == [0]
    assert [document.text for document in documents] == ["page 1\n", "page 2\n"]


def test_clean_many_reads_plain_text_too() -> None:
    assert [document.text for document in Cleaner().clean_many(["a <b> c", b"d"], kind="text")] == ["a <b> c\n", "d\n"]


def test_a_cleaner_says_what_it_is() -> None:
    assert repr(Cleaner(engine="dump")) == "Cleaner(engine='dump')"


# UsageError


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"engine": "firefox"}, r"no engine 'firefox'; there are: .*heuristics"),
        ({"kind": "pdf"}, r"no kind of page 'pdf'; there are: html, text"),
        ({"encoding": "utf-9"}, r"no encoding 'utf-9': did you mean 'utf-8'"),
    ],
)
def test_unknown_names_are_refused_with_those_that_there_are(options: dict[str, str], message: str) -> None:
    arguments: dict[str, Any] = dict(options)
    with pytest.raises(UnknownNameError, match=message) as caught:
        clean(PAGE, **arguments)
    assert isinstance(caught.value, NCleanerError)
    assert isinstance(caught.value, ValueError)


def test_unknown_names_are_refused_for_text_as_well() -> None:
    with pytest.raises(UnknownNameError):
        clean("already decoded", encoding="utf-9")


def test_an_engine_without_a_model_takes_none() -> None:
    with pytest.raises(NCleanerError, match=r"'heuristics' takes no model"):
        Cleaner(engine="heuristics", model="english")


@pytest.mark.parametrize("page", [None, 5, ["<p>x"], {"html": "x"}, object()])
def test_what_is_no_page_is_a_type_error(page: Any) -> None:
    with pytest.raises(TypeError, match=f"bytes or str, not {type(page).__name__}"):
        clean(page)


def test_options_are_named() -> None:
    unnamed: Any = clean
    with pytest.raises(TypeError):
        unnamed(PAGE, "dump")


# Any page at all

MARKUP = st.text("<>/!-?=&;#xabp \"'\n\0é[]", max_size=80).map(str.encode)
SOURCES = st.binary(max_size=200) | MARKUP | st.text(max_size=80)


@given(SOURCES, st.sampled_from(["dump", "heuristics"]), st.sampled_from(["html", "text"]))
@example(b"\xff\xfe<\x00p\x00>\x00\x00\xd8", "heuristics", "html")
@example(b"<meta charset=utf-7>+ADw-", "dump", "html")
@example("\ud800", "dump", "text")
@settings(max_examples=EXAMPLES)
def test_any_page_gives_a_document_and_the_same_one_each_time(source: bytes | str, engine: str, kind: str) -> None:
    document = clean(source, engine=engine, kind=kind)
    assert content(document) == content(clean(source, engine=engine, kind=kind))
    kept = [segment.text for segment in document.segments if segment.keep]
    assert document.text == "".join(f"{text}\n" for text in kept)
    end = 0
    for segment in document.segments:
        assert end <= segment.start <= segment.end <= len(document.page.text)
        end = segment.end


@given(st.text(max_size=120) | MARKUP.map(bytes.decode))
@settings(max_examples=EXAMPLES)
def test_any_text_and_its_bytes_give_the_same_document(source: str) -> None:
    assert content(DEFAULT.clean(source)) == content(DEFAULT.clean(source.encode(), encoding="utf-8"))


def test_the_version_is_told() -> None:
    assert ncleaner.__version__.count(".") == 2


class TestRecentCleaners:
    """`clean` keeps the last few cleaners."""

    @pytest.fixture(autouse=True)
    def forgotten(self) -> Iterator[None]:
        cleaner._forget_recent()
        yield
        cleaner._forget_recent()

    def test_a_model_is_loaded_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        loads: list[object] = []

        def watched(**arguments: Any) -> Cleaner:
            loads.append(arguments)
            return Cleaner(**arguments)

        monkeypatch.setattr(cleaner, "Cleaner", watched)
        for _ in range(3):
            clean(b"<p>It rained all day.", engine="ngram")
            clean(b"<p>It rained all day.", engine="ngram", bias=0.5)
        assert len(loads) == 2

    def test_only_a_few_are_kept(self) -> None:
        first = clean(b"<p>It rained.", bias=0.0).decider
        for bias in range(1, cleaner.RECENT):
            clean(b"<p>It rained.", bias=float(bias))
        assert clean(b"<p>It rained.", bias=0.0).decider is first
        for bias in range(1, cleaner.RECENT + 1):
            clean(b"<p>It rained.", bias=float(bias))
        assert len(cleaner._recent) == cleaner.RECENT
        assert clean(b"<p>It rained.", bias=0.0).decider is not first

    def test_a_model_file_that_was_replaced_is_loaded_again(self, tmp_path: Path) -> None:
        path = tmp_path / "my.model"
        shutil.copyfile(models.find("english"), path)
        first = clean(b"<p>It rained.", model=path).decider
        assert clean(b"<p>It rained.", model=path).decider is first
        path.unlink()
        shutil.copyfile(models.find("universal"), path)
        assert clean(b"<p>It rained.", model=path).decider is not first

    def test_an_option_that_cannot_be_looked_up_is_refused_by_the_engine(self) -> None:
        with pytest.raises(UnknownNameError, match="way to treat comments"):
            clean(b"<p>It rained.", comments=["keep"])

    def test_many_threads_get_the_same_text(self) -> None:
        pages = [f"<p>It rained on day {number} of the journey, and nobody went out.".encode() for number in range(40)]
        expected = [clean(page, engine="ngram").text for page in pages]
        cleaner._forget_recent()
        with ThreadPoolExecutor(8) as pool:
            assert list(pool.map(lambda page: clean(page, engine="ngram").text, pages)) == expected

    @pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
    def test_a_fork_does_not_wait_for_locks_of_the_parent(self) -> None:
        kept = clean(b"<p>It rained all day.").decider
        assert isinstance(kept, Forest)
        with kept.lock, cleaner._recent_lock:
            child = os.fork()
            if child == 0:
                os._exit(clean(b"<p>It rained all day.").text != "It rained all day.\n")
        assert os.waitpid(child, 0)[1] == 0
