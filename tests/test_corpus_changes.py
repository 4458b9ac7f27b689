"""Inputs that fail or change: their shards are given up and retried, and a changed input is noticed on resume."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from corpus_jobs import TRAP, error_log, finished, job, page, tree, write_pages
from warc_examples import gzip_member, record, response

from ncleaner.cli import main
from ncleaner.corpus import Filters, Settings, SinkOptions, Work, plan, run
from ncleaner.corpus.folder import MANIFEST, SUMMARY
from ncleaner.corpus.run.error_lines import LISTED
from ncleaner.corpus.run.task import Task
from ncleaner.errors import FolderError, SourceError

pytestmark = pytest.mark.once

SETTINGS = Settings(SinkOptions("jsonl"), engine="dump")
SHARD = 4 << 10


def write_archive(path: Path, *, title: bytes = b"") -> Path:
    path.write_bytes(b"".join(record(number, response(page(number) + title)) for number in range(60)))
    return path


def write_lines(path: Path, *, title: bytes = b"") -> Path:
    rows = [{"html": (page(number) + title).decode()} for number in range(60)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def write_table(path: Path, *, title: bytes = b"") -> Path:
    table = pa.table({"html": [page(number) + title for number in range(60)]})
    pq.write_table(table, path, row_group_size=10, compression="none", use_dictionary=False)
    return path


def write_members(path: Path, *, title: bytes = b"") -> Path:
    path.write_bytes(b"".join(gzip_member(record(n, response(page(n) + title))) for n in range(60)))
    return path


WRITERS = {"a.warc": write_archive, "a.jsonl": write_lines, "a.parquet": write_table, "a.warc.gz": write_members}


def command(inputs: Path, output: Path) -> int:
    return main(["corpus", str(inputs), "-o", str(output), "-q", "--to", "jsonl", "--engine", "dump", "--workers", "1"])


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("harm", ["cut", "deleted", "rewritten"])
def test_a_file_that_changes_after_the_plan_is_not_read(tmp_path: Path, name: str, harm: str) -> None:
    path = WRITERS[name](tmp_path / name)
    shards = plan([str(path)], shard_size=SHARD)
    work = Work(SETTINGS, str(tmp_path / "corpus"))
    assert work.on(Task(0, shards[0])).tally.pages > 0
    if harm == "cut":
        os.truncate(path, path.stat().st_size // 2)
    elif harm == "deleted":
        path.unlink()
    else:
        os.utime(path, ns=(0, path.stat().st_mtime_ns + 10**7))
    with pytest.raises(SourceError, match=f"{name}: (No such file|the file was changed while the job was running)"):
        work.on(Task(1, shards[-1]))
    assert len(list((tmp_path / "corpus" / ".ncleaner" / "parts").iterdir())) == 1  # of the first shard


def test_a_file_cut_while_it_is_read_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_archive(tmp_path / "a.warc")
    (shard,) = plan([str(path)])
    work = Work(SETTINGS, str(tmp_path / "corpus"))
    clean = work.cleaner.clean

    def cut_and_clean(*arguments: object, **options: object) -> object:
        os.truncate(path, 1000)
        return clean(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(work, "cleaner", type("Cutter", (), {"clean": staticmethod(cut_and_clean)}))
    with pytest.raises(SourceError, match=r"a\.warc: the file was changed"):
        work.on(Task(0, shard))


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="needs a file that cannot be read")
def test_the_command_names_the_file_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pages = write_pages(tmp_path / "pages", 3)
    unreadable = pages / "memory.html"
    unreadable.symlink_to("/proc/self/mem")
    assert command(pages, tmp_path / "corpus") == 1
    given_up, resume = capsys.readouterr().err.splitlines()
    assert given_up.startswith(f"ncleaner: {unreadable}: ")
    assert given_up.endswith("; 1 shard was given up")
    assert resume == "ncleaner: 0 of 1 shards are finished; run the same command again to resume"


@pytest.mark.parametrize("filters", [Filters(), Filters(duplicate_pages=True)])
def test_a_run_goes_on_without_a_file_that_vanishes(tmp_path: Path, filters: Filters) -> None:
    pages = write_pages(tmp_path / "pages", 40)
    assert job(pages, tmp_path / "unbroken", filters=filters).is_complete
    lost = pages / "0017.html"
    content = lost.read_bytes()

    def vanish() -> bool:
        lost.unlink(missing_ok=True)
        return False

    outcome = job(pages, tmp_path / "corpus", filters=filters, interrupted=vanish)
    ((number, reason),) = outcome.given_up.items()
    assert reason == f"{lost}: No such file or directory"
    assert 0 < outcome.shards < outcome.shards_total
    assert outcome.shards == (number if filters.duplicate_pages else outcome.shards_total - 1)
    assert finished(tmp_path / "corpus") == outcome.shards
    assert not (tmp_path / "corpus" / SUMMARY).exists()
    lost.write_bytes(content)
    assert job(pages, tmp_path / "corpus", filters=filters).is_complete
    assert tree(tmp_path / "corpus") == tree(tmp_path / "unbroken")


@pytest.mark.parametrize("name", WRITERS)
def test_a_file_rewritten_at_the_same_size_is_noticed_on_resume(tmp_path: Path, name: str) -> None:
    path = WRITERS[name](tmp_path / name)
    size = path.stat().st_size
    output = str(tmp_path / "corpus")
    run([str(path)], output, SETTINGS, shard_size=SHARD)
    before = tree(tmp_path / "corpus")
    shutil.copy(path, tmp_path / "copy")
    (tmp_path / "copy").replace(path)
    assert run([str(path)], output, SETTINGS, shard_size=SHARD).is_complete  # the same bytes, later
    data = bytearray(path.read_bytes())
    data[size // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(FolderError, match=f"{name} has changed since its pages were written"):
        run([str(path)], output, SETTINGS, shard_size=SHARD)
    assert tree(tmp_path / "corpus") == before


def test_a_rewritten_page_is_noticed_on_resume(tmp_path: Path) -> None:
    pages = write_pages(tmp_path / "pages", 12)
    job(pages, tmp_path / "corpus")
    text = (pages / "0003.html").read_bytes()
    (pages / "0003.html").write_bytes(text.replace(b"river", b"coast"))
    with pytest.raises(FolderError, match=r"0003\.html has changed"):
        job(pages, tmp_path / "corpus")
    (pages / "0003.html").write_bytes(text)
    assert job(pages, tmp_path / "corpus").is_complete


def test_a_damaged_archive_stays_in_the_log(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.gz"
    path.write_bytes(gzip_member(record(1, response(page(1)))) + gzip.compress(b"WARC/1.0")[:-4])
    assert run([str(path)], str(tmp_path / "corpus"), SETTINGS).is_complete
    assert len(error_log(tmp_path / "corpus")) == 1


def test_a_job_of_an_earlier_version_cannot_be_resumed(tmp_path: Path) -> None:
    pages = write_pages(tmp_path / "pages", 2)
    job(pages, tmp_path / "corpus")
    manifest = tmp_path / "corpus" / MANIFEST
    manifest.write_text(manifest.read_text("utf-8").replace('"format":2,', "").replace('"format": 2, ', ""), "utf-8")
    with pytest.raises(FolderError, match="started by another version of ncleaner"):
        job(pages, tmp_path / "corpus")


def test_a_hostile_archive_cannot_fill_the_disk_with_errors(tmp_path: Path) -> None:
    path = tmp_path / "a.warc"
    path.write_bytes(b"WARC/1.0\r\n\r\n" * 5000)
    run([str(path)], str(tmp_path / "corpus"), SETTINGS)
    *listed, last = (tmp_path / "corpus" / "errors.jsonl").read_text("utf-8").splitlines()
    assert len(listed) == LISTED
    assert json.loads(last) == {"source": str(path), "reason": "more records failed", "unlisted": 5000 - LISTED}
    summary = json.loads((tmp_path / "corpus" / SUMMARY).read_text("utf-8"))
    assert (summary["failed"], summary["unlisted"]) == (5000, 5000 - LISTED)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no FIFOs here")
def test_a_lock_that_is_no_regular_file_is_refused(tmp_path: Path) -> None:
    pages = write_pages(tmp_path / "pages", 1)
    (tmp_path / "corpus" / ".ncleaner").mkdir(parents=True)
    os.mkfifo(tmp_path / "corpus" / ".ncleaner" / "lock")
    with pytest.raises(FolderError, match="lock is not a regular file: remove it"):
        job(pages, tmp_path / "corpus", engine=TRAP)
