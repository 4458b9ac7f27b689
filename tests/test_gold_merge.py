"""Merging annotations: the conflicts that result, and that nothing is lost."""

from __future__ import annotations

import random
from textwrap import dedent

import pytest
from annotating import same, taking, texts
from hypothesis import given

from ncleaner.gold.conflicts import conflicts
from ncleaner.gold.merge import merge
from ncleaner.gold.reading import read

pytestmark = pytest.mark.once

STORM = "The storm came over the hills at four in the morning and took the roof of the boat house along."
FLOOD = "By six the water stood in all cellars of the lower town, and nobody had slept who lived there."


def merged(a: str, b: str) -> str:
    return merge(a, b, ("anna", "ben")).text


def conflict(a: str, b: str) -> str:
    return f"<<<<<<< anna\n{a}=======\n{b}>>>>>>> ben\n"


class TestNothingIsLost:
    @given(texts())
    def test_a_text_merged_with_itself_is_that_text(self, text: str) -> None:
        assert merge(text, text) == merge(text, text + "\n") == merge(text, "\n" + text)
        assert merge(text, text).text == text
        assert merge(text, text).conflicts == 0

    @given(texts(), texts())
    def test_taking_one_side_everywhere_gives_the_text_of_that_side(self, a: str, b: str) -> None:
        found = merge(a, b)
        assert same(taking(found.text, 0), a)
        assert same(taking(found.text, 1), b)

    @given(texts(), texts())
    def test_every_difference_is_a_conflict_that_can_be_found(self, a: str, b: str) -> None:
        found = merge(a, b)
        assert (found.conflicts == 0) == same(a, b)
        if found.conflicts:
            left = list(conflicts(found.text))
            assert len(left) == found.conflicts
            assert not any(one.stray for one in left)

    def test_lines_that_differ_nowhere_near_are_left_alone(self) -> None:
        a = f"URL: http://example.org/\n\n<h>   Storm\n\n<p>{STORM}\n   Over.\n<p>Rain\n\n"
        assert taking(merged(a, a.replace("Rain", "Snow")), 0) == a

    @pytest.mark.parametrize("size", [300, 3000])
    def test_long_texts_of_few_different_lines(self, size: int) -> None:
        chance = random.Random(size)
        lines = [f"<{chance.choice('pl')}>{chance.choice(['yes', 'no', 'reply', STORM])}" for _ in range(size)]
        others = [line for line in lines if chance.random() < 0.9]
        a, b = "\n".join(lines), "\n".join(others)
        assert same(taking(merged(a, b), 0), a)
        assert same(taking(merged(a, b), 1), b)


