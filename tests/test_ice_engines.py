"""The ICE engines without training: reading, labels and reasons."""

from __future__ import annotations

import builtins
import sys
from typing import Any

import pytest
from conftest import ROOT
from hostile import GENERATORS
from timing import seconds

from ncleaner import Cleaner, Document, EngineUnavailable, NCleanerError, clean
from ncleaner.engines.ice import lexicon
from ncleaner.engines.ice.lexicon import conjunctions, language_of, stop_words
from ncleaner.engines.ice.reading import elements
from ncleaner.engines.ice.word_statistics import WordStatistics, strip_punctuation
from ncleaner.read.html.reader import read

pytest.importorskip("babel")
pytest.importorskip("stopwordsiso")

ENGINES = ("ice-baseline", "ice-heuristics", "ice-heuristics-full", "ice-tree", "ice-tree-plus", "ice-lm", "ice-ga")
LONG = "The ferry came in late that evening, and nobody was left on the quay to see it land."
EXAMPLES = sorted(path for path in (ROOT / "examples").iterdir() if path.is_file())


def marked(document: Document) -> list[str]:
    """Return the lines of the CleanEval format."""
    return document.to("cleaneval").splitlines()


def reasons(document: Document) -> dict[str, str]:
    return {segment.text: segment.reason for segment in document.segments}


class TestReading:
    def test_a_single_br_joins_and_two_break(self) -> None:
        document = clean("<p>one<br>two<br><br>three</p><div>four<br>five</div>", engine="ice-baseline")
        assert marked(document) == ["<p>one two", "<p>three", "<p>four five"]

    def test_joined_lines_keep_their_spans_and_inline_tags(self) -> None:
        source = "<p>one <b>two<br>three</b> <a href=x>four</a></p>"
        blocks = elements(read(source.encode()))
        assert blocks.text(0) == "one two three four"
        (start, end) = blocks.spans()[0]
        assert source[start:end] == "one <b>two<br>three</b> <a href=x>four"
        block = blocks.items[0]
        assert (block.words, block.chars, block.bold_chars, block.links) == (4, 15, 8, 1)
        assert next((offset, mark) for offset, mark, _ in blocks.inline(0)) == (4, "+b")

    def test_lines_of_different_elements_stay_apart(self) -> None:
        assert marked(clean("<td>one<br><i>two</i></td><td>three", engine="ice-baseline"))[-1] == "<p>three"
        assert marked(clean("one<br><div>two</div>", engine="ice-baseline")) == ["<p>one", "<p>two"]

    def test_plain_text_is_read_as_it_is(self) -> None:
        document = clean("A title\n\n* one\n* two\n", engine="ice-baseline", kind="text")
        assert marked(document) == ["<p>A title", "<p>one", "<p>two"]


class TestBaseline:
    def test_everything_visible_is_a_paragraph(self) -> None:
        document = clean("<h1>Rain</h1><ul><li>a | b</ul><p hidden>Never<script>x()</script>", engine="ice-baseline")
        assert marked(document) == ["<p>Rain", "<p>a | b"]
        assert reasons(document)["Never"] == "hidden from readers"


