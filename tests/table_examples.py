"""A small table of the examples, for the tests of other frameworks."""

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
    """Return a table of pages, one of them without a URL; the last row has no page."""
    pages: list[bytes | None] = [(ROOT / "examples" / f"{name}.html").read_bytes() for name in NAMES]
    addresses = [f"https://example.org/{name}" for name in NAMES]
    columns: dict[str, Any] = {"html": [*pages, None], "url": [*addresses[:2], None, *addresses[3:], None]}
    return pa.table({**columns, "number": range(len(pages) + 1)})


def write_crawl(folder: Path) -> None:
    """Write the table to ``crawl.parquet``."""
    pq.write_table(crawl(), folder / "crawl.parquet")


def texts(**options: Any) -> list[str]:
    """Return the clean texts of the rows."""
    return [ncleaner.clean(page or b"", **options).text for page in crawl()["html"].to_pylist()]


def corpus_rows(folder: Path) -> list[dict[str, Any]]:
    """Return the rows that the corpus command writes for the table, without ids, which depend on paths there."""
    write_crawl(folder)
    output = folder / "corpus"
    run([str(folder / "crawl.parquet")], str(output), Settings(SinkOptions("parquet"), filters=Filters()))
    return without_ids(pq.read_table(output / "pages"))


def without_ids(table: pa.Table) -> list[dict[str, Any]]:
    """Return the rows of a table without ids."""
    rows: list[dict[str, Any]] = table.drop_columns(["id"]).to_pylist()
    return rows
