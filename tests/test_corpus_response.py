"""The page in an HTTP response: chunks, content encodings, media types, wrong headers."""

from __future__ import annotations

import gzip
import random
import tracemalloc

import pytest
import warc_examples
from warc_examples import brotli_zeros, chunked, gzip_zeros, response

from ncleaner.corpus.sources.compression import DamagedError, TooLargeError, expand
from ncleaner.corpus.sources.response import (
    Headers,
    NotAPageError,
    charset,
    dechunked,
    kind_of,
    looks_like_page,
    page_of,
    split_response,
)

pytestmark = pytest.mark.once

PAGE = b"<!DOCTYPE html><title>x</title><p>" + b"some words " * 500
MOST = 1 << 20


def split(message: bytes) -> tuple[int, Headers, bytes]:
    """Split a response that is embedded in other data."""
    return split_response(b"\r\n\r\n" + message + b"\n\n", 4, 4 + len(message))


@pytest.mark.parametrize("how", warc_examples.RESPONSES)
def test_the_page_is_the_same_however_it_was_sent(how: str) -> None:
    status, headers, body = split(warc_examples.RESPONSES[how](PAGE))
    assert status == 200
    assert page_of(headers, body, "html", MOST) == PAGE


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        (b"", "not an HTTP response"),
        (b"<html>", "not an HTTP response"),
        (b"HTTP/1.1\r\n\r\n", "the HTTP response has no status"),
        (b"HTTP/1.1 2x0 OK\r\n\r\n", "the HTTP response has no status"),
        (b"HTTP/1.1 200 OK\r\nX: " + b"x" * (1 << 18), "the HTTP headers are longer than 131072 bytes"),
    ],
)
def test_malformed_responses_are_damaged(message: bytes, reason: str) -> None:
    with pytest.raises(DamagedError, match=reason):
        split(message)


def test_a_response_without_a_body_has_an_empty_body() -> None:
    assert split(b"HTTP/1.1 204 No Content\r\nServer: x") == (204, {}, b"")


def test_headers_end_at_the_first_empty_line() -> None:
    assert split(b"HTTP/1.0 200 OK\nContent-Type: text/html\n\na\r\n\r\nb")[2] == b"a\r\n\r\nb"
    assert split(b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\na\n\nb")[2] == b"a\n\nb"


def test_repeated_fields_are_joined_and_names_ignore_case() -> None:
    headers = Headers.parse(b"content-ENCODING: gzip\r\nnothing\r\nContent-Encoding : br\r\nServer: x")
    assert headers == {"content-encoding": "gzip, br"}
    assert headers.tokens("content-encoding") == ["gzip", "br"]


@pytest.mark.parametrize(
    ("content_type", "expected"),
    [
        ("text/html", ("html", None)),
        ("TEXT/HTML;charset=UTF-8", ("html", "UTF-8")),
        ("application/xhtml+xml; charset='latin1'", ("html", "latin1")),
        ("text/plain; format=flowed; charset=koi8-r", ("text", "koi8-r")),
        ("text/html, text/html; charset=utf-8", ("html", "utf-8")),
        ("", ("html", None)),
    ],
)
def test_types_that_are_pages(content_type: str, expected: tuple[str, str | None]) -> None:
    assert kind_of(content_type, PAGE) == expected


@pytest.mark.parametrize("content_type", ["image/png", "application/json", "text/css", "html"])
def test_types_that_are_not_pages(content_type: str) -> None:
    with pytest.raises(NotAPageError, match="another content type"):
        kind_of(content_type, PAGE)


def test_a_body_without_a_type_must_look_like_a_page() -> None:
    with pytest.raises(NotAPageError, match="no content type"):
        kind_of(None, b"\x00\x01\x02")


def test_an_empty_charset_is_none() -> None:
    assert charset(" charset=") is None


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"5\r\nhello\r\n0\r\n\r\n", b"hello"),
        (b"5;name=value\r\nhello\r\n1\r\n!\r\n0\r\nTrailer: x\r\n\r\n", b"hello!"),
        (b"5\nhello\n0\n\n", b"hello"),
        (b"0005 \r\nhello\r\n0\r\n", b"hello"),
        (b"5\r\nhello\r\nff\r\ncut", b"hellocut"),
        (b"0\r\n\r\n", b""),
        (b"<html>", None),
        (b"5\r\nhello there\r\n0\r\n", None),
        (b"add\r\n", None),
        (b"-5\r\nhello", None),
        (b"", None),
    ],
)
def test_chunks(body: bytes, expected: bytes | None) -> None:
    assert dechunked(body) == expected


