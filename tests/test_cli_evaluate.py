"""``ncleaner evaluate``, as a user and a shell see it."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT
from evaluating import TOYS, weather, write_set

from ncleaner.cli import COMMANDS, main
from ncleaner.engines import DEFAULT_ENGINE, ENGINES
from ncleaner.system.progress import Lines

pytestmark = pytest.mark.once

PAGES = 12
RAIN = "It rained all day, and the harbour was empty."

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, entry in TOYS.items():
        monkeypatch.setitem(ENGINES, name, entry)


@pytest.fixture
def days(tmp_path: Path) -> Path:
    return write_set(tmp_path / "weather", weather(PAGES))


def evaluate(*arguments: str | os.PathLike[str]) -> int:
    return main(["evaluate", *(os.fspath(argument) for argument in arguments)])


def complaint(captured: Captured) -> str:
    """Return the only line that was printed, which must be on standard error."""
    out, err = captured.readouterr()
    assert out == ""
    assert err.startswith("ncleaner: ")
    assert err.count("\n") == 1
    return err


class TestOutput:
    def test_a_table_for_the_default_engine(self, days: Path, capsys: Captured) -> None:
        assert evaluate(days) == 0
        out, err = capsys.readouterr()
        assert out.startswith(f"weather: {PAGES} pages, engine {DEFAULT_ENGINE}\n")
        assert "\nwords " in out
        assert "\x1b" not in out
        assert err == ""

    def test_engines_side_by_side_with_a_sentence(self, days: Path, capsys: Captured) -> None:
        assert evaluate(days, "--engine", "dump", "--engine", "heuristics") == 0
        out = capsys.readouterr().out
        assert out.count("\ndump  ") == out.count("\nheuristics  ") > 1
        assert "dump" in out.splitlines()[-1]

    def test_json(self, days: Path, capsys: Captured) -> None:
        assert evaluate(days, "--json", "--engine", "dump", "--engine", "heuristics") == 0
        found = json.loads(capsys.readouterr().out)
        assert (found["set"], found["pages"]) == ("weather", PAGES)
        assert list(found["engines"]) == ["dump", "heuristics"]
        assert found["engines"]["dump"]["words"]["micro"]["recall"] == 100
        assert found["engines"]["dump"]["words"]["micro"]["precision"] < 100
        assert len(found["comparisons"]) == 1

    def test_csv_is_printed(self, days: Path, capsys: Captured) -> None:
        assert evaluate(days, "--csv") == 0
        rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
        assert [row["page"] for row in rows] == sorted(weather(PAGES))

    def test_files_are_written_beside_what_is_printed(self, days: Path, tmp_path: Path, capsys: Captured) -> None:
        table, report = tmp_path / "new" / "all.csv", tmp_path / "report.html"
        assert evaluate(days, "--csv", table, "--html", report, "--json") == 0
        assert json.loads(capsys.readouterr().out)["pages"] == PAGES
        assert table.read_text("utf-8").startswith("engine,page,")
        assert table.read_text("utf-8").count("\n") == PAGES + 1
        assert report.read_text("utf-8").lower().startswith("<!doctype html>")
        assert sorted(path.name for path in tmp_path.iterdir()) == ["new", "report.html", "weather"]

    def test_a_file_that_cannot_be_written_loses_nothing(self, days: Path, tmp_path: Path, capsys: Captured) -> None:
        (tmp_path / "file").touch()
        assert evaluate(days, "--csv", tmp_path / "file" / "all.csv", "--html", tmp_path / "report.html") == 1
        out, err = capsys.readouterr()
        assert out.startswith("weather:")
        assert "is not a directory" in err
        assert (tmp_path / "report.html").is_file()

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk here")
    def test_a_full_disk_loses_only_what_was_printed(self, days: Path, tmp_path: Path) -> None:
        command = [sys.executable, "-m", "ncleaner", "evaluate", str(days), "--csv", str(tmp_path / "all.csv")]
        with open("/dev/full", "wb") as full:
            done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        assert done.returncode == 1
        assert done.stderr == "ncleaner: standard output: No space left on device\n"
        assert (tmp_path / "all.csv").read_text("utf-8").count("\n") == PAGES + 1

    def test_workers_print_the_same(self, days: Path, capsys: Captured) -> None:
        tables = []
        for workers in "12":
            assert evaluate(days, "--csv", "--engine", "dump", "--workers", workers) == 0
            rows = csv.DictReader(io.StringIO(capsys.readouterr().out))
            tables.append([{**row, "cpu_ms": ""} for row in rows])
        assert tables[0] == tables[1]

    def test_ascii(self, tmp_path: Path, capsys: Captured) -> None:
        few = write_set(tmp_path / "few", {"a": ("<p>na\u00efve rain", "nave rain")})
        assert evaluate(few, "--ascii", "--json") == 0
        assert json.loads(capsys.readouterr().out)["engines"][DEFAULT_ENGINE]["words"]["micro"]["f"] == 100

    def test_cross_validation(self, days: Path, capsys: Captured) -> None:
        assert evaluate(days, "--engine", "toy:learns", "--cross-validate", "3") == 0
        assert capsys.readouterr().out.startswith(
            f"weather: {PAGES} pages, engine toy:learns, cross-validated in 3 folds\n"
        )

    def test_other_sets_to_train_on(self, days: Path, tmp_path: Path, capsys: Captured) -> None:
        few = write_set(tmp_path / "few", weather(2))
        arguments: list[str | os.PathLike[str]] = [
            days,
            "--engine",
            "toy:learns",
            "--cross-validate",
            "3",
            "--train-with",
        ]
        assert evaluate(*arguments, few) == evaluate(*arguments, f"{few}=2") == 0
        capsys.readouterr()
        for value, message in ((f"{few}=0", "is not a number from 1 up"), (tmp_path / "none", "no folder")):
            assert evaluate(*arguments, value) == 2
            assert message in capsys.readouterr().err

    def test_the_help_has_everything(self, capsys: Captured) -> None:
        assert main(["evaluate", "--help"]) == 0
        out = capsys.readouterr().out
        options = "--engine --pages --gold --json --csv --html --workers --ascii --cross-validate --train-with --limit"
        assert all(option in out for option in options.split())
        assert max(map(len, out.splitlines())) <= 80
        assert "evaluate" in COMMANDS


class TestSets:
    def test_pages_and_gold_texts_from_two_folders(self, days: Path, capsys: Captured) -> None:
        assert evaluate("--pages", days / "html", "--gold", days / "gold", "--json") == 0
        assert json.loads(capsys.readouterr().out)["pages"] == PAGES

    def test_another_folder_of_gold_texts_in_a_set(self, days: Path, capsys: Captured) -> None:
        (days / "gold").rename(days / "other")
        assert evaluate(days, "--gold", "other", "--json") == 0
        found = json.loads(capsys.readouterr().out)
        assert (found["set"], found["pages"]) == ("weather, other", PAGES)

    def test_a_set_by_its_name(self, days: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
        monkeypatch.setenv("NCLEANER_DATA", str(days.parent))
        assert evaluate("weather", "--json") == 0
        assert json.loads(capsys.readouterr().out)["pages"] == PAGES

    def test_a_limit_takes_the_same_pages_wherever_they_are(self, days: Path, tmp_path: Path, capsys: Captured) -> None:
        chosen = []
        for folder in (days, write_set(tmp_path / "fewer", dict(list(weather(PAGES).items())[1:]))):
            assert evaluate(folder, "--limit", "8", "--csv") == 0
            chosen.append({row["page"] for row in csv.DictReader(io.StringIO(capsys.readouterr().out))})
        assert [len(pages) for pages in chosen] == [8, 8]
        assert len(chosen[0] & chosen[1]) >= 7

    def test_missing_partners_are_named(self, days: Path, capsys: Captured) -> None:
        (days / "gold" / "day03.txt").unlink()
        assert evaluate(days, "--json") == 0
        found = json.loads(capsys.readouterr().out)
        assert found["pages"] == PAGES - 1
        assert found["unpaired"] == ["html/day03.html"]
        for option, stream in (([], 0), (["--csv"], 1)):
            assert evaluate(days, *option) == 0
            assert "1 file has no partner: html/day03.html" in capsys.readouterr()[stream]

    def test_a_page_without_a_gold_text_at_all(self, tmp_path: Path, capsys: Captured) -> None:
        folder = write_set(tmp_path / "empty", {"a": ("<p>rain", "")})
        assert evaluate(folder, "--json") == 0
        assert json.loads(capsys.readouterr().out)["engines"][DEFAULT_ENGINE]["words"]["micro"]["f"] == 0

    def test_a_page_that_is_not_text(self, days: Path, capsys: Captured) -> None:
        (days / "html" / "day03.html").write_bytes(bytes(range(256)) * 64)
        assert evaluate(days, "--json") == 0
        assert json.loads(capsys.readouterr().out)["pages"] == PAGES


class TestSnippets:
    @pytest.fixture
    def snippets(self, tmp_path: Path) -> Path:
        folder = write_set(tmp_path / "stairs", {"a": (f"<p>{RAIN}<p>Home", ""), "b": (f"<p>{RAIN}", "")})
        shutil.rmtree(folder / "gold")
        pages = {name: {"with": [RAIN], "without": ["Home", "News"]} for name in ("a.html", "b.html")}
        (folder / "snippets.json").write_text(json.dumps(pages))
        return folder

    def test_they_are_counted(self, snippets: Path, capsys: Captured) -> None:
        assert evaluate(snippets, "--engine", "dump", "--engine", "heuristics") == 0
        printed = capsys.readouterr().out
        assert "Snippets" in printed
        assert "edit" not in printed
        assert evaluate(snippets, "--engine", "dump", "--json") == 0
        summary = json.loads(capsys.readouterr().out)
        micro = summary["engines"]["dump"]["snippets"]["micro"]
        assert summary["measure"] == "snippets"
        assert (micro["precision"], micro["recall"]) == (66.6667, 100.0)

    def test_a_row_for_each_page(self, snippets: Path, capsys: Captured) -> None:
        assert evaluate(snippets, "--engine", "dump", "--csv") == 0
        rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
        assert [(row["page"], row["snippets_precision"]) for row in rows] == [("a", "50.0"), ("b", "100.0")]

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["--html", "report.html"], "--html shows differences from gold texts"),
            (["--ascii"], "run without --ascii"),
            (["--engine", "ngram", "--cross-validate", "2"], "has snippets, but no gold text"),
        ],
    )
    def test_what_needs_gold_texts(self, snippets: Path, arguments: list[str], message: str, capsys: Captured) -> None:
        assert evaluate(snippets, *arguments) == 2
        assert message in complaint(capsys)


class TestMisuse:
    def test_no_set(self, capsys: Captured) -> None:
        assert evaluate() == 2
        assert "name a SET to evaluate" in complaint(capsys)

    def test_a_set_that_csv_swallowed(self, days: Path, capsys: Captured) -> None:
        assert evaluate("--csv", days) == 2
        assert "write SET --csv FILE" in complaint(capsys)

    def test_a_set_that_is_not_there(self, tmp_path: Path, capsys: Captured) -> None:
        assert evaluate(tmp_path / "nowhere") == 2
        assert "nowhere" in complaint(capsys)

    def test_a_set_without_pairs(self, tmp_path: Path, capsys: Captured) -> None:
        folder = write_set(tmp_path / "odd", {"a": ("<p>rain", "rain")})
        (folder / "gold" / "a.txt").rename(folder / "gold" / "b.txt")
        assert evaluate(folder) == 2
        assert "no page has a gold text of the same name" in complaint(capsys)

    def test_a_damaged_file(self, days: Path, capsys: Captured) -> None:
        (days / "html" / "day03.html").write_bytes(b"\x1f\x8b\x08 and no more")
        assert evaluate(days) == 2
        assert "day03.html cannot be read" in complaint(capsys)

    def test_an_engine_that_does_not_exist(self, days: Path, capsys: Captured) -> None:
        assert evaluate(days, "--engine", "nothing") == 2
        assert "there is no engine 'nothing'" in complaint(capsys)

    def test_an_engine_that_is_not_installed(self, days: Path, capsys: Captured) -> None:
        assert evaluate(days, "--engine", "toy:missing") == 2
        assert "pip install missing" in complaint(capsys)

    def test_nothing_to_train(self, days: Path, capsys: Captured) -> None:
        assert evaluate(days, "--engine", "dump", "--cross-validate", "3") == 2
        assert "none of these engines can be trained" in complaint(capsys)

    def test_two_things_for_standard_output(self, days: Path, capsys: Captured) -> None:
        assert evaluate(days, "--json", "--csv") == 2
        assert "cannot both go to standard output" in complaint(capsys)

    def test_a_directory_instead_of_a_file(self, days: Path, capsys: Captured) -> None:
        assert evaluate(days, "--html", days) == 2
        assert "this is a directory" in complaint(capsys)

    @pytest.mark.parametrize("option", ["--workers", "--limit", "--cross-validate"])
    @pytest.mark.parametrize("value", ["0", "-1", "many"])
    def test_numbers_that_are_none(self, days: Path, option: str, value: str, capsys: Captured) -> None:
        assert evaluate(days, f"{option}={value}") == 2
        assert "is not a number from 1 up" in capsys.readouterr().err

    def test_a_worker_that_dies(self, tmp_path: Path, capsys: Captured) -> None:
        folder = write_set(tmp_path / "deadly", weather(4) | {"x": ("<p>DIE", "")})
        assert evaluate(folder, "--engine", "toy:dies", "--workers", "2") == 2
        assert "a worker process died" in complaint(capsys)


INTERRUPTED = f"""
import sys
sys.path[:0] = [{str(ROOT / "tests")!r}]
from evaluating import TOYS
from ncleaner.cli import main
from ncleaner.engines import ENGINES
if __name__ == "__main__":
    ENGINES.update(TOYS)
    sys.exit(main(["evaluate", sys.argv[1], "--engine", "toy:hangs", "--workers", sys.argv[2]]))
"""


@pytest.mark.skipif(os.name == "nt", reason="signals are different on Windows")
@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_ends_everything_at_once(tmp_path: Path, workers: int) -> None:
    folder = write_set(tmp_path / "endless", weather(4) | {"x": ("<p>HANG", "")})
    (tmp_path / "script.py").write_text(INTERRUPTED, "utf-8")
    command = [sys.executable, str(tmp_path / "script.py"), str(folder), str(workers)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "hanging\n"
            os.killpg(process.pid, signal.SIGINT)  # as a terminal does
            _, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 130
    assert err == "ncleaner: interrupted\n"


def test_progress_is_a_line_now_and_then(capsys: Captured) -> None:
    now = [0.0]
    lines = Lines(interval=60, clock=lambda: now[0])
    for seconds in range(0, 150, 10):
        now[0] = seconds
        lines("pages", seconds, 150)
    assert capsys.readouterr() == ("", "ncleaner: pages: 60 of 150\nncleaner: pages: 120 of 150\n")
