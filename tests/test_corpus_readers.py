"""JSON Lines as the packages read them that people use: each infers the types of columns in its own way."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import documented
import pytest
from test_corpus_sinks import shard

from ncleaner import clean
from ncleaner.cli import main
from ncleaner.corpus.cleaned import ALL_FIELDS, LISTS, MORE_FIELDS, Cleaned
from ncleaner.corpus.record import Record
from ncleaner.corpus.sinks.first_line import with_types
from ncleaner.page.document import Document

pytestmark = pytest.mark.once

FEW = "<p>On the {}th day we walked along the river, and nobody spoke before the old bridge."
MUCH = (
    """<html lang=en><title>Walk</title><meta name=author content="Anna Berg"><meta name=description content="A walk.">
<meta property=og:site_name content=Walks><meta name=keywords content="rain, rivers">
<meta property=article:published_time content=2009-03-21><meta property=article:modified_time content=2009-03-22>
<meta property=article:section content=Sport><meta property=og:image content=https://example.org/a.png>
<link rel=license href=https://example.org/free><h1>Walk</h1>"""
    + FEW
)
COUNT = 120  # pages; more than the lines from which Polars infers types
CHUNK = 1 << 13  # bytes from which Datasets infers types; by default ten megabytes
COLUMNS = [name for name in ALL_FIELDS if name not in ("segments", "html")]
EXACT = ("title", "author", "categories", "tags", "description", "site", "image", "license", "markdown")
DATES = ("date", "published", "modified")

Row = dict[str, Any]
Read = Callable[[list[str]], list[Row]]


def cleaned(number: int, is_full: bool) -> Cleaned:
    """Return a page with all metadata or none."""
    page = (MUCH if is_full else FEW).format(number)
    url, date = ("https://example.org/", "2024-05-17T12:00:00Z") if is_full else (None, None)
    record = Record("crawl.jsonl", number, str(number), url, date, None, "html", page)
    document: Document = clean(page, url=url, engine="dump")
    return Cleaned(record, document, "en" if url else None, "a-model" if url else None)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Write files of pages with all columns but one, and return their paths by what their pages have."""
    pages = [cleaned(number, True) for number in range(COUNT)], [cleaned(number, False) for number in range(COUNT)]
    contents = {"all": pages[0], "nothing": pages[1], "all at the end": [*pages[1][10:], *pages[0][-10:]]}
    paths = {}
    for name, those in contents.items():
        part = shard(tmp_path_factory.mktemp("corpus"), "jsonl", those, fields=(*COLUMNS, "segments"))
        paths[name] = str(Path(part.folder) / "pages" / "000003.jsonl")
    return paths


def of_arrow(paths: list[str]) -> list[Row]:
    arrow = pytest.importorskip("pyarrow.json", reason="pyarrow is not installed")
    return [row for path in paths for row in arrow.read_json(path).to_pylist()]


def of_datasets(paths: list[str]) -> list[Row]:
    datasets = pytest.importorskip("datasets", reason="Datasets is not installed")
    cache = str(Path(paths[0]).parent / "cache")
    return list(datasets.load_dataset("json", data_files=paths, split="train", cache_dir=cache, chunksize=CHUNK))


def of_duckdb(paths: list[str]) -> list[Row]:
    duckdb = pytest.importorskip("duckdb", reason="DuckDB is not installed")
    rows: list[Row] = duckdb.connect().from_query(f"from read_json({paths})").to_arrow_table().to_pylist()
    return rows


def of_pandas(paths: list[str]) -> list[Row]:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    frames = (pandas.read_json(path, lines=True) for path in paths)
    return [row for frame in frames for row in frame.astype(object).where(frame.notna(), None).to_dict("records")]


def of_polars(paths: list[str]) -> list[Row]:
    polars = pytest.importorskip("polars", reason="Polars is not installed")
    rows: list[Row] = polars.scan_ndjson(paths).collect().to_dicts()
    return rows


ORDERS = [["all at the end"], ["all", "nothing"], ["nothing", "all"], ["nothing", "all at the end", "all"], ["nothing"]]


@pytest.mark.parametrize("read", [of_arrow, of_datasets, of_duckdb, of_pandas, of_polars])
@pytest.mark.parametrize("names", ORDERS, ids=", ".join)
def test_no_value_is_lost_whatever_infers_the_types(files: dict[str, str], read: Read, names: list[str]) -> None:
    paths = [files[name] for name in names]
    lines = [json.loads(line) for path in paths for line in Path(path).read_text("utf-8").splitlines()]
    rows = read(paths)
    assert len(rows) == len(lines) == COUNT * len(names)
    for row, line in zip(rows, lines, strict=True):
        assert list(row) == list(line)
        assert {name: row[name] for name in EXACT} == {name: line[name] for name in EXACT}
        # Some take dates for timestamps, where all of them are dates.
        assert [str(row[name] or "")[:10] for name in DATES] == [(line[name] or "")[:10] for name in DATES]
        assert [segment["text"] for segment in row["segments"]] == [segment["text"] for segment in line["segments"]]
    assert any(row["author"] == ["Anna Berg"] for row in rows) == (names != ["nothing"])


@pytest.mark.parametrize(
    ("date", "shown"),
    [
        ("2009-03-21", "2009-03-21T00:00:00.000"),
        ("2009-03-21T07", "2009-03-21T07:00:00.000"),
        ("2009-03-21 07:44Z", "2009-03-21T07:44:00.000Z"),
        ("2009-03-21T07:44:02+0200", "2009-03-21T07:44:02.000+0200"),
        ("2009-03-21T07:44:02.5Z", "2009-03-21T07:44:02.5Z"),
        ("in March", "in March"),
        (None, ""),
    ],
)
def test_dates_of_a_first_line_are_no_timestamps_of_whole_seconds(date: str | None, shown: str) -> None:
    arrow = pytest.importorskip("pyarrow.json", reason="pyarrow is not installed")
    assert with_types({"date": date, "title": date}) == {"date": shown, "title": date or ""}
    line = json.dumps({"date": shown}).encode()
    assert str(arrow.read_json(io.BytesIO(line)).schema.field("date").type) == "string"


def test_the_documented_script_reads_what_the_documented_commands_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("datasets", reason="Datasets is not installed")
    pytest.importorskip("pandas", reason="pandas is not installed")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HF_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    (tmp_path / "crawl").mkdir()
    (tmp_path / "crawl" / "walk.html").write_text(MUCH.format(7), "utf-8")
    section = "Datasets, pandas, Polars, DuckDB"
    (commands,) = documented.blocks("docs/how-to/frameworks.md", section, "sh")
    for line in commands.splitlines():
        assert main([*line.split()[1:], "--workers", "1", "-q"]) == 0
    (script,) = documented.blocks("docs/how-to/frameworks.md", section)
    printed = documented.run(script, tmp_path)
    assert "List(Value('string')) Walk\nOn the 7th day" in printed
    assert "Walk  [Anna Berg]" in printed


def test_every_line_has_every_column_and_a_list_is_never_null(files: dict[str, str]) -> None:
    lines = [json.loads(line) for line in Path(files["all at the end"]).read_text("utf-8").splitlines()]
    assert {tuple(line) for line in lines} == {(*COLUMNS, "segments")}
    assert all(isinstance(line[name], list) for line in lines for name in LISTS)
    missing = [name for name in MORE_FIELDS if name not in (*LISTS, "markdown", "html", "tables")]
    assert all(line[name] is None for line in lines[1:9] for name in missing)
