"""What follows the death of a worker: only a record at which workers die alone is skipped, and no run is endless."""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path

import pytest
from corpus_jobs import (
    DIE,
    SLOW,
    children,
    error_log,
    is_worker,
    job,
    kill_itself,
    started,
    tree,
    write_pages,
)

from ncleaner.corpus import Limits, Shard, Task
from ncleaner.corpus.run import blame, pool
from ncleaner.corpus.run.blame import CRASHES, LONE_KILLS, Death, Trouble
from ncleaner.corpus.run.progress_slot import FINISHING, NOTHING_READ, cleaning, reading
from ncleaner.corpus.run.task import GivenUp
from ncleaner.errors import WorkerError

pytestmark = [pytest.mark.once, pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")]

KILLS = int(os.environ.get("NCLEANER_WORKER_KILLS", "10"))
PAGES = 200 + 20 * KILLS
TASK = Task(0, Shard("files", (), 0, 0, 0))
KILLED = -9
SEGFAULT = -11


def after(trouble: Trouble, task: Task, step: int, code: int, time: float = 0.0) -> Task:
    following = trouble.after(task, Death(step, code, time), patience=100.0)
    assert isinstance(following, Task)
    return following


def test_a_worker_killed_before_it_has_read_anything_blames_no_record() -> None:
    trouble = Trouble()
    for time_of_death in range(99):
        assert after(trouble, TASK, NOTHING_READ, KILLED, time_of_death) is TASK
    assert isinstance(trouble.after(TASK, Death(NOTHING_READ, KILLED, 100.0), patience=100.0), GivenUp)


def test_a_task_that_gets_further_is_not_given_up() -> None:
    trouble = Trouble()
    for number in range(1000):
        assert after(trouble, TASK, cleaning(number), KILLED, 60.0 * number) is TASK


def test_a_record_is_skipped_if_a_worker_crashes_at_it_alone() -> None:
    trouble = Trouble()
    alone = after(trouble, TASK, cleaning(7), SEGFAULT)
    assert alone.only == 7
    assert after(trouble, alone, NOTHING_READ, KILLED) is alone
    assert after(trouble, alone, cleaning(7), SEGFAULT) == Task(
        0, TASK.shard, skipped=((7, "ended its process: SIGSEGV"),)
    )


def test_a_record_that_cannot_even_be_read_ends_the_shard() -> None:
    trouble = Trouble()
    alone = after(trouble, TASK, reading(7), SEGFAULT)
    assert after(trouble, alone, reading(7), SEGFAULT).last == (
        7,
        "the rest cannot be read: ended its process: SIGSEGV",
    )


def test_kills_from_outside_blame_a_record_only_after_many_of_them() -> None:
    trouble = Trouble()
    assert after(trouble, TASK, cleaning(7), KILLED) is TASK
    alone = after(trouble, TASK, cleaning(7), KILLED)
    assert alone.only == 7
    for _ in range(LONE_KILLS - 1):
        assert after(trouble, alone, cleaning(7), KILLED) is alone
    assert after(trouble, alone, cleaning(7), KILLED).skipped == ((7, "ended its process: SIGKILL"),)


def test_a_record_that_is_cleaned_alone_is_not_skipped() -> None:
    trouble = Trouble()
    alone = after(trouble, TASK, cleaning(7), SEGFAULT)
    assert trouble.acquitted(alone) == TASK
    assert trouble.suspect is None


@pytest.mark.parametrize("step", [NOTHING_READ, FINISHING])
def test_crashes_that_no_page_causes_give_the_task_up(step: int) -> None:
    trouble = Trouble()
    for _ in range(CRASHES - 1):
        assert after(trouble, TASK, step, 1) is TASK
    given_up = trouble.after(TASK, Death(step, 1, 0.0), patience=100.0)
    assert isinstance(given_up, GivenUp)
    assert "not because of a page: exit status 1" in given_up.reason


def workers(process: int) -> list[int]:
    return list(filter(is_worker, children(process)))


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")
def test_random_kills_of_workers_change_nothing(tmp_path: Path) -> None:
    pages = write_pages(tmp_path / "pages", PAGES, dict.fromkeys(range(0, PAGES, 3), SLOW) | {100: DIE})
    unbroken, output = tmp_path / "unbroken", tmp_path / "corpus"
    job(pages, unbroken, workers=2)
    chance = random.Random(21)
    process = started(pages, output, workers=2)
    kills = 0
    while kills < KILLS and process.poll() is None:
        time.sleep(chance.uniform(0.05, 0.2))
        if alive := workers(process.pid):
            os.kill(chance.choice(alive), signal.SIGKILL)
            kills += 1
    _, errors = process.communicate(timeout=120)
    assert (process.returncode, errors) == (0, "")
    assert tree(output) == tree(unbroken)
    assert [name for name, _, _ in error_log(output)] == ["0100.html"]


def test_if_no_worker_can_live_all_shards_are_given_up_and_done_by_the_next_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = write_pages(tmp_path / "pages", 12)
    job(pages, tmp_path / "unbroken")
    with monkeypatch.context() as patch:
        patch.setattr(pool, "work_for", kill_itself)
        patch.setattr(blame, "DEATHS", 2)
        outcome = job(pages, tmp_path / "corpus", limits=Limits(patience=0.0))
    assert (outcome.shards, len(outcome.given_up)) == (0, outcome.shards_total)
    assert not outcome.is_complete
    assert job(pages, tmp_path / "corpus").is_complete
    assert tree(tmp_path / "corpus") == tree(tmp_path / "unbroken")


def test_if_workers_cannot_even_start_the_run_ends_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = write_pages(tmp_path / "pages", 12)
    monkeypatch.setattr(pool, "work_for", os._exit)  # which fails with so many arguments
    with pytest.raises(WorkerError, match="worker processes cannot start: exit status 1"):
        job(pages, tmp_path / "corpus")
