"""The measures, each checked by hand."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ncleaner.errors import NCleanerError
from ncleaner.evaluate.results import COUNTED, EDIT
from ncleaner.gold.alignment import matches
from ncleaner.gold.reading import Text, read
from ncleaner.gold.snippets import Snippets
from ncleaner.metrics.bag import bag
from ncleaner.metrics.chars import chars
from ncleaner.metrics.counts import Counts
from ncleaner.metrics.edit import edit, similarity
from ncleaner.metrics.marks import marks, unlabelled
from ncleaner.metrics.scores import score
from ncleaner.metrics.shingles import shingles
from ncleaner.metrics.snippets import snippets
from ncleaner.metrics.words import words

pytest.importorskip("rapidfuzz")

NOTHING = Text([], [], [])


class TestWords:
    def test_by_hand(self) -> None:
        output = "Home News the cat sat on the mat".split()
        gold = "The cat sat on the mat today".split()
        # "cat sat on the mat" is in both, at 3 and at 1; "the" and "The" differ: 5 of 8 words are right, 5 of 7 found.
        blocks = matches(output, gold)
        assert blocks == [(3, 1, 5), (8, 7, 0)]
        counts = words(output, gold, blocks)
        assert counts == Counts(5, 8, 7)
        assert (counts.precision, counts.recall, counts.f) == (5 / 8, 5 / 7, 10 / 15)

    def test_order_matters(self) -> None:
        # Only one of the two words can be aligned.
        assert words(["a", "b"], ["b", "a"], matches(["a", "b"], ["b", "a"])) == Counts(1, 2, 2)

    def test_nothing_in_common(self) -> None:
        assert words(["a"], ["b"], matches(["a"], ["b"])).f == 0

    def test_marks_among_the_words_count_as_words(self) -> None:
        counts, _ = score("<p>one two\n<p>three", "<p>one two\n<h>three")
        # Three of three words; of five tokens each, "<p> one two" and "three".
        assert counts["words"] == Counts(3, 3, 3)
        assert counts["words+marks"] == Counts(4, 5, 5)


class TestMarks:
    OUTPUT = "<h>Title\n<p>one two three\n<p>four five six\n<l>contact us"
    GOLD = "<h>Title\n<p>one two three four five six\n<l>seven"

    def test_labelled_by_hand(self) -> None:
        # Blocks: "<h> Title <p> one two three", "four five six <l>". Three of the output's four marks are right, and
        # all three marks of the gold text are found.
        counts, _ = score(self.OUTPUT, self.GOLD)
        assert counts["marks"] == Counts(3, 4, 3)

    def test_a_mark_of_another_kind_is_wrong_only_when_labelled(self) -> None:
        counts, _ = score("<p>Title\n<p>text of it", "<h>Title\n<p>text of it")
        # Labelled: "Title <p> text of it" is the block; the first mark is not part of it. Unlabelled: everything.
        assert counts["marks"] == Counts(1, 2, 2)
        assert counts["marks-unlabelled"] == Counts(2, 2, 2)

    def test_unlabelled_aligns_anew(self) -> None:
        output, gold = read("<p>x\n<l>y"), read("<l>y\n<h>x")
        # Labelled, the longest run is "<l> y" alone. Unlabelled, "<p> x" comes first, at 0 and 2, and ends the search.
        assert marks(output.tokens, gold.tokens, matches(output.tokens, gold.tokens)) == Counts(1, 2, 2)
        first, second = unlabelled(output.tokens), unlabelled(gold.tokens)
        assert first == ["<p>", "x", "<p>", "y"]
        assert matches(first, second) == [(0, 2, 2), (4, 4, 0)]
        assert marks(first, second, matches(first, second)) == Counts(1, 2, 2)

    def test_a_mark_without_words_around_it_that_match_may_still_be_aligned(self) -> None:
        counts, _ = score("<p>a", "<p>b")
        assert counts["words"] == Counts(0, 1, 1)
        assert counts["marks"] == Counts(1, 1, 1)

    def test_only_marks(self) -> None:
        counts, figures = score("<p>\n<h>", "<p>\n<h>")
        assert counts["words"].f == 1
        assert counts["words+marks"] == counts["marks"] == Counts(2, 2, 2)
        assert figures == {"text": 1, "marks": 1, "both": 1}

    def test_plain_gold_has_none(self) -> None:
        counts, _ = score("<p>one two", "one two")
        assert counts["words"].f == 1
        assert counts["marks"] == counts["marks-unlabelled"] == Counts(0, 1, 0)

    def test_plain_texts_have_none(self) -> None:
        counts, _ = score("one two", "one two")
        assert counts["marks"].f == 1
        assert counts["words+marks"] == counts["words"]


class TestEdit:
    def test_by_hand(self) -> None:
        figures = edit(read("<p>Home\n<p>the cat sat"), read("<h>the cat sat still"))
        # Words: "Home" is deleted, "still" inserted; 2 edits, and the longer text has 4 words.
        # With marks: "<p> Home" is deleted, "<p>" replaced, "still" inserted; 4 edits, the longer text has 6 tokens.
        assert figures == {"text": 1 / 2, "marks": pytest.approx(1 / 3), "both": pytest.approx(5 / 12)}

    def test_replacing_costs_one(self) -> None:
        assert similarity(["a", "b", "c", "d"], ["a", "x", "c", "d"]) == 0.75

    def test_the_longer_text_decides(self) -> None:
        assert similarity(["a"], ["a", "b", "c", "d"]) == similarity(["a", "b", "c", "d"], ["a"]) == 0.25

    def test_marks_are_tokens(self) -> None:
        # "<p> a b" against "<h> a b": one of three tokens is replaced.
        figures = edit(read("<p>a b"), read("<h>a b"))
        assert figures == {"text": 1, "marks": pytest.approx(2 / 3), "both": pytest.approx(5 / 6)}

    def test_nothing_and_something(self) -> None:
        assert similarity([], []) == 1
        assert similarity([], ["a"]) == similarity(["a"], []) == 0

    @given(st.lists(st.sampled_from("abc"), max_size=12), st.lists(st.sampled_from("abc"), max_size=12))
    def test_against_the_textbook(self, a: list[str], b: list[str]) -> None:
        row = list(range(len(b) + 1))
        for i, left in enumerate(a, 1):
            above, row[0] = row[0], i
            for j, right in enumerate(b, 1):
                above, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, above + (left != right))
        assert similarity(a, b) == pytest.approx(1 - row[-1] / max(len(a), len(b), 1))

    def test_long_pages(self) -> None:
        gold = [f"word{i % 997}" for i in range(20_000)]
        assert similarity(gold[1000:], gold) == 0.95

    def test_a_missing_package_is_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "rapidfuzz.distance", None)
        with pytest.raises(NCleanerError, match=r"pip install 'ncleaner\[evaluate\]'"):
            similarity(["a"], ["b"])


class TestBag:
    def test_by_hand(self) -> None:
        # Output: the 2, cat 1, s 1, mat 1. Gold: the 1, cat 2, s 2, mat 1. In common: the, cat, s, mat.
        assert bag(read("<p>The mat, the cat's"), read("<h>The cats cat's mat cat s")) == Counts(4, 5, 7)

    def test_order_case_and_punctuation_do_not_matter(self) -> None:
        assert bag(read("World, hello!"), read("hello (world)")) == Counts(2, 2, 2)

    def test_punctuation_is_no_word(self) -> None:
        assert bag(read("* * *"), read("- -")).f == 1

    def test_letters_of_all_scripts(self) -> None:
        assert bag(read("Größe Ёлка 東京 x_1"), read("größe ёлка 東京 x_1")) == Counts(4, 4, 4)


class TestShingles:
    def test_by_hand(self) -> None:
        # Output: abcd bcde. Gold: abcd bcde cdef defg. tp 2, fp 0, fn 2, divided by 4.
        assert shingles(read("a b c d e"), read("a b c d e f g")) == Counts(0.5, 0.5, 1)

    def test_false_positives(self) -> None:
        # Output: wxab xabc abcd. Gold: abcd. tp 1, fp 2, fn 0, divided by 3.
        counts = shingles(read("<p>w x, a b c d"), read("a b c d"))
        assert counts == Counts(1 / 3, 1, 1 / 3)
        assert counts.precision == pytest.approx(1 / 3)
        assert counts.recall == 1

    def test_repeated_shingles_are_counted(self) -> None:
        # Output: aaaa once. Gold: aaaa three times. tp 1, fp 0, fn 2.
        assert shingles(read("a a a a"), read("a a a a a a")) == Counts(1 / 3, 1 / 3, 1)

    def test_case_matters(self) -> None:
        assert shingles(read("A b c d"), read("a b c d")).f == 0

    def test_short_texts_are_one_shingle(self) -> None:
        assert shingles(read("a b"), read("a b")) == Counts(1, 1, 1)
        # The one of all three words is not among those of four.
        assert shingles(read("a b c"), read("a b c d")) == Counts(0, 0.5, 0.5)

    def test_empty_texts(self) -> None:
        assert shingles(NOTHING, NOTHING).f == 1
        assert shingles(NOTHING, read("a")) == Counts(0, 0, 1)
        assert shingles(read("..."), read("a")) == Counts(0, 0, 1)


class TestChars:
    def test_by_hand(self) -> None:
        # Output: itrai train raine ained. Gold: itrai train rainy.
        assert chars(read("<p>it rained"), read("<h>it\nrainy")) == Counts(2, 4, 3)

    def test_a_sentence_without_white_space_can_be_partly_right(self) -> None:
        output, gold = read("昨日は一日中雨が降った。"), read("昨日は一日中雨だった。")
        assert words(output.words, gold.words, matches(output.words, gold.words)).f == 0
        assert chars(output, gold) == Counts(3, 8, 7)

    def test_white_space_does_not_matter_but_case_and_repetition_do(self) -> None:
        assert chars(read("a b\u3000c\u00a0d e f"), read("abcdef")).f == 1
        assert chars(read("ABCDE"), read("abcde")).f == 0
        assert chars(read("aaaaa"), read("aaaaaaa")) == Counts(1, 1, 3)

    def test_short_texts_are_one_sequence(self) -> None:
        assert chars(read("a b"), read("ab")) == Counts(1, 1, 1)
        assert chars(read("abcd"), read("abcde")) == Counts(0, 1, 1)

    def test_empty_texts(self) -> None:
        assert chars(NOTHING, NOTHING).f == 1
        assert chars(NOTHING, read("a")) == Counts(0, 0, 1)


class TestSnippets:
    EXPECTED = Snippets(("rained all  day", "boats"), ("Home", "Imprint"))

    def test_by_hand(self) -> None:
        # One of two wanted texts is there, and one unwanted text.
        counts = snippets(read("<p>Home News\n<p>It rained\nall day."), self.EXPECTED)
        assert counts == Counts(1, 2, 2)
        assert (counts.precision, counts.recall, counts.f) == (0.5, 0.5, 0.5)

    def test_case_matters(self) -> None:
        assert snippets(read("it RAINED all day at home, without boats"), self.EXPECTED) == Counts(1, 1, 2)

    def test_an_empty_output_has_neither(self) -> None:
        assert snippets(NOTHING, self.EXPECTED) == Counts(0, 0, 2)


class TestScore:
    def test_has_all_measures(self) -> None:
        counts, figures = score("<p>a", "<p>a")
        assert tuple(counts) == COUNTED
        assert tuple(figures) == EDIT

    @pytest.mark.parametrize("gold", ["", "URL: http://example.org/\n", "\ufeffURL: http://example.org/\n \n"])
    def test_empty_gold(self, gold: str) -> None:
        counts, figures = score("", gold)
        assert {name: count.f for name, count in counts.items()} == dict.fromkeys(COUNTED, 1.0)
        assert figures == dict.fromkeys(EDIT, 1.0)
        counts, figures = score("<p>a", gold)
        assert {name: count.f for name, count in counts.items()} == dict.fromkeys(COUNTED, 0.0)
        assert {name: count.precision for name, count in counts.items()} == dict.fromkeys(COUNTED, 0.0)
        assert figures == dict.fromkeys(EDIT, 0.0)

    def test_empty_output(self) -> None:
        counts, figures = score("", "URL: http://example.org/\n<p>a b\n<l>c")
        assert {name: (count.recall, count.f) for name, count in counts.items()} == dict.fromkeys(COUNTED, (0.0, 0.0))
        assert figures == dict.fromkeys(EDIT, 0.0)

    @given(st.text(st.sampled_from("ab .é<ph>l\n"), max_size=80), st.booleans())
    def test_a_text_agrees_with_itself(self, text: str, ascii_only: bool) -> None:
        counts, figures = score(text, text, ascii_only=ascii_only)
        assert all(count.precision == count.recall == count.f == 1 for count in counts.values())
        assert figures == dict.fromkeys(EDIT, 1.0)

    @given(st.text(max_size=60), st.text(max_size=60))
    def test_figures_are_fractions(self, output: str, gold: str) -> None:
        counts, figures = score(output, gold)
        assert all(0 <= count.matched <= min(count.output, count.gold) for count in counts.values())
        assert all(0 <= figure <= 1 for figure in figures.values())

    def test_ascii_only(self) -> None:
        output, gold = "<p>caf\N{REPLACEMENT CHARACTER} ole", "<p>café ole"
        assert score(output, gold)[0]["words"] == Counts(1, 2, 2)
        assert score(output, gold, ascii_only=True)[0]["words"] == Counts(2, 2, 2)
