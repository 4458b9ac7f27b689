"""Corpus jobs on a real Ray cluster of two nodes: the output is the same as on one machine."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import documented
import pyarrow.parquet as pq
import pytest
from conftest import ROOT
from corpus_jobs import (
    DIE,
    EAT,
    HANG,
    NO_PAGES,
    RAISE,
    SITE_TRAP,
    SLOW,
    TRAP,
    error_log,
    finished,
    trap,
    tree,
    wait_for_shards,
    write_pages,
)
from corpus_sites import write_crawl as write_sites
from table_examples import NAMES, crawl, texts, write_crawl

from ncleaner.cli import main
from ncleaner.cli.status import INTERRUPTED
from ncleaner.corpus import Limits, Result, Settings, Shard, SinkOptions, Task
from ncleaner.corpus.tally import Tally
from ncleaner.errors import OutputError

pytest.importorskip("ncleaner.corpus.run.cluster", reason="ray is not installed")  # first, because it silences Ray
pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(sys.platform != "linux", reason="Ray has clusters of several nodes on Linux only"),
    pytest.mark.filterwarnings("ignore"),  # they come from Ray
]

COMMAND = """
import sys, corpus_jobs, ncleaner.cli
with corpus_jobs.trap():
    sys.exit(ncleaner.cli.main(sys.argv[1:]))
"""
ENVIRONMENT = {
    "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests"), os.environ.get("PYTHONPATH", "")]),
    "RAY_USAGE_STATS_ENABLED": "0",
}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Yield the address of a cluster of two nodes with one processor each."""
    from ray.cluster_utils import Cluster

    arguments = {"num_cpus": 1, "object_store_memory": 80 << 20, "include_dashboard": False}
    with pytest.MonkeyPatch.context() as patch:
        for name, value in ENVIRONMENT.items():
            patch.setenv(name, value)
        cluster = Cluster(initialize_head=True, head_node_args=arguments)
        cluster.add_node(num_cpus=1, object_store_memory=80 << 20)
    yield cluster.address
    cluster.shutdown()


def started(*arguments: str, engine: str = TRAP) -> subprocess.Popen[str]:
    """Start the command in a process of its own."""
    command = [sys.executable, "-c", COMMAND, "corpus", *arguments, "--engine", engine, "--runtime", "ray"]
    environment = {**os.environ, **ENVIRONMENT}
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def write_crawls(folder: Path) -> list[str]:
    """Write folders of two shards each, all with the same pages; some pages of the last folder cannot be cleaned."""
    names = [f"crawl{number}" for number in range(8)]
    slow = dict.fromkeys(range(20), SLOW)  # so that there is time to interrupt
    for name in names:
        write_pages(folder / name, 20, slow | BAD if name == names[-1] else slow)
        (folder / name / "z.warc").write_bytes(NO_PAGES)
    return names


BAD = {2: HANG, 5: EAT, 6: RAISE, 9: DIE}
REASONS = [
    "took too long",
    "took too much memory",
    "RuntimeError: this page is not for me",
    "ended its process: SIGSEGV",
]


def cluster_workers() -> list[int]:
    """Return the processes of the actors that do our work."""
    processes = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            name = (process / "cmdline").read_bytes()
        except OSError:
            continue
        if name.startswith(b"ray::") and b"ClusterWorker" in name:
            processes.append(int(process.name))
    return processes


def without_progress(errors: str) -> list[str]:
    """Return the lines of standard error without those about the progress, which slow runs print."""
    return [line for line in errors.splitlines() if "%: " not in line]


