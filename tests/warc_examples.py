"""Generated web archives with pages made from the examples, and with every kind of damage.

The same arguments give the same archive. It comes with the expected results of a reader: the offset and digest of each
page, the offset and kind of each damaged record, and the number of records without a page. Damaged records are never
adjacent, because two records without their beginnings cannot be told from one.
"""

from __future__ import annotations

import functools
import gzip
import hashlib
import random
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import brotli
import hostile
import lz4.frame
import zstandard
from conftest import ROOT

GIGABYTE = 1 << 30
HOSTILE_BYTES = 1 << 16

BASES = ("news.html", "recipe.html", "shop.html", "forum.html", "blog-1999.html", "german.html", "japanese.html")
BACKTRACKING = ("nested-unclosed-div", "unclosed-b-p", "misnested-pairs", "nested-unclosed-tables")
DATE = "2024-05-17T12:00:00Z"
TAIL = "truncated tail"


@dataclass(slots=True)
class Archive:
    """An archive and its content by offset."""

    path: Path
    intact: dict[int, str] = field(default_factory=dict)  # digests of the pages
    identities: dict[int, str] = field(default_factory=dict)  # record ids of the pages
    hostile: set[int] = field(default_factory=set)  # pages that hang some engines
    damaged: dict[int, str] = field(default_factory=dict)  # kinds of damage
    passed_over: int = 0  # records without a page


def digest(page: bytes | str) -> str:
    data = page.encode() if isinstance(page, str) else page
    return hashlib.blake2b(data, digest_size=8).hexdigest()


def make(
    path: Path,
    count: int,
    *,
    seed: int = 0,
    damaged: float = 0.01,
    packing: str = "gzip",
    bomb: int = GIGABYTE,
) -> Archive:
    """Write an archive of ``count`` records; ``damaged`` is the share of damaged ones, ``bomb`` the size of bombs."""
    archive = Archive(path)
    chance = random.Random(seed)
    damaged_indices = _damaged_indices(count, damaged, chance)
    kinds = [kind for kind in DAMAGE if packing in DAMAGE[kind].packings]
    offset = 0
    with path.open("wb") as file:
        for index in range(count):
            if index in damaged_indices:
                kind = kinds[damaged_indices[index] % len(kinds)]
                data = DAMAGE[kind].make(Case(index, chance, packing, bomb))
                archive.damaged[offset] = kind
            else:
                data = _intact(index, chance, packing, archive, offset)
            file.write(data)
            offset += len(data)
        if damaged:
            archive.damaged[offset] = TAIL
            file.write(pack(record(count, response(page(count, chance))), packing)[:-40])
    return archive


