"""A small table of our examples, as crawls come to frameworks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from conftest import ROOT

import ncleaner
from ncleaner.corpus import Filters, Settings, SinkOptions, run

NAMES = ("news", "forum", "recipe", "german")


def crawl() -> pa.Table:
    """The pages, some of which have no address; the last row has no page."""
    pages: list[bytes | None] = [(ROOT / "examples" / f"{name}.html").read_bytes() for name in NAMES]
    addresses = [f"https://example.org/{name}" for name in NAMES]
    columns: dict[str, Any] = {"html": [*pages, None], "url": [*addresses[:2], None, *addresses[3:], None]}
    return pa.table({**columns, "number": range(len(pages) + 1)})


def write_crawl(folder: Path) -> None:
    """Write the table to ``crawl.parquet``."""
    pq.write_table(crawl(), folder / "crawl.parquet")


def texts(**options: Any) -> list[str]:
    """The texts that our own tool makes of the rows."""
    return [ncleaner.clean(page or b"", **options).text for page in crawl()["html"].to_pylist()]


def as_by_corpus(folder: Path) -> list[dict[str, Any]]:
    """What the corpus command makes of the pages of the table, but for names, which it makes of files."""
    write_crawl(folder)
    output = folder / "corpus"
    run([str(folder / "crawl.parquet")], str(output), Settings(SinkOptions("parquet"), filters=Filters()))
    return without_names(pq.read_table(output / "pages"))


def without_names(table: pa.Table) -> list[dict[str, Any]]:
    """The rows of a table without the names of pages."""
    rows: list[dict[str, Any]] = table.drop_columns(["id"]).to_pylist()
    return rows
