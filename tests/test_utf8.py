"""The UTF-8 check agrees with Python's decoder, and recoding with Python's codecs."""

from __future__ import annotations

import codecs
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ncleaner.decode.encodings import SINGLE_BYTE, to_text, to_utf8
from ncleaner.decode.recode import recode
from ncleaner.decode.utf8 import Utf8Check

REPLACEMENT = "\ufffd"
# Valid and invalid sequences with ASCII of any length between them, so that they occur at all offsets in a lane.
PIECES = st.sampled_from([
    b"a", b"abcdefg", b"abcdefgh", b"a" * 33, "é".encode(), "你".encode(), "𝔸".encode(), b"\xc0", b"\xff", b"\x80",
    b"\xe4\xbd",
    b"\xed\xa0\x80", b"\xf0\x9d", b"\xf4\x90\x80\x80", b"\xe0\x80\x80", b"\xc3",
])  # fmt: skip
BYTES = st.lists(PIECES, max_size=30).map(b"".join) | st.binary(max_size=200)


@given(BYTES)
def test_valid_and_invalid_sequences_are_those_of_the_decoder(data: bytes) -> None:
    check = Utf8Check(data)
    text = data.decode("utf-8", "replace")
    assert check.non_ascii == sum(byte >= 0x80 for byte in data)
    assert check.invalid == text.count(REPLACEMENT)
    assert check.valid == sum(character > "\x7f" for character in text) - check.invalid


@given(BYTES)
def test_truncated_means_that_the_decoder_waits_for_more_bytes(data: bytes) -> None:
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    decoder.decode(data)
    assert Utf8Check(data).truncated == (decoder.getstate()[0] != b"")


def test_a_page_that_ends_in_the_middle_of_a_letter_is_truncated() -> None:
    assert Utf8Check("naïve café".encode()[:-1]).truncated
    assert not Utf8Check("naïve café".encode()).truncated
    assert not Utf8Check(b"caf\xc3 au lait").truncated


def test_lead_bytes_of_invalid_sequences() -> None:
    assert Utf8Check(b"\x80 \xbf \xc0 \xff \xc3\xa9 \xe4\xbd").invalid_leads() == {0x80, 0xBF, 0xC0, 0xFF, 0xE4}


@given(data=BYTES, name=st.sampled_from(sorted(SINGLE_BYTE)))
def test_recoding_is_decoding_and_encoding(data: bytes, name: str) -> None:
    assert to_utf8(Utf8Check(data), name) == to_text(data, name).encode()


def test_recoding_needs_a_unit_for_each_non_ascii_byte() -> None:
    with pytest.raises(ValueError, match="128 units, not 3"):
        recode(Utf8Check(b"caf\xe9"), array("I", [0, 0, 0]))
