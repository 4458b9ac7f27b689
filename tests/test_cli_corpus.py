"""``ncleaner corpus``: output, messages and exit statuses."""

from __future__ import annotations

import gzip
import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import ROOT
from corpus_jobs import HANG, NO_PAGES, TRAP, error_log, finished, trap, tree, wait_for_shards, write_pages
from warc_examples import record, response

from ncleaner.cli import main
from ncleaner.cli.corpus_progress import Lines, describe, duration
from ncleaner.cli.status import INTERRUPTED
from ncleaner.corpus.cleaned import FIELDS
from ncleaner.corpus.progress import LEARNING, MERGING, WRITING, JobProgress
from ncleaner.corpus.tally import Tally

pytestmark = pytest.mark.once

Captured = pytest.CaptureFixture[str]

COMMAND = """
import sys, corpus_jobs, ncleaner.cli
with corpus_jobs.trap():
    sys.exit(ncleaner.cli.main())
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to a folder with some pages."""
    write_pages(tmp_path / "crawl", 5)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def call(*arguments: str) -> int:
    return main(["corpus", *arguments, "--engine", "heuristics", "--workers", "1"])


def complaint(captured: Captured) -> str:
    """Return the only line that was printed, which must be on standard error."""
    out, err = captured.readouterr()
    assert out == ""
    assert err.startswith("ncleaner: ")
    assert err.count("\n") == 1
    return err


def started(*arguments: str) -> subprocess.Popen[str]:
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests"), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-c", COMMAND, "corpus", *arguments]
    environment = {**os.environ, "PYTHONPATH": path}
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_a_summary_is_printed_and_the_same_numbers_are_in_a_file(folder: Path, capsys: Captured) -> None:
    (folder / "crawl" / "bad.html.gz").write_bytes(b"\x1f\x8b\x08nonsense")
    assert call("crawl", "-o", "corpus", "--min-words", "5") == 0
    lines = dict(line.split(None, 1) for line in capsys.readouterr().out.splitlines())
    assert lines["pages"].split()[0] == lines["kept"].split()[0] == "5"
    assert lines["kept"].split()[1] == "100.0%"
    assert lines["failed"].startswith("1")
    assert lines["languages"].split() == ["1", "en", "5"]
    summary = json.loads((folder / "corpus" / "summary.json").read_text("utf-8"))
    assert (summary["pages"], summary["kept"], summary["failed"]) == (5, 5, 1)
    assert [name for name, _, _ in error_log(folder / "corpus")] == ["bad.html.gz"]


def test_the_summary_has_the_speed_of_the_run_that_read_the_pages(folder: Path, capsys: Captured) -> None:
    summary = folder / "corpus" / "summary.json"
    assert call("crawl", "-o", "corpus") == 0
    assert re.search(r"^this run .* [\d,]+/s, [\d.]+ MB/s of pages$", capsys.readouterr().out, re.MULTILINE)
    values = json.loads(summary.read_text("utf-8"))
    assert values["pages_per_second"] > 0
    assert values["megabytes_per_second"] >= 0
    assert call("crawl", "-o", "corpus") == 0  # nothing is left to do
    out = capsys.readouterr().out
    assert "/s" not in out
    assert "everything had been done before" in out
    assert json.loads(summary.read_text("utf-8")) == values
    summary.unlink()
    assert call("crawl", "-o", "corpus", "-q") == 0
    assert json.loads(summary.read_text("utf-8"))["pages_per_second"] is None


ARCHIVES = {
    "noise.warc.gz": b"\x1f\x8b\x08" + bytes(range(256)) * 9,
    "text.warc": b"this was an archive once\r\n" * 9,
    "first-only.warc": record(0, b"", "warcinfo") + record(1, b"<p>It rained", length="9999"),
    "half.warc.gz": gzip.compress(record(1, response(b"<p>It rained")))[:60],
    "pages.jsonl": b'{"html": "<p>It rained"\n{"html": \n',
    "pages.jsonl.gz": b"\x1f\x8b\x08 no gzip",
}


