"""Corpus jobs that learn sites: two passes whose output depends neither on workers, shards, kills nor interruptions."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import corpus_sites
import pytest
import site_examples
from corpus_jobs import (
    DIE,
    HANG,
    RAISE,
    SLOW,
    children,
    error_log,
    finished,
    is_worker,
    kill_itself,
    started,
    tree,
    wait_for_shards,
)
from corpus_sites import LARGE, SMALL, job, page, promotion, texts, write_crawl

import ncleaner
from ncleaner.corpus import Filters, Limits
from ncleaner.corpus.folder import MANIFEST, SUMMARY
from ncleaner.corpus.progress import LEARNING, MERGING, WRITING
from ncleaner.corpus.run import blame, pool
from ncleaner.corpus.run.part import PARTS, SITES, STORE
from ncleaner.corpus.sites.options import PATH_PREFIX, SiteOptions
from ncleaner.errors import FolderError, UsageError

pytestmark = pytest.mark.once

PAGES = 15
KILLS = int(os.environ.get("NCLEANER_KILLS", "4"))

needs_proc = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")
needs_kill = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")


@pytest.fixture(scope="module")
def crawl(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_crawl(tmp_path_factory.mktemp("crawl") / "crawl.jsonl", PAGES)


@pytest.fixture(scope="module")
def unbroken(crawl: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("unbroken") / "corpus"
    assert job(crawl, output).is_complete
    return output


def test_what_stands_on_all_pages_of_a_site_is_dropped(crawl: Path, unbroken: Path, tmp_path: Path) -> None:
    job(crawl, tmp_path / "without", sites=None)
    before, after = texts(tmp_path / "without"), texts(unbroken)
    assert before.keys() == after.keys()
    for url, text in after.items():
        site = url[: url.rindex("/") + 1]
        assert promotion(site) in before[url]
        if site == SMALL:
            assert text == before[url]
        else:
            assert text == before[url].replace(promotion(site) + "\n", "")


def test_the_summary_counts_sites_and_pages(unbroken: Path) -> None:
    summary = json.loads((unbroken / SUMMARY).read_text("utf-8"))
    assert summary["sites"] == {"sites": 4, "used": 3, "pages": 47, "pages_per_site": {"2": 1, "11-100": 3}}
    assert (summary["pages"], summary["site_pages"]) == (47, 45)
    assert not (unbroken / SITES).exists()


def test_pages_of_small_sites_have_the_same_bytes_as_without(crawl: Path, tmp_path: Path) -> None:
    job(crawl, tmp_path / "with", sites=SiteOptions(fewest=PAGES + 1))
    job(crawl, tmp_path / "without", sites=None)
    assert tree(tmp_path / "with" / "pages") == tree(tmp_path / "without" / "pages")


@pytest.mark.parametrize(("workers", "shard"), [(3, corpus_sites.SHARD), (1, 1 << 20), (2, 5000)])
def test_the_output_depends_neither_on_workers_nor_on_the_shard_size(
    crawl: Path, unbroken: Path, tmp_path: Path, workers: int, shard: int
) -> None:
    output = tmp_path / "corpus"
    job(crawl, output, workers=workers, shard_size=shard)
    assert texts(output) == texts(unbroken)
    assert tree(output)[SUMMARY] == tree(unbroken)[SUMMARY]
    if shard == corpus_sites.SHARD:
        assert tree(output) == tree(unbroken)


def test_only_the_first_pages_of_a_site_are_learnt(tmp_path: Path) -> None:
    crawl = write_crawl(tmp_path / "crawl.jsonl", 12)
    cleaner = ncleaner.Cleaner(site=ncleaner.Site.learn(page(LARGE[0], number) for number in range(10)))
    job(crawl, tmp_path / "corpus")
    found = texts(tmp_path / "corpus")
    for number in range(12):
        assert found[f"{LARGE[0]}{number}"] == cleaner.clean(page(LARGE[0], number)).text


def test_a_folder_of_pages_is_a_site(tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    for number in range(5):
        (pages / f"{number}.html").write_bytes(site_examples.page(number))
    (pages / "6.txt").write_text(site_examples.paragraph("text"))
    outcome = job(pages, tmp_path / "corpus")
    assert (outcome.tally.pages, outcome.tally.site_pages) == (6, 5)
    assert b"Sign up" not in b"".join(tree(tmp_path / "corpus" / "pages").values())


def test_sites_can_be_the_first_folders_of_paths(tmp_path: Path) -> None:
    crawl = tmp_path / "crawl.jsonl"
    with crawl.open("w") as file:
        for number in range(12):
            url = f"https://host.example/{'joe' if number % 4 else 'ann'}/{number}"
            html = site_examples.page(number).decode()
            file.write(json.dumps({"url": url, "html": html}) + "\n")
    outcome = job(crawl, tmp_path / "corpus", sites=SiteOptions(key=PATH_PREFIX, fewest=4))
    assert outcome.sites == {"sites": 2, "used": 1, "pages": 12, "pages_per_site": {"3-5": 1, "6-10": 1}}
    assert outcome.tally.site_pages == 9


def test_copies_of_a_page_and_empty_pages_do_not_make_a_site(tmp_path: Path) -> None:
    crawl = tmp_path / "crawl.jsonl"
    empty = "<html><title>empty</title>"
    pages = [page(SMALL, 1).decode()] * 3 + [page(SMALL, 2).decode(), empty]
    crawl.write_text("".join(json.dumps({"url": SMALL, "html": html}) + "\n" for html in pages))
    outcome = job(crawl, tmp_path / "corpus")
    assert outcome.sites == {"sites": 1, "used": 0, "pages": 5, "pages_per_site": {"3-5": 1}}


def after(output: Path, lines: int) -> Callable[[], bool]:
    """Return a function that interrupts the job once the manifest has so many lines of shards and sites."""
    return lambda: finished(output) >= lines


@pytest.mark.parametrize("duplicates", [False, True])
def test_a_job_interrupted_in_either_pass_can_be_resumed(
    crawl: Path, unbroken: Path, tmp_path: Path, duplicates: bool
) -> None:
    filters = Filters(duplicate_pages=duplicates, duplicate_paragraphs=duplicates)
    if duplicates:
        job(crawl, tmp_path / "unbroken", filters=filters)
        unbroken = tmp_path / "unbroken"
    output = tmp_path / "corpus"
    outcome = job(crawl, output, filters=filters, interrupted=after(output, 2))
    assert (outcome.is_complete, outcome.learnt, outcome.shards) == (False, 2, 0)
    shards = outcome.shards_total
    outcome = job(crawl, output, filters=filters, interrupted=after(output, shards + 3))
    assert (outcome.is_complete, outcome.learnt) == (False, None)
    assert 2 <= outcome.shards < shards
    assert (output / STORE).exists()
    assert job(crawl, output, filters=filters, workers=2).is_complete
    assert tree(output) == tree(unbroken)


def test_an_interrupt_while_sites_are_merged_loses_nothing(
    crawl: Path, unbroken: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stages: list[str] = []
    with monkeypatch.context() as patch:
        patch.setattr("ncleaner.corpus.sites.job.INTERVAL", 0.0)
        outcome = job(
            crawl,
            tmp_path / "corpus",
            progress=lambda progress: stages.append(progress.stage),
            interrupted=lambda: MERGING in stages,
        )
    assert not outcome.is_complete
    assert outcome.learnt == outcome.shards_total
    assert set(stages) == {LEARNING, MERGING}
    assert job(crawl, tmp_path / "corpus", progress=lambda progress: stages.append(progress.stage)).is_complete
    assert stages[-1] == WRITING
    assert tree(tmp_path / "corpus") == tree(unbroken)


@needs_kill
def test_a_job_killed_at_any_moment_of_either_pass_and_resumed_has_the_same_output(tmp_path: Path) -> None:
    crawl = write_crawl(tmp_path / "crawl.jsonl", 40, dict.fromkeys(range(0, 40, 2), SLOW))
    unbroken, output = tmp_path / "unbroken", tmp_path / "corpus"
    assert job(crawl, unbroken, workers=2).is_complete
    chance = random.Random(3)
    shards = finished(unbroken) - 1
    for kill in range(1, KILLS + 1):
        process = started(crawl, output, workers=chance.choice([1, 2]), script=corpus_sites.SCRIPT)
        wait_for_shards(process, output, 2 * shards * kill // (KILLS + 1))
        time.sleep(chance.random() / 20)
        process.kill()
        process.communicate()
        assert process.returncode == -signal.SIGKILL  # it was still at work
    assert job(crawl, output, workers=2).is_complete
    assert tree(output) == tree(unbroken)


@needs_proc
@pytest.mark.parametrize("lines", [1, 7])
def test_a_worker_killed_in_either_pass_is_replaced(crawl: Path, unbroken: Path, tmp_path: Path, lines: int) -> None:
    output = tmp_path / "corpus"
    process = started(crawl, output, script=corpus_sites.SCRIPT)
    wait_for_shards(process, output, lines)
    for worker in filter(is_worker, children(process.pid)):
        os.kill(worker, signal.SIGKILL)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, "")
    assert tree(output) == tree(unbroken)


@needs_proc
def test_pages_that_hang_or_end_their_process_are_not_learnt_and_logged_once(tmp_path: Path) -> None:
    crawl = write_crawl(tmp_path / "crawl.jsonl", 12, {2: HANG, 5: RAISE, 7: DIE})
    outcome = job(crawl, tmp_path / "corpus", workers=2, limits=Limits(seconds=1.0))
    assert [reason for _, _, reason in error_log(tmp_path / "corpus")] == [
        "took too long",
        "RuntimeError: this page is not for me",
        "ended its process: SIGSEGV",
    ]
    assert (outcome.tally.pages, outcome.tally.failed) == (38, 3)
    assert promotion(LARGE[0]) not in texts(tmp_path / "corpus")[f"{LARGE[0]}11"]


@needs_kill
def test_shards_given_up_while_sites_are_learnt_are_learnt_by_the_next_run(
    crawl: Path, unbroken: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = tmp_path / "corpus"
    job(crawl, output, interrupted=after(output, 3))
    with monkeypatch.context() as patch:
        patch.setattr(pool, "work_for", kill_itself)
        patch.setattr(blame, "DEATHS", 2)
        outcome = job(crawl, output, limits=Limits(patience=0.0))
    assert (outcome.shards, outcome.learnt, len(outcome.given_up)) == (0, 3, outcome.shards_total - 3)
    assert not outcome.is_complete
    assert job(crawl, output).is_complete
    assert tree(output) == tree(unbroken)


def test_a_removed_shard_is_made_again_with_the_same_sites(crawl: Path, unbroken: Path, tmp_path: Path) -> None:
    before = tree(unbroken)
    min((unbroken / "pages").iterdir()).unlink()
    assert job(crawl, unbroken).is_complete
    assert tree(unbroken) == before


def test_sites_that_were_removed_meanwhile_are_learnt_again(crawl: Path, unbroken: Path, tmp_path: Path) -> None:
    output = tmp_path / "corpus"
    job(crawl, output, interrupted=after(output, 3))
    (output / SITES / "000001").write_bytes(b"")
    outcome = job(crawl, output, interrupted=lambda: True)
    assert outcome.learnt == 2
    job(crawl, output, interrupted=after(output, outcome.shards_total + 4))
    (output / STORE).unlink()
    assert job(crawl, output).is_complete
    assert tree(output) == tree(unbroken)


def test_input_that_changed_after_it_was_learnt_is_refused(tmp_path: Path) -> None:
    crawl = write_crawl(tmp_path / "crawl.jsonl", 12)
    job(crawl, tmp_path / "corpus", interrupted=after(tmp_path / "corpus", 3))
    content = crawl.read_bytes()
    crawl.write_bytes(content.replace(b"every Friday", b"every Monday"))
    with pytest.raises(FolderError, match=r"crawl.jsonl has changed since its pages were written"):
        job(crawl, tmp_path / "corpus")
    crawl.write_bytes(content)
    assert job(crawl, tmp_path / "corpus").is_complete


def test_restart_forgets_what_was_learnt(crawl: Path, unbroken: Path, tmp_path: Path) -> None:
    output = tmp_path / "corpus"
    job(crawl, output, sites=SiteOptions(fewest=2), interrupted=after(output, 3))
    outcome = job(crawl, output, restart=True, interrupted=lambda: True)
    assert (outcome.learnt, outcome.shards) == (0, 0)
    assert job(crawl, output).is_complete
    assert tree(output) == tree(unbroken)


@pytest.mark.parametrize(
    ("sites", "message"),
    [
        (None, r"sites \({'key'.*, now None\)"),
        (SiteOptions(fewest=4), r"sites \(fewest pages 3, now 4\)"),
        (SiteOptions(key=PATH_PREFIX), r"sites \(key 'domain', now 'path-prefix'\)"),
    ],
)
def test_a_job_with_other_sites_is_refused(
    crawl: Path, unbroken: Path, sites: SiteOptions | None, message: str
) -> None:
    with pytest.raises(FolderError, match=message):
        job(crawl, unbroken, sites=sites)


def test_an_engine_that_cannot_use_sites_is_refused(crawl: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="the engine 'dump' cannot use what is known of a site"):
        job(crawl, tmp_path / "corpus", engine="dump")
    assert not (tmp_path / "corpus").exists()


def test_the_manifest_has_no_line_of_the_learning_pass_in_the_end(unbroken: Path) -> None:
    lines = [json.loads(line) for line in (unbroken / MANIFEST).read_text("utf-8").splitlines()]
    assert [next(iter(line)) for line in lines] == ["format", "sites", *["shard"] * (len(lines) - 2)]


def test_on_a_full_disk_nothing_is_lost_and_the_job_can_be_resumed_later(
    crawl: Path, unbroken: Path, tmp_path: Path
) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "none", disk], capture_output=True).returncode:  # noqa: PLW1510
        pytest.skip("no file system can be mounted here")
    try:
        for size in (24, 40, 64, 88):
            process = started(crawl, disk / "corpus", script=corpus_sites.SCRIPT)
            _, errors = process.communicate(timeout=60)
            assert "No space left on device" in errors
            assert not (disk / "corpus" / PARTS).exists()
            subprocess.run(["mount", "-o", f"remount,size={size}k", disk], check=True)
        subprocess.run(["mount", "-o", "remount,size=4m", disk], check=True)
        assert job(crawl, disk / "corpus").is_complete
        assert tree(disk / "corpus") == tree(unbroken)
    finally:
        subprocess.run(["umount", disk], check=True)
