"""The sinks of corpora: the content of a shard in every format, and that the bytes are always the same."""

from __future__ import annotations

import errno
import gzip
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pyarrow.parquet as pq
import pytest
import zstandard
from corpus_jobs import page, tree

from ncleaner import clean
from ncleaner.corpus.cleaned import MORE_FIELDS, Cleaned
from ncleaner.corpus.record import Record
from ncleaner.corpus.run.part import Part
from ncleaner.corpus.sinks import SINKS, SinkOptions, open_shard
from ncleaner.corpus.sinks import parquet as parquet_sink
from ncleaner.corpus.sinks.files import safe_name
from ncleaner.errors import UnknownNameError

pytestmark = pytest.mark.once

TEI = "{http://www.tei-c.org/ns/1.0}"
URL = "https://example.org/7?a=1&b=2"
DATE = "2024-05-17T12:00:00Z"
COLUMNS = ["id", "url", "date", "published", "language", "title", "text", "segments"]
COLUMNS += ["confidence", "page_type", "engine", "model", "warnings"]


def cleaned(number: int, id: str | None = None) -> Cleaned:
    record = Record("crawl.warc.gz", number, id or f"<urn:uuid:{number}>", URL, DATE, None, "html", page(number))
    return Cleaned(record, clean(record.data, url=URL, engine="ngram"), "en", "english-0123")


def shard(output: Path, sink: str, pages: list[Cleaned], **options: Any) -> Part:
    """Write a shard with these pages as a worker does."""
    part = Part(str(output), 3)
    opened = open_shard(part, SinkOptions(sink, **options))
    for item in pages:
        opened.add(item)
    opened.close()
    return part


@pytest.fixture
def written(tmp_path: Path) -> Callable[..., dict[str, bytes]]:
    """Return a function that writes a shard and returns the content of its files by name."""

    def write(sink: str, pages: list[Cleaned], **options: Any) -> dict[str, bytes]:
        return tree(Path(shard(tmp_path, sink, pages, **options).folder))

    return write


def rows_of_json(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.decode("utf-8").splitlines()]


def decompressed(name: str, data: bytes) -> bytes:
    if name.endswith(".gz"):
        return gzip.decompress(data)
    if name.endswith(".zst"):
        return zstandard.ZstdDecompressor().stream_reader(io.BytesIO(data)).read()
    return data