@pytest.mark.parametrize("name", ARCHIVES)
@pytest.mark.parametrize("quiet", [True, False])
def test_an_input_that_is_damaged_as_a_whole_is_told_and_fails(
    folder: Path, capsys: Captured, name: str, quiet: bool
) -> None:
    (folder / name).write_bytes(ARCHIVES[name])
    for _ in range(2):  # also when nothing is left to do
        assert call("crawl", name, "-o", "corpus", *(["-q"] if quiet else [])) == 1
        out, err = capsys.readouterr()
        assert err == f"ncleaner: {name}: nothing could be read from it; see {Path('corpus', 'errors.jsonl')}\n"
        assert (out == "") == quiet
    assert name in {source for source, _, _ in error_log(folder / "corpus")}
    assert json.loads((folder / "corpus" / "summary.json").read_text("utf-8"))["kept"] == 5


def test_an_archive_of_which_something_could_be_read_is_no_failure(folder: Path) -> None:
    film = record(1, response(b"film", content_type="video/mp4"))
    (folder / "no-pages.warc").write_bytes(film + film + b"noise")
    (folder / "one-page.warc").write_bytes(b"noise\r\n" + record(1, response(b"<p>It rained all day.")))
    (folder / "empty.warc").write_bytes(b"")
    (folder / "bad.html.gz").write_bytes(b"\x1f\x8b\x08nonsense")
    names = ("no-pages.warc", "one-page.warc", "empty.warc", "bad.html.gz", "crawl")
    assert call(*names, "-o", "corpus", "-q") == 0
    assert json.loads((folder / "corpus" / "summary.json").read_text("utf-8"))["failed"] == 3


def test_pages_in_files_fail_if_all_of_them_are_damaged(folder: Path, capsys: Captured) -> None:
    (folder / "bad").mkdir()
    for number in range(25):
        (folder / "bad" / f"{number:02}.html.gz").write_bytes(b"\x1f\x8b\x08nonsense")
    assert call("bad", "-o", "corpus", "-q") == 1
    *told, rest = capsys.readouterr().err.splitlines()
    assert [line.split(":")[1].split(".")[0][-2:] for line in told] == [f"{number:02}" for number in range(20)]
    assert rest == f"ncleaner: nothing could be read from 5 more inputs; see {Path('corpus', 'errors.jsonl')}"


def test_quiet_prints_nothing(capsys: Captured) -> None:
    assert call("crawl", "-o", "corpus", "-q") == 0
    assert capsys.readouterr() == ("", "")


def test_pages_are_left_out_that_are_too_short_or_in_a_language_that_is_not_wanted(folder: Path) -> None:
    (folder / "crawl" / "short.html").write_text("<p>Rain.")
    german = (
        "<html lang=en><p>Am siebten Tag gingen wir am Fluss entlang, und niemand sprach, bis wir die Brücke sahen."
    )
    (folder / "crawl" / "german.html").write_text(german, "utf-8")
    assert call("crawl", "-o", "corpus", "-q", "--min-words", "5", "--keep-languages", "en,fr") == 0
    summary = json.loads((folder / "corpus" / "summary.json").read_text("utf-8"))
    assert summary["left_out"] == {"few words": 1, "other language": 1}
    assert summary["languages"] == {"en": 5}


def test_a_page_without_blanks_is_not_too_short_for_that(folder: Path) -> None:
    (folder / "crawl" / "long.html").write_text(
        "<p>島への連絡船は一日に二度出る。冬には船長の気が向いたときだけである。", "utf-8"
    )
    (folder / "crawl" / "short.html").write_text("<p>雨が降る。", "utf-8")
    assert call("crawl", "-o", "corpus", "-q", "--to", "jsonl", "--min-words", "10") == 0
    lines = (folder / "corpus" / "pages" / "000000.jsonl").read_text("utf-8").splitlines()
    assert [Path(json.loads(line)["id"]).stem for line in lines][5:] == ["long"]


