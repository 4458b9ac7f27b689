"""Explanations of pages for people: the summary, the bars, runs of blocks, and the columns of the terminal."""

from __future__ import annotations

import json

import pytest
from conftest import ROOT
from hypothesis import given, settings
from hypothesis import strategies as st

from ncleaner import Cleaner
from ncleaner.cli import main
from ncleaner.cli.columns import columns, shortened, wrapped
from ncleaner.cli.explanation import HALF, View, bar, explanation, in_common, summary

pytestmark = pytest.mark.once

EXAMPLES = sorted(path for path in (ROOT / "examples").glob("*.html"))


@pytest.fixture(scope="module")
def cleaner() -> Cleaner:
    return Cleaner()


def blocks_of(text: str) -> list[list[str]]:
    """Return the lines of each block of an explanation, without the summary."""
    return [block.split("\n") for block in text.rstrip("\n").split("\n\n")[1:]]


class TestSummary:
    def test_it_says_what_is_known_of_the_page(self, cleaner: Cleaner) -> None:
        document = cleaner.clean((ROOT / "examples" / "news.html").read_bytes())
        first, facts = summary(document, "news.html", View(120))
        assert first == f"news.html: {document.decisions.kept} of {len(document.blocks)} blocks kept"
        assert facts.startswith(f"engine forest · confidence {document.confidence:.2f} · page type article (")
        assert facts.endswith(" · scope article · language en-GB · utf-8")

    def test_the_scope_is_that_of_the_decisions(self) -> None:
        page = (ROOT / "examples" / "news.html").read_bytes()
        for scope in ("article", "page"):
            _, facts = summary(Cleaner(scope=scope).clean(page), "news.html", View(120))
            assert f" · scope {scope} · " in facts

    def test_warnings_follow(self, cleaner: Cleaner) -> None:
        document = cleaner.clean(b'<meta charset="utf-8"><p>Gr\xfc\xdfe aus K\xf6ln')
        lines = list(summary(document, "page.html", View(200)))
        assert lines[2:] == [f"warning: {warning}" for warning in document.warnings]
        assert len(lines) > 2

    def test_other_engines_say_what_they_know(self) -> None:
        document = Cleaner(engine="dump").clean(b"<p>One")
        assert list(summary(document, "page.html", View(80))) == [
            "page.html: 1 of 1 block kept",
            f"engine dump · {document.page.encoding}",
        ]

    def test_names_cannot_control_the_terminal(self, cleaner: Cleaner) -> None:
        document = cleaner.clean(b"<html lang='\x1b[2J'><p>One")
        shown = "".join(summary(document, "\x1b[2J\u202etxt.html", View(80)))
        assert "\x1b" not in shown
        assert "\u202e" not in shown


class TestBar:
    @pytest.mark.parametrize(
        ("score", "expected"),
        [
            (0.0, "     |     "),
            (0.01, "     |▌    "),
            (-0.01, "    ▐|     "),
            (3.0, "     |█▌   "),
            (-4.2, "   ██|     "),
            (10.0, "     |█████"),
            (99.0, "     |█████"),
            (-99.0, "█████|     "),
        ],
    )
    def test_the_side_is_the_sign_and_the_length_the_score(self, score: float, expected: str) -> None:
        assert "|".join(bar(score, 10.0)) == expected

    @given(st.floats(-1e6, 1e6), st.floats(0, 1e6))
    def test_any_bar_has_its_width(self, score: float, largest: float) -> None:
        left, right = bar(score, largest)
        assert len(left) == len(right) == HALF
        assert not left.strip() or not right.strip()
        assert bool(left.strip()) == (score < 0)


class TestCommonPhrases:
    @pytest.mark.parametrize(
        ("phrases", "others", "expected"),
        [
            (["nothing but links"], ["nothing but links"], ["nothing but links"]),
            (["in a list", "short"], ["long", "in a list"], ["in a list"]),
            (["in a list"], ["in a table"], []),
            (["42 % is links"], ["96 % is links"], ["42 to 96 % is links"]),
            (["42 to 96 % is links"], ["50 % is links"], ["42 to 96 % is links"]),
            (["42 to 96 % is links"], ["8 % is links"], ["8 to 96 % is links"]),
            (["reads, -0.50 bits"], ["reads, -1.25 bits"], ["reads, -1.25 to -0.50 bits"]),
            (["4.79 bits, threshold 3"], ["4.30 bits, threshold 3"], []),  # which number is which?
            (["1 < a, b > 3"], ["1 < a, b > 3"], ["1 < a, b > 3"]),
        ],
    )
    def test_they_hold_of_both(self, phrases: list[str], others: list[str], expected: list[str]) -> None:
        assert in_common(phrases, others) == expected


