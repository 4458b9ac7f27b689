"""The search for a byte, eight bytes at a time, as the tokenizer uses it for quoted attribute values."""

from __future__ import annotations

import pytest

from ncleaner.read.html.tokenizer import START_TAG, Tokenizer


@pytest.mark.parametrize("start", range(9))
def test_a_quote_is_found_at_every_offset_and_distance(start: int) -> None:
    for distance in [*range(70), 255, 256, 257, 263, 264, 265, 300, 1000]:
        source = b" " * start + b'<p title="' + b"x" * distance + b'" lang=en>'
        tokens = Tokenizer(source)
        while tokens.next() != START_TAG:
            pass
        assert tokens.attributes() == {"title": "x" * distance, "lang": "en"}
        assert tokens.end == len(source)


@pytest.mark.parametrize("neighbour", [b"!", b"#", b"\xa2", b"\x22\x23"[1:]])
def test_neighbouring_byte_values_do_not_match(neighbour: bytes) -> None:
    for before in range(20):
        source = b'<p title="' + neighbour * before + b'" id=x>'
        tokens = Tokenizer(source.replace(b"\xa2", b"\xc2\xa2"))
        tokens.next()
        assert tokens.attributes()["id"] == "x"
