"""Corpus jobs: the output depends neither on the number of workers nor on kills, and every failure is logged."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
import warc_examples
from corpus_jobs import (
    DIE,
    EAT,
    HANG,
    RAISE,
    SLOW,
    children,
    error_log,
    finished,
    is_worker,
    job,
    started,
    tree,
    wait_for_shards,
    write_pages,
)

from ncleaner.corpus import Filters, Limits, Settings, SinkOptions, Task, Work, plan, run
from ncleaner.corpus.folder import MANIFEST, SUMMARY, Folder
from ncleaner.corpus.run.part import PARTS
from ncleaner.errors import FolderError

pytestmark = pytest.mark.once

PAGES = 36
KILLS = int(os.environ.get("NCLEANER_KILLS", "3"))
PAGES_PER_KILL = 40  # many more than are cleaned before it

needs_proc = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")
needs_kill = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")


def write_slow_pages(folder: Path, count: int) -> Path:
    """Write pages that are slow enough to interrupt the job."""
    return write_pages(folder, count, dict.fromkeys(range(0, count, 3), SLOW))


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_slow_pages(tmp_path_factory.mktemp("crawl") / "pages", PAGES)


@pytest.fixture(scope="module")
def unbroken(pages: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("unbroken") / "corpus"
    assert job(pages, output).is_complete
    return output


def rows_of(output: Path) -> list[dict[str, Any]]:
    """Return the rows of all shards in their order."""
    texts = [path.read_text("utf-8") for path in sorted((output / "pages").iterdir())]
    return [json.loads(line) for text in texts for line in text.splitlines()]


def test_a_job_writes_all_pages_in_their_order_and_a_summary(unbroken: Path) -> None:
    rows = rows_of(unbroken)
    assert [Path(row["id"]).stem for row in rows] == [f"{number:04}" for number in range(PAGES)]
    assert rows[7]["title"] == "Walk 7"
    assert "On the 7th day" in rows[7]["text"]
    assert "Home" not in rows[7]["text"]
    summary = json.loads((unbroken / SUMMARY).read_text("utf-8"))
    assert (summary["pages"], summary["kept"], summary["failed"]) == (PAGES, PAGES, 0)
    assert summary["languages"] == {"en": PAGES}
    assert 0 < summary["boilerplate"] < 1
    assert error_log(unbroken) == []


@pytest.mark.parametrize("workers", [2, 3])
def test_the_output_does_not_depend_on_the_number_of_workers(
    pages: Path, unbroken: Path, tmp_path: Path, workers: int
) -> None:
    job(pages, tmp_path / "corpus", workers=workers)
    assert tree(tmp_path / "corpus") == tree(unbroken)


@needs_kill
def test_a_job_killed_at_any_moment_and_resumed_has_the_same_output(tmp_path: Path) -> None:
    pages = write_slow_pages(tmp_path / "pages", KILLS * PAGES_PER_KILL)
    unbroken, output = tmp_path / "unbroken", tmp_path / "corpus"
    assert job(pages, unbroken, workers=2).is_complete
    chance = random.Random(8)
    for _ in range(KILLS):
        process = started(pages, output, workers=chance.choice([1, 2]))
        wait_for_shards(process, output, finished(output) + chance.choice([1, 2]))
        time.sleep(chance.random() / 20)
        process.kill()
        process.communicate()
        assert process.returncode == -signal.SIGKILL  # it was still at work
    assert job(pages, output, workers=2).is_complete
    assert tree(output) == tree(unbroken)


@needs_proc
def test_a_killed_worker_is_replaced_and_no_page_is_lost(pages: Path, unbroken: Path, tmp_path: Path) -> None:
    output = tmp_path / "corpus"
    process = started(pages, output)
    wait_for_shards(process, output, 1)
    for worker in filter(is_worker, children(process.pid)):
        os.kill(worker, signal.SIGKILL)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, "")
    assert tree(output) == tree(unbroken)


@needs_proc
def test_workers_end_with_their_parent(tmp_path: Path) -> None:
    pages = write_pages(tmp_path / "pages", 3, {1: HANG})
    process = started(pages, tmp_path / "corpus")
    while not (workers := list(filter(is_worker, children(process.pid)))):
        time.sleep(0.01)
    process.kill()
    process.communicate()
    patience = time.monotonic() + 20
    while any(map(is_worker, workers)) and time.monotonic() < patience:
        time.sleep(0.02)
    assert not any(map(is_worker, workers))


@needs_proc
def test_pages_that_hang_or_fill_memory_or_crash_are_logged_and_the_others_are_kept(tmp_path: Path) -> None:
    marks = {2: HANG, 5: EAT, 6: RAISE, 9: DIE}
    pages = write_pages(tmp_path / "pages", 12, marks)
    limits = Limits(seconds=2.0, memory=256 << 20)
    outcome = job(pages, tmp_path / "corpus", workers=2, limits=limits)
    assert error_log(tmp_path / "corpus") == [
        ("0002.html", 0, "took too long"),
        ("0005.html", 0, "took too much memory"),
        ("0006.html", 0, "RuntimeError: this page is not for me"),
        ("0009.html", 0, "ended its process: SIGSEGV"),
    ]
    assert outcome.tally.pages == 12
    assert outcome.tally.kept == 8
    assert outcome.tally.failures == {
        "took too long": 1,
        "took too much memory": 1,
        "RuntimeError": 1,
        "ended its process": 1,
    }


def test_duplicates_are_dropped_in_input_order_whatever_the_workers_and_interruptions(
    tmp_path: Path,
) -> None:
    pages = write_pages(tmp_path / "pages", 32)
    for number in (12, 31):
        (pages / f"{number:04}.html").write_bytes((pages / "0003.html").read_bytes())
    long = "This is a paragraph that stands on two pages; all the rest of them is different."
    (pages / "0020.html").write_text(f"<p>{long}<p>Only here, and on no other page, is this line of some length.")
    (pages / "0030.html").write_text(f"<p>{long.upper()}!<p>And this one here, too, is on a page alone.")
    filters = Filters(duplicate_pages=True, duplicate_paragraphs=True)
    outcome = job(pages, tmp_path / "one", filters=filters)
    assert outcome.tally.left_out == {"duplicate": 2}
    texts = {Path(row["id"]).stem: row["text"] for row in rows_of(tmp_path / "one")}
    assert not texts.keys() & {"0012", "0031"}
    assert texts["0020"].startswith(long)
    assert texts["0030"] == "And this one here, too, is on a page alone.\n"
    assert outcome.tally.duplicate_paragraphs > 0
    answers = iter([False] * 5)
    assert not job(
        pages, tmp_path / "two", filters=filters, workers=3, interrupted=lambda: next(answers, True)
    ).is_complete
    assert job(pages, tmp_path / "two", filters=filters, workers=2).is_complete
    assert tree(tmp_path / "two") == tree(tmp_path / "one")


def test_a_finished_job_is_not_done_again(pages: Path, unbroken: Path) -> None:
    shards = sorted((unbroken / "pages").iterdir())
    before = [path.stat().st_mtime_ns for path in shards]
    assert job(pages, unbroken).is_complete
    assert [path.stat().st_mtime_ns for path in shards] == before


def test_a_removed_shard_is_made_again(pages: Path, unbroken: Path) -> None:
    before = tree(unbroken)
    min((unbroken / "pages").iterdir()).unlink()
    job(pages, unbroken)
    assert tree(unbroken) == before


def test_an_incomplete_line_of_the_manifest_does_no_harm(pages: Path, unbroken: Path) -> None:
    before = tree(unbroken)
    manifest = unbroken / MANIFEST
    manifest.write_bytes(manifest.read_bytes()[:-20])
    job(pages, unbroken)
    assert tree(unbroken) == before


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"engine": "dump"}, r"engine \('test:trap', now 'dump'\)"),
        ({"engine": "ngram"}, r"model \(None, now 'english-\w+'\)"),
        ({"sink": "jsonl.gz"}, "sink"),
        ({"filters": Filters(min_words=5)}, r"filters \(min_words 0, now 5\)"),
    ],
)
def test_another_job_is_refused_and_the_message_says_what_differs(
    pages: Path, unbroken: Path, changed: dict[str, object], message: str
) -> None:
    before = tree(unbroken)
    with pytest.raises(FolderError, match=message):
        job(pages, unbroken, **changed)  # type: ignore[arg-type]
    assert tree(unbroken) == before


def test_other_inputs_are_refused_too(unbroken: Path, tmp_path: Path) -> None:
    with pytest.raises(FolderError, match="inputs"):
        job(write_pages(tmp_path / "pages", 2), unbroken)


def test_restart_starts_over(tmp_path: Path) -> None:
    output = tmp_path / "corpus"
    job(write_pages(tmp_path / "many", 30), output, engine="dump", sink="jsonl.gz")
    few = write_pages(tmp_path / "few", 2)
    job(few, output, engine="dump", restart=True)
    job(few, tmp_path / "new", engine="dump")
    assert tree(output) == tree(tmp_path / "new")


def test_resume_fails_if_there_is_no_job(tmp_path: Path) -> None:
    with pytest.raises(FolderError, match="has no job to resume"):
        job(write_pages(tmp_path / "pages", 1), tmp_path / "corpus", resume=True)
    assert not (tmp_path / "corpus").exists()


def test_a_folder_of_other_things_is_left_alone(tmp_path: Path) -> None:
    pages = write_pages(tmp_path / "pages", 1)
    for restart in (False, True):
        with pytest.raises(FolderError, match="is not empty"):
            job(pages, tmp_path, restart=restart)
    assert tree(tmp_path).keys() == {"pages/0000.html"}


def test_two_runs_cannot_write_to_one_folder(pages: Path, unbroken: Path) -> None:
    with Folder(str(unbroken)).locked(), pytest.raises(FolderError, match="another run is writing to"):
        job(pages, unbroken)


def test_an_interrupted_job_finishes_started_shards_and_can_be_resumed(
    pages: Path, unbroken: Path, tmp_path: Path
) -> None:
    output = tmp_path / "corpus"
    answers = iter([False, False])
    outcome = job(pages, output, workers=2, interrupted=lambda: next(answers, True))
    assert outcome.shards == finished(output) == 2
    assert not (output / SUMMARY).exists()
    assert job(pages, output).is_complete
    assert tree(output) == tree(unbroken)


def test_on_a_full_disk_nothing_is_half_written_and_the_job_can_be_resumed_later(
    pages: Path, unbroken: Path, tmp_path: Path
) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", disk], capture_output=True).returncode:  # noqa: PLW1510
        pytest.skip("no file system can be mounted here")
    try:
        process = started(pages, disk / "corpus")
        _, errors = process.communicate(timeout=60)
        assert "No space left on device" in errors
        done = tree(disk / "corpus" / "pages")
        assert 0 < len(done) == finished(disk / "corpus")
        assert done.items() <= tree(unbroken / "pages").items()
        assert not (disk / "corpus" / PARTS).exists()
        subprocess.run(["mount", "-o", "remount,size=4m", disk], check=True)
        job(pages, disk / "corpus")
        assert tree(disk / "corpus") == tree(unbroken)
    finally:
        subprocess.run(["umount", disk], check=True)


def test_each_intact_page_of_a_damaged_archive_is_written_once_and_each_damaged_one_is_logged(
    tmp_path: Path,
) -> None:
    archive = warc_examples.make(tmp_path / "crawl.warc.gz", 200, damaged=0.1, bomb=32 << 20)
    settings = Settings(SinkOptions("parquet"), engine="dump")
    outputs = [tmp_path / "one", tmp_path / "two"]
    for workers, output in enumerate(outputs, start=1):
        run([str(archive.path)], str(output), settings, workers=workers, shard_size=128 << 10)
    assert tree(outputs[0]) == tree(outputs[1])
    table = pq.read_table(outputs[0] / "pages", columns=["id"])
    assert len(set(table["id"].to_pylist())) == table.num_rows == len(archive.intact)
    assert [offset for _, offset, _ in error_log(outputs[0])] == sorted(archive.damaged)


def test_a_shard_can_be_processed_without_a_run(tmp_path: Path) -> None:
    pages = write_pages(tmp_path / "pages", 4)
    (shard,) = plan([str(pages)])
    result = Work(Settings(SinkOptions("jsonl"), engine="dump"), str(tmp_path / "corpus")).on(Task(0, shard))
    assert result.tally.kept == 4
    assert (Path(result.folder) / "pages" / "000000.jsonl").read_bytes().count(b"\n") == 4
