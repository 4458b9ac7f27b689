"""The extractor in real datatrove pipelines."""

from __future__ import annotations

import pickle
import time
from pathlib import Path

import documented
import pytest
from conftest import ROOT
from crawl_examples import write_crawl, written

import ncleaner

pytest.importorskip("datatrove")

from datatrove.data import Document

from ncleaner.integrations.datatrove import NCleaner

# datatrove forks, even if there are threads.
pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")

FORUM = (ROOT / "examples" / "forum.html").read_text(encoding="utf-8")


class Sleepy(NCleaner):
    """An extractor that hangs on some pages."""

    def extract(self, text: str) -> str:
        if "sandman" in text:
            time.sleep(60)
        return super().extract(text)


def cleaned(extractor: NCleaner, *pages: str) -> dict[str, str]:
    documents = (Document(page, str(number)) for number, page in enumerate(pages))
    return {document.id: document.text for document in extractor.run(documents)}


def test_the_documented_pipeline_cleans_an_archive(tmp_path: Path) -> None:
    pytest.importorskip("magic", reason="the WARC reader of datatrove needs libmagic", exc_type=ImportError)
    pytest.importorskip("warcio")
    texts = write_crawl(tmp_path)
    (script,) = documented.blocks("docs/how-to/frameworks.md", "datatrove")
    documented.run(script, tmp_path)
    lines = written(tmp_path / "cleaned")
    assert {line["metadata"]["url"]: line["text"] for line in lines} == texts


def test_a_page_that_takes_too_long_is_dropped_and_the_next_ones_are_cleaned() -> None:
    extractor = Sleepy(timeout=4)
    assert cleaned(extractor, FORUM, "<p>The sandman comes.", FORUM).keys() == {"0", "2"}
    assert extractor.stats.to_dict()["stats"]["timeout"] == 1


def test_pages_without_text_are_dropped() -> None:
    assert cleaned(NCleaner(), "", "<script>x</script>") == {}


def test_options_reach_the_engine_and_survive_pickling() -> None:
    data = pickle.dumps(NCleaner(bias=-3))
    assert len(data) < 10_000
    expected = ncleaner.clean(FORUM, bias=-3).text
    assert expected != ncleaner.clean(FORUM).text
    assert cleaned(pickle.loads(data), FORUM) == {"0": expected.rstrip("\n")}


def test_wrong_options_are_rejected_immediately() -> None:
    with pytest.raises(ncleaner.NCleanerError, match="no option 'coments'"):
        NCleaner(coments="drop")
