from __future__ import annotations

import json

from hypothesis import given
from render_documents import document, every_second, soups

from ncleaner.page.metadata import Metadata

PAGE = "<h1>Käse</h1><p>one \u2028 two</p><p>three"


@given(soups)
def test_all_segments_come_back(page: str) -> None:
    found = document(page, drop=every_second)
    read = json.loads(found.to("json"))
    assert read == json.loads(found.to("jsonl"))
    assert len(read["segments"]) == len(found.segments)
    for segment, values in zip(found.segments, read["segments"], strict=True):
        assert values == {name: getattr(segment, name) for name in segment.__slots__}


@given(soups)
def test_a_line_is_one_line_for_everybody(page: str) -> None:
    text = document(page).to("jsonl")
    assert text.endswith("\n")
    assert len(text.splitlines()) == 1


def test_the_object_tells_about_the_page() -> None:
    found = document(PAGE, url="http://a.example/", metadata=Metadata(title="T", url="http://a.example/canonical"))
    read = json.loads(found.to("json"))
    assert list(read) == ["version", "url", "encoding", "engine", "metadata", "warnings", "segments"]
    assert read["version"] == 1
    assert read["url"] == "http://a.example/"
    assert read["encoding"] == "utf-8"
    assert read["engine"] == "by hand"
    assert read["metadata"] == {"title": "T", "url": "http://a.example/canonical"}
    assert read["segments"][0] == {
        "text": "Käse", "kind": "h", "keep": True, "score": 2.5, "reason": "asked for", "start": 4, "end": 8,
        "path": "html/body/h1", "continues": False,
    }  # fmt: skip


def test_letters_are_readable_and_the_object_is_indented() -> None:
    text = document(PAGE).to("json")
    assert '"Käse"' in text
    assert '\n  "segments": [\n    {\n' in text


def test_scores_that_are_no_numbers_are_null() -> None:
    found = document("<p>one<p>two")
    found.decisions.scores[0] = float("inf")
    found.decisions.scores[1] = float("nan")
    text = found.to("json")
    assert [segment["score"] for segment in json.loads(text, parse_constant=None)["segments"]] == [None, None]


def test_half_a_character_in_metadata_does_no_harm() -> None:
    found = document("<p>x", metadata=Metadata(title="\ud83d?"))
    text = found.to("jsonl")
    assert json.loads(text.encode("utf-8"))["metadata"]["title"] == "\ud83d?"