def without_types(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return rows of JSON Lines with null, empty lists and dates as they are in the first row, too."""
    first, *others = rows
    usual = {"": None, "2024-05-17T12:00:00.000Z": DATE}
    texts = {name: usual.get(value, value) for name, value in first.items() if isinstance(value, str)}
    empty: dict[str, list[Any]] = {name: [] for name, value in first.items() if value in ([""], [[[""]]])}
    return [{**first, **texts, **empty}, *others]


def check_row(row: dict[str, Any], number: int) -> None:
    assert list(row) == COLUMNS
    assert row["id"] == f"<urn:uuid:{number}>"
    assert (row["url"], row["date"], row["language"]) == (URL, DATE, "en")
    assert row["title"] == f"Walk {number}"
    assert (row["engine"], row["model"], row["page_type"]) == ("ngram", "english-0123", None)
    assert 0 < row["confidence"] <= 1
    assert row["warnings"] == []
    kept = [segment["text"] for segment in row["segments"] if segment["keep"]]
    assert "".join(f"{text}\n" for text in kept) == row["text"]
    assert list(row["segments"][0]) == ["text", "kind", "keep", "score", "start", "end", "continues"]


@pytest.mark.parametrize("sink", ["jsonl", "jsonl.gz", "jsonl.zst"])
def test_json_lines_have_one_row_per_page(written: Callable[..., dict[str, bytes]], sink: str) -> None:
    ((name, data),) = written(sink, [cleaned(7), cleaned(8)]).items()
    assert name == f"pages/000003.{sink}"
    for number, row in zip((7, 8), without_types(rows_of_json(decompressed(name, data))), strict=True):
        check_row(row, number)


def test_parquet_has_the_same_rows(written: Callable[..., dict[str, bytes]], tmp_path: Path) -> None:
    pages = [cleaned(7), cleaned(8)]
    ((name, data),) = written("parquet", pages).items()
    assert name == "pages/000003.parquet"
    table = pq.read_table(io.BytesIO(data))
    table.validate(full=True)
    for number, row in zip((7, 8), table.to_pylist(), strict=True):
        check_row(row, number)
    assert table.to_pylist() == without_types(rows_of_json(written("jsonl", pages)["pages/000003.jsonl"]))


def test_only_the_first_line_of_json_lines_shows_types_of_what_is_missing(
    written: Callable[..., dict[str, bytes]],
) -> None:
    first, second = rows_of_json(written("jsonl", [cleaned(7), cleaned(8)])["pages/000003.jsonl"])
    assert (first["page_type"], first["warnings"]) == ("", [""])
    assert (second["page_type"], second["warnings"]) == (None, [])


FULL = """<html lang=en><title>Walk</title><meta name=author content="Anna Berg"><meta name=author content="Ben Li">
<meta name=description content="A walk."><meta property=og:site_name content=Walks><meta name=keywords content="a, b">
<meta property=article:modified_time content=2009-03-22><meta property=article:section content=Sport>
<meta property=og:image content=https://example.org/a.png><link rel=license href=https://example.org/free>
<h1>Walk</h1><p>On the 7th day we walked <b>seven</b> miles along the river, and nobody spoke before the bridge."""


def test_tables_can_have_markdown_and_metadata(written: Callable[..., dict[str, bytes]]) -> None:
    fields = tuple(name for name in MORE_FIELDS if name != "html")
    record = Record("crawl.warc.gz", 0, "x", URL, DATE, None, "html", FULL)
    pages = [cleaned(7), Cleaned(record, clean(FULL, engine="dump"), "en", None)]
    other, row = without_types(rows_of_json(written("jsonl", pages, fields=fields)["pages/000003.jsonl"]))
    assert row["markdown"] == "# Walk\n\n" + FULL.rpartition("<p>")[2].replace("<b>", "**").replace("</b>", "**") + "\n"
    assert row["author"] == ["Anna Berg", "Ben Li"]
    assert (row["description"], row["site"], row["modified"]) == ("A walk.", "Walks", "2009-03-22")
    assert (row["categories"], row["tags"]) == (["Sport"], ["a", "b"])
    assert (row["image"], row["license"]) == ("https://example.org/a.png", "https://example.org/free")
    assert (other["author"], other["site"]) == ([], None)
    table = pq.read_table(io.BytesIO(written("parquet", pages, fields=fields)["pages/000003.parquet"]))
    table.validate(full=True)
    assert table.to_pylist() == [other, row]


def test_tables_can_have_the_tables_of_pages(written: Callable[..., dict[str, bytes]]) -> None:
    page = "<p>On the 7th day we walked.<table><tr><th>Day<th>Miles<tr><td>7<td>12<tr><td>8<td></table>"
    record = Record("crawl.warc.gz", 0, "x", URL, DATE, None, "html", page)
    pages = [cleaned(7), Cleaned(record, clean(page, engine="dump"), "en", None)]
    other, row = without_types(rows_of_json(written("jsonl", pages, fields=("id", "tables"))["pages/000003.jsonl"]))
    assert row["tables"] == [[["Day", "Miles"], ["7", "12"], ["8", ""]]]
    assert other["tables"] == []
    table = pq.read_table(io.BytesIO(written("parquet", pages, fields=("id", "tables"))["pages/000003.parquet"]))
    assert table.to_pylist() == [other, row]


def test_tables_can_have_the_document_as_html(written: Callable[..., dict[str, bytes]]) -> None:
    page = cleaned(7)
    (row,) = rows_of_json(written("jsonl", [page], fields=("html",))["pages/000003.jsonl"])
    assert row == {"html": page.document.to("html")}


def test_a_row_group_ends_by_its_longest_column(
    written: Callable[..., dict[str, bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet_sink, "GROUP", 500)
    data = written("parquet", [cleaned(number) for number in range(9)], fields=("id", "markdown"))
    assert 1 < pq.ParquetFile(io.BytesIO(data["pages/000003.parquet"])).num_row_groups < 9


@pytest.mark.parametrize("fields", [("id", "text"), ("url", "segments"), ("id", "date", "confidence")])
def test_tables_have_only_the_selected_fields(
    written: Callable[..., dict[str, bytes]], fields: tuple[str, ...]
) -> None:
    pages = [cleaned(7), cleaned(8)]
    whole = without_types(rows_of_json(written("jsonl", pages)["pages/000003.jsonl"]))
    expected = [{name: row[name] for name in fields} for row in whole]
    assert without_types(rows_of_json(written("jsonl", pages, fields=fields)["pages/000003.jsonl"])) == expected
    table = pq.read_table(io.BytesIO(written("parquet", pages, fields=fields)["pages/000003.parquet"]))
    table.validate(full=True)
    assert table.to_pylist() == expected


def test_parquet_writes_several_row_groups(
    written: Callable[..., dict[str, bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet_sink, "GROUP", 500)
    file = pq.ParquetFile(
        io.BytesIO(written("parquet", [cleaned(number) for number in range(9)])["pages/000003.parquet"])
    )
    assert 1 < file.num_row_groups < 9
    assert [row["title"] for row in file.read(["title"]).to_pylist()] == [f"Walk {number}" for number in range(9)]


def test_dropped_segments_are_written_with_all(written: Callable[..., dict[str, bytes]]) -> None:
    (few,) = rows_of_json(written("jsonl", [cleaned(7)])["pages/000003.jsonl"])
    (all,) = rows_of_json(written("jsonl", [cleaned(7)], all=True)["pages/000003.jsonl"])
    assert {segment["keep"] for segment in few["segments"]} == {True}
    assert {segment["keep"] for segment in all["segments"]} == {True, False}
    assert few["text"] == all["text"]


def test_a_vertical_corpus_has_one_document_per_page_with_its_id(written: Callable[..., dict[str, bytes]]) -> None:
    text = written("vertical", [cleaned(7), cleaned(8)])["pages/000003.vert"].decode("utf-8")
    assert text.count('<doc id="&lt;urn:uuid:') == text.count("</doc>") == 2
    ElementTree.fromstring(f"<corpus>{text}</corpus>")


def test_a_tei_corpus_is_one_well_formed_file(written: Callable[..., dict[str, bytes]]) -> None:
    corpus = ElementTree.fromstring(written("tei", [cleaned(7), cleaned(8)])["pages/000003.tei.xml"])
    assert corpus.tag == f"{TEI}teiCorpus"
    assert corpus[0].tag == f"{TEI}teiHeader"
    assert [text.get("n") for text in corpus.findall(f"{TEI}TEI")] == ["<urn:uuid:7>", "<urn:uuid:8>"]


def test_dolma_spans_separate_kept_from_dropped_text(written: Callable[..., dict[str, bytes]]) -> None:
    files = written("dolma", [cleaned(7), cleaned(8)])
    (documents, attributes) = (
        rows_of_json(gzip.decompress(files[f"{folder}/000003.jsonl.gz"]))
        for folder in ("documents", "attributes/ncleaner")
    )
    assert [(row["id"], row["source"]) for row in documents] == [(row["id"], row["source"]) for row in attributes]
    text = documents[0]["text"]
    spans = attributes[0]["attributes"]
    kept = "".join(text[start:end] + "\n" for start, end, _ in spans["ncleaner__ngram__kept"])
    assert kept == cleaned(7).document.text
    rest = text
    for start, end, _ in reversed(spans["ncleaner__ngram__dropped"]):
        rest = rest[:start] + rest[end:]
    assert rest == kept
    assert len(rest) < len(text)
    assert documents[0]["metadata"]["url"] == URL


def test_files_have_safe_and_unique_names(written: Callable[..., dict[str, bytes]]) -> None:
    ids = ["https://example.org/a/b?c=d", "../../etc/passwd", "A", "a", "a_2", "con", "", "\udcff", "x" * 500]
    files = written("files", [cleaned(number, id) for number, id in enumerate(ids)], format="markdown")
    names = [Path(name).name for name in files]
    assert {str(Path(name).parent) for name in files} == {"pages/000003"}
    assert len({name.lower() for name in names}) == len(ids)
    assert all(len(name) < 140 and name.endswith(".md") for name in names)
    assert b"On the 0th day" in files["pages/000003/https_example.org_a_b_c_d.md"]


@pytest.mark.parametrize(("id", "name"), [("crawl/a.html", "crawl_a.html"), ("..", "page"), ("NUL.txt", "_NUL.txt")])
def test_names_are_safe_everywhere(id: str, name: str) -> None:
    assert safe_name(id) == name


@pytest.mark.parametrize("sink", SINKS)
def test_the_same_pages_give_the_same_bytes(tmp_path: Path, sink: str) -> None:
    first, second = (
        tree(Path(shard(tmp_path / folder, sink, [cleaned(7), cleaned(8)]).folder)) for folder in ("one", "two")
    )
    assert first == second
    assert first


@pytest.mark.parametrize("sink", SINKS)
def test_a_shard_without_pages_leaves_no_file(tmp_path: Path, sink: str) -> None:
    part = shard(tmp_path, sink, [])
    assert part.outputs == []
    assert not Path(part.folder).exists()


@pytest.mark.parametrize("sink", [sink for sink in SINKS if sink != "files"])
def test_a_full_disk_raises_an_os_error(tmp_path: Path, sink: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    monkeypatch.setattr(Part, "place", lambda self, *names: "/dev/full")
    part = Part(str(tmp_path), 3)
    opened = open_shard(part, SinkOptions(sink))
    with pytest.raises(OSError) as caught:  # noqa: PT011, PT012  some sinks write only when closed
        opened.add(cleaned(7))
        opened.close()
    assert caught.value.errno == errno.ENOSPC
    part.discard()


def test_the_error_for_an_unknown_sink_lists_the_sinks(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="parquet"):
        shard(tmp_path, "stone", [])
