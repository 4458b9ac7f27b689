"""Learning in the studio: trainings in a process of their own, their figures, and the order of pages."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the studio needs the packages of the extra studio")
pytest.importorskip("uvicorn", reason="the studio needs the packages of the extra studio")
pytest.importorskip("scipy", reason="the figures need scipy")

from studio_pages import write_pages
from studio_server import Client, studio
from training import LEGAL, sentence

from ncleaner import Cleaner, models
from ncleaner.errors import NCleanerError, OutputError, UsageError
from ncleaner.models import load
from ncleaner.studio import choosing
from ncleaner.studio.choosing import Portrait, entropy, learning_order, next_page, portrait, ranked
from ncleaner.studio.learning import NEEDED, Task, learned, with_sites
from ncleaner.studio.learning_figures import measure_of
from ncleaner.studio.opening import opened
from ncleaner.studio.own_models import OwnModels
from ncleaner.studio.project import Project
from ncleaner.studio.training_process import DIED, JOB_FILE, LOCK_FILE, UNFINISHED, Job, Training
from ncleaner.train import Example

pytestmark = pytest.mark.once

ANNA = "Anna"
PATIENCE = 240.0  # seconds


def odd_page(number: int) -> Example:
    """A page whose text is in a list of links, and its boilerplate in paragraphs."""
    chance = Random(number)
    texts = [" ".join(sentence(chance) for _ in range(2)) for _ in range(4)]
    items = "".join(f"<li><a href='/{place}'>{text}</a>" for place, text in enumerate(texts))
    legal = "".join(f"<p>{line}, {line}, {line}.</p>" for line in chance.sample(LEGAL, 3))
    html = f"<div>{legal}</div><ul>{items}</ul>"
    return Example(f"page-{number}", html.encode(), "\n".join(f"<p> {text}" for text in texts))


def task(count: int = 8, engine: str = "ngram", start: str = "shipped") -> Task:
    return Task(engine, start, tuple(map(odd_page, range(count))))


KILLED = """
import os, signal, sys
sys.path.insert(0, sys.argv[1])
from test_studio_learning import OwnModels, Training, task
if __name__ == "__main__":
    training = Training(OwnModels(sys.argv[2]))
    training.start(task(40, "forest", "scratch"), {})
    print(training._process.pid, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""
"""A studio that is killed while a training runs; it tells the id of the training's process."""


def is_running(process: int) -> bool:
    """Whether a process runs; one that has ended, but that nobody has waited for, does not."""
    try:
        os.kill(process, 0)
        status = Path(f"/proc/{process}/stat")
        return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def waited(training: Training) -> Job:
    """Wait until a training has ended, and return the job."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        job = training.job
        assert job is not None
        if job.state != "running":
            return job
        time.sleep(0.05)
    raise AssertionError("the training does not end")


def names_in(own: OwnModels) -> list[str]:
    return sorted(path.name for path in Path(own.folder).iterdir())


@pytest.fixture(scope="module")
def figures() -> dict[str, Any]:
    return learned(task(), lambda *step: None)[1]


class TestFigures:
    def test_the_model_is_compared_with_the_shipped_one_on_the_same_pages(self, figures: dict[str, Any]) -> None:
        own, shipped = figures["figures"]
        assert (own["name"], shipped["name"]) == ("this model", "the shipped model")
        assert own["f"] == figures["f"] > shipped["f"] == figures["shipped_f"]
        assert 0 <= own["low"] <= own["f"] <= own["high"] <= 100
        assert figures["difference"].startswith("This model is better than the shipped model by ")

    def test_the_learning_curve_ends_with_the_figures_of_the_model(self, figures: dict[str, Any]) -> None:
        assert [point["pages"] for point in figures["curve"]] == [5, 6]
        assert figures["curve"][-1]["f"] == figures["f"]

    def test_the_worst_pages_come_first(self, figures: dict[str, Any]) -> None:
        found = [page["f"] for page in figures["worst"]]
        assert found == sorted(found)
        assert {page["page"] for page in figures["worst"]} == {f"page-{number}" for number in range(8)}

    def test_all_that_is_told_of_the_progress_fits_together(self) -> None:
        steps: list[tuple[str, int, int]] = []
        learned(task(6), lambda *step: steps.append(step))
        assert all(0 <= done <= total for _, done, total in steps)
        assert [done for _, done, _ in steps] == sorted(done for _, done, _ in steps)

    @pytest.mark.parametrize("start", ["shipped", "scratch"])
    def test_a_forest_is_trained_on_the_fewest_pages(self, start: str) -> None:
        pytest.importorskip("catboost", reason="catboost is not installed")
        model, figures = learned(task(NEEDED, "forest", start), lambda *step: None, seconds=0.0)
        assert model.engine == "forest"
        assert figures["pages"] == NEEDED
        assert Cleaner(model=model).clean(odd_page(50).page).text

    def test_fewer_pages_are_too_few(self) -> None:
        with pytest.raises(NCleanerError, match=f"{NEEDED} pages or more"):
            learned(task(NEEDED - 1), lambda *step: None)

    def test_pages_of_too_few_sites_are_sites_of_their_own(self) -> None:
        examples = [odd_page(number)._replace(site=f"{number % 2}.example") for number in range(6)]
        assert {example.site for example in with_sites(examples)} == {""}
        examples.append(odd_page(7)._replace(site="3.example"))
        assert with_sites(examples) == examples

    def test_chinese_is_measured_by_characters(self) -> None:
        assert measure_of([odd_page(1)]) == "words"
        assert measure_of([odd_page(1)._replace(gold="昨天下午下了一场大雨，许多街道被淹没。")]) == "chars"


class TestTraining:
    def test_a_model_and_its_figures(self, tmp_path: Path) -> None:
        own = OwnModels(tmp_path)
        training = Training(own)
        assert training.job is None
        job = training.start(task(), {"engine": "ngram", "start": "shipped", "annotator": ANNA})
        assert (job.id, job.state) == ("training-1", "running")
        with pytest.raises(UsageError, match="is running"):
            training.start(task(), {})
        job = waited(training)
        assert (job.state, job.model, job.error) == ("done", "own-1", "")
        assert job.done == job.total > 0
        described = own.description("own-1")
        assert (described["engine"], described["annotator"], described["pages"]) == ("ngram", ANNA, 8)
        assert load(own.path("own-1")).header["started from"]["model"] == described["shipped_model"]
        assert Training(own).job == job
        assert names_in(own) == ["own-1.json", "own-1.model", JOB_FILE, LOCK_FILE]

    def test_a_stopped_training_leaves_nothing(self, tmp_path: Path) -> None:
        own = OwnModels(tmp_path)
        training = Training(own)
        training.start(task(40, "forest", "scratch"), {})
        job = training.stop()
        assert job is not None
        assert job.state == "stopped"
        assert own.ids() == []
        assert names_in(own) == [JOB_FILE, LOCK_FILE]
        training.start(task(), {})
        assert waited(training).model == "own-1"

    def test_two_studios_do_not_train_in_one_folder(self, tmp_path: Path) -> None:
        first = Training(OwnModels(tmp_path))
        first.start(task(40, "forest", "scratch"), {})
        second = Training(OwnModels(tmp_path))
        assert second.job is None
        with pytest.raises(UsageError, match="another studio"):
            second.start(task(), {})
        first.stop()
        second.start(task(), {})
        assert waited(second).model == "own-1"

    def test_a_training_that_crashes_harms_nobody(self, tmp_path: Path) -> None:
        training = Training(OwnModels(tmp_path))
        training.start(task(40, "forest", "scratch"), {})
        process = training._process
        assert process is not None
        process.kill()
        job = waited(training)
        assert (job.state, job.error) == ("failed", DIED)

    def test_what_cannot_be_learnt_is_said(self, tmp_path: Path) -> None:
        training = Training(OwnModels(tmp_path))
        empty = tuple(odd_page(number)._replace(gold="") for number in range(6))
        training.start(Task("ngram", "scratch", empty), {})
        job = waited(training)
        assert job.state == "failed"
        assert "no clean text" in job.error

    @pytest.mark.skipif(not hasattr(os, "fork"), reason="the test looks for processes as POSIX has them")
    def test_a_training_ends_when_its_studio_is_killed(self, tmp_path: Path) -> None:
        program = [sys.executable, "-c", KILLED, str(Path(__file__).parent), str(tmp_path)]
        ran = subprocess.run(program, capture_output=True, text=True, check=False, timeout=PATIENCE)
        assert ran.returncode == -signal.SIGKILL, ran.stderr
        training = int(ran.stdout)
        end = time.monotonic() + PATIENCE
        while is_running(training):
            assert time.monotonic() < end
            time.sleep(0.05)
        job = Training(OwnModels(tmp_path)).job
        assert job is not None
        assert job.state == "stopped"
        assert names_in(OwnModels(tmp_path)) == [JOB_FILE, LOCK_FILE]

    def test_a_training_does_not_survive_its_studio(self, tmp_path: Path) -> None:
        own = OwnModels(tmp_path)
        unfinished = Path(own.folder, UNFINISHED)
        unfinished.mkdir(parents=True)
        (unfinished / "model.model").write_bytes(b"half")
        Path(own.folder, JOB_FILE).write_text('{"id": "training-7", "state": "running", "step": "Training"}')
        job = Training(own).job
        assert job is not None
        assert (job.id, job.state) == ("training-7", "stopped")
        assert not unfinished.exists()

    def test_a_folder_that_cannot_be_written_is_said(self, tmp_path: Path) -> None:
        own = OwnModels(tmp_path)
        Path(own.folder).write_text("a file where the folder of models should be")
        with pytest.raises(OutputError, match="nothing can be written"):
            Training(own).start(task(), {})

    @pytest.mark.parametrize("damage", ["", "[]", '{"id": 3}', '{"id": "x", "state": "done"}'])
    def test_a_damaged_file_is_no_job(self, tmp_path: Path, damage: str) -> None:
        own = OwnModels(tmp_path)
        Path(own.folder).mkdir()
        Path(own.folder, JOB_FILE).write_text(damage)
        assert Training(own).job is None


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_pages(tmp_path)
    return tmp_path


class TestRoutes:
    @pytest.fixture
    def client(self, folder: Path) -> Iterator[Client]:
        with studio(folder) as client:
            client.post("/api/annotators", {"name": ANNA})
            yield client

    def annotate(self, client: Client, count: int) -> None:
        for number in range(1, count + 1):
            assert client.get(f"/api/pages/page-{number}/annotation?annotator={ANNA}").status == 200
            done = {"annotator": ANNA, "state": "done", "reason": ""}
            assert client.post(f"/api/pages/page-{number}/state", done).status == 200

    def test_too_few_pages_are_said(self, client: Client) -> None:
        self.annotate(client, 2)
        learning = client.get(f"/api/learning?annotator={ANNA}").json
        assert (learning["annotated"], learning["needed"], learning["models"], learning["job"]) == (2, NEEDED, [], None)
        refused = client.post("/api/training", {"annotator": ANNA, "engine": "ngram", "start": "shipped"})
        assert refused.status == 400
        assert "3 more pages" in refused.json["error"]

    @pytest.mark.parametrize("wrong", [{"engine": "ice-ga"}, {"start": "nowhere"}, {"annotator": 3}])
    def test_what_cannot_be_trained_is_refused(self, client: Client, wrong: dict[str, Any]) -> None:
        asked = {"annotator": ANNA, "engine": "ngram", "start": "shipped", **wrong}
        assert client.post("/api/training", asked).status == 400

    def test_there_is_nothing_to_stop(self, client: Client) -> None:
        assert client.post("/api/training/stop", {}).json is None
        assert client.get("/api/training").json is None

    @pytest.mark.parametrize("model", ["own-1", "english", "..%2f..%2fsecret", "own-01"])
    def test_models_that_are_not_there(self, client: Client, model: str) -> None:
        assert client.get(f"/api/models/{model}").status == 404
        assert client.get(f"/api/models/{model}/file").status == 404

    def test_train_look_use_and_download(self, client: Client, folder: Path, tmp_path: Path) -> None:
        self.annotate(client, 9)
        began = client.post("/api/training", {"annotator": ANNA, "engine": "ngram", "start": "scratch"})
        assert (began.status, began.json["state"]) == (200, "running")
        end = time.monotonic() + PATIENCE
        while (job := client.get("/api/training").json)["state"] == "running":
            assert time.monotonic() < end
            time.sleep(0.1)
        assert (job["state"], job["model"]) == ("done", "own-1")
        (listed,) = client.get(f"/api/learning?annotator={ANNA}").json["models"]
        assert (listed["id"], listed["engine"], listed["start"], listed["pages"]) == ("own-1", "ngram", "scratch", 9)
        model = client.get("/api/models/own-1").json
        assert model["f"] == listed["f"]
        assert all(page["name"].startswith("seite-") for page in model["worst"])
        assert client.post("/api/suggester", {"model": "own-1"}).json["suggester"]["model"] == "own-1"
        begun = client.get(f"/api/pages/page-11/annotation?annotator={ANNA}").json["status"]
        assert (begun["engine"], begun["model"]) == ("ngram", "own-1")
        assert client.post("/api/suggester", {"model": ""}).json["suggester"]["model"] == ""
        file = client.get("/api/models/own-1/file")
        assert 'filename="own-1.model"' in file.headers["content-disposition"]
        (tmp_path / "mine.model").write_bytes(file.body)
        assert Cleaner(model=tmp_path / "mine.model").clean((folder / "html" / "seite-01.html").read_bytes()).text


def a_portrait(uncertainty: float, *features: str) -> Portrait:
    return Portrait(uncertainty, dict.fromkeys(features, len(features) ** -0.5))


class TestChoosing:
    def test_entropy(self) -> None:
        assert entropy(0.0) == pytest.approx(1.0)
        assert entropy(3.0) == pytest.approx(entropy(-3.0)) == pytest.approx(0.503, abs=0.001)
        assert entropy(1e9) == pytest.approx(0.0, abs=1e-6)

    def test_of_pages_that_differ_the_most_uncertain_one_is_first(self) -> None:
        candidates = {"sure": a_portrait(0.1, "a", "b"), "unsure": a_portrait(0.6, "c", "d")}
        assert ranked(candidates, []) == ["unsure", "sure"]

    def test_pages_like_the_annotated_ones_come_last(self) -> None:
        candidates = {"known": a_portrait(0.9, "a", "b"), "new": a_portrait(0.4, "c", "d")}
        assert ranked(candidates, [a_portrait(0.0, "a", "b")]) == ["new", "known"]

    def test_an_odd_page_does_not_come_before_pages_of_a_kind(self) -> None:
        candidates = {f"page {number}": a_portrait(0.5, "a", "b") for number in range(9)}
        candidates["odd"] = a_portrait(0.9, "x")
        assert ranked(candidates, [])[-1] == "odd"

    def test_a_page_that_an_engine_is_unsure_about(self) -> None:
        cleaner = Cleaner(engine="ngram")
        engine = cleaner.engine
        sure, unsure = (
            portrait(cleaner.clean(f"<p>{text}</p>".encode()), engine)
            for text in ("She walked along the river in the rain. " * 9, "Terms and weather of the day")
        )
        assert 0 <= sure.uncertainty < unsure.uncertainty <= 1

    def test_the_next_page_is_chosen_until_all_are_done(self, folder: Path) -> None:
        project = opened_project(folder)
        project.store.add_annotator(ANNA)
        assert next_page(project, "nobody") in project.pages.of_files
        done: list[str] = []
        while (id := next_page(project, ANNA)) is not None:
            page = project.page(id)
            cleaned, _ = project.current(page, ANNA)
            project.store.set_state(cleaned, ANNA, "done")
            done.append(id)
        assert sorted(done) == sorted(project.pages.of_files)
        # The pages are of three kinds in turn: the first three chosen ones are of different kinds.
        assert len({int(id.rpartition("-")[2]) % 3 for id in done[:3]}) == 3

    def test_a_page_that_was_begun_comes_first(self, folder: Path) -> None:
        project = opened_project(folder)
        project.store.add_annotator(ANNA)
        begun = learning_order(project, ANNA)[-1]
        page = project.page(begun)
        cleaned, _ = project.current(page, ANNA)
        project.store.set_state(cleaned, ANNA, "started")
        assert next_page(project, ANNA) == begun

    def test_large_folders_are_sampled(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(choosing, "MOST_PAGES", 4)
        project = opened_project(folder)
        project.store.add_annotator(ANNA)
        order = learning_order(project, ANNA)
        assert sorted(order) == sorted(project.pages.of_files)
        rest = [int(id.rpartition("-")[2]) for id in order[4:]]
        assert rest == sorted(rest)

    def test_a_page_that_cannot_be_read_does_no_harm(self, folder: Path) -> None:
        project = opened_project(folder)
        project.store.add_annotator(ANNA)
        (folder / "html" / "seite-03.html").unlink()
        assert len(learning_order(project, ANNA)) == 12

    def test_the_interface_can_ask_for_it(self, folder: Path) -> None:
        with studio(folder) as client:
            client.post("/api/annotators", {"name": ANNA})
            asked = client.get(f"/api/project?annotator={ANNA}&order=learning").json
            assert asked["next"] in {page["id"] for page in asked["pages"]}


def opened_project(folder: Path) -> Project:
    project = opened(str(folder)).project
    assert project is not None
    return project


def test_shipped_models_that_a_training_may_start_from_are_there() -> None:
    from ncleaner.studio.learning import SHIPPED_MODELS

    assert {name for names in SHIPPED_MODELS.values() for name in names} <= set(models.installed())
