"""Reading of gold texts and outputs as annotators and engines write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ncleaner.gold.reading import MARKS, read

pytestmark = pytest.mark.once


def test_cleaneval_format() -> None:
    text = read("URL: http://example.org/\n\n  <h>A title\n\n  <p>Some text\n  goes on.\n<l>item")
    assert text.words == ["A", "title", "Some", "text", "goes", "on.", "item"]
    assert text.tokens == ["<h>", "A", "title", "<p>", "Some", "text", "goes", "on.", "<l>", "item"]
    assert text.marks == ["<h>", "<p>", "<l>"]


@pytest.mark.parametrize(
    "head",
    [
        "URL: http://example.org/a b\n",
        "\ufeffURL: http://example.org/\n",
        "\n URL:http://example.org/\n",
        "URL: \nhttp://example.org/\n",
        "URL:\r\n  http://example.org/\r\n",
        "URL:\n",
        "",
        "\ufeff",
    ],
)
def test_what_stands_before_the_text(head: str) -> None:
    assert read(f"{head}\n<p>Text").tokens == ["<p>", "Text"]


def test_only_the_first_line_is_the_address() -> None:
    assert read("<p>URL: x\nURL: y").words == ["URL:", "x", "URL:", "y"]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("<p>one<l>two", ["<p>", "one", "<l>", "two"]),
        ("<P> one\n* <L>two", ["<p>", "one", "*", "<l>", "two"]),
        ("<p><h>one\n<p>", ["<p>", "<h>", "one", "<p>"]),
        ("before\n<p>one", ["before", "<p>", "one"]),
        ("<p>a <b>bold</b> <pre> <p > </p>", ["<p>", "a", "<b>bold</b>", "<pre>", "<p", ">", "</p>"]),
        ("<p>no\N{NO-BREAK SPACE}break\x1dgroup", ["<p>", "no", "break", "group"]),
    ],
)
def test_marks_wherever_they_stand(text: str, tokens: list[str]) -> None:
    assert read(text).tokens == tokens


def test_plain_text_has_no_marks() -> None:
    text = read("Just some\n\ntext.")
    assert text.words == text.tokens == ["Just", "some", "text."]
    assert text.marks == []


def test_tags_in_plain_text_are_not_marks() -> None:
    plain = read('It says "<p>Hello</p>" here\n<p>and there')
    assert plain.tokens == plain.words == ["It", "says", '"', 'Hello</p>"', "here", "and", "there"]
    assert plain.marks == []
    # An output in CleanEval's format has the same words.
    assert read('<p>It says "<p>Hello</p>" here <p>and there').words == plain.words


def test_an_address_makes_a_marked_text() -> None:
    assert read("URL: http://example.org/\n=== <h>Title").marks == ["<h>"]


@pytest.mark.parametrize("text", ["", " \n", "\ufeff", "URL: http://example.org/"])
def test_nothing(text: str) -> None:
    assert read(text).tokens == []


def test_ascii_only() -> None:
    text = read("<p>naïve “quotes” – 東京\N{NO-BREAK SPACE}ok", ascii_only=True)
    assert text.tokens == ["<p>", "nave", "quotes", "ok"]


@given(st.text(st.sampled_from("ab <phl>\n\ufeffURL:é"), max_size=60), st.booleans())
def test_tokens_are_words_and_marks(text: str, ascii_only: bool) -> None:
    read_text = read(text, ascii_only=ascii_only)
    assert [token for token in read_text.tokens if token not in MARKS] == read_text.words
    assert [token for token in read_text.tokens if token in MARKS] == read_text.marks
    assert all(word and not word.isspace() for word in read_text.words)
