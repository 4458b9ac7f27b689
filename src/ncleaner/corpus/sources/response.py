"""From what a server sent to the page: status, chunks, content encodings, type.

Crawlers keep what servers send, or decode it and leave the headers as they were, or the servers lie in the first place.
So what a header says about the body is tried, and if the body is not like that but begins like a page, it is taken as
it is. What is no page either way is `Damaged`.
"""

from __future__ import annotations

from ncleaner.corpus.record import HTML, TEXT
from ncleaner.corpus.sources.compression import BROTLI, DEFLATE, GZIP, MAGIC, ZSTD, Damaged, TooLarge, expand

PAGE_STATUS = (200, 203)  # all others are errors, redirections, fragments, or have no body
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
_MOSTLY = 64  # bytes, of which one is no space; to look at all of a page takes a copy of it
_LONGEST_HEAD = 1 << 17
_LONGEST_SIZE = 16 + 4096  # of a chunk, in hexadecimal digits, with extensions
_CONTROLS = bytes({*range(32)} - {*b"\t\n\f\r\x1b"})  # which text has not, but for the last one in old Japanese pages
_SPACE = b" \t\r\n\f\0\xef\xbb\xbf"


class NotAPage(Exception):
    """Something that is no page, and no damage either; the message says what, as the counts shall have it."""


class Headers(dict[str, str]):
    """The fields of a message that say what its body is; of several of a name, joined by commas."""

    @classmethod
    def parse(cls, head: bytes) -> Headers:
        """From lines; all others are ignored."""
        fields = cls()
        for line in head.split(b"\n"):
            name, _, value = line.partition(b":")
            known = _FIELDS.get(name.strip().lower())
            if known is not None:
                said = value.strip().decode("latin-1")
                fields[known] = f"{fields[known]}, {said}" if known in fields else said
        return fields

    def tokens(self, name: str) -> list[str]:
        """The parts of a field that is a list, in lower case."""
        return [token.strip().lower() for token in self.get(name, "").split(",")]


def between(data: bytes | bytearray, start: int, end: int) -> bytes:
    """What stands between two places, copied once."""
    return bytes(memoryview(data)[start:end])


def split_response(data: bytes | bytearray, start: int, end: int) -> tuple[int, Headers, bytes]:
    """Status, headers and body of the HTTP response that stands between two places."""
    if not data.startswith(b"HTTP/", start, end):
        raise Damaged("no HTTP response")
    # Headers end at the first empty line, whichever of the two ways lines end.
    farthest = min(start + _LONGEST_HEAD, end)
    at = data.find(b"\r\n\r\n", start, farthest)
    bare = data.find(b"\n\n", start, farthest if at < 0 else at)
    body = at + 4
    if bare >= 0:
        at, body = bare, bare + 2
    if at < 0:
        at = body = end
    if at - start > _LONGEST_HEAD:
        raise Damaged("the HTTP headers have no end")
    line, _, fields = between(data, start, at).partition(b"\n")
    words = line.split(None, 2)
    if len(words) < 2 or not words[1].isdigit() or len(words[1]) != 3:
        raise Damaged("no status in the HTTP response")
    return int(words[1]), Headers.parse(fields), between(data, body, end)


def kind_of(content_type: str | None, body: bytes) -> tuple[str, str | None]:
    """The kind of a page and its charset; `NotAPage` if the type is another."""
    if not content_type:
        if looks_like_page(body, HTML):
            return HTML, None
        raise NotAPage("no content type")
    media, _, parameters = content_type.partition(";")
    media = media.partition(",")[0].strip().lower()
    kind = KINDS.get(media)
    if kind is None:
        raise NotAPage("another content type")
    return kind, charset(parameters)


def charset(parameters: str) -> str | None:
    """The charset among the parameters of a content type."""
    for parameter in parameters.replace(",", ";").split(";"):
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset":
            return value.strip(" \t\"'") or None
    return None


def page_of(headers: Headers, body: bytes, kind: str, most: int, cut: bool = False) -> bytes:
    """The page in the body of a response; ``cut`` if the crawler said that it did not get all of it."""
    body = _without_chunks(headers, body)
    encodings = [name for name in headers.tokens("content-encoding") if ENCODINGS.get(name, name)]
    if len(encodings) > _MOST_LAYERS:
        raise Damaged("encoded more often than anybody would")
    for name in reversed(encodings):
        body = _decoded(body, name, kind, most, cut)
    for _ in range(_MOST_LAYERS):  # some send what is compressed already as if it were not
        if body.startswith(MAGIC[GZIP]):
            body = expand(body, GZIP, most, cut)
    if len(body) > most:
        raise TooLarge(most)
    if body.startswith(_FOREIGN):
        what = next(what for magic, what in FOREIGN.items() if body.startswith(magic))
        raise Damaged(f"{what} under the name of {kind}")
    if not body[:_MOSTLY].strip(_SPACE) and not body.strip(_SPACE):
        raise NotAPage("empty body")
    return body


def looks_like_page(body: bytes, kind: str) -> bool:
    """Whether bytes may be a page as they are, and are not something compressed."""
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
    """The chunks of a body put together, as far as they go; ``None`` if it is not in chunks."""
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
    # Without the last, empty chunk: cut off within a chunk, or no chunks at all.
    return b"".join(parts) or None if at >= len(body) else None


def _decoded(body: bytes, name: str, kind: str, most: int, cut: bool) -> bytes:
    if not body:
        return body
    codec = ENCODINGS.get(name)
    if codec is None:
        if looks_like_page(body, kind):
            return body
        raise Damaged(f"the content encoding {name[:40]!r} is unknown")
    try:
        return expand(body, codec, most, cut)
    except TooLarge:
        raise
    except Damaged:
        if looks_like_page(body, kind):
            return body
        raise
