"""The engine ``forest``: decisions, options, confidence, page types and invalid models."""

from __future__ import annotations

import json
import pickle
import random
import re
import sys
from array import array
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import isfinite
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from forest_examples import (
    ARTICLE,
    DISCUSSED,
    FOREIGN,
    FORUM,
    GREEK,
    MENU,
    OPINION,
    PROSE,
    arrays,
    discussing,
    header,
    model,
    twice,
)
from hostile import GENERATORS
from ngram_examples import CLEAN
from ngram_examples import model as ngram_model

from ncleaner import Cleaner, clean, models
from ncleaner.cli import main
from ncleaner.engines.forest import engine
from ncleaner.engines.forest.columns import COLUMNS, DIGEST
from ncleaner.engines.forest.engine import (
    A_COMMENT,
    LEXICAL_WORTH,
    POLICIES,
    RESCUED,
    THE_TITLE,
    UNIVERSAL_WORTH,
    Forest,
    TreeGrounds,
)
from ncleaner.engines.forest.language import is_in
from ncleaner.engines.ngram.engine import Ngram
from ncleaner.errors import ModelError, NCleanerError, UnknownNameError
from ncleaner.models.format import build as build_model
from ncleaner.models.format import pack, unpack, write
from ncleaner.page.document import Document
from ncleaner.read.html.reader import read
from ncleaner.sites.site import Site

EXAMPLES = sorted(path for path in (ROOT / "examples").iterdir() if path.is_file())
NEEDED = [name for name in arrays() if name != "ngram.telling"]  # only for descriptions
BIASES = (-50.0, -4.0, -1.0, -0.25, 0.0, 0.25, 1.0, 4.0, 50.0)
FORUM_PAGE = ROOT / "examples" / "forum.html"

Decided = tuple[bytes, list[float]]


def cleaned(page: str | bytes, *, kind: str = "html", **options: Any) -> Document:
    """Clean a page with the hand-written model."""
    return Cleaner(engine=Forest(model(), **options)).clean(page, kind=kind)


def kept(document: Document) -> list[str]:
    return [segment.text for segment in document.segments if segment.keep]


def decided(document: Document) -> Decided:
    return bytes(document.decisions.keep), list(document.decisions.scores)


def example(path: Path, cleaner: Cleaner) -> Document:
    return cleaner.clean(path.read_bytes(), kind="text" if path.suffix == ".txt" else "html")


@pytest.fixture(scope="module")
def shipped() -> Cleaner:
    return Cleaner(engine="forest")


