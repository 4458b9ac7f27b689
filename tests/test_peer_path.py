"""Tools that pip does not install, which are searched for in given folders; small stand-ins take their places here."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest
from evaluating import weather, write_set

from ncleaner import Cleaner, EngineUnavailable, NCleanerError
from ncleaner.cli import main
from ncleaner.engines import load
from ncleaner.evaluate import peers
from ncleaner.evaluate.children import Child
from ncleaner.evaluate.peers import PATH_VARIABLE, peer_path, set_peer_path
from ncleaner.evaluate.peers.readability_js import NODE, PROGRAM, ReadabilityJs, folder_of_packages

pytestmark = [pytest.mark.once, pytest.mark.filterwarnings("ignore")]

HTML_TEXT = """
import re
def extract_text(html):
    return re.sub("<.*?>", "\\n", html)
"""
MAGIC_HTML = """
class GeneralExtractor:
    def extract(self, html="", **kwargs):
        assert kwargs["base_url"].startswith("https://")
        return {"title": "Flood", "html": html.split("<hr>")[0]}
"""
JSDOM = """
exports.VirtualConsole = class {};
exports.JSDOM = class {
  constructor(html, options) {
    if (html.includes("CRASH")) process.exit(3);
    this.window = { document: { html, options: Object.keys(options) }, close() {} };
  }
};
"""
READABILITY = """
exports.Readability = class {
  constructor(document) { this.document = document; }
  parse() {
    const { html, options } = this.document;
    console.log("this is no answer");
    if (html.includes("FAIL")) throw new TypeError("this page says that I fail");
    return html.includes("NOTHING") ? null : { title: "Flood", content: `<p>${html}<p>${options}` };
  }
};
"""

NODE_HERE = shutil.which(NODE)
needs_node = pytest.mark.skipif(NODE_HERE is None, reason="Node.js is not installed")
REAL_PACKAGES = folder_of_packages()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder to search; what is imported from it is forgotten afterwards."""
    monkeypatch.setenv(PATH_VARIABLE, str(tmp_path))
    monkeypatch.setattr(sys, "path", [*sys.path])
    for module in ("html_text", "magic_html"):
        monkeypatch.setitem(sys.modules, module, sys)
        del sys.modules[module]
    (tmp_path / "html_text.py").write_text(HTML_TEXT)  # for want of the real one
    return tmp_path


@pytest.fixture
def magic(folder: Path) -> Path:
    (folder / "magic_html").mkdir()
    (folder / "magic_html" / "__init__.py").write_text(MAGIC_HTML)
    return folder


@pytest.fixture
def npm(folder: Path) -> Path:
    for name, version, program in (("@mozilla/readability", "0.1", READABILITY), ("jsdom", "0.2", JSDOM)):
        package = folder / "node_modules" / name
        package.mkdir(parents=True)
        (package / "package.json").write_text(json.dumps({"name": name, "version": version, "main": "main.js"}))
        (package / "main.js").write_text(program)
    return folder


