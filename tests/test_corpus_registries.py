"""The files beside a corpus of vertical text that CWB and Manatee read: all that is in the text is declared."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from corpus_jobs import job, tree, write_pages

from ncleaner.corpus.sinks import SINKS, SinkOptions, corpus_files
from ncleaner.corpus.sinks.registries import CWB, MANATEE

pytestmark = pytest.mark.once

Structures = dict[str, set[str]]

FULL = b"""<html lang=en><title>Rain</title><meta charset=utf-8><meta name=author content="Anna Berg">
<meta name=description content="Of rain."><meta property=og:site_name content=Weather>
<meta property=article:published_time content=2009-03-21><link rel=canonical href=https://example.org/rain>
<nav><a href=/>Home</a></nav><h1>Rain</h1><p>It rained all day, and nobody
went out. \xe4\xb8\x8b\xe9\x9b\xa8\xe3\x80\x82"""


def in_text(vertical: str) -> Structures:
    """Return the structures of a vertical text with their attributes."""
    found: Structures = {}
    for element in ElementTree.fromstring(f"<corpus>{vertical}</corpus>").iter():
        found.setdefault(element.tag, set()).update(element.attrib)
    del found["corpus"]
    return found


def in_cwb(text: str) -> Structures:
    names = re.findall(r"^STRUCTURE (\w+)", text, re.MULTILINE)
    structures: Structures = {name: set() for name in names if "_" not in name}
    for name in names:
        structure, _, attribute = name.partition("_")
        if attribute:
            structures[structure].add(attribute)
    return structures


def in_cwb_encode(text: str) -> Structures:
    declared = re.findall(r" -S (\w+):0([+\w]*)", text)
    return {name: set(filter(None, attributes.split("+"))) for name, attributes in declared}


def in_manatee(text: str) -> Structures:
    blocks = re.findall(r"^STRUCTURE (\w+)(?: \{(.*?)^\})?", text, re.MULTILINE | re.DOTALL)
    return {name: set(re.findall(r"ATTRIBUTE (\w+)", body)) for name, body in blocks}


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    folder = write_pages(tmp_path / "pages", 3)
    (folder / "full.html").write_bytes(FULL)
    return folder


@pytest.mark.parametrize("all", [False, True])
def test_everything_in_the_text_is_declared(pages: Path, tmp_path: Path, all: bool) -> None:
    output = tmp_path / "corpus"
    job(pages, output, sink=SinkOptions("vertical", all=all), engine="heuristics")
    text = "".join(path.read_text("utf-8") for path in sorted((output / "pages").iterdir()))
    used = in_text(text)
    cwb = (output / CWB).read_text("ascii")
    manatee = (output / MANATEE).read_text("ascii")
    assert in_manatee(manatee) == used
    assert used.pop("g") == set()
    assert in_cwb(cwb) == in_cwb_encode(cwb) == used
    assert ("keep" in used["p"]) == all
    assert " -0 g\n" in cwb
    assert 'STRUCTURE g {\n    DISPLAYTAG 0\n    DISPLAYBEGIN "_EMPTY_"\n}\n' in manatee


def test_the_files_name_the_corpus_and_its_parts(pages: Path, tmp_path: Path) -> None:
    job(pages, tmp_path / "corpus", sink="vertical", engine="heuristics")
    cwb = (tmp_path / "corpus" / CWB).read_text("ascii")
    assert f"\nID   {Path(CWB).name}\nHOME data/cwb\n" in cwb  # CWB wants the ID to be the name of the file
    assert "\nATTRIBUTE word\n" in cwb
    manatee = (tmp_path / "corpus" / MANATEE).read_text("ascii")
    for line in ('PATH "data/manatee/"', 'VERTICAL "| cat pages/*.vert"', 'ENCODING "UTF-8"', "ATTRIBUTE word"):
        assert f"\n{line}\n" in manatee
    assert str(tmp_path) not in cwb + manatee


def test_they_are_written_for_the_whole_job_and_again_if_they_are_gone(pages: Path, tmp_path: Path) -> None:
    answers = iter([False, True])
    one, two = tmp_path / "one", tmp_path / "two"
    job(pages, one, sink="vertical", shard_size=400, interrupted=lambda: next(answers, True))
    assert not (one / "registry").exists()
    job(pages, one, sink="vertical", shard_size=400, workers=2)
    job(pages, two, sink="vertical", shard_size=400)
    assert tree(one) == tree(two)
    before = tree(one)
    (one / CWB).unlink()
    job(pages, one, sink="vertical", shard_size=400)
    assert tree(one) == before
    job(pages, one, sink="jsonl", restart=True)
    assert not (one / "registry").exists()


@pytest.mark.parametrize("sink", [sink for sink in SINKS if sink != "vertical"])
def test_other_sinks_have_no_such_files(sink: str) -> None:
    assert corpus_files(SinkOptions(sink)) == {}
