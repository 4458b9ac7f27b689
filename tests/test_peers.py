"""Other tools as engines: each works as usual, and a missing one is reported with how to install it."""

from __future__ import annotations

import re
import socket
import subprocess
import sys

import pytest

from ncleaner import EngineUnavailable, NCleanerError, clean
from ncleaner.engines import ENGINES, find, load
from ncleaner.evaluate.peers import Peer, paragraphs, turbohtml, with_body

# Warnings of these tools do not matter here.
pytestmark = [pytest.mark.once, pytest.mark.filterwarnings("ignore")]

MODULES = {
    "peer:trafilatura": "trafilatura",
    "peer:trafilatura-no-comments": "trafilatura",
    "peer:trafilatura-fast": "trafilatura",
    "peer:resiliparse": "resiliparse",
    "peer:justext": "justext",
    "peer:justext-tuned": "justext",
    "peer:readability": "readability",
    "peer:boilerpy3": "boilerpy3",
    "peer:newspaper4k": "newspaper",
    "peer:goose3": "goose3",
    "peer:html-text": "html_text",
    "peer:turbohtml": "turbohtml",
    "peer:news-please": "newsplease",
    "peer:gne": "gne",
    "peer:readability-js": "html_text",
    "peer:magic-html": "magic_html",
}
FROM_FOLDERS = ("peer:readability-js", "peer:magic-html")
BY_HAND = ("peer:news-please", *FROM_FOLDERS)  # no extra installs these

PARAGRAPHS = """\
It had been raining on the town for nine days when the river came over the wall of the old mill. Nobody was hurt, said \
the mayor, but the people of the lower streets had to leave their houses for the night and slept in the gym.
The water is going down now, and the school will open again when the cellars have been pumped dry. Until then all \
lessons are held in the church, which stands on the hill and has been the shelter of the town since it was built.
What the flood has cost is not known yet. The bridge at the mill will have to be built again, and so will some of the \
houses next to it, most of which are older than the mill and have seen more than one flood in their time.
The next days will be dry, as the weather service has it, and a little warmer than they have been for the last two \
weeks. For the end of the month it has more rain to offer, though much less of it than there was this time.
""".splitlines()
LINKS = ("Home", "News", "Weather", "Sports", "Imprint")
ARTICLE = "".join(f"<p>{paragraph}</p>" for paragraph in PARAGRAPHS)
MENU = "".join(f"<li><a href='/{link}'>{link}</a></li>" for link in LINKS)
PAGE = f"""<!DOCTYPE html><html lang="en"><head><title>Flood</title></head><body><nav><ul>{MENU}</ul></nav>
<div id="content" class="article"><h1>Flood in the lower town</h1>{ARTICLE}</div></body></html>"""


@pytest.fixture(params=MODULES)
def peer(request: pytest.FixtureRequest) -> str:
    """Return the name of an installed tool."""
    name: str = request.param
    skip_if_missing(name)
    return name


def skip_if_missing(name: str) -> None:
    if name not in FROM_FOLDERS:
        pytest.importorskip(MODULES[name], exc_type=ImportError)
        return
    try:
        load(name)
    except EngineUnavailable as error:
        pytest.skip(str(error))


def test_all_of_them_are_engines_in_a_place_of_their_own() -> None:
    assert [name for name in ENGINES if name.startswith("peer:")] == list(MODULES)
    for name in MODULES:
        cls = find(name)
        assert issubclass(cls, Peer)
        assert cls.name == name
        assert cls.__doc__
        assert ENGINES[name].trainer is None


def test_the_text_is_kept_and_stands_nowhere_in_the_source(peer: str) -> None:
    document = clean(PAGE, engine=peer)
    lines = document.text.splitlines()
    assert set(PARAGRAPHS[:3]) <= set(lines)
    for segment in document.segments:
        assert (segment.keep, segment.kind, segment.start, segment.end, segment.path) == (True, "p", -1, -1, "")
        assert segment.reason.startswith("kept by ")
    assert all(f"<p>{paragraph}\n" in document.to("cleaneval") for paragraph in PARAGRAPHS[:3])


def test_the_menu_is_dropped_by_all_but_one(peer: str) -> None:
    words = clean(PAGE, engine=peer).text.split()
    assert ("Imprint" in words) == (peer == "peer:html-text")


def test_letters_beyond_ascii_survive(peer: str) -> None:
    page = PAGE.replace("mayor", "Bürgermeister “Łukasz”").encode("windows-1250")
    document = clean(page, engine=peer, encoding="windows-1250")
    assert "said the Bürgermeister “Łukasz”, but" in document.text


@pytest.mark.parametrize(
    "name", ["peer:trafilatura", "peer:trafilatura-fast", "peer:boilerpy3", "peer:gne", "peer:magic-html"]
)
def test_a_page_without_html_and_body_is_a_page(name: str) -> None:
    skip_if_missing(name)
    assert PARAGRAPHS[1] in clean(f'<text id="a"><h1>Flood</h1>{ARTICLE}</text>', engine=name).text


@pytest.mark.parametrize(
    "name",
    [
        "peer:trafilatura",
        "peer:resiliparse",
        "peer:boilerpy3",
        "peer:html-text",
        "peer:turbohtml",
        "peer:news-please",
        "peer:readability-js",
    ],
)
def test_there_is_nothing_in_an_empty_page(name: str) -> None:
    skip_if_missing(name)
    assert clean("", engine=name).text == ""


