"""Batches of Ray Data: all formats, and the columns of our own Parquet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from table_examples import as_by_corpus, crawl, texts, without_names

from ncleaner.errors import NCleanerError
from ncleaner.integrations.ray import Columns, clean_batch


def numpy_batch() -> Any:
    """As Ray Data hands batches over if nobody says how."""
    numpy = pytest.importorskip("numpy")
    return {name: numpy.array(values, dtype=object) for name, values in crawl().to_pydict().items()}


def pandas_batch() -> Any:
    pytest.importorskip("pandas")
    return crawl().to_pandas()


@pytest.mark.parametrize("batch", [crawl, numpy_batch, pandas_batch])
def test_every_format_gives_the_rows_that_the_corpus_command_would_write(batch: Any, tmp_path: Path) -> None:
    *pages, empty = without_names(clean_batch(batch()))
    assert pages == as_by_corpus(tmp_path)
    assert (empty["text"], empty["segments"], empty["url"]) == ("", [], None)


def test_pages_are_called_by_their_names_or_else_their_addresses() -> None:
    assert clean_batch(crawl())["id"].to_pylist()[1:3] == ["https://example.org/forum", ""]
    assert clean_batch(crawl(), columns=Columns(id="number"))["id"].to_pylist() == ["0", "1", "2", "3", "4"]


def test_columns_and_options_are_arguments() -> None:
    renamed = crawl().rename_columns(["body", "address", "number"])
    found = clean_batch(renamed, columns=Columns(html="body", url="address"), engine="dump")
    assert found["text"].to_pylist() == texts(engine="dump")
    assert found["url"].to_pylist() == crawl()["url"].to_pylist()
    assert set(found["engine"].to_pylist()) == {"dump"}


def test_a_table_without_pages_is_refused_with_what_it_has() -> None:
    with pytest.raises(NCleanerError, match="no column 'html' or 'text' with pages, only 'url', 'number'"):
        clean_batch(crawl().drop_columns(["html"]))
