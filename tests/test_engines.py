"""The engines without a model: what they keep, and their reasons; and the registry of engines."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from ncleaner import Document, EngineUnavailable, NCleanerError, Page, UnknownNameError, clean, engines
from ncleaner.engines import ENGINES, Engine, lynx
from ncleaner.engines.base import option_names
from ncleaner.read.rules import REASONS

PAGE = """<nav>Home | News | Contact</nav><h1>Rain</h1><p>It rained all day, and all night too.
    <p hidden>Never seen.<p>* * *<form><button>Send</button></form><p>The end."""

needs_lynx = pytest.mark.skipif(shutil.which("lynx") is None, reason="the text browser Lynx is not installed")


def reasons(document: Document) -> dict[str, str]:
    """Return the reason for each dropped segment."""
    return {segment.text: segment.reason for segment in document.segments if not segment.keep}


def test_the_dump_keeps_all_that_a_reader_sees() -> None:
    document = clean(PAGE, engine="dump")
    assert document.text.splitlines() == [
        "Home | News | Contact",
        "Rain",
        "It rained all day, and all night too.",
        "* * *",
        "Send",
        "The end.",
    ]
    assert reasons(document) == {"Never seen.": "hidden from readers"}


def test_the_heuristics_drop_certain_boilerplate_and_give_reasons() -> None:
    document = clean(PAGE, engine="heuristics")
    assert document.text.splitlines() == ["Rain", "It rained all day, and all night too.", "The end."]
    assert reasons(document) == {
        "Home | News | Contact": "short fields separated by vertical bars",
        "Never seen.": "hidden from readers",
        "* * *": "a line of punctuation only",
        "Send": "form fields and buttons",
    }
    assert {segment.reason for segment in document.segments if segment.keep} == {"visible text"}


def test_the_heuristics_drop_boilerplate_of_plain_text_too() -> None:
    source = "Home | News | Contact\n\nIt rained all day.\n\n-- \nBob\n"
    document = clean(source, engine="heuristics", kind="text")
    assert document.text.splitlines() == ["It rained all day."]
    assert set(reasons(document).values()) <= set(REASONS)
    assert clean(source, engine="dump", kind="text").text.startswith("Home | News | Contact\n")


def test_the_heuristics_drop_nothing_else() -> None:
    dump, heuristics = clean(PAGE, engine="dump"), clean(PAGE, engine="heuristics")
    assert [segment.text for segment in dump.segments] == [segment.text for segment in heuristics.segments]
    assert not [b for a, b in zip(dump.segments, heuristics.segments, strict=True) if b.keep and not a.keep]


@pytest.mark.parametrize("engine", ["dump", "heuristics"])
def test_a_page_that_a_script_reveals_is_kept(engine: str) -> None:
    story = "<h1>Rain</h1>" + "<p>It rained all day, and all night too." * 20
    expected = ["Rain"] + ["It rained all day, and all night too."] * 20
    waiting = f"<p>Please wait.<div id=app style='display:none'>{story}</div>"
    assert clean(waiting, engine=engine).text.splitlines() == ["Please wait.", *expected]
    assert clean(f"<div hidden>{story}</div>", engine=engine).text.splitlines() == expected


@pytest.mark.parametrize("engine", ["dump", "heuristics"])
def test_hidden_parts_of_a_visible_page_are_dropped(engine: str) -> None:
    story, prize = "<p>It rained all day, and all night.", "<div hidden><p>You have won.</div>"
    assert clean(story + prize, engine=engine).text == "It rained all day, and all night.\n"
    assert clean(story * 30 + prize * 30, engine=engine).text == "It rained all day, and all night.\n" * 30


@pytest.mark.parametrize("engine", ["dump", "heuristics"])
def test_a_dialog_that_waits_on_a_short_page_is_dropped(engine: str) -> None:
    page = "<p>It rained.<div hidden>We value your privacy and would like to set some cookies.</div>"
    assert clean(page, engine=engine).text == "It rained.\n"


@pytest.mark.parametrize("engine", ["dump", "heuristics"])
def test_text_that_is_hidden_from_screen_readers_only_is_kept(engine: str) -> None:
    assert clean("<p>It rained <p aria-hidden=true>all day.", engine=engine).text == "It rained\nall day.\n"


def test_every_engine_has_a_name_and_a_summary() -> None:
    for name, entry in ENGINES.items():
        assert entry.place.startswith(("ncleaner.engines.", "ncleaner.evaluate.peers."))
        assert entry.summary
        assert engines.find(name).name == name
    assert engines.DEFAULT_ENGINE in ENGINES


@pytest.mark.parametrize("name", ENGINES)
def test_the_options_in_the_table_are_those_of_the_constructor(name: str) -> None:
    assert set(ENGINES[name].option_names) == set(option_names(engines.find(name)))


def test_an_unknown_engine_is_an_error_that_lists_the_engines() -> None:
    with pytest.raises(UnknownNameError, match=r"no engine 'firefox'; there are: dump, fiasco, forest"):
        engines.load("firefox")


def test_an_engine_must_decide() -> None:
    blocks = clean(PAGE).blocks
    with pytest.raises(NotImplementedError):
        Engine().decide(blocks)


# Lynx


def test_without_lynx_the_error_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda *args, **kwargs: None)
    with pytest.raises(EngineUnavailable, match=r"apt install lynx") as caught:
        clean(PAGE, engine="lynx")
    assert isinstance(caught.value, NCleanerError)


def test_a_path_without_lynx_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(EngineUnavailable):
        clean(PAGE, engine="lynx")


def test_a_lynx_that_hangs_gives_an_empty_document_and_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    def hang(command: list[str], **options: object) -> None:
        raise subprocess.TimeoutExpired(command, lynx.SECONDS)

    monkeypatch.setattr(shutil, "which", lambda *args, **kwargs: "lynx")
    monkeypatch.setattr(subprocess, "run", hang)
    document = clean(PAGE, engine="lynx")
    assert document.text == ""
    assert document.warnings == (f"Lynx did not finish within {lynx.SECONDS} seconds",)


@needs_lynx
def test_lynx_shows_the_page() -> None:
    document = clean("<h1>Grüße</h1><p>It rained <b>all</b> day.<p hidden>x", engine="lynx")
    assert document.engine == "lynx"
    assert [segment.text for segment in document.segments][:2] == ["Grüße", "It rained all day."]
    assert {(segment.start, segment.end) for segment in document.segments} == {(-1, -1)}


@needs_lynx
def test_lynx_reads_pages_in_any_encoding() -> None:
    assert clean("<p>Grüße".encode("latin-1"), engine="lynx", encoding="latin1").text == "Grüße\n"


@needs_lynx
def test_lynx_leaves_plain_text_alone() -> None:
    document = clean("It rained <b>all</b> day.\n", engine="lynx", kind="text")
    assert document.text == "It rained <b>all</b> day.\n"


@needs_lynx
def test_lynx_gives_the_same_dump_every_time() -> None:
    page = Page(
        b'<p><a href="sea.html">The sea</a> and <a href="#top">the top</a> and <a href="http://a.example/">a</a>'
    )
    first, second = (lynx.Lynx().dump(page) for _ in range(2))
    assert first == second
    assert first is not None
    assert re.findall(rb"\d\. (\S+)", first) == [b"file:///sea.html", b"file:///#top", b"http://a.example/"]


@needs_lynx
def test_lynx_survives_an_empty_page() -> None:
    assert clean(b"", engine="lynx").text == ""
