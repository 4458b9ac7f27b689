"""Sites that are kept for the next crawl, and the options of the command for sites."""

from __future__ import annotations

import json
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest
from corpus_jobs import finished, tree
from corpus_sites import LARGE, SMALL, job, page, promotion, texts, write_crawl

from ncleaner.cli import main
from ncleaner.cli.status import INTERRUPTED
from ncleaner.corpus.sites.entry import LEARNT
from ncleaner.corpus.sites.options import DOMAIN, SiteOptions
from ncleaner.corpus.sites.saved import path_in
from ncleaner.corpus.sites.store import Store
from ncleaner.errors import FolderError, SitesError, UsageError

pytestmark = pytest.mark.once


def write_pages(path: Path, site: str, numbers: range) -> Path:
    """Write a crawl with some pages of one site."""
    rows = [{"url": f"{site}{number}", "html": page(site, number).decode()} for number in numbers]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.fixture
def earlier(tmp_path: Path) -> str:
    """Return a folder with the sites of a crawl with four pages of a site, and two of another."""
    crawl = write_pages(tmp_path / "earlier.jsonl", LARGE[0], range(4))
    with crawl.open("a") as file:
        file.write(write_pages(tmp_path / "small.jsonl", SMALL, range(2)).read_text())
    folder = str(tmp_path / "earlier")
    assert job(crawl, tmp_path / "earlier-corpus", save_sites=folder).is_complete
    return folder


def counts(folder: str) -> list[tuple[int, int]]:
    """Return how many pages the sites in a folder have, and how many of them are learnt."""
    with Store(path_in(folder), DOMAIN) as store:
        return sorted((entry.count, len(entry.pages)) for entry in store.entries())


def test_saved_sites_have_all_sites_small_ones_too(earlier: str) -> None:
    assert [path.name for path in Path(earlier).iterdir()] == ["sites"]
    assert counts(earlier) == [(2, 2), (4, 4)]


def test_loaded_sites_let_few_pages_be_cleaned_with_their_site(earlier: str, tmp_path: Path) -> None:
    crawl = write_pages(tmp_path / "crawl.jsonl", LARGE[0], range(20, 22))
    job(crawl, tmp_path / "alone")
    job(crawl, tmp_path / "corpus", sites=SiteOptions(load=earlier), save_sites=str(tmp_path / "later"))
    url = f"{LARGE[0]}21"
    assert promotion(LARGE[0]) in texts(tmp_path / "alone")[url]
    assert promotion(LARGE[0]) not in texts(tmp_path / "corpus")[url]
    assert counts(str(tmp_path / "later")) == [(2, 2), (6, 6)]


def test_pages_of_this_crawl_come_before_loaded_ones(earlier: str, tmp_path: Path) -> None:
    crawl = write_pages(tmp_path / "crawl.jsonl", LARGE[0], range(20, 26))
    job(crawl, tmp_path / "alone", save_sites=str(tmp_path / "alone-sites"))
    job(crawl, tmp_path / "corpus", sites=SiteOptions(load=earlier), save_sites=str(tmp_path / "later"))
    with Store(path_in(str(tmp_path / "later")), DOMAIN) as store:
        (large,) = [entry for entry in store.entries() if entry.count == 10]
    with Store(path_in(str(tmp_path / "alone-sites")), DOMAIN) as store:
        (alone,) = store.entries()
    with Store(path_in(earlier), DOMAIN) as store:
        (loaded,) = [entry for entry in store.entries() if entry.count == 4]
    assert list(large.pages) == [*alone.pages, *list(loaded.pages)[: LEARNT - 6]]


def test_sites_of_the_same_crawl_are_saved_with_the_same_bytes(tmp_path: Path) -> None:
    crawl = write_crawl(tmp_path / "crawl.jsonl", 12)
    for name, workers, shard in (("one", 1, 1 << 20), ("two", 2, 6000)):
        job(crawl, tmp_path / name, workers=workers, shard_size=shard, save_sites=str(tmp_path / f"{name}-sites"))
    assert tree(tmp_path / "one-sites") == tree(tmp_path / "two-sites")


def test_a_finished_job_can_still_save_its_sites(tmp_path: Path) -> None:
    crawl = write_crawl(tmp_path / "crawl.jsonl", 12)
    job(crawl, tmp_path / "corpus")
    before = tree(tmp_path / "corpus")
    outcome = job(crawl, tmp_path / "corpus", save_sites=str(tmp_path / "sites"), interrupted=lambda: True)
    assert not outcome.is_complete
    assert job(crawl, tmp_path / "corpus", save_sites=str(tmp_path / "sites")).is_complete
    assert tree(tmp_path / "corpus") == before
    assert counts(str(tmp_path / "sites")) == [(2, 2), *[(12, LEARNT)] * 3]


def test_a_job_that_loaded_other_sites_is_refused(earlier: str, tmp_path: Path) -> None:
    crawl = write_pages(tmp_path / "crawl.jsonl", LARGE[0], range(5))
    job(crawl, tmp_path / "corpus", sites=SiteOptions(load=earlier))
    with pytest.raises(FolderError, match=r"sites \(loaded '\w+', now None\)"):
        job(crawl, tmp_path / "corpus")


