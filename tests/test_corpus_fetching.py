"""Lists of addresses as input of a corpus: fetched politely, once, into archives that the job reads."""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from corpus_jobs import error_log, tree
from fetch_server import Answer, answer, redirect, serving

from ncleaner.cli import main
from ncleaner.cli.corpus_progress import describe
from ncleaner.cli.status import MISUSED, OK
from ncleaner.corpus.progress import FETCHING, JobProgress
from ncleaner.corpus.tally import Tally

pytest.importorskip("httpcore2", reason="fetching needs the extra fetch")
pytest.importorskip("idna", reason="fetching needs the extra fetch")
pytest.importorskip("fastwarc", reason="corpora need the extra corpus")

from ncleaner.corpus import FetchOptions, Outcome, Settings, SinkOptions, run
from ncleaner.corpus.fetching.archive import Archive
from ncleaner.corpus.fetching.crawler import Crawler, Interrupted, RefusedByRobots
from ncleaner.errors import FolderError, SourceError
from ncleaner.page.fetched import Fetched

pytestmark = pytest.mark.once

Captured = pytest.CaptureFixture[str]

TEXT = "It rained all day, and the harbour was empty."
PAGE = answer(f"<title>Rain</title><h1>Rain</h1><p>{TEXT}</p>")
POLITE = FetchOptions(delay=0.001, allow_private=True)
SETTINGS = Settings(SinkOptions("jsonl"), engine="dump")
MB = 1 << 20


def robots(text: str) -> bytes:
    return answer(text, type="text/plain")


def job(*inputs: Path, output: str = "corpus", **options: Any) -> Outcome:
    return run([*map(str, inputs)], output, SETTINGS, fetching=POLITE, **options)


def written(folder: Path) -> list[dict[str, Any]]:
    lines = [path.read_text("utf-8").splitlines() for path in sorted((folder / "pages").iterdir())]
    return [json.loads(line) for shard in lines for line in shard]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


