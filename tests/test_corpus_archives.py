"""Web archives: every intact page is read once and every damaged record is reported, however the file is divided."""

from __future__ import annotations

import errno
import gzip
import io
import random
import zlib
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
import warc_examples
import zstandard
from fastwarc.stream_io import ZstdWriter, zstd_train_dictionary_from_samples
from fastwarc.warc import WarcRecord, WarcRecordType
from warc_examples import Archive, gzip_member, record, response

from ncleaner.corpus.record import Counts, Damage, Record, Shard
from ncleaner.corpus.sources import compression, frames, plan, read
from ncleaner.corpus.sources import window as windows

pytestmark = pytest.mark.once

MEGABYTE = 1 << 20
RECORDS = 400
LARGEST = 1 << 18  # bytes of a page, in the archives that are read several times


@pytest.fixture(scope="module", params=warc_examples.ALL)
def archive(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Archive:
    packing = request.param
    path = tmp_path_factory.mktemp("archives") / packing
    return warc_examples.make(path, RECORDS, seed=7, damaged=0.09, packing=packing, bomb=4 * MEGABYTE)


def read_all(shards: list[Shard], most: int = LARGEST) -> tuple[list[Record], list[Damage], Counts]:
    counts = Counts()
    items = [item for shard in shards for item in read(shard, counts=counts, max_page_bytes=most)]
    records = [item for item in items if isinstance(item, Record)]
    return records, [item for item in items if isinstance(item, Damage)], counts


def whole(path: Path) -> list[Shard]:
    return [Shard("warc", (str(path),), 0, path.stat().st_size, path.stat().st_size)]


def cut(path: Path, places: list[int]) -> list[Shard]:
    size = path.stat().st_size
    return [Shard("warc", (str(path),), start, end, end - start) for start, end in pairwise([0, *places, size])]


def written(path: Path, *members: bytes) -> Path:
    path.write_bytes(b"".join(members))
    return path


def first_member() -> bytes:
    return gzip_member(record(0, b"", "warcinfo", "application/warc-fields"))


def test_every_page_is_read_once_and_every_damaged_record_is_reported(archive: Archive) -> None:
    records, damage, counts = read_all(whole(archive.path))
    assert [(item.offset, warc_examples.digest(item.data)) for item in records] == list(archive.intact.items())
    assert [item.offset for item in damage] == list(archive.damaged)
    assert sum(counts.values()) == archive.passed_over


def test_all_kinds_of_damage_are_in_the_examples(archive: Archive) -> None:
    kinds = {kind for kind, damage in warc_examples.DAMAGE.items() if archive.path.name in damage.packings}
    assert set(archive.damaged.values()) == {*kinds, warc_examples.TAIL}


@pytest.mark.parametrize("seed", range(3))
def test_shards_have_the_same_records_wherever_the_file_is_divided(archive: Archive, seed: int) -> None:
    chance = random.Random(seed)
    places = sorted(chance.sample(range(1, archive.path.stat().st_size), 12))
    # Also at the beginning of records, one byte before and one byte after.
    offsets = chance.sample(sorted({**archive.intact, **archive.damaged}), 4)
    places = sorted(
        {*places, *(place for offset in offsets for place in (offset - 1, offset, offset + 1) if place > 0)}
    )
    assert read_all(cut(archive.path, places)) == read_all(whole(archive.path))


def test_the_size_of_the_window_makes_no_difference(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = read_all(whole(archive.path))
    monkeypatch.setattr(windows, "WINDOW", 1000)
    monkeypatch.setattr(windows, "BEHIND", 10)
    assert read_all(cut(archive.path, [40_000, 200_000])) == expected


@pytest.mark.parametrize("most", [100, 10_000])
def test_decompression_in_one_call_gives_the_same_as_in_steps(
    archive: Archive, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = read_all(whole(archive.path))
    with monkeypatch.context() as patch:
        patch.setattr(frames, "LARGEST_SINGLE_CALL", most)
        assert read_all(whole(archive.path)) == expected
    monkeypatch.setattr(compression, "_HAS_DEFLATE", False)
    assert read_all(whole(archive.path)) == expected


@pytest.mark.parametrize("junk", [b"junk", bytes(9), b"\x1f\x8b"])
def test_junk_between_members_is_damage(tmp_path: Path, junk: bytes) -> None:
    members = [first_member(), *(gzip_member(record(number, response(b"<p>x"))) for number in range(2))]
    path = written(tmp_path / "a.warc.gz", members[0], members[1], junk, members[2])
    records, damage, _ = read_all(whole(path))
    begin = len(members[0]) + len(members[1])
    assert [item.offset for item in records] == [len(members[0]), begin + len(junk)]
    assert [item.offset for item in damage] == [begin]


def test_a_plan_covers_the_file(archive: Archive) -> None:
    shards = plan([str(archive.path)], shard_size=100_000)
    assert (len(shards) > 5) == (archive.path.name != "plain")
    assert read_all(shards) == read_all(whole(archive.path))


@pytest.mark.parametrize("pack", [gzip_member, bytes])
def test_a_length_that_spans_other_records_does_not_affect_them(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    others = [record(number, response(b"<p>%d" % number)) for number in range(2, 9)]
    reach = len(b"".join(others[:4])) + 100
    members = [record(0, b"", "warcinfo"), record(1, response(b"<p>1"), length=str(reach)), *others]
    records, damage, _ = read_all(whole(written(tmp_path / "a.warc", *map(pack, members))))
    assert [item.data for item in records] == [b"<p>%d" % number for number in range(2, 9)]
    assert [item.offset for item in damage] == [len(pack(members[0]))]


def test_records_of_a_nested_archive_are_not_read(tmp_path: Path) -> None:
    inner = b"".join(gzip_member(record(9000 + i, response(b"<p>inner" * 400))) for i in range(400))
    stored = zlib.compressobj(0, zlib.DEFLATED, 31)
    outer = record(2, response(inner, content_type="application/gzip"))
    members = [first_member(), gzip_member(record(1, response(b"<p>one")))]
    members += [stored.compress(outer) + stored.flush(), gzip_member(record(3, response(b"<p>three")))]
    path = written(tmp_path / "nested.warc.gz", *members)
    assert path.read_bytes().count(gzip_member(record(9000, response(b"<p>inner" * 400)))) == 1
    size = path.stat().st_size
    records, damage, _ = read_all(cut(path, list(range(1000, size, size // 50))))
    assert [item.data for item in records] == [b"<p>one", b"<p>three"]
    assert damage == []


def test_an_archive_compressed_as_a_whole_can_be_read(tmp_path: Path) -> None:
    content = b"".join(record(i, response(b"<p>page %d" % i)) for i in range(300))
    for name, data in (("a.gz", gzip.compress(content)), ("a.zst", zstandard.compress(content))):
        path = written(tmp_path / name, data)
        records, damage, _ = read_all(cut(path, [len(data) // 3, len(data) // 2]))
        assert [item.data for item in records] == [b"<p>page %d" % i for i in range(300)]
        assert damage == []


def test_a_truncated_archive_compressed_as_a_whole_is_read_up_to_the_damage(tmp_path: Path) -> None:
    content = b"".join(
        record(i, response(b"<p>%d" % i + random.Random(i).randbytes(500).hex().encode())) for i in range(99)
    )
    path = written(tmp_path / "a.warc.gz", gzip.compress(content)[:-2000])
    records, damage, _ = read_all(whole(path))
    assert 80 < len(records) < 99
    assert [item.reason for item in damage][-1] == "the gzip data are truncated"


def test_a_dictionary_at_the_beginning_of_a_zstd_archive_is_used(tmp_path: Path) -> None:
    samples = [response(b"<p>The page number %d is about the same things" % i) for i in range(3000)]
    for compressed in (False, True):
        buffer = io.BytesIO()
        dictionary = zstd_train_dictionary_from_samples(samples, 2048)
        writer = ZstdWriter(buffer, dictionary=dictionary, compress_dictionary_frame=compressed)
        for sample in samples[:50]:
            item = WarcRecord()
            item.init_headers(WarcRecordType.response)
            item.set_bytes_content(sample)
            item.headers.set("Content-Type", "application/http")
            item.write(writer)
            writer.finish()
        writer.close()
        path = written(tmp_path / "a.warc.zst", buffer.getvalue())
        records, damage, _ = read_all(cut(path, [3000, 4000]))
        assert [item.data for item in records] == [sample.partition(b"\r\n\r\n")[2] for sample in samples[:50]]
        assert damage == []


def test_records_have_the_metadata_of_the_headers(tmp_path: Path) -> None:
    message = response("<p>Grüße".encode("latin-1"), content_type="text/html; charset=ISO-8859-1")
    path = written(tmp_path / "a.warc.gz", first_member(), gzip_member(record(10, message)))
    (page,), _, _ = read_all(whole(path))
    assert page == Record(
        str(path),
        len(first_member()),
        warc_examples.identity(10),
        "https://example.org/10",
        warc_examples.DATE,
        "ISO-8859-1",
        "html",
        b"<p>Gr\xfc\xdfe",
    )


def test_text_of_wet_files_and_resources_are_pages(tmp_path: Path) -> None:
    path = written(
        tmp_path / "a.warc.wet.gz",
        first_member(),
        gzip_member(record(1, "Grüße\n".encode(), "conversion", "text/plain")),
        gzip_member(record(2, b"<p>two", "resource", "text/html; charset=utf-8")),
        gzip_member(record(3, b"{}", "metadata", "application/json")),
    )
    records, damage, counts = read_all(whole(path))
    assert [(item.kind, item.data, item.charset) for item in records] == [
        ("text", "Grüße\n".encode(), None),
        ("html", b"<p>two", "utf-8"),
    ]
    assert damage == []
    assert counts == {"warcinfo": 1, "metadata": 1}


def test_pages_truncated_by_the_crawler_are_read_and_counted(tmp_path: Path) -> None:
    packed = gzip_member(b"<p>" + random.Random(1).randbytes(5000).hex().encode())
    message = response(packed[: len(packed) // 2], fields={"Content-Encoding": "gzip"})
    cut_short = record(1, message, fields="WARC-Truncated: length\r\n")
    path = written(tmp_path / "a.warc.gz", first_member(), gzip_member(cut_short), gzip_member(record(2, message)))
    records, damage, counts = read_all(whole(path))
    assert [item.offset for item in records] == [len(first_member())]
    assert records[0].data.startswith(b"<p>")  # type: ignore[arg-type]
    assert [item.reason for item in damage] == ["the gzip data are truncated"]
    assert counts["cut short by the crawler"] == 1


def test_large_records_that_are_not_pages_are_skipped(tmp_path: Path) -> None:
    film = response(bytes(20 * MEGABYTE), content_type="video/mp4")
    for pack in (gzip_member, bytes):
        path = written(
            tmp_path / "a.warc", *(pack(record(i, block)) for i, block in enumerate([film, response(b"<p>x")]))
        )
        records, damage, counts = read_all(whole(path), most=MEGABYTE)
        assert [item.data for item in records] == [b"<p>x"]
        assert damage == []
        assert counts == {"another content type": 1}


def test_too_long_records_are_reported_with_a_small_window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "WINDOW", 1)
    monkeypatch.setattr(windows, "BEHIND", 0)
    members = [
        first_member(),
        gzip_member(record(1, response(b"<p>" * 100_000))),
        gzip_member(record(2, response(b"<p>"))),
    ]
    path = written(tmp_path / "a.warc.gz", *members)
    records, damage, _ = read_all(whole(path), most=3000)
    assert [item.data for item in records] == [b"<p>"]
    assert [(item.offset, item.reason) for item in damage] == [(len(members[0]), "expands to more than 3000 bytes")]


def test_the_size_limit_of_a_page_can_be_set(tmp_path: Path) -> None:
    path = written(tmp_path / "a.warc.gz", first_member(), gzip_member(record(1, response(b"<p>" * 1000))))
    assert len(read_all(whole(path), most=3000)[0]) == 1
    _, damage, _ = read_all(whole(path), most=2999)
    assert [item.reason for item in damage] == ["expands to more than 2999 bytes"]


def test_zero_padding_at_the_end_of_an_archive_is_not_damage(tmp_path: Path) -> None:
    path = written(tmp_path / "a.warc.gz", first_member(), gzip_member(record(1, response(b"<p>x"))), bytes(100_000))
    assert len(read_all(whole(path))[0]) == 1
    assert read_all(whole(path))[1] == []


def test_arbitrary_bytes_do_not_raise(tmp_path: Path) -> None:
    chance = random.Random(3)
    for content in (
        b"",
        b"\0",
        b"WARC/",
        b"\x1f\x8b\x08",
        chance.randbytes(70_000),
        b"\x1f\x8b\x08" * 5000,
        b"WARC/1.0\r\n" * 99,
    ):
        path = written(tmp_path / "any", content)
        records, _, _ = read_all(whole(path))
        assert records == []


def test_a_failing_disk_is_not_reported_as_damage(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    if archive.path.name == "plain":
        pytest.skip("plain archives are read without a window")
    real = windows.Window._read

    def read_or_fail(window: windows.Window, count: int) -> bytes:
        if window._file.tell() > 50_000:
            raise OSError(errno.EIO, "Input/output error")
        return real(window, count)

    monkeypatch.setattr(windows.Window, "_read", read_or_fail)
    monkeypatch.setattr(windows, "WINDOW", 10_000)
    monkeypatch.setattr(windows, "BEHIND", 10)
    monkeypatch.setattr(frames, "LARGEST_SINGLE_CALL", 10_000)
    offsets: list[int] = []
    with pytest.raises(OSError, match="Input/output error"):
        offsets.extend(item.offset for item in read(whole(archive.path)[0], max_page_bytes=LARGEST))
    expected = [offset for offset in sorted({**archive.intact, **archive.damaged}) if offset <= offsets[-1]]
    assert offsets == expected
