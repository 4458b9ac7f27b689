"""Agreement: figures checked by hand, and symmetry in the two annotators."""

from __future__ import annotations

from pathlib import Path

import pytest
from annotating import texts, write_folder
from hypothesis import given

from ncleaner.evaluate.agreement import PageAgreement, agreement, combined, compare
from ncleaner.evaluate.agreement_tables import WORST, printout_of
from ncleaner.evaluate.printout import lines
from ncleaner.gold.annotations import Annotations, read_annotations

pytest.importorskip("rapidfuzz", reason="edit distances need rapidfuzz")

pytestmark = pytest.mark.once


class TestAPage:
    def test_the_share_of_the_longer_text_that_need_not_be_edited(self) -> None:
        found = compare("a", "<p>one two three four", "<p>one two 3 four five six seven eight")
        assert found.words.distance == 5
        assert found.words.agreement == 1 - 5 / 8
        assert found.tokens.agreement == 1 - 5 / 9

    def test_words_that_only_one_has(self) -> None:
        counts = compare("a", "one two three", "zero one 2 three four").counts
        assert (counts.output - counts.matched, counts.gold - counts.matched) == (1, 3)

    def test_marks_at_the_same_place_of_the_same_kind_and_of_others(self) -> None:
        found = compare("a", "<h>one\n<p>two\n<p>three four", "<h>one\n<l>two\n<p>three\n<p>four")
        assert (found.marks.matched, found.places.matched) == (2, 3)
        assert found.marks.f == 4 / 7

    @pytest.mark.parametrize(
        ("a", "b", "expected"), [("", "", 1), ("URL: http://example.org/\n", "\n", 1), ("", "<p>Rain", 0)]
    )
    def test_nothing_kept_is_an_annotation(self, a: str, b: str, expected: float) -> None:
        found = compare("a", a, b)
        assert found.words.agreement == found.tokens.agreement == found.marks.f == expected

    @given(texts(), texts())
    def test_it_does_not_matter_who_is_the_first(self, a: str, b: str) -> None:
        one, other = compare("a", a, b), compare("a", b, a)
        assert (one.words, one.tokens) == (other.words, other.tokens)
        for name in ("counts", "marks", "places"):
            ours, theirs = getattr(one, name), getattr(other, name)
            assert (ours.matched, ours.output, ours.gold) == (theirs.matched, theirs.gold, theirs.output)

    @given(texts())
    def test_everybody_agrees_with_themselves(self, text: str) -> None:
        found = compare("a", text, text)
        assert found.words.agreement == found.tokens.agreement == found.marks.f == found.counts.f == 1

    def test_pages_together_are_weighed_by_their_length(self) -> None:
        pages = [compare("a", "one", "two"), compare("b", "one two three", "one two three")]
        assert combined(pages).words.agreement == 0.75
        assert isinstance(combined(pages), PageAgreement)


def written(tmp_path: Path, a: dict[str, str | bytes], b: dict[str, str | bytes]) -> Annotations:
    return read_annotations(write_folder(tmp_path / "anna", a), write_folder(tmp_path / "ben", b))