class Clock:
    """A clock that only waiting moves on."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


class TestJobs:
    def test_pages_and_failures_in_the_order_of_the_list(self, folder: Path) -> None:
        answers: dict[str, Answer] = {
            "/robots.txt": robots("User-agent: *\nDisallow: /private"),
            "/a": PAGE,
            "/old": redirect("/b"),
            "/b": answer("<p>Gr\xfc\xdfe".encode("latin-1"), type="text/html; charset=latin1"),
            "/c.txt": answer("<p>Plain", type="text/plain"),
            "/pdf": answer(b"%PDF-", type="application/pdf"),
            "/to-private": redirect("/private/x"),
        }
        with serving(answers) as server:
            paths = ["/a", "/private", "/gone", "/old", "/pdf", "/c.txt", "/to-private", "/a"]
            lines = ["# addresses", "", *map(server.url, paths), "ftp://a.example/"]
            (folder / "list.urls").write_text("\r\n".join(lines))
            outcome = job(folder / "list.urls")
            asked = server.paths
        assert outcome.is_complete
        assert asked == ["/robots.txt", "/a", "/gone", "/old", "/b", "/pdf", "/c.txt", "/to-private", "/a"]
        pages = written(folder / "corpus")
        assert [page["url"] for page in pages] == [server.url(path) for path in ("/a", "/b", "/c.txt", "/a")]
        assert [page["text"].strip() for page in pages][1:3] == ["Grüße", "<p>Plain"]
        reasons = [reason for _, _, reason in error_log(folder / "corpus")]
        not_a_page = (
            f"not fetched: {server.url('/pdf')}: the server sent application/pdf, which is neither a web page nor"
        )
        assert reasons.pop(2).startswith(not_a_page)
        assert reasons == [
            f"refused by robots.txt: {server.url('/private')}",
            f"not fetched: {server.url('/gone')}: the server answered 404 Not Found; check the address",
            f"refused by robots.txt: {server.url('/to-private')}",
            "not fetched: ftp://a.example/: only http and https are fetched, not ftp",
        ]
        assert outcome.tally.failures == {"not fetched": 3, "refused by robots.txt": 2}

    def test_the_pages_are_fetched_once_whatever_is_done_with_them(self, folder: Path) -> None:
        with serving({"/robots.txt": robots(""), "/a": PAGE, "/b": PAGE}) as server:
            (folder / "list.urls").write_text(f"{server.url('/a')}\n{server.url('/b')}\n")
            job(folder / "list.urls")
            first = tree(folder / "corpus")
            assert len(server.requests) == 3
            job(folder / "list.urls")  # finished
            assert tree(folder / "corpus") == first
            assert len(server.requests) == 3
            archive = next((folder / "corpus").rglob("*.warc.gz"))
            other = run([str(archive)], "other", SETTINGS, workers=2, shard_size=1)
            assert other.tally.kept == 2
            job(folder / "list.urls", restart=True)
            assert len(server.requests) == 6

    def test_an_interrupted_list_is_resumed_where_it_was(self, folder: Path) -> None:
        paths = [f"/{number}" for number in range(6)]
        answers: dict[str, Answer] = {path: answer(f"<p>{TEXT} {path}") for path in paths}
        with serving({**answers, "/robots.txt": robots("")}) as server:
            (folder / "list.urls").write_text("\n".join(map(server.url, paths)))
            with pytest.raises(KeyboardInterrupt):
                job(folder / "list.urls", interrupted=lambda: len(server.requests) > 3)
            part = next((folder / "corpus").rglob("*.part"))
            with part.open("ab") as file:  # what a crash in the middle of a record leaves behind
                file.write(gzip.compress(b"WARC/1.1\r\nWARC-Type: resource\r\n")[:-5])
            asked = len(server.requests)
            assert job(folder / "list.urls", resume=True).is_complete
            assert server.paths[asked:] == ["/robots.txt", "/3", "/4", "/5"]
        assert [page["text"].split()[-1] for page in written(folder / "corpus")] == paths

    def test_a_list_that_has_changed(self, folder: Path) -> None:
        with serving({"/robots.txt": robots(""), "/a": PAGE}) as server:
            (folder / "list.urls").write_text(server.url("/a"))
            job(folder / "list.urls")
            (folder / "list.urls").write_text(server.url("/a") + "\n" + server.url("/b"))
            with pytest.raises(SourceError, match=r"list\.urls: the list has changed since .* --restart"):
                job(folder / "list.urls")
            assert job(folder / "list.urls", restart=True).is_complete

    def test_lists_and_files_keep_their_order(self, folder: Path) -> None:
        (folder / "snow.html").write_text("<p>Snow")
        with serving({"/robots.txt": robots(""), "/a": PAGE, "/b": PAGE}) as server:
            (folder / "1.urls").write_text(server.url("/a"))
            (folder / "2.urls").write_text(server.url("/b"))
            job(folder / "2.urls", folder / "snow.html", folder / "1.urls")
        urls = [page["url"] for page in written(folder / "corpus")]
        assert [url or None for url in urls] == [server.url("/b"), None, server.url("/a")]

    def test_a_list_in_a_pattern_is_no_page(self, folder: Path) -> None:
        (folder / "a.urls").write_text("https://example.org/")
        with pytest.raises(SourceError, match="must be named as an input itself"):
            run([str(folder / "[a].urls*")], "corpus", SETTINGS)

    def test_no_list(self, folder: Path) -> None:
        with pytest.raises(SourceError, match=r"gone\.urls: No such file"):
            job(folder / "gone.urls")

    def test_nothing_to_resume(self, folder: Path) -> None:
        (folder / "a.urls").write_text("https://example.org/")
        with pytest.raises(FolderError, match="no job to resume"):
            job(folder / "a.urls", resume=True)


class TestPoliteness:
    def crawler(self, clock: Clock, delay: float = 1.0, **options: Any) -> Crawler:
        return Crawler(FetchOptions(delay=delay, allow_private=True), MB, clock=clock, sleep=clock.sleep, **options)

    def times(self, robots_txt: str, delay: float, hosts: tuple[str, ...] = ("127.0.0.1",)) -> list[float]:
        """Return when pages are fetched, two of each host, in seconds after the first one was."""
        clock = Clock()
        found = []
        with serving({"/robots.txt": robots(robots_txt), "/a": PAGE}) as server:
            crawler = self.crawler(clock, delay)
            for _ in range(2):
                for host in hosts:
                    crawler.fetch(server.url("/a", host=host))
                    found.append(round(clock.now, 3))
        return [time - found[0] for time in found]

    def test_a_host_is_asked_after_a_delay(self) -> None:
        assert self.times("", 2.0) == [0.0, 2.0]

    def test_hosts_do_not_wait_for_each_other(self) -> None:
        first, other, again, _ = self.times("", 5.0, ("127.0.0.1", "localhost"))
        assert (first, other, again) == (0.0, 5.0, 5.0)  # the other one waits after its robots.txt

    @pytest.mark.parametrize(("wanted", "waits"), [("3", 3.0), ("0.5", 2.0), ("9999", 30.0)])
    def test_a_site_can_ask_for_more_but_not_for_everything(self, wanted: str, waits: float) -> None:
        assert self.times(f"User-agent: *\nCrawl-delay: {wanted}", 2.0) == [0.0, waits]

    @pytest.mark.parametrize(
        ("given", "is_refused"),
        [
            (robots("User-agent: ncleaner\nDisallow: /"), True),
            (robots("User-agent: *\nAllow: /"), False),
            (answer("User-agent: *\nDisallow: /", type="application/octet-stream"), True),
            (answer("", status="404 Not Found"), False),
            (answer("", status="403 Forbidden"), False),
            (answer("", status="503 Busy"), True),
            (b"no HTTP", True),
            (redirect("/rules"), True),
            (redirect("/robots.txt"), True),
            (robots("User-agent: *\nDisallow: /\n" + "#" * (1 << 20)), True),
        ],
        ids="ours all octets missing forbidden busy broken redirected loop large".split(),
    )
    def test_rules_of_a_site(self, given: Answer, is_refused: bool) -> None:
        rules = robots("User-agent: *\nDisallow: /a")
        with serving({"/robots.txt": given, "/rules": rules, "/a": PAGE}) as server:
            crawler = self.crawler(Clock())
            for _ in range(2):
                if is_refused:
                    with pytest.raises(RefusedByRobots):
                        crawler.fetch(server.url("/a"))
                else:
                    assert TEXT.encode() in crawler.fetch(server.url("/a")).data
            assert server.paths.count("/a") == (0 if is_refused else 2)
            assert server.paths[:1] == ["/robots.txt"]

    def test_the_rules_of_a_site_that_is_redirected_to_count_too(self) -> None:
        with serving({"/robots.txt": robots("User-agent: *\nDisallow: /"), "/b": PAGE}) as other:
            with serving({"/a": redirect(other.url("/b"))}) as server, pytest.raises(RefusedByRobots):
                self.crawler(Clock()).fetch(server.url("/a"))
            assert other.paths == ["/robots.txt"]

    def test_waiting_does_not_count_as_time_of_the_page(self) -> None:
        clock = Clock()
        with serving({"/robots.txt": robots(""), "/a": PAGE}) as server:
            options = FetchOptions(delay=100.0, timeout=20.0, allow_private=True)
            crawler = Crawler(options, MB, clock=clock, sleep=clock.sleep)
            assert TEXT.encode() in crawler.fetch(server.url("/a")).data
        assert clock.now >= 100.0

    def test_waiting_can_be_interrupted(self) -> None:
        with serving({"/a": PAGE}) as server, pytest.raises(Interrupted):
            self.crawler(Clock(), interrupted=lambda: True).fetch(server.url("/a"))

    def test_private_addresses_are_refused(self) -> None:
        with serving({"/a": PAGE}) as server:
            crawler = Crawler(FetchOptions(delay=0.001), MB)
            with pytest.raises(RefusedByRobots, match="cannot be had"):
                crawler.fetch(server.url("/a"))
            assert server.requests == []

    def test_what_is_known_of_sites_is_bounded(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("ncleaner.corpus.fetching.crawler.MOST_RULES", 10)
        rules = robots("User-agent: *\n" + "Disallow: /x\n" * 8)
        crawler = self.crawler(Clock())
        with serving({"/robots.txt": rules, "/a": PAGE}) as one, serving({"/robots.txt": rules, "/a": PAGE}) as two:
            for server in (one, two, two, one):
                crawler.fetch(server.url("/a"))
            assert two.paths.count("/robots.txt") == 1
            assert one.paths.count("/robots.txt") == 2


class TestArchives:
    def test_an_archive_of_another_list_is_not_taken_up(self, folder: Path) -> None:
        archive = Archive(str(folder / "a.warc.gz"), "1" * 64)
        archive.add(Fetched(b"<p>Rain", "http://a.example/"))
        archive.close()
        with pytest.raises(SourceError, match="the list has changed"):
            Archive(str(folder / "a.warc.gz"), "2" * 64)
        again = Archive(str(folder / "a.warc.gz"), "1" * 64)
        assert again.count == 1
        again.close()

    def test_reasons_of_strangers_are_counted_as_one(self, folder: Path) -> None:
        archive = Archive(str(folder / "a.warc.gz"), "1" * 64)
        for reason in ("one", "two", "three: four"):
            archive.add_failure(reason)
        archive.finish()
        outcome = run(["a.warc.gz"], "corpus", SETTINGS)
        assert outcome.tally.failures == {"not fetched": 3}

    def test_any_part_of_an_archive_can_be_taken_up(self, folder: Path) -> None:
        path = folder / "a.warc.gz"
        archive = Archive(str(path), "1" * 64)
        for number in range(3):
            archive.add(Fetched(b"<p>Rain" * number, f"http://a.example/{number}"))
        archive.close()
        part = path.with_name(path.name + ".part")
        whole = part.read_bytes()
        counts = []
        for length in range(0, len(whole) + 1, 7):
            part.write_bytes(whole[:length])
            again = Archive(str(path), "1" * 64)
            again.close()
            counts.append(again.count)
            assert whole.startswith(part.read_bytes()) or again.count == 0
        assert counts == sorted(counts)
        assert set(counts) >= {0, 1, 2}


class TestCommand:
    def test_a_list(self, folder: Path, capsys: Captured) -> None:
        with serving({"/robots.txt": robots(""), "/a": PAGE}) as server:
            (folder / "list.urls").write_text(server.url("/a"))
            arguments = ["corpus", "list.urls", "-o", "corpus", "--to", "jsonl", "--engine", "dump", "--workers", "1"]
            assert main([*arguments, "--delay", "0.001", "--timeout", "20", "--allow-private", "-q"]) == OK
        assert [page["title"] for page in written(folder / "corpus")] == ["Rain"]

    def test_without_the_extra(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
        monkeypatch.setitem(sys.modules, "ncleaner.fetch.exchange", None)
        (folder / "list.urls").write_text("http://a.example/")
        assert main(["corpus", "list.urls", "-o", "corpus", "--workers", "1"]) == MISUSED
        assert "pip install 'ncleaner[fetch]'" in capsys.readouterr().err

    def test_progress(self) -> None:
        job = JobProgress(30, 0, 1, 0, 50, 100, 0, 0, Tally(pages=10), 25, FETCHING)
        assert describe(job, 10.0) == "fetching: 30 pages, 2.0/s, 1 error, 20 s left"
