"""Many records, some of them damaged: no page is lost or written twice, and memory stays bounded.

The environment variable ``NCLEANER_RECORDS`` sets their number; some ten thousand take a minute.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pyarrow.parquet as pq
import pytest
import warc_examples
from corpus_jobs import error_log
from corpus_memory import Memory, measured
from warc_examples import Archive

from ncleaner import backend
from ncleaner.corpus.folder import SUMMARY
from ncleaner.corpus.tally import EMPTY

pytestmark = pytest.mark.once

DAMAGED = 0.01
# Enough for one record of each kind of damage; fewer if interpreted, because that is slow.
RECORDS = int(os.environ.get("NCLEANER_RECORDS", "1800" if backend.name() == "compiled" else "300"))
SHARD = "1"  # MB, which gives several shards for each worker
MOST_MEMORY = 300 << 20

MEMORY = pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="needs /proc")


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    path = tmp_path_factory.mktemp("crawl") / "crawl.warc.gz"
    return warc_examples.make(path, RECORDS, seed=1, damaged=DAMAGED, bomb=warc_examples.GIGABYTE)


@pytest.fixture(scope="module")
def memory(archive: Archive) -> Memory:
    """Return the memory that the job took; its output is beside the archive."""
    output = str(archive.path.with_name("corpus"))
    return measured(str(archive.path), "-o", output, "--to", "parquet", "-q", "--workers", "2", "--shard-size", SHARD)


@pytest.fixture(scope="module")
def corpus(archive: Archive, memory: Memory) -> Path:
    assert memory.measurements
    return archive.path.with_name("corpus")


def test_every_damaged_record_is_logged_with_its_offset(archive: Archive, corpus: Path) -> None:
    logged = {offset for _, offset, _ in error_log(corpus)}
    assert {how for offset, how in archive.damaged.items() if offset not in logged} == set()
    assert [offset for _, offset, _ in error_log(corpus)] == sorted(archive.damaged)


def test_every_intact_page_is_written_once(archive: Archive, corpus: Path) -> None:
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
        print(
            f"\n{RECORDS} records: {memory.shares >> 20} MiB, {memory.resident >> 20} MiB counting shared memory twice"
        )
    assert memory.shares < MOST_MEMORY
