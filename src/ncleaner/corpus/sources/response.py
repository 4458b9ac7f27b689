"""The page in an HTTP response: status, chunks, content encodings, media type.

Headers are often wrong: some crawlers decode the body and keep the headers as they were, and some servers send wrong
headers. So the body is decoded as the headers say; if that fails and the body looks like a page, it is used as it is,
and otherwise it is `DamagedError`.
"""

from __future__ import annotations

from ncleaner.corpus.record import HTML, TEXT
from ncleaner.corpus.sources.compression import BROTLI, DEFLATE, GZIP, MAGIC, ZSTD, DamagedError, TooLargeError, expand

PAGE_STATUS = (200, 203)  # all others are errors, redirects, partial content, or have no body
KINDS = {"text/html": HTML, "application/xhtml+xml": HTML, "text/plain": TEXT}
ENCODINGS = {
    "gzip": GZIP,
    "x-gzip": GZIP,
    "deflate": DEFLATE,
    "br": BROTLI,
    "zstd": ZSTD,
    "identity": None,
    "none": None,
    "utf-8": None,  # a mistake that servers make
    "": None,
}
FOREIGN = {
    b"%PDF-": "PDF",
    b"\x89PNG\r\n": "PNG",
    b"GIF8": "GIF",
    b"\xff\xd8\xff": "JPEG",
    b"PK\x03\x04": "ZIP",
    b"RIFF": "RIFF",
    b"\x00\x00\x01\x00": "ICO",
    b"\x7fELF": "ELF",
    b"OggS": "Ogg",
}

_FIELDS = {name.encode(): name for name in ("content-type", "content-encoding", "transfer-encoding")}
_FOREIGN = tuple(FOREIGN)
_MOST_LAYERS = 4
_BLANK_PROBE = 64  # leading bytes that usually contain a non-space; checking the whole page copies it
_LONGEST_HEAD = 1 << 17
_LONGEST_SIZE = 16 + 4096  # bytes of the line before a chunk: hexadecimal digits and extensions
_CONTROLS = bytes({*range(32)} - {*b"\t\n\f\r\x1b"})  # not in text; ESC is allowed for ISO-2022-JP
_SPACE = b" \t\r\n\f\0\xef\xbb\xbf"


class NotAPageError(Exception):
    """A record that is neither a page nor damaged; the message is the key under which the job counts it."""


class Headers(dict[str, str]):
    """The header fields that describe the body; the values of repeated fields are joined by commas."""

    @classmethod
    def parse(cls, head: bytes) -> Headers:
        """Parse header lines; other fields, and lines that are not fields, are ignored."""
        fields = cls()
        for line in head.split(b"\n"):
            name, _, value = line.partition(b":")
            field = _FIELDS.get(name.strip().lower())
            if field is not None:
                text = value.strip().decode("latin-1")
                fields[field] = f"{fields[field]}, {text}" if field in fields else text
        return fields

    def tokens(self, name: str) -> list[str]:
        """Return the comma-separated parts of a field in lower case."""
        return [token.strip().lower() for token in self.get(name, "").split(",")]


def between(data: bytes | bytearray, start: int, end: int) -> bytes:
    """Return the bytes from ``start`` to ``end``, copied only once."""
    return bytes(memoryview(data)[start:end])


def split_response(data: bytes | bytearray, start: int, end: int) -> tuple[int, Headers, bytes]:
    """Return the status, headers and body of the HTTP response from ``start`` to ``end``."""
    if not data.startswith(b"HTTP/", start, end):
        raise DamagedError("not an HTTP response")
    # Headers end at the first empty line, with either kind of line ending.
    farthest = min(start + _LONGEST_HEAD, end)
    at = data.find(b"\r\n\r\n", start, farthest)
    bare = data.find(b"\n\n", start, farthest if at < 0 else at)
    body = at + 4
    if bare >= 0:
        at, body = bare, bare + 2
    if at < 0:
        at = body = end
    if at - start > _LONGEST_HEAD:
        raise DamagedError(f"the HTTP headers are longer than {_LONGEST_HEAD} bytes")
    line, _, fields = between(data, start, at).partition(b"\n")
    words = line.split(None, 2)
    if len(words) < 2 or not words[1].isdigit() or len(words[1]) != 3:
        raise DamagedError("the HTTP response has no status")
    return int(words[1]), Headers.parse(fields), between(data, body, end)