def test_a_language_that_nobody_can_tell_is_refused(capsys: Captured) -> None:
    assert call("crawl", "-o", "corpus", "-q", "--keep-languages", "xx") == 2
    assert "there is no language 'xx'" in complaint(capsys)


def test_columns_name_what_is_in_a_table(folder: Path) -> None:
    rows = [{"body": f"<p>Walk {number} was long.", "key": f"k{number}"} for number in range(3)]
    (folder / "crawl.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert call("crawl.jsonl", "-o", "corpus", "-q", "--to", "jsonl", "--columns", "html=body,id=key") == 0
    lines = (folder / "corpus" / "pages" / "000000.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line)["id"] for line in lines] == ["k0", "k1", "k2"]


def test_fields_are_what_tables_have_and_languages_are_counted_only_then(folder: Path) -> None:
    assert call("crawl", "-o", "corpus", "-q", "--to", "jsonl", "--fields", "text, id") == 0
    lines = (folder / "corpus" / "pages" / "000000.jsonl").read_text("utf-8").splitlines()
    assert [list(json.loads(line)) for line in lines] == [["id", "text"]] * 5
    assert json.loads((folder / "corpus" / "summary.json").read_text("utf-8"))["languages"] == {}


def test_fields_after_a_plus_are_added_to_the_usual_ones(folder: Path) -> None:
    assert call("crawl", "-o", "corpus", "-q", "--to", "jsonl", "--fields", "+tags,author") == 0
    lines = (folder / "corpus" / "pages" / "000000.jsonl").read_text("utf-8").splitlines()
    assert [tuple(json.loads(line)) for line in lines] == [(*FIELDS, "author", "tags")] * 5


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nothing-here", "-o", "corpus"], "nothing-here: "),
        (["crawl", "-o", "crawl"], "is not empty"),
        (["crawl", "-o", "corpus", "--resume"], "has no job to resume"),
        (["crawl", "-o", "corpus", "-f", "tei"], "--format is for --to files"),
        (["crawl", "-o", "corpus", "--to", "tei", "--fields", "text"], "--fields is for the sinks jsonl, "),
        (["crawl", "-o", "corpus", "--min-confidence", "0.5"], "reports no confidence"),
        (["crawl", "-o", "crawl/0000.html"], "not a directory"),
    ],
)
def test_misuse_is_told_in_one_line_and_leaves_nothing(
    folder: Path, capsys: Captured, arguments: list[str], told: str
) -> None:
    before = tree(folder)
    assert call(*arguments) == 2
    assert told in complaint(capsys)
    assert tree(folder) == before