def test_folders_that_are_not_ours_are_refused(earlier: str, tmp_path: Path) -> None:
    crawl = write_pages(tmp_path / "crawl.jsonl", LARGE[0], range(5))
    (tmp_path / "mine").mkdir()
    with pytest.raises(FolderError, match="mine has no sites: give a folder that --sites-save has written"):
        job(crawl, tmp_path / "corpus", sites=SiteOptions(load=str(tmp_path / "mine")))
    (tmp_path / "mine" / "letter.txt").write_text("Dear")
    with pytest.raises(FolderError, match="mine has other files than saved sites: choose a new folder"):
        job(crawl, tmp_path / "corpus", save_sites=str(tmp_path / "mine"))
    with pytest.raises(FolderError, match=r"letter.txt is not a directory"):
        job(crawl, tmp_path / "corpus", save_sites=str(tmp_path / "mine" / "letter.txt"))
    (tmp_path / "mine" / "letter.txt").rename(tmp_path / "mine" / "sites")
    with pytest.raises(SitesError, match="has no sites, or those of another version of ncleaner"):
        job(crawl, tmp_path / "corpus", save_sites=str(tmp_path / "mine"))
    with pytest.raises(UsageError, match="choose another folder"):
        job(crawl, tmp_path / "corpus", sites=SiteOptions(load=earlier), save_sites=f"{earlier}/.")
    assert not (tmp_path / "corpus").exists()


def test_damaged_sites_are_refused_before_any_page_is_cleaned(earlier: str, tmp_path: Path) -> None:
    crawl = write_pages(tmp_path / "crawl.jsonl", LARGE[0], range(5))
    content = bytearray(Path(path_in(earlier)).read_bytes())
    content[100] ^= 1
    Path(path_in(earlier)).write_bytes(content)
    with pytest.raises(SitesError, match="is damaged: its bytes have changed"):
        job(crawl, tmp_path / "corpus", sites=SiteOptions(load=earlier))
    assert not (tmp_path / "corpus" / "pages").exists()


def test_the_command_learns_saves_and_loads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    crawl = write_crawl(tmp_path / "crawl.jsonl", 5)
    command = ["corpus", str(crawl), "--sites", "--to", "jsonl", "--workers", "1"]
    assert main([*command, "-o", str(tmp_path / "one"), "--sites-save", str(tmp_path / "sites")]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert "sites           4  of 4.2 pages on average: 1 of 2, 3 of 3-5\n" in out
    assert "with a site    15  of 3 sites with enough pages; " in out
    command += ["--site-pages", "6", "--sites-load", str(tmp_path / "sites"), "-q"]
    assert main([*command, "-o", str(tmp_path / "two")]) == 0
    summary = json.loads((tmp_path / "two" / "summary.json").read_text())
    assert summary["sites"] == {"sites": 4, "used": 0, "pages": 34, "pages_per_site": {"3-5": 1, "6-10": 3}}


def test_a_missing_package_is_told_before_a_folder_is_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    crawl = write_pages(tmp_path / "crawl.jsonl", SMALL, range(1))
    monkeypatch.setitem(sys.modules, "publicsuffixlist", None)
    assert main(["corpus", str(crawl), "-o", str(tmp_path / "corpus"), "--sites"]) == 2
    assert "needs the package publicsuffixlist, which is not installed: pip install" in capsys.readouterr().err
    assert not (tmp_path / "corpus").exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--site-pages", "3"], "--site-pages needs --sites, which learns the sites of the crawl"),
        (["--site-key", "domain"], "--site-key needs --sites"),
        (["--sites-save", "sites"], "--sites-save needs --sites"),
        (["--sites-load", "sites"], "--sites-load needs --sites"),
        (["--sites", "--engine", "dump"], "the engine 'dump' cannot use what is known of a site"),
        (["--sites", "--site-key", "host"], "--site-key: there is no value 'host'; there are: domain, path-prefix"),
        (["--sites", "--sites-load", "nowhere"], "nowhere has no sites"),
    ],
)
def test_misuse_is_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], message: str
) -> None:
    crawl = write_pages(tmp_path / "crawl.jsonl", SMALL, range(1))
    try:
        status = main(["corpus", str(crawl), "-o", str(tmp_path / "corpus"), *options])
    except SystemExit as end:
        status = int(end.code or 0)
    assert status == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "corpus").exists()


def test_an_interrupted_command_tells_how_many_sites_are_learnt(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):  # a shard each
        write_crawl(tmp_path / f"crawl{number}.jsonl", 4)
    command = ["corpus", str(tmp_path / "*.jsonl"), "--sites", "--workers", "1", "-o", str(tmp_path / "corpus")]

    def has_two_lines() -> bool:
        return finished(tmp_path / "corpus") >= 2

    with monkeypatch.context() as patch:
        patch.setattr("ncleaner.cli.commands.corpus.interrupts", lambda tell: nullcontext(has_two_lines))
        assert main(command) == INTERRUPTED
    err = capsys.readouterr().err
    assert "0 of 3 shards are finished, and the sites of 2 are learnt; run the same command again to resume" in err
    assert main([*command, "-q"]) == 0
