"""The linearizer in Dolma's processor of web archives, and in its command."""

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

PAGE = "docs/integrations.md"
FORUM = (ROOT / "examples" / "forum.html").read_bytes()


def texts(folder: Path) -> dict[str, str]:
    """The texts that Dolma wrote, by the addresses of their pages."""
    return {line["metadata"]["warc_url"]: line["text"] for line in written(folder)}


def test_the_documented_script_cleans_an_archive(tmp_path: Path) -> None:
    addresses = write_crawl(tmp_path).keys()
    script, _ = documented.blocks(PAGE, "Dolma")
    documented.run(script, tmp_path)
    assert texts(tmp_path / "cleaned").keys() == addresses


def test_a_linearizer_with_options_of_its_own_can_be_chosen(tmp_path: Path) -> None:
    expected = write_crawl(tmp_path)
    script, more = documented.blocks(PAGE, "Dolma")
    documented.run(more + script.replace('"ncleaner"', '"ncleaner-without-comments"'), tmp_path)
    assert texts(tmp_path / "cleaned") == expected


def test_the_command_of_dolma_knows_the_linearizer(tmp_path: Path) -> None:
    addresses = write_crawl(tmp_path).keys()
    (line,) = documented.blocks(PAGE, "Dolma", "sh")
    documented.command(["sh", "-c", line.replace("python", sys.executable, 1)], tmp_path)
    assert texts(tmp_path / "cleaned").keys() == addresses


@pytest.mark.parametrize("page", [FORUM, FORUM.decode()])
def test_pages_come_as_bytes_or_text_and_options_survive_pickling(page: bytes | str) -> None:
    assert LinearizerRegistry.get("ncleaner") is NCleanerLinearizer
    linearizer = pickle.loads(pickle.dumps(NCleanerLinearizer(bias=-3)))
    assert linearizer.linearize(page) == ncleaner.clean(FORUM, bias=-3).text.rstrip("\n")