def _damaged_indices(count: int, share: float, chance: random.Random) -> dict[int, int]:
    """Choose the records to damage, not the first and no two in a row, and number them."""
    wanted = int(count * share)
    slots = chance.sample(range(1, (count - 1) // 2), wanted) if wanted else []
    return {2 * slot: number for number, slot in enumerate(sorted(slots))}


# Intact records.


def _intact(index: int, chance: random.Random, packing: str, archive: Archive, offset: int) -> bytes:
    if index == 0 or chance.random() < 0.2:
        archive.passed_over += 1
        return pack(_no_page(index, chance), packing)
    is_hostile = chance.random() < 0.002
    content = hostile_page(chance) if is_hostile else page(index, chance)
    if is_hostile:
        archive.hostile.add(offset)
    archive.intact[offset] = digest(content)
    archive.identities[offset] = identity(index)
    name = chance.choice(tuple(RESPONSES))
    return pack(record(index, RESPONSES[name](content)), packing)


def _no_page(index: int, chance: random.Random) -> bytes:
    if index == 0:
        return record(index, b"software: none\r\n", "warcinfo", "application/warc-fields")
    block, kind, content_type = chance.choice(NO_PAGES)
    return record(index, block, kind, content_type)


@functools.cache
def _base(name: str) -> tuple[bytes, tuple[bytes, ...]]:
    """Return an example page and its words, in its encoding."""
    data = (ROOT / "examples" / name).read_bytes()
    return data, tuple(word for word in data.split() if word.isalpha()) or (b"word",)


def page(index: int, chance: random.Random) -> bytes:
    """Return an example page with added paragraphs, so that no two pages are the same."""
    data, words = _base(chance.choice(BASES))
    for number in range(chance.randint(1, 4)):
        at = data.find(b"<p", chance.randrange(len(data)))
        at = data.rfind(b"<p") if at < 0 else at
        more = b" ".join(chance.choices(words, k=chance.randint(5, 60)))
        data = b"%b<p>%b %d-%d.</p>\n%b" % (data[:at], more.capitalize(), index, number, data[at:])
    return data


def hostile_page(chance: random.Random) -> bytes:
    """Return a page that makes backtracking engines hang."""
    return hostile.GENERATORS[chance.choice(BACKTRACKING)](HOSTILE_BYTES)


def identity(index: int) -> str:
    return f"urn:uuid:{index:032x}"


def record(
    index: int,
    block: bytes,
    kind: str = "response",
    content_type: str = "application/http; msgtype=response",
    length: str | None = None,
    fields: str = "",
) -> bytes:
    content_length = str(len(block)) if length is None else length
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <{identity(index)}>\r\nWARC-Date: {DATE}\r\n"
        f"WARC-Target-URI: https://example.org/{index}\r\nContent-Type: {content_type}\r\n{fields}"
        f"{content_length and 'Content-Length: '}{content_length}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


def response(
    body: bytes,
    *,
    status: str = "200 OK",
    content_type: str = "text/html",
    fields: dict[str, str] | None = None,
    line_end: str = "\r\n",
) -> bytes:
    lines = [f"HTTP/1.1 {status}", "Server: example", f"Content-Type: {content_type}"]
    lines += [f"{name}: {value}" for name, value in (fields or {}).items()]
    return (line_end.join(lines) + 2 * line_end).encode() + body


HTTP = "application/http; msgtype=response"
NO_PAGES = [
    (b"GET / HTTP/1.1\r\n\r\n", "request", "application/http; msgtype=request"),
    (b"fetchTimeMs: 42\r\n", "metadata", "application/warc-fields"),
    (response(b"Not here.", status="404 Not Found"), "response", HTTP),
    (response(b"", status="301 Moved", fields={"Location": "/elsewhere"}), "response", HTTP),
    (response(b"\x89PNG\r\n\x1a\n\0\0", content_type="image/png"), "response", HTTP),
    (b"20240517120000\nexample.org. 300 IN A 192.0.2.1\n", "resource", "text/dns"),
]


def chunked(data: bytes, size: int = 1000) -> bytes:
    parts = [data[at : at + size] for at in range(0, len(data), size)]
    return b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"


def raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(1, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


# Compression.


def gzip_member(data: bytes) -> bytes:
    packer = zlib.compressobj(1, zlib.DEFLATED, 31)
    return packer.compress(data) + packer.flush()


PACKINGS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip_member,
    "zstd": lambda data: zstandard.ZstdCompressor(level=1, write_checksum=True).compress(data),
    "lz4": lambda data: lz4.frame.compress(data, content_checksum=True),
    "plain": lambda data: data,
}
FRAMED = ("gzip", "zstd", "lz4")
ALL = tuple(PACKINGS)


def pack(data: bytes, packing: str) -> bytes:
    return PACKINGS[packing](data)


def _encoded(name: str, encode: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    return lambda data: response(encode(data), fields={"Content-Encoding": name})


# Ways in which servers send, and crawlers store, the same page.
RESPONSES: dict[str, Callable[[bytes], bytes]] = {
    "plain": response,
    "bare line feeds": lambda data: response(data, line_end="\n"),
    "charset": lambda data: response(data, content_type='text/html; charset="utf-8"'),
    "chunked": lambda data: response(chunked(data), fields={"Transfer-Encoding": "chunked"}),
    "chunked no more": lambda data: response(data, fields={"Transfer-Encoding": "chunked"}),
    "gzip": _encoded("gzip", gzip_member),
    "gzip no more": _encoded("gzip", lambda data: data),
    "gzip unsaid": lambda data: response(gzip_member(data)),
    "deflate": _encoded("deflate", lambda data: zlib.compress(data, 1)),
    "raw deflate": _encoded("deflate", raw_deflate),
    "brotli": _encoded("br", lambda data: brotli.compress(data, quality=1)),
    "zstd": _encoded("zstd", lambda data: zstandard.compress(data, 1)),
    "identity": _encoded("identity", lambda data: data),
    "nested": _encoded("deflate, gzip", lambda data: gzip_member(zlib.compress(data, 1))),
    "chunked gzip": lambda data: response(
        chunked(gzip_member(data)), fields={"Transfer-Encoding": "chunked", "Content-Encoding": "gzip"}
    ),
}


# Damage.


@dataclass(frozen=True, slots=True)
class Case:
    """A record that is to be damaged."""

    index: int
    chance: random.Random
    packing: str
    bomb: int

    def page(self) -> bytes:
        return page(self.index, self.chance)

    def packed(self, block: bytes, **options: str) -> bytes:
        return pack(record(self.index, block, **options), self.packing)


@dataclass(frozen=True, slots=True)
class DamagedBy:
    make: Callable[[Case], bytes]
    packings: tuple[str, ...] = ALL


def _overwritten(start: int) -> Callable[[Case], bytes]:
    def make(case: Case) -> bytes:
        data = case.packed(response(case.page()))
        return data[:start] + b"\xa5\x5a\xff\x00" + data[start + 4 :]

    return make


def junk(chance: random.Random) -> bytes:
    """Return bytes that no codec accepts: with this first byte not even brotli does."""
    return b"\x11" + chance.randbytes(500)


def _junk(name: str) -> Callable[[Case], bytes]:
    return lambda case: case.packed(response(junk(case.chance), fields={"Content-Encoding": name}))


def _bad_checksum(case: Case) -> bytes:
    data = case.packed(response(case.page()))
    return data[:-7] + bytes([data[-7] ^ 0xFF]) + data[-6:]


def _too_long(case: Case) -> bytes:
    """Return a record whose length reaches into the next one, but not to the beginning of another record."""
    block = response(case.page())
    return case.packed(block, length=str(len(block) + 10))


def _cut_member(case: Case) -> bytes:
    data = case.packed(response(case.page()))
    return data[: len(data) // 2]


Bomb = Callable[[int], bytes]


def _bomb_body(name: str, bomb: Bomb) -> Callable[[Case], bytes]:
    return lambda case: case.packed(response(bomb(case.bomb), fields={"Content-Encoding": name}))


@functools.cache
def gzip_zeros(count: int, head: bytes = b"") -> bytes:
    """Return a gzip member of ``head`` and ``count`` zeros, without compressing all of them."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    first = packer.compress(head) + packer.flush(zlib.Z_FULL_FLUSH)
    zeros = bytes(1 << 20)
    block = packer.compress(zeros) + packer.flush(zlib.Z_FULL_FLUSH)
    check = zlib.crc32(head)
    for _ in range(count >> 20):
        check = zlib.crc32(zeros, check)
    size = (len(head) + (count >> 20 << 20)) & 0xFFFFFFFF
    trailer = check.to_bytes(4, "little") + size.to_bytes(4, "little")
    return gzip.compress(b"", 9)[:10] + first + block * (count >> 20) + packer.flush() + trailer


@functools.cache
def brotli_zeros(count: int) -> bytes:
    packer = brotli.Compressor(quality=1)
    zeros = bytes(1 << 20)
    return b"".join([*(packer.process(zeros) for _ in range(count >> 20)), packer.finish()])


def _bomb_member(case: Case) -> bytes:
    """Return a record of zeros with the correct length."""
    block = response(b"<p>")
    whole = record(0, block, length=str(len(block) + (case.bomb >> 20 << 20)))
    return gzip_zeros(case.bomb, whole[: -len(b"\r\n\r\n")])


DAMAGE: dict[str, DamagedBy] = {
    "bad member": DamagedBy(_overwritten(600), ("gzip",)),
    "bad magic": DamagedBy(_overwritten(0), FRAMED),
    "bad checksum": DamagedBy(_bad_checksum, ("gzip",)),
    "cut member": DamagedBy(_cut_member, FRAMED),
    "too long": DamagedBy(_too_long),
    "much too long": DamagedBy(lambda case: case.packed(response(case.page()), length="123456789123")),
    "too short": DamagedBy(lambda case: case.packed(response(case.page()), length="300")),
    "no length": DamagedBy(lambda case: case.packed(response(case.page()), length="")),
    "negative length": DamagedBy(lambda case: case.packed(response(case.page()), length="-1")),
    "no response": DamagedBy(lambda case: case.packed(b"\x17\x03\x01" + case.page())),
    "lying gzip": DamagedBy(_junk("gzip")),
    "lying brotli": DamagedBy(_junk("br")),
    "unknown encoding": DamagedBy(_junk("lzip")),
    "lying type": DamagedBy(lambda case: case.packed(response(b"\x89PNG\r\n\x1a\n" + case.chance.randbytes(400)))),
    "gzip bomb": DamagedBy(_bomb_body("gzip", gzip_zeros)),
    "brotli bomb": DamagedBy(_bomb_body("br", brotli_zeros)),
    "bomb of a member": DamagedBy(_bomb_member, ("gzip",)),
}
