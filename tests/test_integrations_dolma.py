"""The linearizer in Dolma's WARC processor and in its command line."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

import documented
import pytest
from conftest import ROOT
from crawl_examples import write_crawl, written

import ncleaner

pytest.importorskip("dolma")

from dolma.warc.linearizers import LinearizerRegistry

from ncleaner.integrations.dolma import NCleanerLinearizer

PAGE = "docs/how-to/frameworks.md"
NEWS = (ROOT / "examples" / "news.html").read_bytes()


def texts(folder: Path) -> dict[str, str]:
    """Return the texts that Dolma wrote, by URL."""
    return {line["metadata"]["warc_url"]: line["text"] for line in written(folder)}


def test_the_documented_script_cleans_an_archive(tmp_path: Path) -> None:
    addresses = write_crawl(tmp_path).keys()
    script, _ = documented.blocks(PAGE, "Dolma")
    documented.run(script, tmp_path)
    cleaned = texts(tmp_path / "cleaned")
    assert cleaned.keys() == addresses
    assert cleaned["https://example.org/1"] == ncleaner.clean(NEWS).text.rstrip("\n")


def test_a_linearizer_with_options_can_be_registered() -> None:
    _, script = documented.blocks(PAGE, "Dolma")
    exec(script, {"__name__": "documented"})
    linearizer = LinearizerRegistry.get("ncleaner-with-comments")()
    assert LinearizerRegistry.remove("ncleaner-with-comments")
    assert linearizer.linearize(NEWS) == ncleaner.clean(NEWS, comments="keep").text.rstrip("\n")
    assert linearizer.linearize(NEWS) != LinearizerRegistry.get("ncleaner")().linearize(NEWS)


def test_the_command_line_of_dolma_has_the_linearizer(tmp_path: Path) -> None:
    addresses = write_crawl(tmp_path).keys()
    (line,) = documented.blocks(PAGE, "Dolma", "sh")
    documented.command(["sh", "-c", line.replace("python", sys.executable, 1)], tmp_path)
    assert texts(tmp_path / "cleaned").keys() == addresses


@pytest.mark.parametrize("page", [NEWS, NEWS.decode()])
def test_pages_come_as_bytes_or_text_and_options_survive_pickling(page: bytes | str) -> None:
    assert LinearizerRegistry.get("ncleaner") is NCleanerLinearizer
    linearizer = pickle.loads(pickle.dumps(NCleanerLinearizer(bias=-3)))
    assert linearizer.linearize(page) == ncleaner.clean(NEWS, bias=-3).text.rstrip("\n")
