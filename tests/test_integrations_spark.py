"""Spark data frames in a real session: Arrow, pandas, and the documented code."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from typing import Any

import documented
import pyarrow.parquet as pq
import pytest
from conftest import ROOT
from table_examples import crawl, texts, without_ids, write_crawl

pytest.importorskip("pandas", reason="mapInPandas needs pandas")
pytest.importorskip("pyspark", reason="pyspark is not installed")

from ncleaner.integrations.ray import clean_batch
from ncleaner.integrations.spark import SCHEMA, Columns, clean, cleaning

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(not (shutil.which("java") or "JAVA_HOME" in os.environ), reason="Spark needs Java"),
    pytest.mark.filterwarnings("ignore"),  # Spark's own warnings
]

SHORT_LIFE = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"  # optimising the code takes longer than these tests run


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A session in a folder with a table; Spark keeps the working directory in which it was started."""
    from pyspark.sql import SparkSession

    folder = tmp_path_factory.mktemp("spark")
    write_crawl(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]))
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        patch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
        patch.setenv("PYSPARK_SUBMIT_ARGS", f"--driver-java-options '{SHORT_LIFE}' pyspark-shell")
        builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
        session = builder.config("spark.ui.showConsoleProgress", "false").getOrCreate()
        yield session
        session.stop()


def test_the_documented_lines_clean_a_table(session: Any) -> None:
    script, _ = documented.blocks("docs/how-to/common-crawl.md", "Spark")
    exec(script, {})
    assert without_ids(pq.read_table("cleaned")) == without_ids(clean_batch(crawl()))


def test_arrow_and_pandas_give_the_same_rows(session: Any) -> None:
    pages = session.read.parquet("crawl.parquet")
    arrow, pandas = (method(clean, SCHEMA).collect() for method in (pages.mapInArrow, pages.mapInPandas))
    assert arrow == pandas
    assert [row.text for row in arrow] == texts()
    assert len(arrow[0].segments) > 3


def test_columns_and_options_can_be_given(session: Any) -> None:
    pages = session.read.parquet("crawl.parquet").withColumnRenamed("html", "body")
    rows = pages.mapInArrow(cleaning(columns=Columns(html="body", id="number"), engine="dump"), SCHEMA).collect()
    assert [row.text for row in rows] == texts(engine="dump")
    assert [row.id for row in rows] == ["0", "1", "2", "3", "4"]