class TestHeuristics:
    def test_a_short_line_before_a_long_one_is_its_heading(self) -> None:
        document = clean(f"<p>Home<p>The harbour<p>{LONG}<p>Top of page", engine="ice-heuristics")
        assert marked(document) == ["<h>The harbour", f"<p>{LONG}"]
        assert reasons(document) == {
            "Home": "no more than 10 words, and no paragraph follows",
            "The harbour": "no more than 10 words, and a paragraph follows",
            LONG: "more than 10 words, 3.7 characters each",
            "Top of page": "no more than 10 words, and no paragraph follows",
        }

    def test_a_heading_is_used_once(self) -> None:
        document = clean(f"<p>The harbour<p>{LONG}<p>{LONG}", engine="ice-heuristics")
        assert marked(document) == ["<h>The harbour", f"<p>{LONG}", f"<p>{LONG}"]

    @pytest.mark.parametrize(("lines", "is_heading"), [(2, True), (3, False)])
    def test_empty_lines_count_against_the_window(self, lines: int, is_heading: bool) -> None:
        document = clean(f"<p>The harbour{'<p>|' * lines}<p>{LONG}", engine="ice-heuristics")
        assert (marked(document)[0] == "<h>The harbour") is is_heading
        assert "no more than 3 characters" in reasons(document)["|"]

    def test_a_title_outside_the_window_is_not_used_for_a_later_paragraph(self) -> None:
        page = f"<p>The harbour<p>|<p>|<p>|<p>{LONG}<p>{LONG}"
        assert marked(clean(page, engine="ice-heuristics")) == [f"<p>{LONG}", f"<p>{LONG}"]
        assert marked(clean(page, engine="ice-heuristics", window=4))[0] == "<h>The harbour"

    def test_many_short_words_are_no_paragraph(self) -> None:
        letters = " ".join("abcdefghijklmno")
        assert marked(clean(f"<p>{letters}", engine="ice-heuristics")) == []
        assert "words of no more than 3 characters" in reasons(clean(f"<p>{letters}", engine="ice-heuristics"))[letters]
        assert marked(clean(f"<p>{letters}", engine="ice-heuristics", letters=0.5)) == [f"<p>{letters}"]

    def test_thresholds_are_options(self) -> None:
        assert marked(clean("<p>It rained all day", engine="ice-heuristics", words=3)) == ["<p>It rained all day"]
        page = f"<p>Rain<p>{LONG}"
        assert marked(clean(page, engine="ice-heuristics", characters=4)) == [f"<p>{LONG}"]

    @pytest.mark.parametrize("option", ["window", "words", "letters", "characters"])
    @pytest.mark.parametrize("value", [-1, float("nan"), "3", None])
    def test_invalid_options(self, option: str, value: Any) -> None:
        with pytest.raises(NCleanerError, match=option):
            Cleaner(engine="ice-heuristics", **{option: value})


class TestHeuristicsFull:
    def test_headings_paragraphs_and_list_items_are_recognised(self) -> None:
        page = f"<h2>The harbour</h2><p>{LONG} {LONG}<ul><li>Bread<li>Fish<li>Salt</ul><p><a href=x>Home</a>"
        document = clean(page, engine="ice-heuristics-full")
        assert marked(document) == ["<h>The harbour", f"<p>{LONG} {LONG}", "<l>Bread", "<l>Fish", "<l>Salt"]
        assert reasons(document)["Home"] == "most like a paragraph: 0.00, below the threshold 0.2"
        assert reasons(document)["The harbour"].startswith("most like a heading: 0.9")

    def test_elements_with_links_are_neither_headings_nor_list_items(self) -> None:
        linked = "<h2><a href=x>The harbour</a></h2><ul><li><a href=y>Bread</a></ul>"
        assert marked(clean(linked + f"<p>{LONG} {LONG}", engine="ice-heuristics-full")) == [f"<p>{LONG} {LONG}"]

    def test_the_threshold_is_an_option(self) -> None:
        assert len(marked(clean("<p><a href=x>Home</a>", engine="ice-heuristics-full", threshold=0))) == 1
        assert not marked(clean(f"<p>{LONG}", engine="ice-heuristics-full", threshold=1.0))
        with pytest.raises(NCleanerError, match="from 0 to 1"):
            Cleaner(engine="ice-heuristics-full", threshold=2)


