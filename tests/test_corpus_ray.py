"""Corpora on a Ray cluster: a real one of two nodes, and the same output as on one machine."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from conftest import ROOT
from corpus_jobs import DIE, EAT, HANG, RAISE, SHARD, SLOW, TRAP, finished, ledger, trap, tree, write_pages
from frameworks import once

from ncleaner.cli import INTERRUPTED, main
from ncleaner.corpus import Filters, Limits, Piece, Result, Settings, SinkOptions, Task, run
from ncleaner.corpus.pool import Pool
from ncleaner.corpus.runtime import Start
from ncleaner.corpus.tally import Tally
from ncleaner.corpus.work import OutputError

pytest.importorskip("ncleaner.corpus.cluster", reason="ray is not installed")  # before others import Ray: it is loud
pytestmark = [
    once,
    pytest.mark.skipif(sys.platform != "linux", reason="Ray has clusters of several nodes on Linux only"),
    pytest.mark.filterwarnings("ignore"),  # what Ray does is not ours to mend
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
    """That of a cluster of two nodes, with a processor each."""
    from ray.cluster_utils import Cluster

    arguments = {"num_cpus": 1, "object_store_memory": 80 << 20, "include_dashboard": False}
    with pytest.MonkeyPatch.context() as patch:
        for name, value in ENVIRONMENT.items():
            patch.setenv(name, value)
        cluster = Cluster(initialize_head=True, head_node_args=arguments)
        cluster.add_node(num_cpus=1, object_store_memory=80 << 20)
    yield cluster.address
    cluster.shutdown()


def started(*arguments: str) -> subprocess.Popen[str]:
    """The command in a process of its own."""
    command = [sys.executable, "-c", COMMAND, "corpus", *arguments, "--engine", TRAP, "--engine-runtime", "ray"]
    environment = {**os.environ, **ENVIRONMENT}
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def seats() -> list[int]:
    """The processes of actors that do our work."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            name = (process / "cmdline").read_bytes()
        except OSError:
            continue
        if name.startswith(b"ray::") and b"Seat" in name:
            found.append(int(process.name))
    return found


def test_the_output_is_that_of_one_machine_with_pages_that_hang_or_kill_and_with_duplicates(
    address: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    from ncleaner.corpus.cluster import Cluster

    pages = write_pages(tmp_path / "pages", 24, {2: HANG, 5: EAT, 6: RAISE, 9: DIE})
    for number in (12, 23):
        (pages / f"{number:04}.html").write_bytes((pages / "0003.html").read_bytes())
    filters = Filters(duplicate_pages=True, duplicate_paragraphs=True)
    settings = Settings(SinkOptions("parquet"), engine=TRAP, filters=filters)
    limits = Limits(seconds=1.0, memory=256 << 20)
    with trap():
        runtimes: dict[str, Start] = {"one": Pool, "many": partial(Cluster, address=address)}
        for name, runtime in runtimes.items():
            output = str(tmp_path / name)
            run([str(pages)], output, settings, workers=2, runtime=runtime, limits=limits, shard_size=SHARD)
    assert [reason for _, _, reason in ledger(tmp_path / "many")] == [
        "took too long",
        "took too much memory",
        "RuntimeError: this page is not for me",
        "ended its process: SIGSEGV",
    ]
    assert tree(tmp_path / "many") == tree(tmp_path / "one")
    assert capfd.readouterr() == ("", "")


def test_killed_actors_are_replaced_and_after_an_interrupt_the_same_command_goes_on(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    inputs = [f"crawl{number}" for number in range(8)]
    for name in inputs:
        write_pages(tmp_path / name, 40, dict.fromkeys(range(40), SLOW))
        (tmp_path / name / "z.warc").write_bytes(b"WARC/1.0\r\n\r\n")  # so that there are more shards
    process = started(*inputs, "-o", "corpus", "--address", address)
    end = time.monotonic() + 60
    while finished(tmp_path / "corpus") < 3 and time.monotonic() < end:
        time.sleep(0.05)
    (killed, *_) = seats()
    os.kill(killed, signal.SIGKILL)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    said = err.splitlines()
    assert (process.returncode, out, len(said)) == (INTERRUPTED, "", 2), err
    assert "finishing the shards at hand" in said[0]
    assert "shards are finished" in said[1]
    assert 3 <= finished(tmp_path / "corpus") < 16
    again = [*inputs, "--engine", TRAP, "--workers", "2"]
    with trap():
        assert main(["corpus", *again, "-o", "unbroken"]) == 0
        told = capfd.readouterr().out.splitlines()
        assert main(["corpus", *again, "-o", "corpus", "--engine-runtime", "ray", "--address", address]) == 0
    out, err = capfd.readouterr()
    assert out.splitlines()[:7] == told[:7]
    assert err == ""
    assert tree(tmp_path / "corpus") == tree(tmp_path / "unbroken")


def test_a_node_that_does_not_see_the_output_is_told(tmp_path: Path) -> None:
    from ncleaner.corpus.seat import House, problem

    house = House.here(Settings(SinkOptions("jsonl")), str(tmp_path / "corpus"), Limits())
    for changed, told in [
        (house, "all nodes of the cluster see them.* there is no .*corpus"),
        (house._replace(folder=str(tmp_path / "home")), "there is no .*home"),
        (house._replace(version="0.0"), "ncleaner is .* on the node .*, and 0.0 here"),
    ]:
        with pytest.raises(Exception, match=told):
            raise problem(changed) or AssertionError


def test_a_shard_that_was_written_elsewhere_is_told(tmp_path: Path) -> None:
    from ncleaner.corpus.cluster import check_part

    result = Result(Task(7, Piece("files", (), 0, 0, 0)), str(tmp_path / "000007"), ("pages/000007.jsonl",), Tally())
    with pytest.raises(OutputError, match=r"all nodes of the cluster see them.* there is no .*000007 here"):
        check_part(result)
    (tmp_path / "000007" / "pages").mkdir(parents=True)
    (tmp_path / "000007" / "pages" / "000007.jsonl").touch()
    check_part(result)


def test_a_cluster_that_is_not_there_is_told_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pages = write_pages(tmp_path / "pages", 1)
    arguments = ["corpus", str(pages), "-o", str(tmp_path / "corpus")]
    assert main([*arguments, "--engine-runtime", "ray", "--address", "127.0.0.1:1"]) == 2
    assert "there is no Ray cluster at 127.0.0.1:1" in capsys.readouterr().err
    assert main([*arguments, "--address", "127.0.0.1:1"]) == 2
    assert "--address is for --engine-runtime ray" in capsys.readouterr().err