def kind_of(content_type: str | None, body: bytes) -> tuple[str, str | None]:
    """Return the kind of a page and its charset; raise `NotAPageError` for other media types."""
    if not content_type:
        if looks_like_page(body, HTML):
            return HTML, None
        raise NotAPageError("no content type")
    media, _, parameters = content_type.partition(";")
    media = media.partition(",")[0].strip().lower()
    kind = KINDS.get(media)
    if kind is None:
        raise NotAPageError("another content type")
    return kind, charset(parameters)


def charset(parameters: str) -> str | None:
    """Return the charset among the parameters of a content type, if any."""
    for parameter in parameters.replace(",", ";").split(";"):
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset":
            return value.strip(" \t\"'") or None
    return None


def page_of(headers: Headers, body: bytes, kind: str, limit: int, truncated: bool = False) -> bytes:
    """Return the page in the body of a response; ``truncated`` says that the crawler stored only a part of the body.

    Raise `DamagedError` if the body cannot be decoded or is not a page, and `NotAPageError` if it is empty.
    """
    body = _without_chunks(headers, body)
    encodings = [name for name in headers.tokens("content-encoding") if ENCODINGS.get(name, name)]
    if len(encodings) > _MOST_LAYERS:
        raise DamagedError(f"more than {_MOST_LAYERS} content encodings")
    for name in reversed(encodings):
        body = _decoded(body, name, kind, limit, truncated)
    for _ in range(_MOST_LAYERS):  # some servers send compressed files without saying so
        if body.startswith(MAGIC[GZIP]):
            body = expand(body, GZIP, limit, truncated)
    if len(body) > limit:
        raise TooLargeError(limit)
    if body.startswith(_FOREIGN):
        format = next(format for magic, format in FOREIGN.items() if body.startswith(magic))
        raise DamagedError(f"{format} data sent as {kind}")
    if not body[:_BLANK_PROBE].strip(_SPACE) and not body.strip(_SPACE):
        raise NotAPageError("empty body")
    return body


def looks_like_page(body: bytes, kind: str) -> bool:
    """Return whether bytes look like a page, and not like compressed data."""
    head = body[:4096]
    if len(head.translate(None, _CONTROLS)) < len(head):
        return False
    return head.lstrip(_SPACE).startswith(b"<") if kind == HTML else head.isascii()


def _without_chunks(headers: Headers, body: bytes) -> bytes:
    if "chunked" not in headers.tokens("transfer-encoding"):
        return body
    joined = dechunked(body)
    return body if joined is None else joined


def dechunked(body: bytes) -> bytes | None:
    """Join the chunks of a body, the last of which may be truncated; return ``None`` if it is not chunked."""
    parts: list[bytes] = []
    at = 0
    while at < len(body):
        end = body.find(b"\n", at, at + _LONGEST_SIZE)
        if end < 0:
            break
        try:
            size = int(body[at:end].partition(b";")[0].strip(), 16)
        except ValueError:
            break
        at = end + 1
        if size <= 0:
            return b"".join(parts) if size == 0 else None
        parts.append(body[at : at + size])
        at += size
        if body[at : at + 2] == b"\r\n":
            at += 2
        elif body[at : at + 1] == b"\n":
            at += 1
        elif at < len(body):
            return None
    # No final empty chunk: the body is truncated, or not chunked at all.
    return b"".join(parts) or None if at >= len(body) else None


def _decoded(body: bytes, name: str, kind: str, limit: int, truncated: bool) -> bytes:
    if not body:
        return body
    codec = ENCODINGS.get(name)
    if codec is None:
        if looks_like_page(body, kind):
            return body
        raise DamagedError(f"unknown content encoding {name[:40]!r}")
    try:
        return expand(body, codec, limit, truncated)
    except TooLargeError:
        raise
    except DamagedError:
        if looks_like_page(body, kind):
            return body
        raise