class TestLexicon:
    def test_words_by_language(self) -> None:
        assert {"the", "and", "of"} <= stop_words("en")
        assert {"der", "und"} <= stop_words("de")
        assert conjunctions("en") == {"and", "or"}
        assert {"und", "oder"} <= conjunctions("de")

    @pytest.mark.parametrize("language", ["tlh", "xx", "zzzzzz"])
    def test_an_unknown_language_has_no_words(self, language: str) -> None:
        assert stop_words(language) == conjunctions(language) == frozenset()

    @pytest.mark.parametrize(
        ("tag", "language"), [("de-AT", "de"), ("en_GB", "en"), ("", "en"), ("¿?", "en"), ("x" * 99, "x" * 16)]
    )
    def test_the_declared_language_is_used(self, tag: str, language: str) -> None:
        blocks = read(f'<html lang="{tag}"><p>Text'.encode())
        assert language_of(blocks, 0) == language

    @pytest.mark.parametrize("engine", ["ice-heuristics-full", "ice-tree"])
    def test_a_package_that_is_missing_is_named(self, engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
        real = builtins.__import__

        def without(name: str, *args: Any, **more: Any) -> Any:
            if name.partition(".")[0] in ("babel", "stopwordsiso"):
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)
            return real(name, *args, **more)

        monkeypatch.setattr(lexicon, "_CACHE", {})
        monkeypatch.setattr(builtins, "__import__", without)
        with pytest.raises(EngineUnavailable, match=r"needs the package (babel|stopwordsiso).*ncleaner\[ice\]"):
            Cleaner(engine=engine)


class TestWordStatistics:
    def test_ratios(self) -> None:
        words = WordStatistics("The BBC, again: (yes).")
        assert words.words == ["the", "bbc", "again", "yes"]
        assert (words.cap_ratio, words.punct_ratio, words.ratio({"the"})) == (1.0, 5 / 4, 0.25)
        assert words.ends_sentence

    @pytest.mark.parametrize(("word", "expected"), [("(yes).", "yes"), ("don't", "don't"), ("—", ""), ("x", "x")])
    def test_words_without_punctuation(self, word: str, expected: str) -> None:
        assert strip_punctuation(word) == expected

    def test_an_empty_text_has_no_words(self) -> None:
        assert (WordStatistics("").count, WordStatistics("").cap_ratio, WordStatistics("").ratio({"a"})) == (
            0,
            0.0,
            0.0,
        )


@pytest.mark.parametrize("engine", ENGINES)
class TestAllEngines:
    @pytest.mark.parametrize(
        "page",
        [
            b"",
            b" \n ",
            b"<html><body></body></html>",
            b"word " * 2000,  # one long line, and no markup
            b"x" * 20000,
            f"<div>{LONG}</div>".encode() * 3,  # no heading, no title
            b"<title>T</title><h1>T</h1>",
            b"<p>\xff\xfe</p>",
            b"<h1></h1><p>|<p>.<p>-",
        ],
    )
    def test_odd_pages_are_cleaned(self, engine: str, page: bytes) -> None:
        document = clean(page, engine=engine)
        assert len(document.segments) == len(document.blocks)
        assert all(segment.reason for segment in document.segments)
        document.to("cleaneval")

    @pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
    def test_our_examples(self, engine: str, path: Any) -> None:
        kind = "text" if path.suffix == ".txt" else "html"
        document = clean(path.read_bytes(), engine=engine, kind=kind)
        assert len(document.kinds) == len(document.blocks)
        assert document.engine == engine
        for format in ("json", "markdown", "tei", "html"):
            document.to(format)

    def test_hostile_pages(self, engine: str) -> None:
        cleaner = Cleaner(engine=engine)
        for generate in GENERATORS.values():
            cleaner.clean(generate(3000)).to("cleaneval")

    @pytest.mark.once
    def test_time_is_linear(self, engine: str) -> None:
        cleaner = Cleaner(engine=engine)

        def taken(count: int) -> float:
            part = b"<h2>Part %d</h2><p>Words of part %d, and some more.</p>"
            page = b"".join(part % (number, number) for number in range(count))
            assert len(cleaner.clean(page).blocks) == 2 * count
            return seconds(lambda: cleaner.clean(page))

        short = min(taken(200) for _ in range(3))
        assert taken(3200) < 16 * 4 * short + 0.25


def test_the_simple_engines_work_without_the_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("babel", "stopwordsiso", "deap", "regex"):
        monkeypatch.setitem(sys.modules, name, None)
    assert clean(f"<p>{LONG}", engine="ice-baseline").decisions.kept
    assert clean(f"<p>{LONG}", engine="ice-heuristics").decisions.kept