def test_one_byte_chunks_are_joined_in_linear_time() -> None:
    assert dechunked(chunked(PAGE * 20, 1)) == PAGE * 20


@pytest.mark.parametrize(
    ("name", "body"), [("gzip", b"\0\1\2"), ("br", b"\xff\xff\xff"), ("deflate", b"\xff\xff"), ("exotic", b"\0\1")]
)
def test_a_body_that_cannot_be_decoded_and_is_no_page_is_damaged(name: str, body: bytes) -> None:
    with pytest.raises(DamagedError):
        page_of(Headers({"content-encoding": name}), body, "html", MOST)


@pytest.mark.parametrize("name", ["gzip", "br", "deflate", "zstd", "exotic"])
def test_junk_is_never_a_page(name: str) -> None:
    chance = random.Random(5)
    for _ in range(500):
        with pytest.raises(DamagedError):
            page_of(Headers({"content-encoding": name}), warc_examples.junk(chance), "html", MOST)


@pytest.mark.parametrize("name", ["gzip", "br", "deflate", "zstd", "exotic", "UTF-8", "none", ""])
def test_a_page_that_is_not_encoded_as_the_header_says_is_used_as_it_is(name: str) -> None:
    assert page_of(Headers({"content-encoding": name}), PAGE, "html", MOST) == PAGE


def test_files_of_other_formats_are_damaged() -> None:
    with pytest.raises(DamagedError, match="PDF data sent as html"):
        page_of(Headers(), b"%PDF-1.7 ...", "html", MOST)


@pytest.mark.parametrize("body", [b"", b" \r\n\t ", b"\xef\xbb\xbf\n"])
def test_an_empty_body_is_not_a_page(body: bytes) -> None:
    with pytest.raises(NotAPageError, match="empty body"):
        page_of(Headers(), body, "html", MOST)


def test_too_many_content_encodings_are_damaged() -> None:
    body = PAGE
    for _ in range(9):
        body = gzip.compress(body)
    with pytest.raises(DamagedError, match="more than 4 content encodings"):
        page_of(Headers({"content-encoding": ",".join(["gzip"] * 9)}), body, "html", MOST)


@pytest.mark.parametrize(("name", "bomb"), [("gzip", gzip_zeros), ("br", brotli_zeros)])
def test_bombs_are_rejected_in_bounded_memory(name: str, bomb: warc_examples.Bomb) -> None:
    _, headers, body = split(response(bomb(200 << 20), fields={"Content-Encoding": name}))
    tracemalloc.start()
    try:
        with pytest.raises(TooLargeError, match="expands to more than 1 MiB"):
            page_of(headers, body, "html", MOST)
        assert tracemalloc.get_traced_memory()[1] < 8 * MOST
    finally:
        tracemalloc.stop()


def test_data_after_a_compressed_page_are_ignored() -> None:
    body = gzip.compress(PAGE) + b"\r\n0\r\n"
    assert page_of(Headers({"content-encoding": "gzip"}), body, "html", MOST) == PAGE


def test_any_number_of_empty_members_may_precede_a_page() -> None:
    body = gzip.compress(b"", 1) * 100_000 + gzip.compress(PAGE)
    assert page_of(Headers({"content-encoding": "gzip"}), body, "html", MOST) == PAGE


def test_members_of_the_same_length_are_all_decompressed() -> None:
    assert expand(gzip.compress(b"one") + gzip.compress(b"two"), "gzip", MOST) == b"onetwo"


def test_the_limit_is_exact() -> None:
    data = gzip.compress(bytes(1000))
    assert expand(data, "gzip", 1000) == bytes(1000)
    with pytest.raises(TooLargeError, match="999 bytes"):
        expand(data, "gzip", 999)


def test_only_text_looks_like_a_page() -> None:
    assert looks_like_page(b"plain words", "text")
    assert not looks_like_page(b"\x1f\x8b\x08", "text")
    assert not looks_like_page(b"<\x00\x01", "html")
