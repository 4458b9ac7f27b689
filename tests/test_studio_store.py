"""The store: undoing without end, several windows and processes, a process that is killed, and a disk that is full."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest
from annotated_pages import PAGE, document, strokes

import ncleaner.studio.history
from ncleaner.errors import InputError, NCleanerError, OutputError, UsageError
from ncleaner.studio.annotation import Annotation, suggested
from ncleaner.studio.progress import CleanedPage
from ncleaner.studio.schema import FILE, VERSION
from ncleaner.studio.store import Store
from ncleaner.studio.strokes import Stroke, replacing

pytestmark = pytest.mark.once

NAME = "harbour.html"


def page(digest: str = "d") -> CleanedPage:
    return CleanedPage(NAME, digest, document())


def begun(folder: Path, *annotators: str) -> Store:
    store = Store(folder, [NAME])
    store.add_annotator((annotators or ("Anna",))[0])
    store._connection.execute("PRAGMA synchronous = OFF")  # the machine goes on; only processes are killed
    for annotator in annotators or ("Anna",):
        store.add_annotator(annotator)
        store.begin(page(), annotator, suggested(document()), engine="forest", model="")
    return store


def keep(number: int, value: bool) -> Stroke:
    return Stroke("keep", (suggested(document()).units[number].span,), value)


def current(store: Store, annotator: str = "Anna") -> Annotation:
    return store.current(page(), annotator).annotation


class TestAnnotators:
    def test_nothing_is_created_before_something_is_written(self, tmp_path: Path) -> None:
        store = Store(tmp_path, [NAME])
        assert (store.annotators(), store.statuses("Anna"), store.setting("a"), store.numbers()) == (
            [],
            {},
            None,
            {NAME: 1},
        )
        assert list(tmp_path.iterdir()) == []
        store.add_annotator("Anna")
        assert (tmp_path / FILE).exists()

    def test_names(self, tmp_path: Path) -> None:
        store = Store(tmp_path)
        for name in ("Zoë", "  Anna \t Berg ", "Zoë", "安娜"):
            store.add_annotator(name)
        assert store.annotators() == ["Zoë", "Anna Berg", "安娜"]
        for name in ("", "  ", "x" * 61, "a\0b", "\u202eanna"):
            with pytest.raises(UsageError, match="1 to 60 characters"):
                store.add_annotator(name)

    def test_each_sees_only_their_own_work(self, tmp_path: Path) -> None:
        store = begun(tmp_path, "Anna", "Ben")
        store.apply(page(), "Anna", keep(0, True))
        assert current(store, "Anna").units[0].keep
        assert not current(store, "Ben").units[0].keep
        assert [store.status(NAME, name).changes for name in ("Anna", "Ben")] == [1, 0]

    def test_who_is_not_there_or_has_not_begun_is_told_so(self, tmp_path: Path) -> None:
        store = begun(tmp_path)
        with pytest.raises(UsageError, match="there is no annotator 'Ben'"):
            store.current(page(), "Ben")
        store.add_annotator("Ben")
        with pytest.raises(UsageError, match="open it first"):
            store.apply(page(), "Ben", keep(0, True))


class TestPages:
    def test_numbers_stay_when_files_come_and_go(self, tmp_path: Path) -> None:
        first = Store(tmp_path, ["b.html", "c.html"])
        first.add_annotator("Anna")
        assert Store(tmp_path, ["a.html", "c.html"]).numbers() == {"b.html": 1, "c.html": 2, "a.html": 3}

    def test_a_file_that_has_changed_is_refused(self, tmp_path: Path) -> None:
        store = begun(tmp_path)
        other = page("other")
        for request in (
            lambda: store.current(other, "Anna"),
            lambda: store.undo(other, "Anna"),
            lambda: store.apply(other, "Anna", keep(0, True)),
            lambda: store.set_state(other, "Anna", "done"),
        ):
            with pytest.raises(InputError, match="has changed since it was annotated"):
                request()
        store.add_annotator("Ben")
        with pytest.raises(InputError, match="has changed"):
            store.begin(page("other"), "Ben", suggested(document()), engine="forest", model="")
        assert store.status(NAME, "Ben").engine == ""

    def test_the_first_suggestion_stays(self, tmp_path: Path) -> None:
        store = begun(tmp_path)
        store.begin(page(), "Anna", Annotation(()), engine="ngram", model="own-1")
        assert current(store) == suggested(document())
        assert store.status(NAME, "Anna").engine == "forest"

    def test_states(self, tmp_path: Path) -> None:
        store = begun(tmp_path)
        assert store.status(NAME, "Anna").state == "new"
        assert store.set_state(page(), "Anna", "unusable", " an  error\npage ").reason == "an error page"
        assert store.set_state(page(), "Anna", "done", "ignored").reason == ""
        store.apply(page(), "Anna", keep(0, True))
        assert store.statuses("Anna")[NAME].state == "done"
        for state in ("new", "", "perfect"):
            with pytest.raises(UsageError, match="there is no state"):
                store.set_state(page(), "Anna", state)


@pytest.fixture
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a snapshot every few strokes, and remember few states, so that a short history has many of them."""
    monkeypatch.setattr(ncleaner.studio.history, "SNAPSHOT_EVERY", 7)
    monkeypatch.setattr(ncleaner.studio.history, "LONGEST_TRAIL", 5)


