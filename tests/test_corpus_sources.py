"""Shards and their pages: files, tables, lists of paths, remote paths."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import os
import random
import sys
from datetime import datetime, timezone
from itertools import pairwise
from pathlib import Path

import fsspec
import pyarrow
import pyarrow.parquet
import pytest
import zstandard
from fsspec.implementations.memory import MemoryFile
from warc_examples import gzip_member, record, response

from ncleaner.corpus.record import Columns, Damage, Record, Shard
from ncleaner.corpus.sources import plan, read
from ncleaner.errors import MissingPackage, SourceError

pytestmark = pytest.mark.once

MEGABYTE = 1 << 20


def read_all(shards: list[Shard], columns: Columns | None = None) -> list[Record | Damage]:
    return [item for shard in shards for item in read(shard, columns=columns, max_page_bytes=MEGABYTE)]


def pages(items: list[Record | Damage]) -> list[str | bytes]:
    return [item.data for item in items if isinstance(item, Record)]


def reasons(items: list[Record | Damage]) -> list[str]:
    return [item.reason for item in items if isinstance(item, Damage)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A directory with pages, a subdirectory with pages, and another file."""
    (tmp_path / "b").mkdir()
    (tmp_path / "a.html").write_bytes(b"<p>a")
    (tmp_path / "b" / "c.txt").write_bytes(b"c")
    (tmp_path / "b" / "d.htm.gz").write_bytes(gzip.compress(b"<p>d"))
    (tmp_path / "e.html.zst").write_bytes(zstandard.compress(b"<p>e"))
    (tmp_path / "f.html").write_bytes(bz2.compress(b"<p>f"))
    (tmp_path / "style.css").write_bytes(b"p {}")
    return tmp_path


def test_a_directory_stands_for_its_pages_sorted_by_name(folder: Path) -> None:
    items = read_all(plan([str(folder)]))
    assert pages(items) == [b"<p>a", b"<p>e", b"<p>f", b"c", b"<p>d"]
    assert [item.kind for item in items if isinstance(item, Record)] == ["html", "html", "html", "text", "html"]
    assert items[0] == Record(str(folder / "a.html"), 0, str(folder / "a.html"), None, None, None, "html", b"<p>a")


def test_the_output_directory_is_skipped(folder: Path) -> None:
    assert pages(read_all(plan([str(folder)], leave_out=str(folder / "b")))) == [b"<p>a", b"<p>e", b"<p>f"]


def test_patterns_stand_for_files(folder: Path) -> None:
    assert pages(read_all(plan([str(folder / "**" / "*.htm*")]))) == [b"<p>a", b"<p>d", b"<p>e", b"<p>f"]


def test_a_file_that_is_named_twice_is_read_once(folder: Path) -> None:
    assert pages(read_all(plan([str(folder / "a.html"), str(folder / "*.html")]))) == [b"<p>a", b"<p>f"]


