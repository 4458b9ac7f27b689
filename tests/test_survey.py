"""The survey of a page's bytes agrees with Python's own decoder, and recoding with its codecs."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ncleaner.decode.encodings import SINGLE_BYTE, recode, to_text
from ncleaner.decode.survey import Survey
from ncleaner.read.html.tokenizer import START_TAG, Tokenizer

REPLACEMENT = "\ufffd"
# Good and bad sequences, and ASCII of any length between them, so that they stand at all places in a word of eight.
PIECES = st.sampled_from([
    b"a", b"abcdefg", b"abcdefgh", b"a" * 33, "é".encode(), "你".encode(), "𝔸".encode(), b"\xc0", b"\xff", b"\x80",
    b"\xe4\xbd",
    b"\xed\xa0\x80", b"\xf0\x9d", b"\xf4\x90\x80\x80", b"\xe0\x80\x80", b"\xc3",
])  # fmt: skip
BYTES = st.lists(PIECES, max_size=30).map(b"".join) | st.binary(max_size=200)


@given(BYTES)
def test_good_and_bad_sequences_are_those_of_the_decoder(data: bytes) -> None:
    survey = Survey(data)
    text = data.decode("utf-8", "replace")
    assert survey.high == sum(byte >= 0x80 for byte in data)
    assert survey.bad == text.count(REPLACEMENT)
    assert survey.good == sum(character > "\x7f" for character in text) - survey.bad


@given(BYTES)
def test_only_what_the_end_cuts_off_is_cut(data: bytes) -> None:
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    decoder.decode(data)
    assert Survey(data).cut == (decoder.getstate()[0] != b"")


def test_a_page_that_ends_in_the_middle_of_a_letter_is_cut() -> None:
    assert Survey("naïve café".encode()[:-1]).cut
    assert not Survey("naïve café".encode()).cut
    assert not Survey(b"caf\xc3 au lait").cut


def test_strange_bytes_begin_bad_sequences() -> None:
    assert Survey(b"\x80 \xbf \xc0 \xff \xc3\xa9 \xe4\xbd").strange() == {0x80, 0xBF, 0xC0, 0xFF, 0xE4}


@given(data=BYTES, name=st.sampled_from(sorted(SINGLE_BYTE)))
def test_recoding_is_decoding_and_encoding(data: bytes, name: str) -> None:
    assert recode(Survey(data), name) == to_text(data, name).encode()


@pytest.mark.parametrize("start", range(9))
def test_a_quote_is_found_at_every_distance_from_every_place(start: int) -> None:
    for distance in [*range(70), 255, 256, 257, 263, 264, 265, 300, 1000]:
        source = b" " * start + b'<p title="' + b"x" * distance + b'" lang=en>'
        tokens = Tokenizer(source)
        while tokens.next() != START_TAG:
            pass
        assert tokens.attributes() == {"title": "x" * distance, "lang": "en"}
        assert tokens.end == len(source)


@pytest.mark.parametrize("neighbour", [b"!", b"#", b"\xa2", b"\x22\x23"[1:]])
def test_bytes_beside_the_one_looked_for_are_not_taken_for_it(neighbour: bytes) -> None:
    for before in range(20):
        source = b'<p title="' + neighbour * before + b'" id=x>'
        tokens = Tokenizer(source.replace(b"\xa2", b"\xc2\xa2"))
        tokens.next()
        assert tokens.attributes()["id"] == "x"
