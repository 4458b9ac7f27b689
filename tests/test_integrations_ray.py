"""Batches of Ray Data in all formats, and the columns of the result."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from table_examples import corpus_rows, crawl, texts, without_ids

from ncleaner.errors import NCleanerError
from ncleaner.integrations.ray import Columns, clean_batch


def numpy_batch() -> Any:
    """Return a batch in the default format of Ray Data."""
    numpy = pytest.importorskip("numpy")
    return {name: numpy.array(values, dtype=object) for name, values in crawl().to_pydict().items()}


def pandas_batch() -> Any:
    pytest.importorskip("pandas")
    return crawl().to_pandas()


@pytest.mark.parametrize("batch", [crawl, numpy_batch, pandas_batch])
def test_every_format_gives_the_rows_of_the_corpus_command(batch: Any, tmp_path: Path) -> None:
    *pages, empty = without_ids(clean_batch(batch()))
    assert pages == corpus_rows(tmp_path)
    assert (empty["text"], empty["segments"], empty["url"]) == ("", [], None)


def test_the_id_of_a_page_defaults_to_its_url() -> None:
    assert clean_batch(crawl())["id"].to_pylist()[1:3] == ["https://example.org/forum", ""]
    assert clean_batch(crawl(), columns=Columns(id="number"))["id"].to_pylist() == ["0", "1", "2", "3", "4"]


def test_columns_and_options_are_arguments() -> None:
    renamed = crawl().rename_columns(["body", "address", "number"])
    cleaned = clean_batch(renamed, columns=Columns(html="body", url="address"), engine="dump")
    assert cleaned["text"].to_pylist() == texts(engine="dump")
    assert cleaned["url"].to_pylist() == crawl()["url"].to_pylist()
    assert set(cleaned["engine"].to_pylist()) == {"dump"}


def test_the_error_for_a_table_without_pages_lists_its_columns() -> None:
    with pytest.raises(NCleanerError, match="no column 'html' or 'text' in the batch, only 'url', 'number'"):
        clean_batch(crawl().drop_columns(["html"]))
