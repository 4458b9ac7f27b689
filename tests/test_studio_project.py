"""Projects: opening folders, and the requests with which pages are annotated."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the studio needs the packages of the extra studio")
pytest.importorskip("uvicorn", reason="the studio needs the packages of the extra studio")

from annotated_pages import EXAMPLES
from studio_server import JSON, Client, studio

import ncleaner.studio.opening
from ncleaner import models
from ncleaner.cli.commands.studio import open_window
from ncleaner.errors import InputError, NCleanerError, UsageError
from ncleaner.studio.opening import opened
from ncleaner.studio.project import SHIPPED, Project
from ncleaner.studio.schema import FILE

pytestmark = pytest.mark.once

NAMES = ("blog-1999.html", "japanese.html", "mail.txt", "news.html")


def folder_of(place: Path) -> Path:
    place.mkdir(exist_ok=True)
    for name in NAMES:
        shutil.copy(EXAMPLES / name, place)
    return place


def project_in(folder: Path) -> Project:
    project = opened(str(folder)).project
    assert project is not None
    return project


class TestOpening:
    def test_a_folder_is_a_project_and_nothing_is_written_by_looking(self, tmp_path: Path) -> None:
        found = opened(str(folder_of(tmp_path)))
        assert (found.title, found.problem) == (tmp_path.name, "")
        assert [page.name for page in found.pages.of_files.values()] == list(NAMES)
        assert sorted(path.name for path in tmp_path.iterdir()) == sorted(NAMES)

    def test_a_set_has_its_pages_in_a_folder_and_their_addresses_in_a_table(self, tmp_path: Path) -> None:
        folder_of(tmp_path / "html")
        (tmp_path / "scope.txt").write_text("page\n")
        (tmp_path / "urls.tsv").write_text("news\thttp://example.org/news\n")
        project = project_in(tmp_path)
        assert {page.name: page.url for page in project.pages.of_files.values()} == {
            **dict.fromkeys(NAMES),
            "news.html": "http://example.org/news",
        }
        project.store.add_annotator("Anna")
        assert (tmp_path / FILE).exists()

    def test_addresses_of_pages_stay_when_files_are_added(self, tmp_path: Path) -> None:
        project = project_in(folder_of(tmp_path))
        project.store.add_annotator("Anna")
        before = {page.name: page.id for page in project.pages.of_files.values()}
        shutil.copy(EXAMPLES / "german.html", tmp_path / "a.html")
        after = {page.name: page.id for page in project_in(tmp_path).pages.of_files.values()}
        assert after == {"a.html": "page-5", **before}
        assert next(iter(after)) == "a.html"

    @pytest.mark.parametrize("reason", ["no permission", "no store"])
    def test_a_folder_that_cannot_be_written_can_be_looked_at(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reason: str
    ) -> None:
        folder_of(tmp_path)
        if reason == "no store":
            (tmp_path / FILE).mkdir()
        else:
            monkeypatch.setattr(ncleaner.studio.opening, "is_writable", lambda folder: False)
        with studio(tmp_path) as client:
            answer = client.get("/api/studio").json
            assert (answer["is_project"], answer["annotators"]) == (False, [])
            assert "can be looked at, but not annotated" in answer["problem"]
            assert client.get("/api/pages/page-1/view").status == 200
            refused = client.post("/api/annotators", {"name": "Anna"})
            assert (refused.status, refused.json["error"]) == (400, answer["problem"])

    def test_a_page_alone_is_no_project(self) -> None:
        with studio(EXAMPLES / "news.html") as client:
            assert not client.get("/api/studio").json["is_project"]
            for path in ("/api/project?annotator=Anna", "/api/pages/page/annotation", "/api/learning", "/api/export"):
                answer = client.get(path)
                assert answer.status == 400
                assert "start the studio with a folder" in answer.json["error"]
            assert client.get("/api/nothing").status == 404

    def test_a_damaged_store_is_an_error(self, tmp_path: Path) -> None:
        (folder_of(tmp_path) / FILE).write_bytes(b"?" * 5000)
        with pytest.raises(InputError, match="cannot be read"):
            opened(str(tmp_path))

    def test_a_folder_without_pages_is_an_error(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match="has no pages"):
            opened(str(tmp_path))


class TestModels:
    def test_models_of_the_project(self, tmp_path: Path) -> None:
        project = project_in(folder_of(tmp_path))
        assert (project.models(), project.own_models.next_id(), project.suggester) == ([], "own-1", SHIPPED)
        _train(project)
        assert [model["id"] for model in project.models()] == ["own-1"]
        assert project.own_models.next_id() == "own-2"
        assert project.set_suggester("own-1").model == "own-1"
        assert project_in(tmp_path).suggester.engine == "ngram"
        project.store.add_annotator("Anna")
        page = project.page("page-1")
        _, current = project.current(page, "Anna")
        assert (current.status.engine, current.status.model) == ("ngram", "own-1")
        Path(project.own_models.path("own-1")).unlink()
        assert project.suggester == SHIPPED
        assert project.current(page, "Anna")[1].annotation == current.annotation

    @pytest.mark.parametrize(
        "id", ["own-7", "own-0", "own-1/../own-1", "../own-1", "english", "/etc/passwd", "own-1\n"]
    )
    def test_a_model_is_named_by_its_id_only(self, tmp_path: Path, id: str) -> None:
        project = project_in(folder_of(tmp_path))
        _train(project)
        with pytest.raises(UsageError, match="there is no model"):
            project.set_suggester(id)

    def test_a_damaged_model_does_not_become_the_suggester(self, tmp_path: Path) -> None:
        project = project_in(folder_of(tmp_path))
        _train(project)
        Path(project.own_models.path("own-1")).write_bytes(b"damaged")
        with pytest.raises(NCleanerError):
            project.set_suggester("own-1")
        assert (project.models(), project.suggester) == ([], SHIPPED)

    def test_a_view_with_an_own_model(self, tmp_path: Path) -> None:
        _train(project_in(folder_of(tmp_path)))
        with studio(tmp_path) as client:
            assert client.get("/api/pages/page-1/view?engine=ngram&model=own-1").status == 200
            assert "there is no model" in client.get("/api/pages/page-1/view?engine=ngram&model=own-2").json["error"]
            engines = {engine["name"]: engine["models"] for engine in client.get("/api/studio").json["engines"]}
            assert "own-1" in engines["ngram"]
            assert "own-1" not in engines["forest"]


def _train(project: Project) -> None:
    folder = Path(project.own_models.folder)
    folder.mkdir()
    shutil.copy(models.find("english"), folder / "own-1.model")


class TestDocuments:
    def test_the_pages_that_are_done_with_the_decisions_of_the_annotator(self, tmp_path: Path) -> None:
        project = project_in(folder_of(tmp_path))
        for name in ("Anna", "Ben"):
            project.store.add_annotator(name)
        page = project.page("page-4")
        cleaned, _ = project.current(page, "Anna")
        assert list(project.annotated_documents("Anna")) == []
        project.store.set_state(cleaned, "Anna", "done")
        ((found, document),) = project.annotated_documents("Anna")
        assert found == page
        assert document.engine == "annotator"
        assert document.text == cleaned.document.text
        assert list(project.annotated_documents("Ben")) == []
        (tmp_path / "news.html").write_text("<p>Something else.")
        with pytest.raises(InputError, match=r"news\.html has changed"):
            list(project.annotated_documents("Anna"))

    def test_orders(self, tmp_path: Path) -> None:
        project = project_in(folder_of(tmp_path))
        project.store.add_annotator("Anna")
        assert project.next_page("Anna") == "page-1"
        cleaned, _ = project.current(project.page("page-1"), "Anna")
        project.store.set_state(cleaned, "Anna", "unusable", "empty")
        assert project.next_page("Anna", "folder") == "page-2"
        project.orders["learning"] = lambda project, annotator: ["page-3", "page-2"]
        assert project.next_page("Anna", "learning") == "page-3"
        assert project.next_page("Anna", "nonsense") == "page-2"


@pytest.fixture(scope="module")
def refusing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A studio to which only requests are sent that it refuses."""
    with studio(folder_of(tmp_path_factory.mktemp("refusing"))) as client:
        client.post("/api/annotators", {"name": "Anna"})
        yield client