class TestWhatIsSeen:
    def test_a_segment_that_only_one_has(self) -> None:
        a, b = "<h>Storm\n<p>Home | News\n<p>It came.\n", "<h>Storm\n<p>It came.\n"
        assert merged(a, b) == "<h>Storm\n" + conflict("<p>Home | News\n", "") + "<p>It came.\n"
        assert merged(b, a) == "<h>Storm\n" + conflict("", "<p>Home | News\n") + "<p>It came.\n"

    def test_another_mark(self) -> None:
        a, b = "<p>Storm\n<p>Rain\n", "<h>Storm\n<p>Rain\n"
        assert merged(a, b) == conflict("<p>Storm\n", "<h>Storm\n") + "<p>Rain\n"

    def test_neighbours_that_both_have_in_different_versions_are_conflicts_of_their_own(self) -> None:
        a, b = "<l>Rain on Monday\n<l>Snow on Friday\n", "<p>Rain on Monday\n<l>Snow on Fri\n"
        assert merged(a, b) == (
            conflict("<l>Rain on Monday\n", "<p>Rain on Monday\n") + conflict("<l>Snow on Friday\n", "<l>Snow on Fri\n")
        )

    def test_what_has_nothing_in_common_stands_against_each_other(self) -> None:
        a, b = "<p>Rain\n<p>Home\n<p>Snow\n", "<p>Rain\n<l>Print this page\n<l>Send it\n<p>Snow\n"
        assert merged(a, b) == "<p>Rain\n" + conflict("<p>Home\n", "<l>Print this page\n<l>Send it\n") + "<p>Snow\n"

    def test_a_short_paragraph_and_its_parts(self) -> None:
        a, b = "<p>Rain and snow\n<p>Sun\n", "<p>Rain\n<p>and snow\n<p>Sun\n"
        assert merged(a, b) == conflict("<p>Rain and snow\n", "<p>Rain\n<p>and snow\n") + "<p>Sun\n"

    def test_of_a_long_paragraph_only_the_place_where_it_is_divided(self) -> None:
        a, b = f"<p>{STORM} {FLOOD}\n", f"<p>{STORM}\n<p>{FLOOD}\n"
        assert merged(a, b) == f"<p>{STORM}\n" + conflict("", "<p>\n") + f"{FLOOD}\n"

    def test_of_a_long_paragraph_only_its_end(self) -> None:
        a, b = f"<p>{STORM} Read more\n\n<p>Sun\n", f"<p>{STORM}\n<p>Sun\n"
        assert merged(a, b) == f"<p>{STORM}\n" + conflict("Read more\n", "") + "\n<p>Sun\n"

    def test_words_are_not_shredded(self) -> None:
        a = "<p>It rained all day and all night in the town.\n"
        b = "<p>It snowed all day and half the night in the city.\n"
        assert merged(a, b) == conflict(a, b)

    def test_lines_of_plain_texts_are_never_divided(self) -> None:
        a, b = f"Storm\n{STORM} Read more\n", f"Storm\n{STORM}\n"
        assert merged(a, b) == "Storm\n" + conflict(f"{STORM} Read more\n", f"{STORM}\n")

    def test_an_address_that_one_has_lost(self) -> None:
        a, b = "URL: http://example.org/\n<p>Rain\n", "<p>Rain\n"
        assert merged(a, b) == conflict("URL: http://example.org/\n", "") + "<p>Rain\n"

    def test_nothing_kept_by_one(self) -> None:
        assert merged("", "<p>Rain") == conflict("", "<p>Rain\n")
        assert merged("<p>Rain\n", "") == conflict("<p>Rain\n", "")
        assert merged("", "") == ""

    def test_a_whole_file(self) -> None:
        a = dedent(f"""\
            URL: http://example.org/
            <h>Storm
            <p>By Dorothea Quill
            <p>{STORM}
            <l>Rain
        """)
        b = dedent(f"""\
            URL: http://example.org/
            <p>Storm
            <p>{STORM} {FLOOD}
            <l>Rain
        """)
        assert merged(a, b) == dedent(f"""\
            URL: http://example.org/
            <<<<<<< anna
            <h>Storm
            =======
            <p>Storm
            >>>>>>> ben
            <<<<<<< anna
            <p>By Dorothea Quill
            =======
            >>>>>>> ben
            <p>{STORM}
            <<<<<<< anna
            =======
            {FLOOD}
            >>>>>>> ben
            <l>Rain
        """)


class TestSpaceAndLineEnds:
    @pytest.mark.parametrize(
        "other",
        [
            "<h> Storm\n\n<p>It came at\nfour.\n",
            "<h>Storm\r\n<p>It came at four.\r\n",
            "<H>Storm <p>It came\u00a0at four.",
            "\n\n<h>Storm\n<p>\nIt came at four.\n\n\n",
        ],
    )
    def test_small_differences_are_none(self, other: str) -> None:
        a = "<h>Storm\n<p>It came at four.\n"
        assert read(other) == read(a)
        assert merged(a, other) == a
        assert merged(other, a) == other

    def test_the_lines_end_as_those_of_the_first(self) -> None:
        windows, unix = "<h>Storm\r\n<p>Rain\r\n", "<h>Storm\n<p>Snow\n"
        assert merged(windows, unix).count("\r\n") == merged(windows, unix).count("\n") == 6
        assert "\r" not in merged(unix, windows)
        assert merged("", windows).count("\r\n") == 5

    def test_a_last_line_without_an_end(self) -> None:
        assert merged("<p>Rain", "<p>Rain\n<p>Snow") == "<p>Rain\n" + conflict("", "<p>Snow\n")

    def test_lines_that_look_like_those_of_a_conflict_get_a_space(self) -> None:
        found = merge("<p>Rain\n=======\n<p>Sun\n", "<p>Rain\n=======\n<p>Snow\n")
        assert found.text.startswith("<p>Rain\n =======\n<<<<<<< A\n")
        assert len(list(conflicts(found.text))) == found.conflicts == 1