class TestUndo:
    @pytest.mark.usefixtures("_few")
    def test_undo_and_redo_without_end(self, tmp_path: Path) -> None:
        store = begun(tmp_path)
        history = [current(store)]
        for change in strokes(document(), 30, seed=1):
            history.append(store.apply(page(), "Anna", change).annotation)
        again = Store(tmp_path)  # with nothing in memory
        for some in (store, again):
            for expected in history[-2::-1]:
                assert some.undo(page(), "Anna").annotation == expected
            assert not some.undo(page(), "Anna").status.can_undo
            for expected in history[1:]:
                assert some.redo(page(), "Anna").annotation == expected
            assert not some.redo(page(), "Anna").status.can_redo
        assert store.status(NAME, "Anna").changes == len(history) - 1

    @pytest.mark.usefixtures("_few")
    def test_a_walk_through_history_is_the_same_with_and_without_memory(self, tmp_path: Path) -> None:
        chance = random.Random(2)
        store = begun(tmp_path)
        made = iter(strokes(document(), 100, seed=2))
        for _ in range(100):
            match chance.choice(["undo", "redo", "undo", "stroke", "stroke", "stroke"]):
                case "undo":
                    store.undo(page(), "Anna")
                case "redo":
                    store.redo(page(), "Anna")
                case "stroke":
                    try:
                        store.apply(page(), "Anna", next(made))
                    except UsageError:  # it was made on other units
                        continue
        before = store.current(page(), "Anna")
        store.close()
        fresh = Store(tmp_path).current(page(), "Anna")
        assert (fresh.annotation, fresh.status) == (before.annotation, before.status)

    def test_a_new_stroke_cuts_off_what_was_undone(self, tmp_path: Path) -> None:
        store = begun(tmp_path)
        store.apply(page(), "Anna", keep(0, True))
        store.apply(page(), "Anna", keep(1, True))
        store.undo(page(), "Anna")
        status = store.apply(page(), "Anna", keep(2, False)).status
        assert (status.changes, status.can_redo) == (2, False)
        assert [unit.keep for unit in current(store).units[:3]] == [True, False, False]

    def test_restarting_is_a_stroke_that_can_be_undone(self, tmp_path: Path) -> None:
        store = begun(tmp_path)
        before = store.apply(page(), "Anna", keep(0, True)).annotation
        assert store.apply(page(), "Anna", replacing(suggested(document()))).annotation == suggested(document())
        assert store.undo(page(), "Anna").annotation == before

    def test_a_stroke_that_changes_nothing_is_not_logged(self, tmp_path: Path) -> None:
        store = begun(tmp_path)
        value = current(store).units[0].keep
        assert store.apply(page(), "Anna", keep(0, value)).status.changes == 1  # now it is decided
        assert store.apply(page(), "Anna", keep(0, value)).status.changes == 1

    def test_a_stroke_that_is_refused_leaves_everything_as_it_was(self, tmp_path: Path) -> None:
        store = begun(tmp_path)
        store.apply(page(), "Anna", keep(0, True))
        before = store.current(page(), "Anna")
        with pytest.raises(UsageError):
            store.apply(page(), "Anna", Stroke("split", keep(0, True).spans, None, 10**6), request="r")
        assert store.current(page(), "Anna") == before