def test_the_folders_are_absolute_and_those_named_last_count(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(PATH_VARIABLE, os.pathsep.join(["a", "", "b"]))
    assert peer_path() == [str(tmp_path / "a"), str(tmp_path / "b")]
    set_peer_path(["c", "d"])
    monkeypatch.chdir("/")
    assert peer_path() == [str(tmp_path / "c"), str(tmp_path / "d")]


def test_magic_html_from_a_checkout(magic: Path) -> None:
    document = Cleaner(engine="peer:magic-html").clean("<html><body><p>It rained.<p>All day.<hr>Imprint")
    assert document.text.split() == ["It", "rained.", "All", "day."]
    assert document.segments[0].reason == "kept by magic-html"


@pytest.mark.parametrize(
    ("program", "message"),
    [
        (
            None,
            "the repository opendatalab/magic-html, .* --peer-path and NCLEANER_PEER_PATH: clone it .* --peer-path DIR",
        ),
        ("import nothing_of_this_name.inside", "nothing_of_this_name, which is not installed: pip install nothing_of"),
    ],
)
def test_what_is_missing_of_magic_html(program: str | None, message: str, magic: Path) -> None:
    if program is None:
        shutil.rmtree(magic / "magic_html")
    else:
        (magic / "magic_html" / "__init__.py").write_text(program)
    with pytest.raises(EngineUnavailable, match=f"^the engine 'peer:magic-html' needs .*{message}"):
        load("peer:magic-html")


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("command", ["evaluate", "compare"])
def test_the_option(
    command: str, workers: str, magic: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(PATH_VARIABLE, "")
    days = write_set(magic / "weather", weather(2))
    folders = ["--peer-path", str(days), "--peer-path", str(magic)]
    engine = ["--engine", "peer:magic-html"]
    assert main([command, str(days), *engine, *folders, "--workers", workers, "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["engines"]["peer:magic-html"]["failures"] == []
    assert err == ""


def test_a_folder_that_is_not_there(magic: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", str(magic), "--peer-path", str(magic / "nothing")]) == 2
    assert "nothing' is not a folder" in capsys.readouterr().err


@needs_node
def test_readability_js_answers_page_by_page(npm: Path) -> None:
    child = Child("toy", [NODE, PROGRAM, str(npm)])
    html = "It rained ☂ \u2028 all\r\nday \ud800."
    answers = [child.ask({"html": html}), child.ask({"html": "NOTHING"}), child.ask({"html": "FAIL"})]
    child.close()
    assert answers[0]["content"] == f"<p>{html}<p>virtualConsole"  # neither runScripts nor resources
    assert answers[1]["content"] == ""
    assert answers[2]["error"] == "TypeError: this page says that I fail"
    times = [answer["seconds"] for answer in answers]
    assert 0 < times[0] <= times[1] <= times[2] < 60
    assert all(1 << 20 < answer["bytes"] < 1 << 32 for answer in answers)


@needs_node
def test_readability_js_is_an_engine_that_survives_a_crash(npm: Path) -> None:
    cleaner = Cleaner(engine="peer:readability-js")
    document = cleaner.clean("<b>It rained.")
    assert document.text.split() == ["It", "rained.", "virtualConsole"]
    assert document.segments[0].reason == "kept by Readability.js"
    assert cleaner.clean("NOTHING").text == ""
    with pytest.raises(NCleanerError, match="the engine 'peer:readability-js' failed: TypeError: this page"):
        cleaner.clean("FAIL")
    with pytest.raises(NCleanerError, match=r"got no answer: .*node\S* ended with status 3"):
        cleaner.clean("CRASH")
    assert cleaner.clean("<b>It rained.").text.split() == ["It", "rained.", "virtualConsole"]
    assert ReadabilityJs.versions() == ["@mozilla/readability 0.1", "jsdom 0.2"]


@needs_node
def test_the_program_ends_with_its_input(npm: Path) -> None:
    done = subprocess.run(
        [NODE, PROGRAM, str(npm)], input=b'{"html": "a"}\n', capture_output=True, timeout=60, check=True
    )
    assert json.loads(done.stdout)["content"].startswith("<p>a")


@needs_node
@pytest.mark.parametrize("package", ["@mozilla/readability", "jsdom"])
def test_an_npm_package_that_is_missing(package: str, npm: Path) -> None:
    shutil.rmtree(npm / "node_modules" / package)
    expected = "npm install --prefix DIR @mozilla/readability jsdom, and say --peer-path DIR"
    with pytest.raises(EngineUnavailable, match=expected):
        load("peer:readability-js")
    assert ReadabilityJs.versions() == []


@needs_node
def test_html_text_that_is_missing(npm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "html_text", None)
    for name in ("peer:readability-js", "peer:magic-html"):
        with pytest.raises(EngineUnavailable, match=rf"'{name}' needs the package html-text, .*'ncleaner\[peers\]'"):
            load(name)


def test_node_that_is_missing(npm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(npm))
    with pytest.raises(EngineUnavailable, match="needs the program node, which is not in PATH: install Node"):
        load("peer:readability-js")


@needs_node
@pytest.mark.skipif(REAL_PACKAGES is None, reason=f"{PATH_VARIABLE} names no folder with the npm packages")
def test_scripts_do_not_run_and_nothing_is_fetched() -> None:
    paths = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            paths.append(self.path)
            self.send_error(404)

    server = HTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    page = f"""<html><head><base href="{address}/"><link rel=stylesheet href=a.css><style>@import "b.css"</style></head>
<body onload="document.body.textContent = 'gone'"><script src=c.js></script><img src=d.png><iframe src=e.html></iframe>
<article>{"<p>It rained all day, and the river rose, and then it rained again, all day." * 20}</article>
<script>document.querySelector("article").textContent = "gone"</script></body></html>"""
    child = Child("toy", [NODE, PROGRAM, str(REAL_PACKAGES)])
    contents = [child.ask({"html": page})["content"] for _ in range(3)]
    child.close()
    server.shutdown()
    server.server_close()
    assert all(content.count("It rained all day") == 20 and "gone" not in content for content in contents)
    assert paths == []


def test_the_program_is_part_of_the_package() -> None:
    assert Path(PROGRAM).is_file()
    assert Path(PROGRAM).parent == Path(peers.__file__).parent
