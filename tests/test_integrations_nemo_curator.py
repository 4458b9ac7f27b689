"""The algorithm in NeMo Curator's extractor for Common Crawl."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import documented
import pytest
from conftest import ROOT
from crawl_examples import write_crawl

import ncleaner

pytest.importorskip("nemo_curator")
pytest.importorskip("nemo_curator.stages.text.download.common_crawl.extract", exc_type=ImportError)  # extra text-cpu

from nemo_curator.stages.text.download.common_crawl.extract import CommonCrawlHTMLExtractor

from ncleaner.integrations.nemo_curator import NCleanerExtractor

FORUM = (ROOT / "examples" / "forum.html").read_text(encoding="utf-8")


def record(html: str) -> dict[str, str | bytes]:
    return {"url": "https://example.org/", "warc_id": "1", "source_id": "a", "content": html.encode()}


def test_the_documented_pipeline_cleans_an_archive(tmp_path: Path) -> None:
    texts = write_crawl(tmp_path)
    (script,) = documented.blocks("docs/how-to/frameworks.md", "NeMo Curator")
    documented.run(script, tmp_path)
    (path,) = (tmp_path / "cleaned").glob("*.jsonl")
    pages = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert {page["url"]: page["text"].split() for page in pages} == {url: text.split() for url, text in texts.items()}


def test_segments_are_paragraphs_and_options_survive_pickling() -> None:
    data = pickle.dumps(CommonCrawlHTMLExtractor(NCleanerExtractor(bias=-3), stop_lists={"ENGLISH": frozenset()}))
    page = pickle.loads(data).extract(record(FORUM))
    document = ncleaner.clean(FORUM, bias=-3)
    assert page is not None
    assert page["text"].split() == document.text.split()
    assert page["text"].count("\n\n") == sum(s.keep and not s.continues for s in document.segments) - 1


def test_pages_without_text_are_dropped() -> None:
    assert NCleanerExtractor().extract_text("<script>x</script>", frozenset(), "ENGLISH") is None


def test_wrong_options_are_rejected_immediately() -> None:
    with pytest.raises(ncleaner.NCleanerError, match="no option 'coments'"):
        NCleanerExtractor(coments="drop")
