"""Hostile archives and tables, each written into a folder beside a good one.

A case writes its files and returns the numbers of the good pages in them, which must come out whatever is beside them.
"""

from __future__ import annotations

import gzip
import json
import random
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow
import pyarrow.parquet
import zstandard

import attacks.builders  # noqa: F401  the next module is one of the tests

import warc_examples  # isort: skip
from warc_examples import gzip_member, gzip_zeros, record, response  # isort: skip

Case = Callable[[Path], set[int]]

BOMB = 1 << 30  # bytes
PAGE = "<html lang=en><title>Walk {0}</title><h1>Walk {0}</h1><p>Marker {0} marker. {1}"
TEXT = "On this day we walked along the river, and nobody spoke before we had reached the old bridge in the valley."
IDS = (
    "../../../escaped",
    "/tmp/escaped",
    "..\\..\\escaped",
    "C:\\escaped",
    "CON",
    "a\0b",
    "a\r\nb: c",
    "\x1b]0;escaped\x07\x1b[2J",
    "\u202eescaped",
    "",
    ".",
    "..",
    "a" * 5000,
    "\ud800",
    "=1+1",
    "~root/.profile",
    "-rf",
    "a/../../b",
    "%2e%2e%2fescaped",
    "file:///etc/passwd",
    "same",
    "same",
    "SAME",
    "<script>alert(1)</script>",
    "\"&<>'",
)
"""Names of pages that are no names of files."""


def good(number: int) -> bytes:
    """Return a good page that can be found in the output by its number."""
    return PAGE.format(number, TEXT).encode()


def member(number: int, block: bytes | None = None, **options: str) -> bytes:
    """Return a compressed record of a web archive, with a good page unless another block is given."""
    return gzip_member(record(number, response(good(number)) if block is None else block, **options))


def _archive(*between: bytes) -> Case:
    """Return a case: an archive of good pages with something hostile between them."""

    def write(folder: Path) -> set[int]:
        parts = [member(0)]
        for number, hostile in enumerate(between, 1):
            parts += [hostile, member(number)]
        (folder / "case.warc.gz").write_bytes(b"".join(parts))
        return set(range(len(between) + 1))

    return write


def _bomb(name: str, body: bytes) -> Case:
    return _archive(member(900, response(body, fields={"Content-Encoding": name})))


def _nested(depth: int) -> bytes:
    data = good(900)
    for _ in range(depth):
        data = gzip_member(data)
    return response(data, fields={"Content-Encoding": ", ".join(["gzip"] * depth)})


def _tiny_damages(folder: Path) -> set[int]:
    """Write an archive whose bytes are nearly all beginnings of damaged members."""
    (folder / "case.warc.gz").write_bytes(member(0) + b"\x1f\x8b\x08\0" * (256 << 10) + member(1))
    return {0}


def _tiny_records(folder: Path) -> set[int]:
    """Write an archive that decompresses to a great many records without a length."""
    (folder / "case.warc.gz").write_bytes(member(0) + gzip_member(b"WARC/1.0\r\n\r\n" * 1_000_000))
    return {0}


def _bad_lines(folder: Path) -> set[int]:
    """Write a compressed table of a great many lines that are no JSON."""
    rows = json.dumps({"html": good(0).decode(), "id": "0"}).encode()
    (folder / "case.jsonl.gz").write_bytes(gzip.compress(rows + b"\n" + b"x\n" * 2_000_000))
    return {0}


