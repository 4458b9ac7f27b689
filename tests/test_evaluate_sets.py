"""Sets: folder layouts, file names, tables, sites, and error messages."""

from __future__ import annotations

import gzip
import json
import os
import pickle
import shutil
from pathlib import Path

import pytest
from conftest import ROOT

from ncleaner.errors import NCleanerError, SetError
from ncleaner.gold.sets import Pair, Set, read_set
from ncleaner.gold.snippets import Snippets
from ncleaner.train.examples import example_of, examples_of, read_training_page

pytestmark = pytest.mark.once

PAGE, GOLD = b"<p>It rained.", "It rained."


def write(folder: Path, *names: str, text: str | bytes = GOLD) -> Path:
    """Write a folder with files of these names."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder


def plain(root: Path, *ids: str) -> Path:
    """Write a set in our own layout."""
    write(root / "html", *(f"{id}.html" for id in ids), text=PAGE)
    write(root / "gold", *(f"{id}.txt" for id in ids))
    return root


def ids(found: Set) -> list[str]:
    return [pair.id for pair in found.pages]


class TestLayouts:
    def test_a_folder_with_pages_and_gold_texts(self, tmp_path: Path) -> None:
        found = read_set(plain(tmp_path / "rain", "a", "b"))
        assert found.name == "rain"
        assert ids(found) == ["a", "b"]
        assert found.unpaired == []
        pair = found.pages[0]
        assert (pair.page(), pair.gold(), pair.type, pair.url, pair.kind) == (PAGE, GOLD, "", None, "html")

    def test_pages_may_lie_beside_the_folder_of_gold_texts(self, tmp_path: Path) -> None:
        write(tmp_path, "a.html", "b.txt", text=PAGE)
        write(tmp_path / "gold", "a.txt", "b.txt")
        found = read_set(tmp_path)
        assert [(pair.id, pair.kind) for pair in found.pages] == [("a", "html"), ("b", "text")]

    def test_a_stray_text_beside_the_two_folders_is_no_page(self, tmp_path: Path) -> None:
        write(plain(tmp_path, "a"), "README.txt")
        assert ids(read_set(tmp_path)) == ["a"]

    def test_the_examples_are_a_set(self) -> None:
        if not (ROOT / "examples").is_dir():
            pytest.skip("the examples are not beside the tests")
        found = read_set(ROOT / "examples")
        assert len(found.pages) == 9
        assert found.unpaired == []

    def test_two_folders(self, tmp_path: Path) -> None:
        pages = write(tmp_path / "rain" / "crawl", "a.htm", text=PAGE)
        gold = write(tmp_path / "elsewhere" / "by-hand", "a.txt")
        found = read_set(pages=pages, gold=str(gold))
        assert found.name == "rain, by-hand"
        assert found.pages[0].page() == PAGE
        assert found.pages[0].gold() == GOLD

    @pytest.mark.parametrize(
        ("pages", "gold", "ending"),
        [
            ("finalrun-input", "GoldStandard", ".txt"),
            ("input", "GoldStandard", ".txt"),
            ("en_original", "en_cleaned", "-cleaned.txt"),
            ("original", "gold", ".txt"),
            ("orig", "clean", ".txt"),
        ],
    )
    def test_the_layouts_of_cleaneval(self, tmp_path: Path, pages: str, gold: str, ending: str) -> None:
        write(tmp_path / pages, "1.html", "2.html", "10.html", text=PAGE)
        write(tmp_path / gold, *(f"{id}{ending}" for id in (1, 2, 10)))
        found = read_set(tmp_path)
        assert ids(found) == ["1", "2", "10"]
        assert found.pages[2].gold() == GOLD
        assert found.name == tmp_path.name

    def test_another_folder_of_gold_texts(self, tmp_path: Path) -> None:
        write(plain(tmp_path / "rain", "a") / "gold-with-comments", "a.txt", text="It rained. Oh no!")
        by_name = read_set(tmp_path / "rain", gold="gold-with-comments")
        assert by_name.name == "rain, gold-with-comments"
        assert by_name.pages[0].gold() == "It rained. Oh no!"
        by_path = read_set(tmp_path / "rain", gold=tmp_path / "rain" / "gold-with-comments")
        assert by_path == by_name
        assert read_set(tmp_path / "rain").pages[0].gold() == GOLD

    def test_another_folder_of_pages(self, tmp_path: Path) -> None:
        write(plain(tmp_path, "a") / "dumps", "a.txt", text=b"It rained on us.")
        pair = read_set(tmp_path, pages="dumps").pages[0]
        assert pair.page() == b"It rained on us."
        assert pair.kind == "text"

    def test_the_current_folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(plain(tmp_path / "rain", "a"))
        assert read_set(".").name == "rain"
        assert read_set(pages="html", gold="gold").pages[0].gold() == GOLD
        assert read_set(pages="html", gold="gold").name == "rain"


class TestFiles:
    def test_gzip_is_told_by_the_content(self, tmp_path: Path) -> None:
        write(tmp_path / "html", "a.html.gz", "b.html", text=gzip.compress(PAGE))
        write(tmp_path / "html", "c.html.gz", text=PAGE)
        write(tmp_path / "gold", "a.txt", "b.txt.gz", text=gzip.compress(GOLD.encode()))
        write(tmp_path / "gold", "c.txt.GZ")
        found = read_set(tmp_path)
        assert ids(found) == ["a", "b", "c"]
        assert {pair.page() for pair in found.pages} == {PAGE}
        assert {pair.gold() for pair in found.pages} == {GOLD}

    def test_pages_and_gold_texts_are_matched_without_endings(self, tmp_path: Path) -> None:
        write(tmp_path / "html", "a.html", "b.HTM", "c.xhtml.gz", "www.d.org.html", "İ.html", "e-1.html", text=PAGE)
        write(tmp_path / "gold", "a.html.txt", "b.txt", "c-cleaned.txt", "www.d.org.TXT", "İ.txt", "e-1.txt")
        found = read_set(tmp_path)
        assert ids(found) == ["a", "b", "c", "e-1", "www.d.org", "İ"]
        assert found.unpaired == []

    def test_pages_of_text_are_known_by_their_ending(self, tmp_path: Path) -> None:
        write(tmp_path / "html", "a.txt.gz", "b.html", text=PAGE)
        write(tmp_path / "gold", "a.txt", "b.txt")
        assert [pair.kind for pair in read_set(tmp_path).pages] == ["text", "html"]

    def test_missing_partners_are_named(self, tmp_path: Path) -> None:
        write(tmp_path / "html", "1.html", "10.html.gz", "2.html", text=PAGE)
        write(tmp_path / "gold", "1.txt", "9.txt", "11.txt")
        found = read_set(tmp_path)
        assert ids(found) == ["1"]
        assert found.unpaired == ["html/2.html", "html/10.html.gz", "gold/9.txt", "gold/11.txt"]

    def test_other_files_are_not_pages(self, tmp_path: Path) -> None:
        plain(tmp_path, "a")
        write(tmp_path / "html", ".DS_Store", ".hidden.html", "logo.png", "index")
        write(tmp_path / "html" / "a_files.html", "ad.html")
        found = read_set(tmp_path)
        assert ids(found) == ["a"]
        assert found.unpaired == []

    def test_ids_are_in_natural_order(self, tmp_path: Path) -> None:
        names = ["10", "2", "1", "b10", "b9", "a", "01", "b9c"]
        assert ids(read_set(plain(tmp_path, *names))) == ["01", "1", "2", "10", "a", "b9", "b9c", "b10"]

    @pytest.mark.parametrize(
        ("data", "text"),
        [
            ("naïve ☂".encode(), "naïve ☂"),
            (b"\xef\xbb\xbf" + "naïve".encode(), "naïve"),
            ("naïve ☂".encode("utf-16"), "naïve ☂"),
            (b"na\xefve \x93rain\x94 \x81", "naïve “rain” \N{REPLACEMENT CHARACTER}"),
            (b"\xef\xbb\xbfna\xefve", "na\N{REPLACEMENT CHARACTER}ve"),
            (b"", ""),
        ],
    )
    def test_gold_texts_in_any_encoding(self, tmp_path: Path, data: bytes, text: str) -> None:
        write(plain(tmp_path, "a") / "gold", "a.txt", text=data)
        assert read_set(tmp_path).pages[0].gold() == text

    def test_pairs_travel_between_processes(self, tmp_path: Path) -> None:
        found = read_set(plain(tmp_path, "a"))
        assert pickle.loads(pickle.dumps(found)) == found


class TestTables:
    def test_types_languages_and_addresses(self, tmp_path: Path) -> None:
        plain(tmp_path, "1", "2", "3")
        (tmp_path / "page_types.tsv").write_bytes(b"\xef\xbb\xbf1\tforum\r\n2.html\t news \r\n\r\n77\tshop\r\n")
        (tmp_path / "urls.tsv").write_text("3\thttps://example.org/a\tb\n")
        (tmp_path / "languages.tsv").write_text("2\tel\n")
        found = read_set(tmp_path)
        assert [pair.type for pair in found.pages] == ["forum", "news", ""]
        assert [pair.url for pair in found.pages] == [None, None, "https://example.org/a\tb"]
        assert [pair.language for pair in found.pages] == ["", "el", ""]

    def test_they_lie_beside_the_pages_of_two_folders(self, tmp_path: Path) -> None:
        plain(tmp_path, "1")
        (tmp_path / "page_types.tsv").write_text("1\tforum\n")
        assert read_set(pages=tmp_path / "html", gold=tmp_path / "gold").pages[0].type == "forum"

    def test_a_line_without_a_tab(self, tmp_path: Path) -> None:
        plain(tmp_path, "1")
        (tmp_path / "page_types.tsv").write_text("1\tforum\n2 news\n")
        with pytest.raises(SetError, match=r"line 2 of .*page_types\.tsv has no tab"):
            read_set(tmp_path)


class TestScopes:
    def test_a_set_states_its_scope(self, tmp_path: Path) -> None:
        plain(tmp_path, "1")
        assert read_set(tmp_path).pages[0].scope == "page"
        (tmp_path / "scope.txt").write_text("article\n")
        assert read_set(tmp_path).pages[0].scope == "article"
        assert example_of(read_set(tmp_path).pages[0], "1").scope == "article"

    @pytest.mark.parametrize(
        ("name", "scope"), [("fundus-a", "article"), ("l3s-gn1", "article"), ("wcxb-dev", "page"), ("mine", "page")]
    )
    def test_the_scopes_of_published_sets_are_known(self, tmp_path: Path, name: str, scope: str) -> None:
        folder = tmp_path / name
        plain(folder, "1")
        assert read_set(folder).pages[0].scope == scope

    @pytest.mark.parametrize("text", ["", "pages", "article page"])
    def test_another_word(self, tmp_path: Path, text: str) -> None:
        plain(tmp_path, "1")
        (tmp_path / "scope.txt").write_text(text)
        with pytest.raises(SetError, match=r"scope\.txt should have one word, page or article"):
            read_set(tmp_path)


class TestSnippets:
    def write(self, tmp_path: Path, snippets: object) -> Path:
        plain(tmp_path, "1", "2")
        shutil.rmtree(tmp_path / "gold")
        (tmp_path / "snippets.json").write_text(json.dumps(snippets))
        return tmp_path

    def test_they_replace_the_gold_texts(self, tmp_path: Path) -> None:
        folder = self.write(
            tmp_path, {"1.html": {"with": ["a", "b"], "without": []}, "9": {"with": [], "without": ["c"]}}
        )
        found = read_set(folder)
        (page,) = found.pages
        assert (page.id, page.snippets, found.has_snippets) == ("1", Snippets(("a", "b"), ()), True)
        assert found.name == tmp_path.name
        assert found.unpaired == ["html/2.html", "snippets.json: 9"]
        with pytest.raises(SetError, match=r"snippets\.json has snippets, but no gold text of 1"):
            page.gold()

    def test_gold_texts_come_first(self, tmp_path: Path) -> None:
        plain(tmp_path, "1")
        (tmp_path / "snippets.json").write_text("{}")
        assert not read_set(tmp_path).has_snippets
        assert not read_set(tmp_path).pages[0].snippets

    @pytest.mark.parametrize(
        ("snippets", "message"),
        [
            ({"x.html": {"with": ["a"], "without": []}}, "no page in .*html has snippets in .*snippets"),
            ([], "should be an object with the names of pages"),
            ({"1": {"with": ["a"]}}, "1 has no list of texts called 'without'"),
            ({"1": {"with": [" "], "without": []}}, "1 has no list of texts called 'with'"),
            ({"1": {"with": [], "without": []}, "1.html": {"with": [], "without": []}}, "has snippets of 1 twice"),
        ],
    )
    def test_damaged_files(self, tmp_path: Path, snippets: object, message: str) -> None:
        with pytest.raises(SetError, match=message):
            read_set(self.write(tmp_path, snippets))

    def test_a_file_that_is_not_json(self, tmp_path: Path) -> None:
        (self.write(tmp_path, {}) / "snippets.json").write_text("{")
        with pytest.raises(SetError, match=r"snippets\.json is not JSON"):
            read_set(tmp_path)


class TestSites:
    @pytest.mark.parametrize(
        ("url", "site"),
        [
            ("http://example.org/a/b?c=http://other.example/", "example.org"),
            ("https://www.Example.ORG:8080/", "example.org"),
            ("https://user:word@deep.down.example.org./x", "example.org"),
            ("http://www.walks.co.uk/", "walks.co.uk"),
            ("http://shop.walks.com.au/", "walks.com.au"),
            ("http://co.uk/", "co.uk"),
            ("http://news.walks.de/", "walks.de"),
            ("//example.org/without-a-scheme", "example.org"),
            ("http://localhost/", "localhost"),
            ("http://[::1]:80/", "::1"),
        ],
    )
    def test_the_site_of_a_page_is_the_domain_of_its_address(self, url: str, site: str) -> None:
        assert Pair("12", "12.html", "12.txt", url=url).site == site

    @pytest.mark.parametrize(
        "url", [None, "", "example.org/no-scheme", "mailto:a@example.org", "http://[::1", "http:///x"]
    )
    def test_without_an_address_a_page_is_a_site_of_its_own(self, url: str | None) -> None:
        assert Pair("12", "12.html", "12.txt", url=url).site == "12"

    def test_pages_to_learn_from_bring_their_sites(self, tmp_path: Path) -> None:
        plain(tmp_path, "1", "2")
        (tmp_path / "urls.tsv").write_text("2\thttp://www.example.org/2\n")
        assert [example.site for example in examples_of([(read_set(tmp_path), 1)])] == ["", "example.org"]
        pages = [read_training_page(example) for example in examples_of([(read_set(tmp_path), 1)])]
        assert [page.site for page in pages] == [f"{tmp_path.name}/1", "example.org"]


class TestLimit:
    def test_a_limit_takes_the_smallest_digests_and_keeps_the_order(self, tmp_path: Path) -> None:
        found = read_set(plain(tmp_path, *map(str, range(1, 11))))
        assert ids(found.limited(4)) == ["4", "8", "9", "10"]
        assert ids(found.limited(99)) == ids(found)
        assert found.limited(4).name == found.name

    def test_a_limit_of_nothing(self, tmp_path: Path) -> None:
        with pytest.raises(SetError, match="0 pages"):
            read_set(plain(tmp_path, "1")).limited(0)


class TestComplaints:
    def complaint(self, *path: Path | str, **folders: Path | str) -> str:
        with pytest.raises(SetError) as caught:
            read_set(*path, **folders)
        assert isinstance(caught.value, NCleanerError)
        return str(caught.value)

    def test_no_such_folder(self, tmp_path: Path) -> None:
        nowhere = tmp_path / "nowhere"
        assert self.complaint(nowhere) == f"there is no folder {nowhere}"
        here = write(tmp_path / "here", "a.txt")
        assert self.complaint(pages=nowhere, gold=here) == f"there is no folder {nowhere}"
        assert self.complaint(pages=here, gold=nowhere) == f"there is no folder {nowhere}"

    def test_a_file_is_no_set(self, tmp_path: Path) -> None:
        file = write(tmp_path, "page.html") / "page.html"
        assert self.complaint(file) == f"{file} is a file, not a folder: name the folder that it is in"

    def test_half_a_set(self, tmp_path: Path) -> None:
        assert self.complaint(tmp_path).startswith(
            f"no folder of pages in {tmp_path}: looked for html, finalrun-input,"
        )
        write(tmp_path / "html", "a.html")
        assert self.complaint(tmp_path).startswith(f"no folder of gold texts in {tmp_path}: looked for gold, GoldSt")
        assert "folder of pages and a folder of gold texts" in self.complaint(pages=tmp_path / "html")
        assert "folder of pages and a folder of gold texts" in self.complaint()

    def test_gold_texts_that_are_nowhere(self, tmp_path: Path) -> None:
        plain(tmp_path, "a")
        assert self.complaint(tmp_path, gold="silver") == (
            f"folder silver not found (looked in {tmp_path} and the current directory)"
        )

    def test_empty_folders(self, tmp_path: Path) -> None:
        pages, gold = write(tmp_path / "html"), write(tmp_path / "gold", "a.pdf")
        assert self.complaint(tmp_path).startswith(f"no pages in {pages}: looked for *.html, *.htm, *.xhtml, *.txt,")
        write(pages, "a.html")
        assert self.complaint(tmp_path) == f"no gold texts in {gold}: looked for *.txt, with or without .gz"

    def test_no_common_names(self, tmp_path: Path) -> None:
        pages = write(tmp_path / "html", *(f"{number}.html" for number in range(1, 12)))
        gold = write(tmp_path / "gold", "a.txt", "b.txt")
        assert self.complaint(tmp_path) == (
            f"no page has a gold text of the same name: {pages} has 1.html, 2.html, 3.html, …, {gold} has a.txt, b.txt"
        )

    def test_two_files_with_the_same_id(self, tmp_path: Path) -> None:
        plain(tmp_path, "a")
        write(tmp_path / "html", "a.html.gz")
        assert (
            self.complaint(tmp_path)
            == f"two files in {tmp_path / 'html'} have the id a: a.html and a.html.gz; rename or remove one of them"
        )

    def test_a_damaged_page(self, tmp_path: Path) -> None:
        write(plain(tmp_path, "a") / "html", "a.html", text=gzip.compress(PAGE * 100)[:-10])
        with pytest.raises(SetError, match=r"a\.html cannot be read: the gzip file is cut off"):
            read_set(tmp_path).pages[0].page()

    def test_a_page_that_vanishes(self, tmp_path: Path) -> None:
        found = read_set(plain(tmp_path, "a"))
        (tmp_path / "html" / "a.html").unlink()
        with pytest.raises(SetError, match=r"a\.html cannot be read: No such file"):
            found.pages[0].page()

    @pytest.mark.skipif(os.name == "nt", reason="links need privileges on Windows")
    def test_a_link_to_nowhere_is_not_dropped(self, tmp_path: Path) -> None:
        (plain(tmp_path, "a") / "html" / "b.html").symlink_to(tmp_path / "nowhere")
        assert read_set(tmp_path).unpaired == ["html/b.html"]

    @pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
    def test_no_permission(self, tmp_path: Path) -> None:
        (plain(tmp_path, "a") / "html").chmod(0)
        try:
            assert "cannot be read: Permission denied" in self.complaint(tmp_path)
        finally:
            (tmp_path / "html").chmod(0o755)


@pytest.mark.parametrize(
    ("name", "pages", "gold"),
    [
        ("cleaneval-dev", 58, None),
        ("cleaneval-final-a", 374, None),
        ("dragnet", 1381, "gold-with-comments"),
        ("l3s-gn1", 621, None),
        ("wcxb-dev", 1310, None),
    ],
)
def test_the_sets_that_we_have(data_dir: Path, name: str, pages: int, gold: str | None) -> None:
    if not (data_dir / name).is_dir():
        pytest.skip(f"no {name} in {data_dir}")
    found = read_set(data_dir / name, gold=gold)
    assert len(found.pages) == pages
    assert found.unpaired == []
    assert all(pair.type for pair in found.pages) == (name == "wcxb-dev")
    assert found.pages[0].page()