class TestAllPages:
    @pytest.fixture
    def pages(self, tmp_path: Path) -> Annotations:
        ours: dict[str, str | bytes] = {"2.txt": "<p>one two three", "10.txt": "<p>one", "3.txt": "<p>mine"}
        theirs: dict[str, str | bytes] = {"2.txt": "<p>one two three", "10.txt": "<h>two", "4.txt": "<p>theirs"}
        return written(tmp_path, ours, theirs)

    def test_averages_and_extremes(self, pages: Annotations) -> None:
        found = agreement(pages)
        assert (found["annotators"], found["pages"], found["marked"]) == (["anna", "ben"], 2, True)
        assert found["agreement"]["words"] == {"average": 50, "all": 75, "min": 0, "max": 100}
        assert found["agreement"]["marks"] == {"average": 50, "all": 50, "min": 0, "max": 100}
        assert found["unpaired"] == ["anna/3.txt", "ben/4.txt"]

    def test_what_they_differ_in(self, pages: Annotations) -> None:
        assert agreement(pages)["differences"][0] == {
            "annotator": "anna",
            "words": 4,
            "only_words": 1,
            "marks": 2,
            "only_marks": 0,
            "other_kind": 1,
        }

    def test_the_page_with_the_least_agreement_comes_first(self, pages: Annotations) -> None:
        each = agreement(pages)["each"]
        assert [page["page"] for page in each] == ["10", "2"]
        assert [page["words"] for page in each] == [0, 100]

    def test_progress(self, pages: Annotations) -> None:
        told: list[tuple[str, int, int]] = []
        agreement(pages, lambda *what: told.append(what))
        assert told == [("pages compared", 1, 2), ("pages compared", 2, 2)]


class TestTables:
    def test_how_it_is_normalised_and_what_was_left_out(self, tmp_path: Path) -> None:
        pages = written(tmp_path, {"a.txt": "<p>one"}, {"a.txt": "<p>two", "b.txt": ""})
        text = list(lines(printout_of(agreement(pages)), 200))
        assert text[0] == "anna and ben: 1 page"
        assert any("1 − edit distance / number of words of the longer text" in line for line in text)
        assert text[-1] == "1 file has no partner: ben/b.txt"

    def test_marks_are_left_out_where_there_are_none(self, tmp_path: Path) -> None:
        text = "\n".join(lines(printout_of(agreement(written(tmp_path, {"a.txt": "one"}, {"a.txt": "two"})))))
        assert "marks" not in text

    def test_many_pages(self, tmp_path: Path) -> None:
        ours: dict[str, str | bytes] = {f"page{number}.txt": "one" for number in range(WORST + 2)}
        summary = agreement(written(tmp_path, ours, {**ours, "page7.txt": "two"}))
        few, all = ("\n".join(lines(printout_of(summary, every_page=every))) for every in (False, True))
        assert few.count("\npage") == WORST
        assert "\n2 more pages: --all prints them, too." in few
        assert all.count("\npage") == WORST + 2
        assert few.index("\npage7 ") < few.index("\npage0 ")


class TestFolders:
    def test_names_that_differ_in_their_endings_only(self, tmp_path: Path) -> None:
        pages = written(tmp_path, {"1-cleaned.txt": "one", "2.html.txt": "two"}, {"1.txt": "one", "2.TXT": "two"})
        assert [(page.id, page.name) for page in pages.pages] == [("1", "1-cleaned.txt"), ("2", "2.html.txt")]

    @pytest.mark.parametrize(
        "data",
        [
            "Über\r\nuns".encode(),
            b"\xef\xbb\xbf" + "Über uns".encode(),
            "Über uns".encode("cp1252"),
            b"\xff\xfe" + "Über uns".encode("utf-16le"),
        ],
    )
    def test_encodings_do_not_matter(self, data: bytes, tmp_path: Path) -> None:
        found = agreement(written(tmp_path, {"a.txt": data}, {"a.txt": "Über uns"}))
        assert found["agreement"]["words"]["all"] == 100

    def test_folders_of_the_same_name_are_told_apart(self, tmp_path: Path) -> None:
        a, b = (write_folder(tmp_path / who / "round2", {"1.txt": ""}) for who in ("anna", "ben"))
        assert read_annotations(a, f"{b}/").names == ("anna/round2", "ben/round2")
        assert read_annotations(a, a).names == ("round2", "round2")

    def test_a_name_never_breaks_a_line(self, tmp_path: Path) -> None:
        a, b = (write_folder(tmp_path / who, {"1.txt": ""}) for who in ("an\nna", "be\x1bn"))
        assert read_annotations(a, b).names == ("an\ufffdna", "be\ufffdn")