class TestDecisions:
    def test_blocks_with_a_positive_score_are_kept(self) -> None:
        segments = cleaned(f"{MENU}<p>{PROSE}</p><p>Log in</p>").segments
        assert [segment.text for segment in segments if segment.keep] == [PROSE]
        assert [segment.score for segment in segments] == [-8.75, 3.0, -1.0]

    def test_the_second_look_sees_the_scores_of_the_first(self) -> None:
        again = (("score", 0, 127, -1.0, -9.0), ("score", -1, 127, -2.0, 3.0), ("page best score", 0, 127, -10.0, 0.0))
        page = f"{MENU}<p>{PROSE}</p><p>Log in</p><p>Log in</p>"
        first = cleaned(page)
        second = Cleaner(engine=Forest(twice(again))).clean(page.encode())
        assert [segment.score for segment in first.segments] == [-8.75, 3.0, -1.0, -1.0]
        assert [segment.score for segment in second.segments] == [-3.0, -11.0, 2.0, -3.0]
        assert [segment.keep for segment in second.segments] == [False, False, True, False]
        reasons = [segment.reason for segment in second.segments]
        assert "the block above looks like content by itself" in reasons[2]
        assert "inside the navigation" in reasons[0]

    @pytest.mark.parametrize("columns", [DIGEST ^ 1, None, str(DIGEST), [DIGEST]])
    def test_a_model_with_other_features_is_refused(self, columns: object) -> None:
        other = build_model({**header(), "columns": columns}, arrays(), "mine")
        with pytest.raises(ModelError, match="mine was trained by another version of ncleaner"):
            Forest(other)

    def test_features_of_neighbours_count(self) -> None:
        before = cleaned(f"<p>{PROSE}</p><p><a href=1>next</a></p>").segments[0]
        assert before.score == 2.5

    def test_certain_boilerplate_is_dropped_with_any_score(self) -> None:
        page = f"<p hidden>{PROSE}</p><p>{PROSE}</p><p>News | Sport | Weather | All that is new</p>"
        document = cleaned(page, bias=-50)
        assert kept(document) == [PROSE]
        reasons = [segment.reason for segment in document.segments]
        assert (reasons[0], reasons[2]) == ("hidden from readers", "short fields separated by vertical bars")

    @pytest.mark.parametrize("page", [b"", b" ", b"<p>", b"<p hidden>x", b"<div class=comment>"])
    @pytest.mark.parametrize("comments", POLICIES)
    def test_pages_without_text(self, page: bytes, comments: str) -> None:
        document = cleaned(page, comments=comments)
        assert document.text.strip() == ""
        assert document.confidence is None

    def test_a_page_that_is_hidden_until_a_script_runs_is_scored(self) -> None:
        page = f"<div hidden><p>{PROSE}</p><p>{PROSE}</p><p>{PROSE}</p><p>Log in</p></div>"
        assert [segment.keep for segment in cleaned(page).segments] == [True, True, True, False]

    def test_every_segment_has_a_reason(self, shipped: Cleaner) -> None:
        for path in EXAMPLES:
            for segment in example(path, shipped).segments:
                assert segment.reason.strip(), path.name
                assert isfinite(segment.score)

    def test_reasons_name_features_of_the_trees(self) -> None:
        segments = {segment.text: segment.reason for segment in cleaned(f"{MENU}<p>{PROSE}</p>").segments}
        assert "inside the navigation" in segments["Home"]
        assert "about 50 words" in segments[PROSE]

    def test_reasons_of_later_blocks_name_no_features_on_pages_of_very_many(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        page = f"<p>{PROSE}</p>" * 3 + MENU
        full = [segment.reason for segment in cleaned(page).segments]
        monkeypatch.setattr(engine, "DESCRIBED", 2)
        monkeypatch.setattr(engine, "BYTES_PER_DESCRIBED", len(page))
        segments = cleaned(page).segments
        assert [segment.reason for segment in segments[:3]] == full[:3]
        for segment in segments[3:]:
            label = "content" if segment.keep else "boilerplate"
            assert re.fullmatch(f"{label} with a probability of [5-9][0-9] %|{label} .* 100 %", segment.reason)

    def test_the_best_block_of_a_short_page_is_kept(self) -> None:
        assert kept(cleaned("<p>Log in</p>")) == ["Log in"]
        assert cleaned("<p>Log in</p>").segments[0].reason.startswith(RESCUED)
        assert kept(cleaned(f"<nav>{'<a href=x>Log in</a><br>' * 9}</nav><p>It rained.")) == ["It rained."]
        assert kept(cleaned("short", kind="text")) == ["short"]

    def test_a_page_of_links_only_is_dropped(self) -> None:
        entries = "<a href=x>Log in</a><br>"
        assert kept(cleaned(f"<nav>{entries * 60}</nav>")) == []
        assert kept(cleaned(f"<nav>{entries * 40}</nav>")) != [], "too short for a page of links only"

    def test_the_title_is_kept_if_any_text_is(self) -> None:
        page = f"<title>Boats in the rain - News</title><nav><h2>News</h2></nav><h1>Boats in the rain</h1><p>{PROSE}"
        titles = {segment.text: segment for segment in cleaned(page).segments if segment.kind == "h"}
        assert (titles["Boats in the rain"].keep, titles["Boats in the rain"].reason) == (True, THE_TITLE)
        assert not titles["News"].keep

    def test_the_title_is_not_the_name_of_the_site(self) -> None:
        site = '<header><h2><a href="/">A Boat in the Drawer</a></h2></header>'
        title = "<title>Boats in Rain (40 Pictures!) - A Boat in the Drawer</title>"
        page = f"{title}{site}<h1>Boats in Rain</h1><p>{PROSE}"
        titles = {segment.text: segment for segment in cleaned(page).segments if segment.kind == "h"}
        assert titles["Boats in Rain"].reason == THE_TITLE
        assert not titles["A Boat in the Drawer"].keep
        assert kept(cleaned(page, bias=50)) == []


class TestBias:
    @pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
    @pytest.mark.parametrize("comments", POLICIES)
    def test_a_higher_bias_never_keeps_more(self, path: Path, comments: str) -> None:
        before: set[int] | None = None
        sizes = []
        for bias in BIASES:
            decisions = example(path, Cleaner(engine="forest", bias=bias, comments=comments)).decisions
            now = {index for index, keep in enumerate(decisions) if keep}
            assert before is None or now <= before
            before = now
            sizes.append(len(now))
        assert sizes[0] > sizes[4] > sizes[-1]

    def test_it_is_subtracted_from_the_score(self) -> None:
        plain, biased = (cleaned(DISCUSSED, bias=bias).segments[0].score for bias in (0.0, 1.5))
        assert biased == plain - 1.5

    def test_a_score_of_0_is_kept(self) -> None:
        assert kept(cleaned(f"<p>{PROSE}</p>", bias=3.0)) == [PROSE]
        assert kept(cleaned(f"<p>{PROSE}</p>", bias=3.001)) == []

    @pytest.mark.parametrize("bias", [float("nan"), float("inf"), "much", True, None, 10**400])
    def test_it_is_a_number(self, bias: Any) -> None:
        with pytest.raises(NCleanerError, match="the bias must be a number of bits"):
            Forest(model(), bias=bias)


class TestComments:
    def test_below_an_article_they_are_dropped(self) -> None:
        for comments in ("auto", "drop"):
            segments = {segment.text: segment for segment in cleaned(DISCUSSED, comments=comments).segments}
            assert segments[PROSE].keep
            assert (segments[OPINION].keep, segments[OPINION].reason) == (False, A_COMMENT)

    def test_they_can_be_kept_but_not_the_lines_between_them(self) -> None:
        document = cleaned(DISCUSSED, comments="keep")
        assert kept(document)[-1] == OPINION
        segments = {segment.text: segment for segment in document.segments}
        assert (segments[OPINION].score, segments["Log in"].score) == (1.25, -1.5)
        assert segments[OPINION].reason == "has about 16 words"
        assert segments["Log in"].reason == "has 2 words"
        assert kept(document)[:-1] == kept(cleaned(DISCUSSED))

    def test_the_bias_applies_to_comments_too(self) -> None:
        assert OPINION in kept(cleaned(DISCUSSED, comments="keep", bias=1.25))
        assert OPINION not in kept(cleaned(DISCUSSED, comments="keep", bias=1.26))

    def test_a_model_without_trees_for_comments_can_keep_them(self) -> None:
        engine = Forest(build_model(header(comments=False), arrays(), "mine"), comments="keep")
        segments = {segment.text: segment for segment in Cleaner(engine=engine).clean(DISCUSSED).segments}
        assert (segments[OPINION].keep, segments["Log in"].keep) == (True, False)
        assert segments[OPINION].score == 3.0  # by the main trees

    @pytest.mark.parametrize("heading", ["<h2 id=comments>", "<h3 id=the-comments class=a>"])
    def test_they_begin_at_a_heading_with_an_anchor(self, heading: str) -> None:
        page = f"<div>{ARTICLE}{heading}Comments</h2><p>{OPINION}</p></div><p>{PROSE}</p>"
        assert kept(cleaned(page))[-2:] == [PROSE, PROSE]
        assert OPINION not in kept(cleaned(page))
        assert OPINION in kept(cleaned(page, comments="keep"))

    @pytest.mark.parametrize(
        "begin",
        [
            "<a name=comments></a><h2>Three of them</h2>",
            "<h2><a id=comments></a>Three of them</h2>",
            "<p><a id=Comments></a></p>",
            "<div><p><a name=the-comments></a></p></div>",
        ],
    )
    def test_they_may_begin_at_an_anchor(self, begin: str) -> None:
        page = f"<div>{ARTICLE}{begin}<p>{OPINION}</p></div><p>{PROSE}</p>"
        assert kept(cleaned(page, comments="drop"))[-2:] == [PROSE, PROSE]
        for comments in ("auto", "keep"):  # an anchor is weak evidence
            assert OPINION in kept(cleaned(page, comments=comments))

    @pytest.mark.parametrize("place", ["<a href=x id=comments>On</a>", "<a id=more></a>", "<a name></a>", "<a></a>"])
    def test_other_links_and_anchors_do_not_matter(self, place: str) -> None:
        page = f"<div>{ARTICLE}{place}<p>{OPINION}</p></div>"
        assert OPINION in kept(cleaned(page, comments="drop"))

    def test_they_do_not_begin_at_the_title_of_an_article(self) -> None:
        for heading in ("<h1 class=comments-open>", "<h1 id=with-comments>"):
            assert PROSE in kept(cleaned(f"<div>{heading}The harbour</h1><p>{PROSE}</p><p>{PROSE}</p></div>"))

    def test_decisions_on_the_article_do_not_depend_on_comments(self) -> None:
        count = len(read((MENU + ARTICLE).encode()))
        found = [decided(cleaned(DISCUSSED, comments=comments)) for comments in POLICIES]
        assert {keep[:count] for keep, _ in found} == {found[0][0][:count]}
        assert found[0][1][:count] == found[1][1][:count] == found[2][1][:count]

    def test_the_posts_of_a_forum_are_content(self) -> None:
        for comments in ("auto", "keep"):
            document = cleaned(FORUM, comments=comments)
            assert kept(document) == ["Boats", *[PROSE] * 3]
            assert all("words" in segment.reason for segment in document.segments if segment.text == PROSE)

    @pytest.mark.parametrize(("replies", "is_forum", "is_kept"), [(2, True, False), (3, True, True), (3, False, False)])
    def test_replies_are_content_if_they_are_most_of_a_discussion(
        self, replies: int, is_forum: bool, is_kept: bool
    ) -> None:
        reply = f"<div class=comment><p>{PROSE} So they said.</p></div>"
        page = f"{MENU}<h1>Boats</h1>{f'<p>{PROSE}</p>' * 3}{reply * replies}"
        bits = 1.0 if is_forum else -1.0
        engine = Forest(discussing((("path blocks", 0, 0, bits, bits),)))
        document = Cleaner(engine=engine).clean(page)
        assert [one.keep for one in document.segments if one.text.endswith("said.")] == [is_kept] * replies
        assert kept(document)[:4] == ["Boats", *[PROSE] * 3]

    @pytest.mark.parametrize(("words", "is_kept"), [(399, True), (400, False)])
    def test_the_first_post_of_a_discussion_is_short(self, words: int, is_kept: bool) -> None:
        post = " ".join((PROSE.split() * words)[:words])
        reply = f"<div class=comment><p>{PROSE}</p><p>So {PROSE}</p></div>"
        engine = Forest(discussing((("path blocks", 0, 0, 1.0, 1.0),)))
        assert (f"So {PROSE}" in kept(Cleaner(engine=engine).clean(f"{MENU}<p>{post}</p>{reply * 4}"))) == is_kept

    def test_the_posts_of_a_forum_can_be_dropped(self) -> None:
        document = cleaned(FORUM, comments="drop")
        assert PROSE not in kept(document)
        assert [segment.reason for segment in document.segments if segment.text == PROSE] == [A_COMMENT] * 3

    def test_the_option_does_not_matter_without_comments(self) -> None:
        found = [decided(cleaned(MENU + ARTICLE, comments=comments)) for comments in POLICIES]
        assert found[0] == found[1] == found[2]

    @pytest.mark.parametrize(("words", "is_article"), [(59, False), (60, True)])
    def test_an_article_has_some_prose(self, words: int, is_article: bool) -> None:
        post = " ".join((PROSE.split() * 2)[:words])
        page = f"<p>{post}</p><div class=comments><p>{OPINION}</p></div>"
        assert (OPINION in kept(cleaned(page))) == (not is_article)

    def test_hidden_comments_are_not_kept(self) -> None:
        page = f"{ARTICLE}<div class=comments><p hidden>{OPINION}</p></div>"
        assert OPINION not in kept(cleaned(page, comments="keep"))

    @pytest.mark.parametrize("comments", ["some", "", "Keep", None, True, 3, ["keep"], {}])
    def test_other_values_are_refused(self, comments: Any) -> None:
        with pytest.raises(UnknownNameError, match="here are: auto, drop, keep"):
            Forest(model(), comments=comments)

    def test_on_the_command_line(self, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
        write(tmp_path / "my.model", header(), arrays())
        (tmp_path / "page.html").write_text(DISCUSSED)
        given = ["--model", str(tmp_path / "my.model"), str(tmp_path / "page.html")]
        for arguments, has_comments in (([], False), (["--comments", "drop"], False), (["--comments", "keep"], True)):
            assert main([*arguments, *given]) == 0
            assert (OPINION in capfd.readouterr().out) == has_comments
        assert main(["--comments", "some", *given]) == 2
        assert "there is no value 'some'; there are: auto, drop, keep" in capfd.readouterr().err


class TestPlainText:
    TEXT = "\n\n".join(["Home", "Contact us", CLEAN[0], "Copyright 2024", CLEAN[1]])
    PARTS = "\n\n".join(["Home", *CLEAN, "Contact us", *CLEAN])
    FOREIGN_PARTS = f"{GREEK}\n\nΑρχική\n\n{GREEK}"

    def test_it_is_decided_on_by_n_grams(self) -> None:
        document = cleaned(self.TEXT.encode(), kind="text")
        assert kept(document) == [CLEAN[0], CLEAN[1]]
        alone = Cleaner(engine=Ngram(ngram_model(n=2))).clean(self.TEXT.encode(), kind="text")
        assert [one.keep for one in document.segments] == [one.keep for one in alone.segments]
        assert [one.reason for one in document.segments] == [one.reason for one in alone.segments]

    def test_bits_per_character_become_bits(self) -> None:
        scores = cleaned(self.TEXT, kind="text").decisions.scores
        alone = Cleaner(engine=Ngram(ngram_model(n=2))).clean(self.TEXT, kind="text").decisions.scores
        assert list(scores) == pytest.approx([LEXICAL_WORTH * score for score in alone])

    @pytest.mark.parametrize("text", [b"", b"\n\n", b"\x00"])
    def test_it_may_be_empty(self, text: bytes) -> None:
        document = cleaned(text, kind="text")
        assert document.text.strip() == ""
        assert document.confidence is None

    def test_the_bias_applies(self) -> None:
        plain = cleaned(self.PARTS, kind="text")
        assert set(kept(plain)) == set(CLEAN)
        for bias in (-5.0, 5.0):
            biased = cleaned(self.PARTS, kind="text", bias=bias).decisions.scores
            assert list(biased) == pytest.approx([score - bias for score in plain.decisions.scores])
        assert kept(cleaned(self.PARTS, kind="text", bias=99)) == []
        assert kept(cleaned("short", kind="text", bias=99)) == []
        assert "Home" in kept(cleaned(self.PARTS, kind="text", bias=-99))

    def test_it_has_a_confidence(self) -> None:
        sure, unsure = (cleaned(text, kind="text").confidence for text in (self.PARTS, "Home\n\nContact us"))
        assert sure is not None
        assert unsure is not None
        assert 0 <= unsure < 0.5 < sure <= 1
        assert cleaned(self.PARTS, kind="text", bias=2).confidence == pytest.approx(sure)
        assert cleaned(self.PARTS, kind="text", bias=99).confidence is None

    def test_texts_in_other_languages_are_read_without_words(self) -> None:
        engine = Forest(model())
        document = Cleaner(engine=engine).clean(self.FOREIGN_PARTS, kind="text")
        assert engine.universal is not None
        alone = Cleaner(engine=engine.universal).clean(self.FOREIGN_PARTS, kind="text")
        expected = [UNIVERSAL_WORTH * score for score in alone.decisions.scores]
        assert list(document.decisions.scores) == pytest.approx(expected)

    def test_the_minimum_confidence_applies(self, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
        write(tmp_path / "my.model", header(), arrays())
        texts = {"good.txt": self.PARTS, "bad.txt": "Home\n\nContact us"}
        for name, text in texts.items():
            (tmp_path / name).write_text(text)
        given = ["--model", str(tmp_path / "my.model"), *(str(tmp_path / name) for name in texts)]
        assert main(["--min-confidence", "0.5", *given]) == 0
        out, err = capfd.readouterr()
        assert CLEAN[0] in out
        assert "Home" not in out
        assert "bad.txt: left out: its confidence is 0." in err
        assert main(["--min-confidence", "0.5", "--bias", "99", *given]) == 0
        assert capfd.readouterr().err.count("left out: no text is kept") == 2


class TestLanguages:
    @pytest.mark.parametrize(
        ("page", "is_english"),
        [
            (f"<p>{PROSE}", True),
            (f"<html lang=de><p>{PROSE}", True),
            (f"<html lang=de><p>{FOREIGN}", False),
            (f"<p>{GREEK}", False),
            ("<p>Cleo, Hugo, Ada, Finn", True),
            ("<html lang=en><p>Zoë, Renée, Jürgen, Åsa", True),
            ("<html lang=EN-gb><p>Zoë, Renée, Jürgen, Åsa", True),
            ("<html lang=en_US><p>Zoë, Renée, Jürgen, Åsa", True),
            ("<html lang=eng-x><p>Zoë, Renée, Jürgen, Åsa", False),
            ("<html lang=pt><p>Cleo, Hugo, Ada, Finn", False),
            ("<p>Zoë, Renée, Jürgen, Åsa", False),
            ("", True),
        ],
    )
    def test_english_is_detected(self, page: str, is_english: bool) -> None:
        blocks = read(page.encode())
        assert is_in("en", blocks) == is_english
        assert is_in("", blocks)

    @pytest.mark.parametrize(
        ("text", "language", "is_foreign"), [(PROSE, "", False), (FOREIGN, "de-AT", True), (GREEK, "", True)]
    )
    def test_pages_in_other_languages_are_read_without_words(self, text: str, language: str, is_foreign: bool) -> None:
        engine = Forest(model())
        document = Cleaner(engine=engine).clean(f"<html lang='{language}'>{MENU}<p>{text}</p>")
        assert kept(document) == [text]
        assert (engine.universal is not None) == is_foreign
        grounds = document.decisions.grounds
        assert isinstance(grounds, TreeGrounds)
        assert grounds.features.value(COLUMNS.index("lexical"), 0) == (not is_foreign)

    def test_copies_with_a_site_share_the_model_for_other_languages(self) -> None:
        engine = Forest(model())
        copies = [engine.with_site(Site()) for _ in range(2)]
        for copy in copies:
            Cleaner(engine=copy).clean(f"<p>{GREEK}</p>")
        assert isinstance(engine.universal, Ngram)
        assert [copy.universal for copy in copies if isinstance(copy, Forest)] == [engine.universal] * 2

    @pytest.mark.parametrize("language", [None, "el", "und"])
    def test_a_model_without_a_language_reads_all_pages_alike(self, language: str | None) -> None:
        engine = Forest(model(""), language=language)
        Cleaner(engine=engine).clean(f"<p>{GREEK}</p>")
        assert engine.universal is None

    @pytest.mark.parametrize("language", ["en", "EN", "en-GB", "en_US", "de", "pt-BR", "und"])
    @pytest.mark.parametrize("text", [PROSE, GREEK])
    def test_the_language_can_be_given(self, text: str, language: str) -> None:
        document = cleaned(f"{MENU}<p>{text}</p>", language=language)
        grounds = document.decisions.grounds
        assert isinstance(grounds, TreeGrounds)
        assert grounds.features.value(COLUMNS.index("lexical"), 0) == (language[:2].lower() == "en")

    @pytest.mark.parametrize("language", ["", "e", "english", "eng", "e1", "λα", 3, ["en"]])
    def test_the_language_must_be_a_code(self, language: Any) -> None:
        with pytest.raises(NCleanerError, match="the language must be a code of two letters, such as 'de', or 'und'"):
            Forest(model(), language=language)

    def test_on_the_command_line(self, capfd: pytest.CaptureFixture[str]) -> None:
        page = str(ROOT / "examples" / "german.html")
        found = []
        for arguments in ([], ["--language", "de"], ["--language", "en"]):
            assert main(["-f", "json", *arguments, page]) == 0
            found.append(capfd.readouterr().out)
        assert found[0] == found[1] != found[2]
        assert main(["--language", "german", page]) == 2
        assert "or 'und', not 'german'" in capfd.readouterr().err

    def test_comments_are_read_like_the_page(self) -> None:
        comment = "<div class=comments><p>Όλα αυτά τα καράβια ήταν πάντα εκεί, και κανείς δεν τα είδε.</p></div>"
        page = f"<article>{f'<p>{GREEK}</p>' * 8}</article>{comment}"
        engine = Forest(model(), comments="keep")
        grounds = Cleaner(engine=engine).clean(page).decisions.grounds
        assert engine.universal is not None
        assert isinstance(grounds, TreeGrounds)
        assert grounds.comments is not None
        assert grounds.comments.value(COLUMNS.index("lexical"), 8) == 0


class TestConfidence:
    def test_it_is_a_share(self, shipped: Cleaner) -> None:
        for path in EXAMPLES:
            confidence = example(path, shipped).confidence
            assert confidence is not None
            assert 0 < confidence < 1

    def test_it_is_the_share_of_kept_words(self) -> None:
        assert cleaned(f"<p>{PROSE}</p>").confidence == pytest.approx(8 / 9)
        assert cleaned(f"<p>{PROSE}</p><p>Log in</p>", bias=-2).confidence == pytest.approx(
            (50 * 8 / 9 + 2 * 1 / 3) / 52, abs=0.01
        )

    def test_the_bias_does_not_change_it(self) -> None:
        page = f"<p>{PROSE}</p>"
        assert cleaned(page, bias=-3).confidence == cleaned(page, bias=2).confidence

    def test_there_is_none_if_nothing_is_kept(self) -> None:
        assert cleaned("<p hidden>Log in</p>").confidence is None
        assert cleaned(DISCUSSED, bias=50).confidence is None

    @pytest.mark.parametrize("bias", [-999_999.0, -2000.0, 2.0])
    @pytest.mark.parametrize("start", [-(1 << 29), 0, 1 << 30])
    def test_it_is_a_share_for_any_scores(self, bias: float, start: int) -> None:
        parameters: dict[str, Any] = {"keep.start": start}
        engine = Forest(build_model(header(**parameters), arrays()), bias=bias, comments="keep")
        confidence = Cleaner(engine=engine).clean(DISCUSSED).confidence
        assert confidence is None or 0 <= confidence <= 1


class TestModels:
    def test_the_installed_model_is_the_default(self) -> None:
        engine = Cleaner(engine="forest").engine
        assert isinstance(engine, Forest)
        assert engine.model.name == "forest"
        assert engine.model_language == "en"
        assert clean(DISCUSSED, engine="forest").engine == clean(DISCUSSED, model="forest").engine == "forest"

    def test_it_is_small(self) -> None:
        assert Path(models.find("forest")).stat().st_size < 2_000_000

    def test_it_keeps_an_article_and_drops_the_boilerplate(self, shipped: Cleaner) -> None:
        menu = "".join(f"<li><a href={n}>{word}</a></li>" for n, word in enumerate("Home News Sport Shop Help".split()))
        body = "".join(f"<p>{PROSE} And that was the end of the {n}th day.</p>" for n in range(4, 9))
        page = (
            f"<title>Rain</title><nav><ul>{menu}</ul></nav><main><article><h1>Rain</h1>{body}</article></main>"
            "<footer><p>Copyright 2024</p><p><a href=1>Terms of use</a></p></footer>"
        )
        segments = shipped.clean(page).segments
        assert [segment.text for segment in segments if segment.keep] == ["Rain"] + [
            f"{PROSE} And that was the end of the {n}th day." for n in range(4, 9)
        ]

    @pytest.mark.parametrize("name", NEEDED)
    def test_no_array_may_be_missing(self, name: str) -> None:
        others = {one: numbers for one, numbers in arrays().items() if one != name}
        with pytest.raises(ModelError, match=rf"mine: the array '{name.removeprefix('ngram.')}' is missing"):
            Forest(build_model(header(), others, "mine"))

    @pytest.mark.parametrize("name", NEEDED)
    @pytest.mark.parametrize("change", [lambda data: data[:-1], lambda data: data[:0], lambda data: data + data[:1]])
    def test_arrays_have_their_sizes(self, name: str, change: Callable[[Any], Any]) -> None:
        found = arrays()
        numbers = found[name]
        plain = numbers if isinstance(numbers, bytes | array) else array(numbers.format, numbers.tobytes())
        with pytest.raises(ModelError, match="mine: "):
            Forest(build_model(header(), {**found, name: change(plain)}, "mine"))

    @pytest.mark.parametrize("name", NEEDED)
    def test_arrays_have_their_types(self, name: str) -> None:
        with pytest.raises(ModelError, match=r"mine: .* should be of type"):
            Forest(build_model(header(), {**arrays(), name: array("d", [0.0])}, "mine"))

    @pytest.mark.parametrize("name", ["language", "keep.depth", "keep.start", "ngram", "types", "marks", "discussion"])
    def test_no_parameter_may_be_missing(self, name: str) -> None:
        found = header()
        del found["parameters"][name]
        with pytest.raises(ModelError, match=f"mine: the parameter '{name}' is missing"):
            Forest(build_model(found, arrays(), "mine"))

    @pytest.mark.parametrize(
        "parameters",
        [
            {"language": 3},
            {"types": [3]},
            {"types": ["diary"]},
            {"types": ["diary"] * 65},
            {"discussion": None},
            {"discussion": True},
            {"marks": 1},
            {"marks": True},
            {"keep.depth": 0},
            {"keep.depth": 9},
            {"keep.depth": 3},
            {"keep.depth": True},
            {"keep.start": 1 << 31},
            {"keep.start": 0.5},
            {"ngram": "english"},
            {"ngram": {}},
            {"ngram": {**ngram_model(n=2).parameters, "n": 3}},
            {"ngram": {**ngram_model(n=2).parameters, "mode": 7}},
            {"ngram": {**ngram_model(n=2).parameters, "decode": "greedy"}},
            {"ngram": {**ngram_model(n=2).parameters, "bias": "much"}},
            {"ngram": ngram_model(n=6, mode=3).parameters},
        ],
        ids=str,
    )
    def test_parameters_make_sense(self, parameters: dict[str, Any]) -> None:
        with pytest.raises(ModelError, match="mine: "):
            Forest(build_model(header(**parameters), arrays(), "mine"))

    def test_unknown_columns_are_refused(self) -> None:
        found = {**arrays(), "keep.columns": bytes([0, 1, 2, len(COLUMNS)])}
        with pytest.raises(ModelError, match=f"has the column {len(COLUMNS)}"):
            Forest(build_model(header(), found, "mine"))

    def test_a_model_of_another_engine_is_refused(self) -> None:
        with pytest.raises(ModelError):
            Forest(models.load("english"))
        with pytest.raises(NCleanerError):
            Cleaner(engine="forest", model="english")

    def test_damaged_files_are_refused_or_work(self) -> None:
        chance = random.Random(5)
        data = pack(header(), arrays())
        size = 8 + int.from_bytes(data[:8], "little")
        made = 0
        for _ in range(400):
            mutant = bytearray(data)
            for _ in range(chance.randint(1, 3)):
                mutant[chance.randrange(size) if chance.random() < 0.8 else -chance.randint(1, 99)] = chance.randrange(
                    256
                )
            try:
                engine = Forest(unpack(bytes(mutant), "mutant"))
            except ModelError:
                continue
            assert isinstance(Cleaner(engine=engine).clean(DISCUSSED).text, str)
            made += 1
        assert 0 < made < 400


def discussed(language: str, text: str) -> bytes:
    """Return a page with an article and comments that repeat one text."""
    page = (
        f"<html lang={language}>{MENU}{f'<p>{text}</p>' * 9}<div class=comments>{f'<p>{text}</p><p>Home</p>' * 9}</div>"
    )
    return page.encode()


ABROAD = [discussed("de", FOREIGN), discussed("el", GREEK)]
PAGES = [
    *(path.read_bytes() for path in EXAMPLES if path.suffix == ".html"),
    *ABROAD,
    DISCUSSED.encode(),
    FORUM.encode(),
]


@pytest.mark.parametrize("comments", POLICIES)
def test_an_engine_can_be_pickled(comments: str) -> None:
    cleaner = Cleaner(engine=Forest(models.load("forest"), bias=0.05, comments=comments, language="und"))
    twin = pickle.loads(pickle.dumps(cleaner))
    assert (twin.engine.bias, twin.engine.comments, twin.engine.model.name) == (0.05, comments, "forest")
    assert twin.engine.language == "und"
    for page in PAGES:
        assert decided(twin.clean(page)) == decided(cleaner.clean(page))


@pytest.mark.parametrize(("pages", "times"), [(PAGES, 4), (ABROAD, 16)], ids=["all pages", "two languages"])
def test_threads_can_share_an_engine(pages: list[bytes], times: int) -> None:
    alone, shared = (Cleaner(engine=Forest(models.load("forest"), comments="keep")) for _ in range(2))
    expected = [decided(alone.clean(page)) for page in pages]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(lambda page: decided(shared.clean(page)), pages * times))
    finally:
        sys.setswitchinterval(interval)
    assert found == expected * times


@pytest.mark.parametrize("name", GENERATORS)
def test_hostile_pages_are_cleaned(name: str, shipped: Cleaner) -> None:
    for size in (1, 1500):
        document = shipped.clean(GENERATORS[name](size))
        assert isinstance(document.text, str)
        confidence = document.confidence
        assert confidence is None or 0 <= confidence <= 1
    assert isinstance(shipped.clean(GENERATORS[name](1500), kind="text").text, str)


class TestTypes:
    def test_the_shipped_model_knows_seven(self) -> None:
        found = example(FORUM_PAGE, Cleaner(engine="forest"))
        assert sorted(found.page_types) == [
            "article", "collection", "documentation", "forum", "listing", "product", "service",
        ]  # fmt: skip
        assert list(found.page_types.values()) == sorted(found.page_types.values(), reverse=True)
        assert sum(found.page_types.values()) == pytest.approx(1)
        assert found.page_type == next(iter(found.page_types)) == "forum"

    def test_they_are_in_json(self) -> None:
        found = json.loads(example(FORUM_PAGE, Cleaner(engine="forest")).to("json"))["page_types"]
        assert next(iter(found)) == "forum"

    @pytest.mark.parametrize("page", ["", "<p hidden>x"])
    def test_pages_without_blocks_have_none(self, page: str) -> None:
        document = Cleaner(engine="forest").clean(page)
        assert (document.page_type, document.page_types) == (None, {})

    def test_plain_text_and_other_engines_have_none(self) -> None:
        assert Cleaner(engine="forest").clean(PROSE, kind="text").page_type is None
        assert Cleaner(engine="dump").clean(f"<p>{PROSE}").page_type is None
        assert cleaned(f"<p>{PROSE}").page_type is None