def test_a_package_that_is_missing_is_named(folder: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(folder)
    (folder / "zstandard.py").write_text("raise ModuleNotFoundError('no zstandard', name='zstandard')")
    assert call("crawl", "-o", "corpus", "-q", "--to", "jsonl.zst") == 2
    assert "this job needs the package zstandard, which is not installed: pip install 'ncleaner[corpus]'" in complaint(
        capsys
    )


@pytest.mark.parametrize(
    "option",
    [
        ["--columns", "html"],
        ["--columns", "page=x"],
        ["--fields", "text,writer"],
        ["--fields", "+text,writer"],
        ["--keep-languages", "english"],
        ["--to", "stone"],
    ],
)
def test_values_that_make_no_sense_are_refused(option: list[str], capsys: Captured) -> None:
    assert call("crawl", "-o", "corpus", *option) == 2
    assert option[1] in capsys.readouterr().err


def test_another_job_in_the_same_folder_is_refused_unless_it_begins_anew(capsys: Captured) -> None:
    assert call("crawl", "-o", "corpus", "-q") == 0
    assert call("crawl", "-o", "corpus", "-q", "--min-words", "3") == 2
    assert "min_words" in complaint(capsys)
    assert call("crawl", "-o", "corpus", "-q", "--min-words", "3", "--restart") == 0


@pytest.mark.skipif(sys.platform == "win32", reason="there is no other Ctrl-C to send")
def test_the_first_interrupt_finishes_the_shard_and_the_second_stops_at_once(folder: Path) -> None:
    write_pages(folder / "trap", 3, {1: HANG})
    (folder / "trap" / "last.warc").write_bytes(NO_PAGES)  # another shard
    # The shard that hangs comes first, so that it is the one at hand as soon as there is any.
    process = started("trap", "crawl", "-o", "corpus", "--engine", TRAP, "--workers", "1", "--page-seconds", "0")
    while not list((folder / "corpus" / ".ncleaner").glob("parts/*")) and process.poll() is None:
        time.sleep(0.01)
    assert process.stderr is not None
    process.send_signal(signal.SIGINT)
    assert "finishing the shards in progress" in process.stderr.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == INTERRUPTED
    assert (out, err) == ("", "ncleaner: stopped; run the same command again to resume\n")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no other Ctrl-C to send")
def test_after_an_interrupt_the_same_command_goes_on(folder: Path) -> None:
    for number in range(4):
        write_pages(folder / f"more{number}", 3)
        (folder / f"more{number}" / "z.warc").write_bytes(NO_PAGES)
    arguments = ("crawl", *(f"more{number}" for number in range(4)), "--engine", TRAP, "--workers", "1")
    process = started(*arguments, "-o", "corpus")
    wait_for_shards(process, folder / "corpus", 1)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=30)
    assert process.returncode in (0, INTERRUPTED)  # it may have been done already
    assert finished(folder / "corpus") >= 1
    with trap():
        assert main(["corpus", *arguments, "-o", "corpus", "-q"]) == 0
        assert main(["corpus", *arguments, "-o", "unbroken", "-q"]) == 0
    assert tree(folder / "corpus") == tree(folder / "unbroken")


PROGRESS = JobProgress(
    pages=3000,
    kept=2400,
    failed=1,
    bytes=250_000_000,
    input=60 << 20,
    input_total=240 << 20,
    shards=3,
    shards_total=12,
    earlier=Tally(pages=1000, bytes=50_000_000),
    input_earlier=20 << 20,
)


def test_progress_tells_speed_by_what_this_run_has_done() -> None:
    told = describe(PROGRESS, seconds=100.0)
    assert told == "3,000 pages, 20/s, 2.0 MB/s, 80% kept, 1 error, 8 min left"


def test_progress_is_a_line_a_minute(capsys: Captured) -> None:
    now = 0.0
    lines = Lines(clock=lambda: now)
    for now in range(0, 150, 10):  # noqa: B007  the clock reads it
        lines(PROGRESS)
    err = capsys.readouterr().err
    assert err.count("\n") == 2
    assert err.startswith("ncleaner: 25%: 3,000 pages")


def test_progress_says_that_sites_are_learnt_and_measures_each_stage_by_itself(capsys: Captured) -> None:
    now = 0.0
    lines = Lines(clock=lambda: now)
    stages = [(0, LEARNING), (100, LEARNING), (101, MERGING), (200, MERGING), (201, WRITING), (301, WRITING)]
    for now, stage in stages:  # noqa: B007  the clock reads it
        lines(replace(PROGRESS, stage=stage))
    assert capsys.readouterr().err.splitlines() == [
        "ncleaner: 25%: learning sites: 3,000 pages, 20/s, 2.0 MB/s, 8 min left",
        "ncleaner: 25%: merging sites of 3,000 pages",
        "ncleaner: 25%: 3,000 pages, 20/s, 2.0 MB/s, 80% kept, 1 error, 8 min left",
    ]


@pytest.mark.parametrize(("seconds", "told"), [(0.4, "0 s"), (59, "59 s"), (90, "2 min"), (12_000, "3 h 20 min")])
def test_durations_are_told_as_people_say_them(seconds: float, told: str) -> None:
    assert duration(seconds) == told