class TestRequests:
    @pytest.fixture
    def client(self, tmp_path: Path) -> Iterator[Client]:
        with studio(folder_of(tmp_path / "pages")) as client:
            client.post("/api/annotators", {"name": "Anna"})
            yield client

    @staticmethod
    def annotation(client: Client, page: str = "page-4") -> dict[str, Any]:
        answer: dict[str, Any] = client.get(f"/api/pages/{page}/annotation?annotator=Anna").json
        return answer

    def test_a_page_with_its_units(self, client: Client) -> None:
        answer = self.annotation(client)
        assert set(answer) == {"page", "status", "units", "frame", "warnings"}
        assert set(answer["page"]) == {"id", "name", "title", "url", "language", "encoding", "kind"}
        assert set(answer["units"][0]) == {
            "n", "block", "start", "end", "text", "words", "keep", "kind", "continues", "uncertain", "score",
        }  # fmt: skip
        assert answer["status"]["state"] == "new"
        assert client.get("/api/project?annotator=Anna").json["pages"][3]["state"] == "new"
        frame = client.get(answer["frame"])
        assert all(f'data-n="{unit["n"]}"' in frame.text for unit in answer["units"])
        assert "script-src 'none'" in frame.headers["content-security-policy"]

    def test_a_stroke_answers_what_has_changed(self, client: Client) -> None:
        unit = self.annotation(client)["units"][0]
        answer = self.stroke(client, unit, op="keep", value=not unit["keep"], version=0)
        assert answer["changed"] == [[unit["n"], not unit["keep"], unit["kind"], unit["continues"]]]
        assert (answer["reload"], answer["was_newest"]) == (False, True)
        assert (answer["status"]["version"], answer["status"]["state"]) == (1, "started")
        late = self.stroke(client, unit, op="kind", value="h", version=0)
        assert (late["reload"], late["was_newest"]) == (True, False)
        assert self.annotation(client)["units"][0]["kind"] == "h"

    def test_a_divided_unit_is_seen_in_units_frame_and_text(self, client: Client) -> None:
        units = self.annotation(client)["units"]
        unit = max(units, key=lambda unit: unit["words"])
        text = unit["text"]
        place = text.index(" ", len(text) // 2)
        assert self.stroke(client, unit, op="split", offset=len("".join(text[:place].split())))["reload"]
        answer = self.annotation(client)
        assert len(answer["units"]) == len(units) + 1
        first, second = (part for part in answer["units"] if part["block"] == unit["block"])
        assert (first["text"], second["text"]) == (text[:place], text[place + 1 :])
        assert second["n"] == first["n"] + 1
        shown = client.get(answer["frame"]).text
        assert f'data-n="{second["n"]}">{second["text"][:8]}' in shown
        self.stroke(client, second, op="keep", value=False)
        markdown = client.get("/api/pages/page-4/text?annotator=Anna").json["markdown"]
        assert first["text"][:40] in markdown
        assert second["text"][:40] not in markdown
        assert client.post("/api/pages/page-4/undo", {"annotator": "Anna"}).json["reload"] is False
        assert client.post("/api/pages/page-4/undo", {"annotator": "Anna"}).json["reload"] is True
        assert len(self.annotation(client)["units"]) == len(units)

    def test_what_a_person_has_decided_is_not_uncertain(self, client: Client) -> None:
        for page in ("page-1", "page-2", "page-3", "page-4"):
            for unit in self.annotation(client, page)["units"]:
                if unit["uncertain"]:
                    self.stroke(client, unit, page=page, op="keep", value=unit["keep"])
                    now = {other["n"]: other for other in self.annotation(client, page)["units"]}[unit["n"]]
                    assert not now["uncertain"]
                    client.post(f"/api/pages/{page}/undo", {"annotator": "Anna"})
                    assert unit in self.annotation(client, page)["units"]
                    return
        pytest.fail("the engine is certain of all units; choose other pages")

    def test_a_repeated_request(self, client: Client) -> None:
        unit = self.annotation(client)["units"][0]
        for repeated in (False, True):
            answer = self.stroke(
                client, unit, op="keep", value=not unit["keep"], version=0, stroke="one", repeated=repeated
            )
            assert (answer["reload"], answer["status"]["changes"], answer["was_newest"]) == (repeated, 1, True)

    def test_starting_again_can_be_undone(self, client: Client) -> None:
        before = self.annotation(client)["units"]
        for beginning, kept in (("nothing", 0), ("everything", len(before))):
            client.post("/api/pages/page-4/restart", {"annotator": "Anna", "from": beginning})
            assert sum(unit["keep"] for unit in self.annotation(client)["units"]) == kept
        client.post("/api/pages/page-4/restart", {"annotator": "Anna", "from": "suggestion"})
        assert self.annotation(client)["units"] == before
        assert client.post("/api/pages/page-4/undo", {"annotator": "Anna"}).json["status"]["changes"] == 2
        assert all(unit["keep"] for unit in self.annotation(client)["units"])

    def test_progress(self, client: Client) -> None:
        for page, state in (("page-1", "done"), ("page-2", "unusable")):
            answer = client.post(f"/api/pages/{page}/state", {"annotator": "Anna", "state": state, "reason": "empty"})
            assert answer.json["status"]["state"] == state
        answer = client.get("/api/project?annotator=Anna").json
        assert (answer["done"], answer["unusable"], answer["next"]) == (1, 1, "page-3")
        assert [page["reason"] for page in answer["pages"]] == ["", "empty", "", ""]

    def test_guidelines(self, client: Client) -> None:
        ours = client.get("/api/studio").json["guidelines"]
        assert ours.startswith("# What to keep of a page")
        for text, expected in (("# *Mine*", "# *Mine*"), (" \n", ours)):
            answer = client.send("PUT", "/api/guidelines", json.dumps({"text": text}).encode(), JSON)
            assert answer.json["guidelines"] == client.get("/api/studio").json["guidelines"] == expected

    def test_a_changed_file_is_refused_with_a_sentence(self, client: Client, tmp_path: Path) -> None:
        unit = self.annotation(client)["units"][0]
        (tmp_path / "pages" / "news.html").write_text("<p>Something else.")
        assert "has changed since it was annotated" in self.stroke(client, unit, op="keep", value=True)["error"]
        assert "has changed" in self.annotation(client)["error"]
        (tmp_path / "pages" / "news.html").unlink()
        assert "cannot be read" in self.annotation(client)["error"]

    @pytest.mark.parametrize(
        ("method", "path", "body", "sentence"),
        [
            ("GET", "/api/pages/page-9/annotation?annotator=Anna", None, "only pages in the folder"),
            ("GET", "/api/pages/page-4/annotation?annotator=Eve", None, "there is no annotator 'Eve'"),
            ("GET", "/api/pages/page-4/annotation", None, "the request needs 'annotator'"),
            ("GET", "/api/pages/page-4/text?annotator=Anna", None, "open it first"),
            ("GET", "/api/pages/page-4/frame?annotator=Eve", None, "there is no annotator"),
            ("POST", "/api/pages/page-4/undo", {"annotator": "Anna"}, "open it first"),
            ("POST", "/api/pages/page-4/undo", {"annotator": ["Anna"]}, "the request needs 'annotator'"),
            ("POST", "/api/pages/page-4/strokes", {"annotator": "Anna", "op": "replace"}, "there is no stroke"),
            ("POST", "/api/pages/page-4/state", {"annotator": "Anna", "state": "x"}, "there is no state"),
            ("POST", "/api/pages/page-4/restart", {"annotator": "Anna", "from": "x"}, "cannot be started from"),
            ("POST", "/api/annotators", {"name": ""}, "1 to 60 characters"),
            ("POST", "/api/annotators", {"name": "\ud800"}, "the request needs 'name'"),
            ("POST", "/api/annotators", [], "must be a JSON object"),
            ("PUT", "/api/guidelines", {"text": "\udfff"}, "the request needs 'text'"),
            ("PUT", "/api/guidelines", {"text": "x" * 100_001}, "at most 100000 characters"),
        ],
    )
    def test_what_makes_no_sense_is_refused_with_a_sentence(
        self, refusing: Client, method: str, path: str, body: object, sentence: str
    ) -> None:
        sent = json.dumps(body).encode() if body is not None else b""
        answer = refusing.send(method, path, sent, JSON if body is not None else {})
        assert answer.status == 400
        assert sentence in answer.json["error"]

    @pytest.mark.parametrize("body", [b"", b"{", b"\xff", b"[" * 100_000, b"NaN"])
    def test_a_body_that_is_no_json_is_refused(self, refusing: Client, body: bytes) -> None:
        answer = refusing.send("POST", "/api/annotators", body, JSON)
        assert (answer.status, answer.json["error"]) == (400, "the body of the request must be a JSON object")

    @staticmethod
    def stroke(client: Client, unit: dict[str, Any], *, page: str = "page-4", **fields: object) -> dict[str, Any]:
        request = {"annotator": "Anna", "spans": [[unit["start"], unit["end"]]], **fields}
        answer: dict[str, Any] = client.post(f"/api/pages/{page}/strokes", request).json
        return answer


def test_the_command_is_killed_and_goes_on_where_it_was(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "pages")
    command = [sys.executable, "-m", "ncleaner", "studio", str(folder), "--no-browser"]
    states = []
    for round in range(2):
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            client = Client(process.stdout.readline().split()[-1])
            client.post("/api/annotators", {"name": "Anna"})
            units = TestRequests.annotation(client)["units"]
            states.append([unit["keep"] for unit in units])
            TestRequests.stroke(client, units[round], op="keep", value=True)
            process.send_signal(signal.SIGKILL)
    assert states[1] == [True, *states[0][1:]]
    assert project_in(folder).store.status("news.html", "Anna").changes == 2


def test_ctrl_c_ends_the_command_in_peace(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "ncleaner", "studio", str(folder_of(tmp_path / "pages")), "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert Client(process.stdout.readline().split()[-1]).get("/api/studio").status == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
        assert process.stderr.read() == ""


class TestWindow:
    def test_a_browser_of_the_desktop_is_opened(self, monkeypatch: pytest.MonkeyPatch) -> None:
        opened: list[str] = []
        monkeypatch.setattr(webbrowser.BackgroundBrowser, "open", lambda browser, address: opened.append(address))
        monkeypatch.setattr(webbrowser, "get", lambda: webbrowser.BackgroundBrowser("firefox"))
        open_window("http://127.0.0.1:1/")
        assert opened == ["http://127.0.0.1:1/"]

    def test_a_browser_in_the_terminal_is_not(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(webbrowser.GenericBrowser, "open", lambda browser, address: pytest.fail(address))
        monkeypatch.setattr(webbrowser, "get", lambda: webbrowser.GenericBrowser("lynx"))
        open_window("http://127.0.0.1:1/")

    def test_a_machine_without_a_browser_is_no_error(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def none() -> None:
            raise webbrowser.Error("no browser")

        monkeypatch.setattr(webbrowser, "get", none)
        open_window("http://127.0.0.1:1/")
