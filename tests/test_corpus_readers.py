"""JSON Lines as the packages read them that people use: each infers the types of columns in its own way."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import documented
import pytest
from test_corpus_sinks import shard

from ncleaner import clean
from ncleaner.cli import main
from ncleaner.corpus.cleaned import ALL_FIELDS, LISTS, MORE_FIELDS, Cleaned
from ncleaner.corpus.record import Record
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
COUNT = 250  # more than the lines from which Polars infers types
CHUNK = 1 << 14  # bytes from which Datasets infers types; by default ten megabytes
COLUMNS = [name for name in ALL_FIELDS if name not in ("segments", "html")]


def cleaned(number: int) -> Cleaned:
    """Return a page without any metadata, or, if it is one of the last ten, with all of them."""
    page = (MUCH if number >= COUNT - 10 else FEW).format(number)
    url, date = ("https://example.org/", "2024-05-17T12:00:00Z") if number >= COUNT - 10 else (None, None)
    record = Record("crawl.jsonl", number, str(number), url, date, None, "html", page)
    document: Document = clean(page, url=url, engine="dump")
    return Cleaned(record, document, "en" if url else None, "a-model" if url else None)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a corpus of one file with all columns but one, whose pages have values for most of them only at its end."""
    part = shard(
        tmp_path_factory.mktemp("corpus"), "jsonl", list(map(cleaned, range(COUNT))), fields=(*COLUMNS, "segments")
    )
    return Path(part.folder) / "pages" / "000003.jsonl"


def of_datasets(path: Path) -> Iterator[dict[str, Any]]:
    datasets = pytest.importorskip("datasets", reason="Datasets is not installed")
    folder = str(path.parent / "cache")
    loaded = datasets.load_dataset("json", data_files=str(path), split="train", cache_dir=folder, chunksize=CHUNK)
    dates = ("date", "published", "modified")  # become timestamps where all of them in a chunk are dates
    return ({name: row[name] if name not in dates else str(row[name] or "")[:10] for name in row} for row in loaded)


def of_pandas(path: Path) -> Iterator[dict[str, Any]]:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    frame = pandas.read_json(path, lines=True)
    return iter(frame.astype(object).where(frame.notna(), None).to_dict("records"))


def of_polars(path: Path) -> Iterator[dict[str, Any]]:
    polars = pytest.importorskip("polars", reason="Polars is not installed")
    return iter(polars.read_ndjson(path).to_dicts())


def of_duckdb(path: Path) -> Iterator[dict[str, Any]]:
    duckdb = pytest.importorskip("duckdb", reason="DuckDB is not installed")
    relation = duckdb.connect().from_query(f"from read_json('{path}')")
    names = relation.columns
    return (dict(zip(names, row, strict=True)) for row in relation.fetchall())


def of_arrow(path: Path) -> Iterator[dict[str, Any]]:
    arrow = pytest.importorskip("pyarrow.json", reason="pyarrow is not installed")
    return iter(arrow.read_json(path).to_pylist())


@pytest.mark.parametrize("read", [of_arrow, of_datasets, of_duckdb, of_pandas, of_polars])
def test_no_value_is_lost_whatever_infers_the_types(
    corpus: Path, read: Callable[[Path], Iterator[dict[str, Any]]]
) -> None:
    expected = [json.loads(line) for line in corpus.read_text("utf-8").splitlines()]
    rows = list(read(corpus))
    assert len(rows) == COUNT
    for row, line in zip(rows, expected, strict=True):
        assert list(row) == list(line)
        for name in ("title", "author", "categories", "tags", "description", "site", "image", "license", "markdown"):
            assert row[name] == line[name], name
        assert str(row["published"] or "")[:10] == (line["published"] or "")
        assert str(row["date"] or "")[:10] == (line["date"] or "")[:10]
        assert [segment["text"] for segment in row["segments"]] == [segment["text"] for segment in line["segments"]]
    assert rows[-1]["author"] == ["Anna Berg"]


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
    (commands,) = documented.blocks("docs/integrations.md", section, "sh")
    for line in commands.splitlines():
        assert main([*line.split()[1:], "--workers", "1", "-q"]) == 0
    (script,) = documented.blocks("docs/integrations.md", section)
    printed = documented.run(script, tmp_path)
    assert "List(Value('string')) Walk\nOn the 7th day" in printed
    assert "Walk  [Anna Berg]" in printed


def test_every_line_has_every_column_and_a_list_is_never_null(corpus: Path) -> None:
    lines = [json.loads(line) for line in corpus.read_text("utf-8").splitlines()]
    assert {tuple(line) for line in lines} == {(*COLUMNS, "segments")}
    assert all(isinstance(line[name], list) for line in lines for name in LISTS)
    assert all(
        line[name] is None for line in lines[1:9] for name in MORE_FIELDS if name not in (*LISTS, "markdown", "html")
    )