@pytest.mark.parametrize("name", ["peer:justext", "peer:readability"])
def test_what_a_tool_raises_comes_out(name: str) -> None:
    pytest.importorskip(MODULES[name], exc_type=ImportError)
    with pytest.raises(Exception, match="Document is empty"):
        clean("", engine=name)


def test_comments_of_readers() -> None:
    pytest.importorskip("trafilatura")
    comment = "I have lived there for forty years and I have never seen anything like that in my whole life, I swear."
    page = PAGE.replace("</body>", f'<div id="comments" class="comments"><p>{comment}</p></div></body>')
    assert comment in clean(page, engine="peer:trafilatura").text
    assert comment not in clean(page, engine="peer:trafilatura-no-comments").text


def test_the_tuned_thresholds_keep_short_paragraphs() -> None:
    pytest.importorskip("justext")
    short = "The river was 4.21 metres high on Monday evening near Oberau bridge."
    page = PAGE.replace("<h1>", f"<p>{short}</p><h1>")
    kept = [short in clean(page, engine=name).text for name in ("peer:justext", "peer:justext-tuned")]
    assert kept == [False, True]


def test_gne_says_the_title_once() -> None:
    pytest.importorskip("gne")
    title = "Storm"
    apart = clean(PAGE.replace("<title>Flood", f"<title>{title}"), engine="peer:gne").text.splitlines()
    assert (apart[0], apart.count(title)) == (title, 1)
    assert "Flood" not in clean(PAGE, engine="peer:gne").text.splitlines()  # a part of the heading, which is kept


def test_nothing_of_a_page_is_fetched(peer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    for name in ("connect", "connect_ex", "sendto"):
        monkeypatch.setattr(socket.socket, name, lambda *arguments: calls.append(arguments))
    monkeypatch.setattr(socket, "getaddrinfo", lambda *arguments, **options: calls.append(arguments))
    picture = "<img src='http://127.0.0.1:9/flood.jpg' width=900 height=600>"
    clean(PAGE.replace("<p>", f"{picture}<p>", 1), engine=peer)
    assert calls == []


@pytest.mark.parametrize("name", [name for name in MODULES if name not in BY_HAND])
def test_a_tool_that_is_missing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if name == "peer:turbohtml" and sys.version_info < (3, 11):
        pytest.skip("turbohtml needs Python 3.11")
    hide(MODULES[name], monkeypatch)
    with pytest.raises(EngineUnavailable, match=r"needs the package .*: pip install 'ncleaner\[peers\]'") as caught:
        load(name)
    assert repr(name) in str(caught.value)


def test_a_tool_that_no_extra_installs(monkeypatch: pytest.MonkeyPatch) -> None:
    hide("newsplease", monkeypatch)
    with pytest.raises(EngineUnavailable, match=r"^the engine 'peer:news-please' needs .*: pip install news-please$"):
        load("peer:news-please")


def hide(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a module one that is not installed."""
    loaded = [known for known in sys.modules if known == module or known.startswith(f"{module}.")]
    for known in {*loaded, module}:
        monkeypatch.setitem(sys.modules, known, None)


def test_an_old_python_is_said_to_be_old(monkeypatch: pytest.MonkeyPatch) -> None:
    hide("turbohtml", monkeypatch)
    monkeypatch.setattr(turbohtml, "PYTHON", (9, 9))
    with pytest.raises(EngineUnavailable, match=r"needs Python 9\.9 or newer"):
        load("peer:turbohtml")


def test_versions_of_what_is_installed(peer: str) -> None:
    cls = find(peer)
    assert issubclass(cls, Peer)
    versions = cls.versions()
    assert len(versions) == {"peer:readability-js": 2, "peer:magic-html": 0}.get(peer, 1)
    assert all(re.fullmatch(r"\S+ \d+(\.\w+)*", version) for version in versions)


def test_plain_text_is_not_for_them(peer: str) -> None:
    with pytest.raises(NCleanerError, match=f"the engine '{peer}' reads HTML only"):
        clean("It rained.", engine=peer, kind="text")


def test_nothing_is_imported_before_it_is_asked_for() -> None:
    program = f"""
import sys
import ncleaner.evaluate.peers
from ncleaner.engines import find
for name in {list(MODULES)}:
    find(name)
print(*{{*sys.modules}} & {set(MODULES.values())})"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_lines_become_paragraphs_with_their_words_untouched() -> None:
    blocks = paragraphs(b"source", "\n  a  <p> b\t\r\n\n \n☂ \ud800 c\u2028d")
    assert [blocks.text(index) for index in range(len(blocks))] == ["a  <p> b", "☂ ? c", "d"]
    assert [(block.words, block.chars) for block in blocks.items] == [(3, 5), (3, 3), (1, 1)]
    assert blocks.spans() == [(-1, -1)] * 3
    assert len(paragraphs(b"", " \n ")) == 0


def test_a_body_is_added_only_where_there_is_none() -> None:
    assert with_body("<BODY class=a>x") == "<BODY class=a>x"
    assert with_body("<p>x") == "<html><body><p>x"