def test_paths_are_read_from_standard_input(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{folder / 'f.html'}\n\n{folder / 'b'}\n"))
    assert pages(read_all(plan(["-"]))) == [b"<p>f", b"c", b"<p>d"]


def test_small_files_become_shards_of_about_the_same_size(tmp_path: Path) -> None:
    for number in range(100):
        (tmp_path / f"{number:02}.html").write_bytes(b"<p>" + b"x" * 9000)
    shards = plan([str(tmp_path)], shard_size=100_000)
    assert [len(shard.sources) for shard in shards] == [10] * 10
    assert sum(shard.size for shard in shards) == 100 * 9003


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("nowhere.html", "nowhere.html: No such file or directory"),
        ("*.warc", "no files to read"),
        ("empty", "no files to read"),
    ],
)
def test_the_error_for_a_missing_input_names_it(tmp_path: Path, path: str, message: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(SourceError, match=message):
        plan([str(tmp_path / path)])


def test_pages_that_cannot_be_read_are_damage(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_bytes(gzip.compress(b"<p>a")[:-1])
    (tmp_path / "b.html").write_bytes(gzip.compress(bytes(MEGABYTE + 1)))
    (tmp_path / "c.html").write_bytes(bytes(MEGABYTE + 1))
    assert reasons(read_all(plan([str(tmp_path)]))) == [
        "the gzip data are truncated",
        "expands to more than 1 MiB",
        "expands to more than 1 MiB",
    ]


def test_a_file_that_is_gone_is_no_damage(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_bytes(b"<p>a")
    shards = plan([str(tmp_path)])
    (tmp_path / "a.html").unlink()
    with pytest.raises(FileNotFoundError):
        read_all(shards)


def test_what_is_no_regular_file_is_refused(tmp_path: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("there are no FIFOs here")
    os.mkfifo(tmp_path / "a.html")
    for path in (tmp_path, tmp_path / "a.html"):
        with pytest.raises(SourceError, match=r"a\.html: not a regular file"):
            plan([str(path)])


@pytest.mark.parametrize("listed", [b"a.html\0b.html\0", b"a\0.html\n"])
def test_nul_in_names_is_refused(listed: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(listed)))
    with pytest.raises(SourceError, match="NUL character: write one path per line"):
        plan(["-"])
    with pytest.raises(SourceError, match="cannot contain a NUL"):
        plan([listed.decode()])


def test_a_list_on_standard_input_may_have_names_in_any_encoding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / os.fsdecode(b"caf\xe9.html")
    path.write_bytes(b"<p>a")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(os.fsencode(path) + b"\n"), "utf-8"))
    assert len(pages(read_all(plan(["-"])))) == 1


def test_files_with_unknown_extensions_are_recognised_by_content(tmp_path: Path) -> None:
    (tmp_path / "archive").write_bytes(gzip_member(record(1, response(b"<p>1"))))
    (tmp_path / "lines").write_bytes(gzip.compress(b'{"html": "<p>2"}\n'))
    (tmp_path / "page").write_bytes(b"<p>3")
    pyarrow.parquet.write_table(pyarrow.table({"text": ["4"]}), tmp_path / "table")
    shards = plan([str(tmp_path / name) for name in ("archive", "lines", "page", "table")])
    assert [shard.kind for shard in shards] == ["warc", "jsonl", "files", "parquet"]
    assert pages(read_all(shards)) == [b"<p>1", "<p>2", b"<p>3", b"4"]


# Tables.


def lines(count: int) -> bytes:
    chance = random.Random(5)
    rows = [{"id": n, "html": f"<p>{n}é" + "x" * chance.randrange(90)} for n in range(count)]
    return b"".join(json.dumps(row, ensure_ascii=False).encode() + b"\n" for row in rows)


def test_lines_are_the_same_wherever_the_file_is_divided(tmp_path: Path) -> None:
    data = lines(200)
    path = tmp_path / "a.jsonl"
    path.write_bytes(data)
    whole = read_all([Shard("jsonl", (str(path),), 0, len(data), len(data))])
    assert [item.id for item in whole if isinstance(item, Record)] == [str(n) for n in range(200)]
    ends = [at + 1 for at, byte in enumerate(data) if byte == 10][:5]
    for seed in range(5):
        places = sorted({*random.Random(seed).sample(range(1, len(data)), 20), *ends, ends[0] - 1, ends[1] + 1})
        cuts = pairwise([0, *places, len(data)])
        assert read_all([Shard("jsonl", (str(path),), start, end, 0) for start, end in cuts]) == whole


def test_large_json_lines_are_divided_unless_they_are_compressed(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(lines(200))
    (tmp_path / "b.jsonl.gz").write_bytes(gzip.compress(lines(200), 1))
    plain, packed = (plan([str(tmp_path / name)], shard_size=1000) for name in ("a.jsonl", "b.jsonl.gz"))
    assert len(plain) > 10
    assert len(packed) == 1
    assert pages(read_all(plain)) == pages(read_all(packed))


def test_bad_lines_are_damage_at_their_offsets(tmp_path: Path) -> None:
    rows = [
        b'{"html": "<p>1"}',
        b'{"html": ',
        b"[1]",
        b'{"url": "x"}',
        b'{"html": 3}',
        b"",
        b"\xff\xfe",
        b'{"html": "' + b"x" * (4 * MEGABYTE) + b'"}',
        b"[" * 100_000,
        b'{"text": "9"}',
    ]
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"\n".join(rows))
    items = read_all(plan([str(path)]))
    offsets = [sum(len(row) + 1 for row in rows[:index]) for index in range(len(rows))]
    assert [item.offset for item in items] == [offsets[index] for index in range(len(rows)) if rows[index]]
    assert pages(items) == ["<p>1", "9"]
    assert reasons(items)[1:4] == [
        "the line is not a JSON object",
        "the row has no page in 'html' or 'text'",
        "the page in 'html' is neither text nor bytes",
    ]
    assert reasons(items)[5] == "expands to more than 1 MiB"


def test_a_truncated_compressed_table_is_read_up_to_the_damage(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(gzip.compress(lines(30_000), 1)[:-100])
    items = read_all(plan([str(path)]))
    assert len(pages(items)) > 20_000
    assert reasons(items) == ["the gzip data are truncated"]


def test_columns_can_have_any_name(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"content": "<p>1", "key": 17, "uri": "https://example.org/", "when": "2024"}\n')
    columns = Columns(html="content", id="key", url="uri", date="when")
    (item,) = read_all(plan([str(path)]), columns)
    assert item == Record(str(path), 0, "17", "https://example.org/", "2024", None, "html", "<p>1")


def test_parquet_is_divided_by_row_groups(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    day = datetime(2024, 5, 17, tzinfo=timezone.utc)
    rows = {
        "id": [f"n{n}" for n in range(1000)],
        "html": [b"<p>%d" % n if n % 10 else None for n in range(1000)],
        "text": [str(n) for n in range(1000)],
        "date": [day] * 1000,
        "unread": [random.Random(n).randbytes(100) for n in range(1000)],
    }
    pyarrow.parquet.write_table(pyarrow.table(rows), path, row_group_size=100)
    shards = plan([str(path)], shard_size=30_000)
    assert [(shard.start, shard.end) for shard in shards] == [(0, 2), (2, 4), (4, 6), (6, 8), (8, 10)]
    items = [item for item in read_all(shards) if isinstance(item, Record)]
    assert [item.offset for item in items] == list(range(1000))
    assert items[10] == Record(str(path), 10, "n10", None, "2024-05-17T00:00:00+00:00", "utf-8", "text", b"10")
    assert (items[11].data, items[11].charset) == (b"<p>11", None)


def test_damage_in_parquet_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    table = pyarrow.table({"html": [random.Random(n).randbytes(500).hex() for n in range(300)]})
    pyarrow.parquet.write_table(table, path, row_group_size=100, use_dictionary=False, write_page_checksum=True)
    data = bytearray(path.read_bytes())
    data[60_000:60_100] = bytes(100)
    path.write_bytes(data)
    items = read_all(plan([str(path)]))
    assert 100 <= len(pages(items)) < 300
    (damage,) = (item for item in items if isinstance(item, Damage))
    assert "row group" in damage.reason
    path.write_bytes(data[:-100])
    with pytest.raises(SourceError, match=r"a\.parquet"):
        plan([str(path)])


def test_text_in_parquet_that_is_not_utf_8_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    for kind in (pyarrow.string(), pyarrow.large_string()):
        text = pyarrow.array([b"<p>1", b"<p>\xff", b"<p>3"]).cast(kind, safe=False)
        pyarrow.parquet.write_table(pyarrow.table({"html": text}), path)
        assert pages(read_all(plan([str(path)]))) == [b"<p>1", b"<p>\xff", b"<p>3"]


# Remote paths.


@pytest.fixture
def remote() -> str:
    system = fsspec.filesystem("memory")
    system.pipe("/crawl/a.warc.gz", b"".join(gzip_member(record(n, response(b"<p>%d" % n))) for n in range(3000)))
    system.pipe("/crawl/b/c.html", b"<p>c")
    system.pipe("/crawl/d.css", b"p {}")
    return "memory://crawl"


def test_remote_paths_are_read_like_local_ones(remote: str) -> None:
    expected = [b"<p>%d" % n for n in range(3000)]
    shards = plan([f"{remote}/a.warc.gz"], shard_size=100_000)
    assert len(shards) > 3
    assert pages(read_all(shards)) == expected
    assert pages(read_all(plan([remote]))) == [*expected, b"<p>c"]
    assert pages(read_all(plan([f"{remote}/*/*.html"]))) == [b"<p>c"]


def test_paths_may_have_the_file_protocol(folder: Path) -> None:
    assert pages(read_all(plan([f"file://{folder}/a.html"]))) == [b"<p>a"]


def test_remote_files_that_fail_during_reading_raise_os_errors(remote: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class ServiceError(Exception):
        pass

    def fail(*arguments: object) -> bytes:
        raise ServiceError("slow down")

    shards = plan([remote])
    monkeypatch.setattr(MemoryFile, "read", fail)
    with pytest.raises(OSError, match="ServiceError: slow down"):
        read_all(shards)


@pytest.mark.parametrize("path", ["memory://crawl/nowhere.html", "exotic://bucket/a.html", "memory://crawl/*.xyz"])
def test_the_error_for_an_unreadable_remote_path_names_it(remote: str, path: str) -> None:
    with pytest.raises(SourceError, match=path.replace("*", r"\*")):
        plan([path])


def test_the_error_for_a_remote_path_without_fsspec_names_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    with pytest.raises(MissingPackage, match="fsspec"):
        plan(["s3://bucket/a.warc.gz"])
