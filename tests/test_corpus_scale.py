"""Many records, some of them damaged: nothing is lost, nothing comes twice, and memory stays what it is.

With ``NCLEANER_RECORDS`` in the environment it is as many; some ten thousand take a minute.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path

import pyarrow.parquet as pq
import pytest
import warc_examples
from conftest import ROOT
from corpus_jobs import children, ledger
from warc_examples import Archive

from ncleaner import backend
from ncleaner.corpus.folder import SUMMARY
from ncleaner.corpus.tally import EMPTY

pytestmark = pytest.mark.once

DAMAGED = 0.01
# Enough for one record of each kind of damage; not so interpreted, which takes its time.
RECORDS = int(os.environ.get("NCLEANER_RECORDS", "1800" if backend.name() == "compiled" else "300"))
SHARD = "1"  # MB: some for each worker
MOST_MEMORY = 300 << 20
LOOK = 0.1  # seconds

MEMORY = pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="nobody tells the memory here")


class Memory(threading.Thread):
    """Looks how much memory a process and those it has started take together, until they end.

    Pages of memory that processes share count in ``shares`` once, and in ``resident`` for each of them.
    """

    def __init__(self, process: int) -> None:
        super().__init__()
        self.process = process
        self.ended = threading.Event()
        self.resident = self.shares = self.looks = 0

    def run(self) -> None:
        while not self.ended.wait(LOOK):
            looked = Counter[str]()
            for process in (self.process, *children(self.process)):
                looked.update(memory_of(process))
            self.resident = max(self.resident, looked["Rss:"])
            self.shares = max(self.shares, looked["Pss:"])
            self.looks += 1


def memory_of(process: int) -> dict[str, int]:
    """The bytes that a process takes, by the names of the system."""
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text("ascii").splitlines()[1:]
    except OSError:  # it has ended
        return {}
    return {words[0]: int(words[1]) << 10 for line in lines if (words := line.split())}


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    path = tmp_path_factory.mktemp("crawl") / "crawl.warc.gz"
    return warc_examples.make(path, RECORDS, seed=1, damaged=DAMAGED, bomb=warc_examples.GIGABYTE)


@pytest.fixture(scope="module")
def memory(archive: Archive) -> Memory:
    """What the job took; its output is beside the archive."""
    arguments = ["corpus", str(archive.path), "-o", str(archive.path.with_name("corpus")), "--to", "parquet", "-q"]
    command = [sys.executable, "-m", "ncleaner", *arguments, "--workers", "2", "--shard-size", SHARD]
    path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    process = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": path}, stderr=subprocess.PIPE, text=True)
    memory = Memory(process.pid)
    memory.start()
    _, errors = process.communicate()
    memory.ended.set()
    memory.join()
    assert (process.returncode, errors) == (0, "")
    return memory


@pytest.fixture(scope="module")
def corpus(archive: Archive, memory: Memory) -> Path:
    assert memory.looks
    return archive.path.with_name("corpus")


def test_every_damaged_record_is_in_the_ledger_with_its_offset(archive: Archive, corpus: Path) -> None:
    found = {offset: reason for _, offset, reason in ledger(corpus)}
    assert {how for offset, how in archive.damaged.items() if offset not in found} == set()
    assert [offset for _, offset, _ in ledger(corpus)] == sorted(archive.damaged)


def test_every_intact_page_comes_out_once(archive: Archive, corpus: Path) -> None:
    pages = pq.read_table(corpus / "pages", columns=["id"])["id"].to_pylist()
    hostile = {archive.identities[offset] for offset in archive.hostile}
    assert len(set(pages)) == len(pages)
    assert set(pages) <= set(archive.identities.values())
    lost = set(archive.identities.values()) - set(pages)
    assert lost <= hostile  # some of these have no text
    summary = json.loads((corpus / SUMMARY).read_text("utf-8"))
    assert summary["left_out"].get(EMPTY, 0) == len(lost)
    assert sum(summary["passed_over"].values()) == archive.passed_over


@MEMORY
def test_two_workers_and_their_parent_stay_small(memory: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        print(f"\n{RECORDS} records: {memory.shares >> 20} MiB, {memory.resident >> 20} MiB with what is shared twice")
    assert memory.shares < MOST_MEMORY
