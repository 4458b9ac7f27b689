from __future__ import annotations

import json

from hypothesis import given
from render_documents import document, every_second, soups

from ncleaner.page.metadata import Metadata

PAGE = "<h1>Käse</h1><p>one \u2028 two</p><p>three"


@given(soups)
def test_all_segments_are_in_the_output(page: str) -> None:
    cleaned = document(page, drop=every_second)
    read = json.loads(cleaned.to("json"))
    assert read == json.loads(cleaned.to("jsonl"))
    assert len(read["segments"]) == len(cleaned.segments)
    for segment, values in zip(cleaned.segments, read["segments"], strict=True):
        assert values == {name: getattr(segment, name) for name in segment.__slots__}


@given(soups)
def test_jsonl_is_one_line_for_all_readers(page: str) -> None:
    text = document(page).to("jsonl")
    assert text.endswith("\n")
    assert len(text.splitlines()) == 1


def test_the_object_describes_the_page() -> None:
    cleaned = document(PAGE, url="http://a.example/", metadata=Metadata(title="T", url="http://a.example/canonical"))
    read = json.loads(cleaned.to("json"))
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


def test_scores_that_are_not_finite_are_null() -> None:
    cleaned = document("<p>one<p>two")
    cleaned.decisions.scores[0] = float("inf")
    cleaned.decisions.scores[1] = float("nan")
    text = cleaned.to("json")
    assert [segment["score"] for segment in json.loads(text, parse_constant=None)["segments"]] == [None, None]


def test_a_lone_surrogate_in_metadata_is_escaped() -> None:
    cleaned = document("<p>x", metadata=Metadata(title="\ud83d?"))
    text = cleaned.to("jsonl")
    assert json.loads(text.encode("utf-8"))["metadata"]["title"] == "\ud83d?"