def _table_of_ids(folder: Path) -> set[int]:
    rows = [{"html": good(n).decode(), "id": id, "url": id, "date": id} for n, id in enumerate(IDS)]
    (folder / "case.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return set(range(len(IDS)))


def _archive_of_ids(folder: Path) -> set[int]:
    members = []
    for number, name in enumerate(IDS):
        data = record(number, response(good(number)))
        uri = name.encode("utf-8", "surrogatepass").replace(b"\r\n", b"\r")
        data = data.replace(f"https://example.org/{number}".encode(), uri, 1)
        members.append(gzip_member(data))
    (folder / "case.warc.gz").write_bytes(b"".join(members))
    return set(range(len(IDS)))


def _deep_json(folder: Path) -> set[int]:
    row = json.dumps({"html": good(0).decode(), "id": "0"})
    deep = '{"html": ' + "[" * 200_000 + "]" * 200_000 + "}"
    numbers = '{"html": ' + "9" * 200_000 + "}"
    odd = ["null", "[]", '{"html": {}}', '{"html": "\\ud800"}', '{"html": null, "text": 5}', '{"html"', "\ufeff{}"]
    (folder / "case.jsonl").write_text("\n".join([deep, numbers, *odd, row]))
    return {0}


def _long_line(folder: Path) -> set[int]:
    with (folder / "case.jsonl").open("wb") as file:
        file.write(b'{"html": "')
        for _ in range(400):
            file.write(b"x" * (1 << 20))
        file.write(b'"}\n' + json.dumps({"html": good(0).decode(), "id": "0"}).encode() + b"\n")
    return {0}


def _zstd_window(folder: Path) -> set[int]:
    """Write frames that declare the largest window and a huge size."""
    frame = b"\x28\xb5\x2f\xfd\x00\xf8" + bytes(50)
    lying = b"\x28\xb5\x2f\xfd\xe0" + (1 << 60).to_bytes(8, "little") + b"\x01\x00\x00"
    parts = [zstandard.compress(record(n, response(good(n)))) for n in range(2)]
    (folder / "case.warc.zst").write_bytes(parts[0] + frame + lying + parts[1])
    return {0}


def _zstd_bomb(folder: Path) -> set[int]:
    bomb = zstandard.compress(bytes(256 << 20))
    (folder / "case.warc.zst").write_bytes(zstandard.compress(record(0, response(good(0)))) + bomb * 8)
    return {0}


def _parquet(folder: Path, name: str = "case.parquet", count: int = 50) -> Path:
    path = folder / name
    rows = {"html": [good(number).decode() for number in range(count)], "id": [str(number) for number in range(count)]}
    pyarrow.parquet.write_table(pyarrow.table(rows), path, row_group_size=10, write_page_checksum=True)
    return path


def _flipped_parquet(seed: int) -> Case:
    def write(folder: Path) -> set[int]:
        path = _parquet(folder)
        data, chance = bytearray(path.read_bytes()), random.Random(seed)
        for _ in range(8):
            data[chance.randrange(4, len(data) - 8)] ^= 1 << chance.randrange(8)
        path.write_bytes(data)
        return set()

    return write


def _cut_parquet(folder: Path) -> set[int]:
    path = _parquet(folder)
    path.write_bytes(path.read_bytes()[:-100])
    return set()


def _parquet_bomb(folder: Path) -> set[int]:
    """Write a table with one cell of 1.1 GB among good rows of the same row group."""
    pages = [good(number).decode() for number in range(100)]
    pages.insert(50, "x" * 1_100_000_000)
    rows = {"html": pages, "id": [str(number) for number in range(101)]}
    pyarrow.parquet.write_table(pyarrow.table(rows), folder / "case.parquet", compression="zstd")
    return set(range(100))


def _flipped(seed: int) -> Case:
    """Return a case: an archive with random bits flipped after its first member."""

    def write(folder: Path) -> set[int]:
        first = member(0)
        chance = random.Random(seed)
        rest = bytearray(b"".join(member(number) for number in range(1, 40)))
        for _ in range(20):
            rest[chance.randrange(len(rest))] ^= 1 << chance.randrange(8)
        (folder / "case.warc.gz").write_bytes(first + rest)
        return {0}

    return write


def _cut(folder: Path) -> set[int]:
    data = b"".join(member(number) for number in range(20))
    (folder / "case.warc.gz").write_bytes(data + member(20)[:-30])
    return set(range(20))


def _endless_header(folder: Path) -> set[int]:
    head = b"WARC/1.0\r\nWARC-Type: response\r\nX: "
    (folder / "case.warc.gz").write_bytes(member(0) + gzip_zeros(BOMB, head) + member(1))
    return {0, 1}


def _many_headers(folder: Path) -> set[int]:
    fields = "".join(f"X-{number}: x\r\n" for number in range(200_000))
    (folder / "case.warc.gz").write_bytes(member(0) + member(900, fields=fields) + member(1))
    return {0, 1}


def _zip(folder: Path) -> set[int]:
    """Write other kinds of containers under the names of pages and archives."""
    for number, name in enumerate(["zip.html", "zip.warc.gz", "zip.jsonl", "zip.html.gz", "zip.jsonl.zst"]):
        data = b"PK\x03\x04" + bytes(100) if number % 2 == 0 else zlib.compress(good(0))
        (folder / name).write_bytes(data)
    (folder / "empty.warc.gz").write_bytes(b"")
    (folder / "empty.jsonl").write_bytes(b"")
    (folder / "link.html").symlink_to("/dev/zero/x")
    return set()


def _page_bomb(folder: Path) -> set[int]:
    (folder / "bomb.html.gz").write_bytes(gzip_zeros(BOMB, good(900)))
    (folder / "good.html").write_bytes(good(0))
    return {0}


def _lengths() -> Iterator[tuple[str, Case]]:
    for length in ("-1", "0", "99999999999999999999", "1e9", "0x10", "٣", " 7 ", "+5", "", "18446744073709551616"):
        yield f"a record of length {length!r}", _archive(member(900, length=length))


def cases() -> dict[str, Case]:
    """Return all cases by name."""
    zeros = bytes(64 << 20)
    return {
        "a page that is a gzip bomb": _bomb("gzip", gzip_zeros(BOMB)),
        "a page that is a brotli bomb": _bomb("br", warc_examples.brotli_zeros(BOMB)),
        "a page that is a deflate bomb": _bomb("deflate", zlib.compress(zeros, 9)),
        "a page that is a zstd bomb": _bomb("zstd", zstandard.compress(zeros) * 16),
        "a file that is a gzip bomb": _page_bomb,
        "a page compressed nine times": _archive(member(900, _nested(9))),
        "a page compressed five hundred times": _archive(member(900, _nested(500))),
        "a header without an end": _endless_header,
        "a record with 200,000 fields": _many_headers,
        "1 MB of beginnings of members": _tiny_damages,
        "a million records without a length": _tiny_records,
        "two million lines that are no JSON": _bad_lines,
        "a line of 400 MB": _long_line,
        "deep and odd JSON": _deep_json,
        "hostile ids in a table": _table_of_ids,
        "hostile addresses in an archive": _archive_of_ids,
        "zstd frames that lie about their size": _zstd_window,
        "an archive of zstd bombs": _zstd_bomb,
        "a Parquet cell of 1.1 GB": _parquet_bomb,
        "a cut Parquet table": _cut_parquet,
        "a cut archive": _cut,
        "files that are not what they are called": _zip,
        **dict(_lengths()),
        **{f"a Parquet table with flipped bits, {seed}": _flipped_parquet(seed) for seed in range(8)},
        **{f"an archive with flipped bits, {seed}": _flipped(seed) for seed in range(12)},
    }