def test_output_is_the_same_as_on_one_machine_despite_hanging_pages_kills_and_interrupts(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    inputs = write_crawls(tmp_path)
    limits = ["--page-seconds", "2", "--page-memory", "256", "--drop-duplicates", "--workers", "2"]
    with started(*inputs, *limits, "-o", "corpus", "--address", address) as process:
        wait_for_shards(process, tmp_path / "corpus", 2)
        (killed, *_) = cluster_workers()
        process.send_signal(signal.SIGINT)
        os.kill(killed, signal.SIGKILL)
        out, err = process.communicate(timeout=60)
    lines = without_progress(err)
    assert (process.returncode, out, len(lines)) == (INTERRUPTED, "", 2), err
    assert "finishing the shards" in lines[0]
    assert "shards are finished" in lines[1]
    assert 2 <= finished(tmp_path / "corpus") < 16
    again = ["corpus", *inputs, *limits, "--engine", TRAP]
    with trap():
        assert main([*again, "-o", "unbroken"]) == 0
        summary = capfd.readouterr().out.splitlines()
        assert main([*again, "-o", "corpus", "--runtime", "ray", "--address", address]) == 0
    out, err = capfd.readouterr()
    assert (out.splitlines()[:7], without_progress(err)) == (summary[:7], [])
    assert tree(tmp_path / "corpus") == tree(tmp_path / "unbroken")
    assert [reason for name, _, reason in error_log(tmp_path / "corpus") if name != "z.warc"] == REASONS


def test_sites_are_learnt_as_on_one_machine_despite_kills_and_interrupts(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    crawls = [f"crawl{number}.jsonl" for number in range(6)]  # a shard each
    slow = dict.fromkeys(range(20), SLOW)
    for name in crawls:
        write_sites(tmp_path / name, 20, slow | {7: HANG} if name == crawls[-1] else slow)
    options = [*crawls, "--sites", "--workers", "2", "--page-seconds", "2"]
    for lines in (2, 9):
        with started(*options, "-o", "corpus", "--address", address, engine=SITE_TRAP) as process:
            wait_for_shards(process, tmp_path / "corpus", lines)
            process.send_signal(signal.SIGINT)
            os.kill(cluster_workers()[0], signal.SIGKILL)
            _, err = process.communicate(timeout=60)
        assert process.returncode == INTERRUPTED, err
    with trap():
        again = ["corpus", *options, "--engine", SITE_TRAP, "-q"]
        assert main([*again, "-o", "unbroken"]) == 0
        assert main([*again, "-o", "corpus", "--runtime", "ray", "--address", address]) == 0
    assert tree(tmp_path / "corpus") == tree(tmp_path / "unbroken")


def test_the_documented_script_cleans_a_table(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_ADDRESS", address)
    write_crawl(tmp_path)
    script, _ = documented.blocks("docs/how-to/common-crawl.md", "Ray Data")
    for name in ("crawl.parquet", "cleaned"):  # the nodes were started in another folder
        script = script.replace(f'"{name}"', repr(str(tmp_path / name)))
    documented.run(script, tmp_path)
    table = pq.read_table(tmp_path / "cleaned")
    cleaned = dict(zip(table["url"].to_pylist(), table["text"].to_pylist(), strict=True))
    assert cleaned["https://example.org/forum"] == texts(comments="drop")[NAMES.index("forum")]
    assert table.num_rows == crawl().num_rows


def test_a_node_that_cannot_work_on_the_job_says_why(tmp_path: Path) -> None:
    from ncleaner.corpus.run.cluster_worker import ClusterContext, find_problem

    context = ClusterContext.capture(Settings(SinkOptions("jsonl")), str(tmp_path / "corpus"), Limits())
    for changed, message in [
        (context, "all nodes of the cluster must see .*corpus/.ncleaner does not exist on the node"),
        (context._replace(folder=str(tmp_path / "home")), "home does not exist on the node"),
        (context._replace(version="0.0"), "the node .* has ncleaner .*, the driver has 0.0"),
    ]:
        with pytest.raises(Exception, match=message):
            raise find_problem(changed) or AssertionError


def test_a_shard_written_to_another_file_system_is_refused(tmp_path: Path) -> None:
    from ncleaner.corpus.run.cluster import check_part

    result = Result(Task(7, Shard("files", (), 0, 0, 0)), str(tmp_path / "000007"), ("pages/000007.jsonl",), Tally())
    with pytest.raises(OutputError, match=r"all nodes of the cluster must see .*000007 does not exist here"):
        check_part(result)
    (tmp_path / "000007" / "pages").mkdir(parents=True)
    (tmp_path / "000007" / "pages" / "000007.jsonl").touch()
    check_part(result)


def test_an_unreachable_cluster_is_reported_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pages = write_pages(tmp_path / "pages", 1)
    arguments = ["corpus", str(pages), "-o", str(tmp_path / "corpus")]
    assert main([*arguments, "--runtime", "ray", "--address", "127.0.0.1:1"]) == 2
    assert "cannot connect to a Ray cluster at 127.0.0.1:1" in capsys.readouterr().err
    assert main([*arguments, "--address", "127.0.0.1:1"]) == 2
    assert "--address is for --runtime ray" in capsys.readouterr().err