class TestWindows:
    def test_a_request_that_is_repeated_is_carried_out_once(self, tmp_path: Path) -> None:
        store, other = begun(tmp_path), Store(tmp_path)
        repeated = [some.apply(page(), "Anna", keep(0, True), request="first").is_repeated for some in (store, other)]
        assert repeated == [False, True]
        assert store.status(NAME, "Anna").changes == 1
        assert not store.undo(page(), "Anna", request="undo").is_repeated
        assert other.undo(page(), "Anna", request="undo").is_repeated
        assert store.apply(page(), "Anna", keep(0, True), request="first").status.changes == 0

    def test_a_stroke_on_an_older_version_is_applied_to_the_newest(self, tmp_path: Path) -> None:
        one, other = begun(tmp_path), Store(tmp_path)
        version = one.current(page(), "Anna").status.version
        assert one.apply(page(), "Anna", keep(0, True), version=version).was_newest
        answer = other.apply(page(), "Anna", keep(1, True), version=version)
        assert not answer.was_newest
        assert [unit.keep for unit in answer.annotation.units[:2]] == [True, True]
        assert current(one) == answer.annotation

    def test_threads_lose_no_stroke(self, tmp_path: Path) -> None:
        store = begun(tmp_path)

        def work(number: int) -> None:
            for value in (True, False, True, False, True):
                store.apply(page(), "Anna", keep(number, value))

        threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [unit.keep for unit in current(store).units[:4]] == [True] * 4
        assert store.status(NAME, "Anna").changes >= 4 * 4

    def test_processes_lose_no_stroke_also_if_both_create_the_store(self, tmp_path: Path) -> None:
        (tmp_path / NAME).write_text(PAGE, "utf-8")
        script = """
            import sys
            from test_studio_store import begun, keep, page
            from pathlib import Path
            store = begun(Path(sys.argv[1]))
            for value in [False, True] * 8:
                store.apply(page(), "Anna", keep(int(sys.argv[2]), value))
        """
        both = [_python(script, str(tmp_path), number) for number in "01"]
        assert [process.wait(60) for process in both] == [0, 0]
        store = Store(tmp_path)
        assert store.annotators() == ["Anna"]
        assert store.status(NAME, "Anna").changes >= 2 * 15
        assert [unit.keep for unit in current(store).units[:2]] == [True, True]


class TestKilled:
    @pytest.mark.parametrize("seed", [1, 2])
    def test_at_most_the_last_stroke_is_lost(self, tmp_path: Path, seed: int) -> None:
        script = """
            import sys
            from pathlib import Path
            from annotated_pages import document, strokes
            from test_studio_store import begun, page
            store = begun(Path(sys.argv[1]))
            for change in strokes(document(), 100, seed=int(sys.argv[2])):
                store.apply(page(), "Anna", change)
                print("saved", flush=True)
        """
        chance = random.Random(seed)
        with _python(script, str(tmp_path), str(seed), stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            answered = chance.randrange(1, 90)
            for _ in range(answered):
                assert process.stdout.readline() == "saved\n"
            time.sleep(chance.random() / 200)
            process.send_signal(signal.SIGKILL)
            answered += process.stdout.read().count("saved\n")
        store = Store(tmp_path)
        changes = store.status(NAME, "Anna").changes
        history = [suggested(document())]
        for change in strokes(document(), 100, seed=seed):
            history.append(change.apply(history[-1], document()))
        assert changes in (answered, answered + 1)
        assert current(store) == history[changes]
        assert store.apply(page(), "Anna", replacing(Annotation(()))).status.changes == changes + 1


class TestUnhappy:
    def test_a_newer_layout(self, tmp_path: Path) -> None:
        connection = sqlite3.connect(tmp_path / FILE)
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
        connection.close()
        with pytest.raises(InputError, match="install the newer version"):
            Store(tmp_path)

    def test_a_file_that_is_no_database(self, tmp_path: Path) -> None:
        (tmp_path / FILE).write_bytes(b"no database at all, but long enough to be one" * 100)
        with pytest.raises(InputError, match="cannot be read"):
            Store(tmp_path)

    def test_a_disk_that_is_full_loses_nothing_that_was_saved(self, tmp_path: Path) -> None:
        store = begun(tmp_path)
        store.apply(page(), "Anna", keep(0, True))
        before = store.current(page(), "Anna")
        pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
        store._connection.execute(f"PRAGMA max_page_count = {pages}")  # what SQLite does if the disk is full
        saved = [before]

        def fill() -> None:
            for number in range(10000):
                saved.append(store.apply(page(), "Anna", keep(0, number % 2 == 1)))

        with pytest.raises(OutputError, match="is the disk full"):
            fill()
        before = saved[-1]
        after = store.current(page(), "Anna")
        assert (after.annotation, after.status) == (before.annotation, before.status)
        store._connection.execute("PRAGMA max_page_count = 1000000")
        assert store.apply(page(), "Anna", keep(1, True)).status.changes == before.status.changes + 1

    def test_a_folder_that_is_gone(self, tmp_path: Path) -> None:
        store = Store(tmp_path / "gone")
        with pytest.raises(OutputError, match="cannot be used"):
            store.add_annotator("Anna")

    def test_a_log_that_was_tampered_with(self, tmp_path: Path) -> None:
        store = begun(tmp_path)
        store.apply(page(), "Anna", keep(0, True))
        store._connection.execute("UPDATE strokes SET stroke = ?", (json.dumps({"op": "keep"}),))
        with pytest.raises(NCleanerError):
            current(Store(tmp_path))


def _python(script: str, *arguments: str, stdout: int | None = None) -> subprocess.Popen[str]:
    """Run Python code that can import the modules of the tests."""
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
    command = [sys.executable, "-c", textwrap.dedent(script), *arguments]
    return subprocess.Popen(command, env=environment, stdout=stdout, text=True)
