"""What See shows of a page: decisions, reasons, source, settings, and pages that were dropped or pasted."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the studio needs the packages of the extra studio")
pytest.importorskip("uvicorn", reason="the studio needs the packages of the extra studio")

from studio_server import BYTES, Answer, Client, studio

pytestmark = pytest.mark.once

ARTICLE = """<!DOCTYPE html><html lang="en"><head><title>The ferry</title></head><body>
<ul><li><a href="/">Home</a><li><a href="/news">News</a><li><a href="/contact">Contact</a></ul>
<h1>The ferry sails again</h1>
<p>The ferry left the quay shortly before midnight on Friday, with forty passengers and six bicycles on board.</p>
<p>It had not done so since 1985: people of the island had carried their boats over the hill instead, every week.</p>
<p hidden>This paragraph is hidden from readers of the page.</p><img src="ferry.png" alt="The ferry">
<p>All rights reserved. <a href="/terms">Terms of use</a></p></body></html>"""
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("pages")
    (folder / "1-article.html").write_text(ARTICLE)
    (folder / "2-packed.html.gz").write_bytes(gzip.compress(ARTICLE.encode()))
    (folder / "3-dump.txt").write_text("Home | News | Contact\n\nThe ferry left the quay <shortly> before midnight.\n")
    (folder / "4-packed.txt.gz").write_bytes(gzip.compress(b"One line of text.\n\nAnother line of text.\n"))
    (folder / "5-latin.html").write_bytes("<meta charset=latin1><p>Größe und Ärger im Süden.".encode("latin-1"))
    (folder / "6-damaged.html.gz").write_bytes(gzip.compress(ARTICLE.encode())[:-20])
    (folder / "ferry.png").write_bytes(PNG)
    with studio(folder) as client:
        yield client


def view(client: Client, page: str = "page-1", settings: str = "") -> Any:
    answer = client.get(f"/api/pages/{page}/view?{settings}")
    assert answer.status == 200, answer.text
    return answer.json


def given(client: Client, name: str, data: bytes) -> Answer:
    return client.send("POST", f"/api/pages?name={name}", data, BYTES)


def test_pages_are_listed_in_order_with_their_sizes(client: Client) -> None:
    pages = client.get("/api/studio").json["pages"]
    assert [page["name"][0] for page in pages] == list("123456")
    assert pages[0] == {"id": "page-1", "name": "1-article.html", "bytes": len(ARTICLE)}


def test_a_view_has_all_segments_with_their_decisions(client: Client) -> None:
    seen = view(client)
    segments = seen["segments"]
    assert [segment["n"] for segment in segments] == list(range(len(segments)))
    kept = [segment["text"] for segment in segments if segment["keep"]]
    assert any("forty passengers" in text for text in kept)
    assert not any("Contact" in text for text in kept)
    heading = next(segment for segment in segments if segment["text"] == "The ferry sails again")
    assert (heading["kind"], heading["continues"], heading["words"]) == ("h", False, 4)
    assert heading["path"].endswith("body/h1")
    assert ARTICLE[heading["start"] : heading["end"]] == "The ferry sails again"


def test_counts_are_those_of_the_segments(client: Client) -> None:
    seen = view(client)
    segments = seen["segments"]
    assert seen["counts"] == {
        "segments": len(segments),
        "kept": sum(segment["keep"] for segment in segments),
        "words": sum(segment["words"] for segment in segments),
        "kept_words": sum(segment["words"] for segment in segments if segment["keep"]),
    }


def test_a_view_knows_the_page(client: Client) -> None:
    page = view(client)["page"]
    assert (page["id"], page["name"], page["title"]) == ("page-1", "1-article.html", "The ferry sails again")
    assert (page["language"], page["kind"]) == ("en", "html")
    assert view(client, "page-5")["page"]["encoding"] == "windows-1252"
    assert "forty passengers" in view(client)["markdown"]


def test_packed_pages_are_unpacked(client: Client) -> None:
    assert view(client, "page-2")["segments"] == view(client)["segments"]
    assert [segment["text"] for segment in view(client, "page-4", "engine=dump")["segments"]] == [
        "One line of text.",
        "Another line of text.",
    ]


def test_plain_text_is_read_as_text(client: Client) -> None:
    seen = view(client, "page-3", "engine=dump")
    assert seen["page"]["kind"] == "text"
    assert any("<shortly>" in segment["text"] for segment in seen["segments"])
    assert "&lt;shortly&gt;" in client.get("/api/pages/page-3/frame").text


def test_a_damaged_page_is_refused_with_a_sentence(client: Client) -> None:
    answer = client.get("/api/pages/page-6/view")
    assert answer.status == 400
    assert "gzip file is" in answer.json["error"]


def test_settings_change_the_view(client: Client) -> None:
    assert view(client, settings="engine=dump")["engine"] == "dump"
    assert all(segment["keep"] or segment["hidden"] for segment in view(client, settings="engine=dump")["segments"])
    few, many = (view(client, settings=f"bias={bias}")["counts"]["kept_words"] for bias in ("20", "-20"))
    assert few < view(client)["counts"]["kept_words"] < many
    assert view(client, settings="engine=ngram&model=english")["model"] == "english"


def test_empty_settings_are_those_of_the_engine(client: Client) -> None:
    assert view(client, settings="engine=&bias=&scope=&model=")["segments"] == view(client)["segments"]


def test_a_segment_is_explained(client: Client) -> None:
    segments = view(client)["segments"]
    n = next(segment["n"] for segment in segments if "forty" in segment["text"])
    explained = client.get(f"/api/pages/page-1/segments/{n}").json
    assert explained["n"] == n
    assert explained["reason"]
    assert 0 < len(explained["features"]) <= 12
    strengths = [abs(feature["bits"]) for feature in explained["features"]]
    assert strengths == sorted(strengths, reverse=True)
    assert "".join(character for character, _ in explained["characters"]).startswith("The ferry left")


def test_engines_without_features_explain_in_words(client: Client) -> None:
    explained = client.get("/api/pages/page-1/segments/0?engine=ice-tree").json
    assert explained["reason"]
    assert explained["characters"] is None


def test_the_source_of_a_segment_is_shown_with_its_surroundings(client: Client) -> None:
    start = ARTICLE.index("The ferry sails")
    source = client.get(f"/api/pages/page-1/source?start={start}&end={start + 21}").json
    assert source["text"] == "The ferry sails again"
    assert source["before"].endswith("<h1>")
    assert source["after"].startswith("</h1>")


@pytest.mark.parametrize(
    "span", ["", "start=-5&end=9", "start=99999&end=1", "start=x&end=y", "start=5&end=999999999999999999", "end=²"]
)
def test_spans_that_make_no_sense_show_what_there_is(client: Client, span: str) -> None:
    answer = client.get(f"/api/pages/page-1/source?{span}".encode("ascii", "ignore").decode())
    assert answer.status == 200
    assert set(answer.json) == {"before", "text", "after"}


def test_options_are_offered_with_their_defaults(client: Client) -> None:
    engines = {engine["name"]: engine for engine in client.get("/api/studio").json["engines"]}
    assert next(iter(engines)) == "forest"
    options = {option["name"]: option for option in engines["forest"]["options"]}
    assert (options["bias"]["type"], options["bias"]["default"]) == ("number", "0")
    assert (options["scope"]["type"], options["scope"]["default"]) == ("choice", "auto")
    assert "auto" in options["scope"]["choices"]
    assert "default" not in options["bias"]["help"]
    assert engines["ice-lm"]["options"][2] == {
        "name": "bold",
        "type": "flag",
        "choices": None,
        "help": "treat bold text as part of the query, like title and headings",
        "default": None,
    }


def test_every_engine_that_is_offered_shows_a_page(client: Client) -> None:
    for engine in client.get("/api/studio").json["engines"]:
        seen = view(client, settings=f"engine={engine['name']}")
        assert seen["segments"]
        frame = client.get(seen["frame"])
        assert frame.status == 200
        for segment in seen["segments"]:
            assert f'data-n="{segment["n"]}"' in frame.text


def test_a_dropped_page_can_be_seen(client: Client) -> None:
    page = given(client, "ferry.html", ARTICLE.encode()).json
    assert (page["name"], page["bytes"]) == ("ferry.html", len(ARTICLE))
    assert view(client, page["id"])["segments"] == view(client)["segments"]
    assert given(client, "ferry.html", ARTICLE.encode()).json["id"] == page["id"]
    assert client.get(f"/api/pages/{page['id']}/frame").status == 200


def test_a_dropped_page_may_be_packed(client: Client) -> None:
    page = given(client, "ferry.html.gz", gzip.compress(ARTICLE.encode())).json
    assert view(client, page["id"])["segments"] == view(client)["segments"]
    damaged = given(client, "ferry.html.gz", gzip.compress(ARTICLE.encode())[:-20]).json
    assert "gzip file is" in client.get(f"/api/pages/{damaged['id']}/view").json["error"]


def test_a_dropped_text_is_read_as_text(client: Client) -> None:
    page = given(client, "note.txt", b"A <b>note</b> in plain text.\n").json
    assert view(client, page["id"], "engine=dump")["segments"][0]["text"] == "A <b>note</b> in plain text."


@pytest.mark.parametrize("data", [b" ", b"\x00\xff\xfe", b"<", b"<p>" * 2000, b"\xed\xa0\xbd"])
def test_any_bytes_can_be_dropped(client: Client, data: bytes) -> None:
    page = given(client, "any.html", data).json
    assert view(client, page["id"])["counts"]["kept"] >= 0
    assert client.get(f"/api/pages/{page['id']}/frame").status == 200


def test_a_dropped_page_gets_no_files_of_the_folder(client: Client) -> None:
    page = given(client, "other.html", b'<p>Text<img src="ferry.png">').json
    assert "ferry.png" not in client.get(f"/api/pages/{page['id']}/frame").text
    assert client.get(f"/api/pages/{page['id']}/images/ferry.png").status == 404


def test_images_beside_a_page_are_served(client: Client) -> None:
    frame = client.get("/api/pages/page-1/frame").text
    address = f"http://127.0.0.1:{client.port}/api/pages/page-1/images/ferry.png"
    assert f'src="{address}"' in frame
    image = client.get("/api/pages/page-1/images/ferry.png")
    assert (image.status, image.headers["content-type"], image.body) == (200, "image/png", PNG)


def test_images_with_odd_names_are_served(tmp_path: Path) -> None:
    (tmp_path / "a b#1?%41.png").write_bytes(PNG)
    (tmp_path / "page.html").write_text('<p>Text<img src="a%20b%231%3F%2541.png">')
    with studio(tmp_path / "page.html") as client:
        address = "/api/pages/page/images/a%20b%231%3F%2541.png"
        assert address in client.get("/api/pages/page/frame").text
        assert client.get(address).body == PNG


def test_a_page_that_changes_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("<p>The old text of the page.")
    with studio(path) as client:
        assert view(client, "page", "engine=dump")["segments"][0]["text"] == "The old text of the page."
        path.write_text("<p>The new text of the page, which is longer.")
        assert view(client, "page", "engine=dump")["segments"][0]["text"].startswith("The new text")
        path.unlink()
        assert "cannot be read" in client.get("/api/pages/page/view?engine=dump").json["error"]


def test_an_empty_studio_has_no_pages() -> None:
    with studio() as client:
        assert client.get("/api/studio").json["pages"] == []
        assert client.get("/api/pages/page-1/view").status == 404