class TestBlocks:
    def test_a_page(self, cleaner: Cleaner) -> None:
        document = cleaner.clean((ROOT / "examples" / "news.html").read_bytes())
        text = "\n".join(explanation(document, "news.html", View(80)))
        blocks = blocks_of(text)
        title = next(block for block in blocks if "After 41 years" in block[0])
        assert title == [
            "+      │▌     heading    After 41 years, the night ferry to Sundry Island sails…",
            "              the title of the page",
        ]
        comments = next(block for block in blocks if "gullwatcher" in block[0])
        assert comments[0].startswith("-      │      paragraph  gullwatcher 8 hours ago · I was one of the forty.")
        assert comments[1].strip() == "7 blocks like this: a comment, and comments are left out"

    @pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
    @pytest.mark.parametrize("engine", ["forest", "ngram", "dump"])
    def test_every_block_is_shown_or_counted(self, path: object, engine: str) -> None:
        document = Cleaner(engine=engine).clean(path.read_bytes())  # type: ignore[attr-defined]
        blocks = blocks_of("\n".join(explanation(document, "page", View(80))))
        kept = dropped = 0
        for first, *others in blocks:
            number, _, text = " ".join(line.strip() for line in others).partition(" blocks like this: ")
            count = int(number) if text else 1
            assert count == 1 or first.startswith("-")
            kept, dropped = (kept + 1, dropped) if first.startswith("+") else (kept, dropped + count)
        assert kept == document.decisions.kept
        assert kept + dropped == len(document.blocks)

    @pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
    def test_what_is_said_of_a_run_is_said_of_each_of_its_blocks(self, path: object, cleaner: Cleaner) -> None:
        document = cleaner.clean(path.read_bytes())  # type: ignore[attr-defined]
        segments = list(document.segments)
        for _, *others in blocks_of("\n".join(explanation(document, "page", View(80)))):
            number, found, reason = " ".join(line.strip() for line in others).partition(" blocks like this: ")
            run = segments[: int(number) if found else 1]
            del segments[: len(run)]
            if not found:
                assert number == run[0].reason
                continue
            for phrase in reason.split("; "):
                if " to " not in phrase or phrase in run[0].reason:
                    assert all(phrase in segment.reason for segment in run)
        assert not segments

    def test_whole_texts(self, capsys: pytest.CaptureFixture[str]) -> None:
        page = str(ROOT / "examples" / "news.html")
        assert main(["explain", "--full", page]) == 0
        shown = " ".join(capsys.readouterr().out.split())
        assert "…" not in shown
        assert "like this" not in shown
        assert main(["-f", "json", page]) == 0
        for segment in json.loads(capsys.readouterr().out)["segments"]:
            assert " ".join(segment["text"].split()) in shown
            assert segment["reason"] in shown

    def test_letters_for_kinds_are_not_shown(self, cleaner: Cleaner) -> None:
        document = cleaner.clean((ROOT / "examples" / "recipe.html").read_bytes())
        kinds = {block[0][14:23].strip() for block in blocks_of("\n".join(explanation(document, "page", View(80))))}
        assert kinds == {"paragraph", "heading", "item"}

    def test_a_page_without_blocks(self, cleaner: Cleaner) -> None:
        assert "0 of 0 blocks kept" in "\n".join(explanation(cleaner.clean(b""), "page", View(80)))

    def test_wide_characters(self, cleaner: Cleaner) -> None:
        document = cleaner.clean((ROOT / "examples" / "japanese.html").read_bytes())
        for width in (20, 45, 80):
            for line in explanation(document, "page", View(width)):
                assert columns(line) <= width


class TestColumns:
    @pytest.mark.parametrize(
        ("text", "expected"), [("", 0), ("abc", 3), ("é", 1), ("e\u0301", 1), ("漢字", 4), ("a\u200db", 2)]
    )
    def test_a_character_has_no_column_or_one_or_two(self, text: str, expected: int) -> None:
        assert columns(text) == expected

    @given(st.text(max_size=60), st.integers(2, 40))
    @settings(max_examples=300)
    def test_shortened_texts_fit(self, text: str, width: int) -> None:
        found = shortened(text, width)
        assert columns(found) <= width
        assert found == text or text.startswith(found.removesuffix("…"))

    @given(st.text("ab漢 \n", max_size=80), st.integers(2, 20))
    @settings(max_examples=300)
    def test_wrapped_texts_fit_and_are_complete(self, text: str, width: int) -> None:
        lines = list(wrapped(text, width))
        assert all(columns(line) <= width for line in lines)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "").replace("\n", "")
