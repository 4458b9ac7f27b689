"""Annotations: what strokes do to the units of a page, and the documents that annotations become."""

from __future__ import annotations

import random

import pytest
from annotated_pages import PAGE, cleaner, document, examples, strokes, texts

from ncleaner.errors import InputError, UsageError
from ncleaner.page.document import Document
from ncleaner.studio.annotated import annotated_document, block_units
from ncleaner.studio.annotation import Annotation, everything, nothing, refined, suggested
from ncleaner.studio.frame import frame
from ncleaner.studio.parts import count
from ncleaner.studio.placing import read_annotation
from ncleaner.studio.strokes import MOST_SPANS, Stroke, requested, stroke
from ncleaner.studio.units import changes, described, numbers_of_units

pytestmark = pytest.mark.once

SENTENCE = 3  # the unit of PAGE with several inline elements
PREFORMATTED = 4


def span_of(annotation: Annotation, number: int) -> tuple[int, int]:
    return annotation.units[number].span


def source(document: Document, annotation: Annotation, number: int) -> str:
    start, end = span_of(annotation, number)
    return document.page.text[start:end]


def after(document: Document, made: list[Stroke]) -> Annotation:
    annotation = suggested(document)
    for change in made:
        annotation = change.apply(annotation, document)
    return annotation


class TestUnits:
    def test_every_visible_block_is_a_unit_with_its_source(self) -> None:
        annotation = suggested(document())
        found = texts(document(), annotation)
        assert found[:3] == ["Home", "News", "The harbour"]
        assert "Nobody sees this." not in found
        assert source(document(), annotation, SENTENCE).startswith("Boats <b>come and go &amp;")
        assert [unit.decided for unit in annotation.units] == [False] * len(found)

    def test_keeping_everything_and_nothing(self) -> None:
        assert all(unit.keep for unit in everything(document()).units)
        assert not any(unit.keep or unit.continues for unit in nothing(document()).units)

    def test_a_page_without_a_word_has_no_units(self) -> None:
        empty = document("")
        assert suggested(empty).units == ()
        assert annotated_document(empty, suggested(empty)).text == ""

    def test_engines_that_make_their_own_blocks_are_refused_with_a_sentence(self) -> None:
        made = document(PAGE)
        blocks = made.blocks.items
        old = blocks[0].start
        blocks[0].start = -1
        try:
            with pytest.raises(UsageError, match="choose another engine"):
                suggested(made)
        finally:
            blocks[0].start = old


class TestStrokes:
    def test_keep_drop_kind_and_continues(self) -> None:
        annotation = suggested(document())
        two = [span_of(annotation, 0), span_of(annotation, 1)]
        kept = annotation.keep(two, True)
        assert [unit.keep for unit in kept.units[:2]] == [True, True]
        assert [unit.decided for unit in kept.units[:3]] == [True, True, False]
        headings = kept.continues(two, True).kind(two[:1], "h")
        assert [(unit.kind, unit.continues) for unit in headings.units[:2]] == [("h", False), ("l", True)]
        assert headings.units[2:] == annotation.units[2:]

    def test_a_span_that_has_no_unit_changes_nothing(self) -> None:
        annotation = suggested(document())
        for span in ((0, 3), (10**9, 10**9 + 1), (50, 10)):
            assert annotation.keep([span], True).join(span).split(document(), span, 1) == annotation

    def test_a_segment_is_divided_between_two_characters_and_joined_again(self) -> None:
        annotation = suggested(document()).kind([span_of(suggested(document()), SENTENCE)], "p")
        divided = annotation.split(document(), span_of(annotation, SENTENCE), count("Boats come"))
        assert texts(document(), divided)[SENTENCE] == "Boats come"
        assert texts(document(), divided)[SENTENCE + 1].startswith("and go & the tide does")
        assert source(document(), divided, SENTENCE) == "Boats <b>come"
        assert source(document(), divided, SENTENCE + 1).startswith("and go &amp;")
        assert [unit.keep for unit in divided.units[SENTENCE : SENTENCE + 2]] == [True, True]
        assert divided.join(span_of(divided, SENTENCE)) == annotation

    @pytest.mark.parametrize("offset", [0, -1, 10**6])
    def test_no_part_is_empty(self, offset: int) -> None:
        annotation = suggested(document())
        with pytest.raises(UsageError, match="there is no text"):
            annotation.split(document(), span_of(annotation, SENTENCE), offset)

    def test_a_character_reference_for_two_characters_cannot_be_divided(self) -> None:
        annotation = suggested(document())
        text = texts(document(), annotation)[SENTENCE]
        with pytest.raises(UsageError, match="cannot be divided here"):
            annotation.split(document(), span_of(annotation, SENTENCE), count(text[: text.index("fj") + 1]))

    def test_characters_beyond_16_bits_are_one_character(self) -> None:
        annotation = suggested(document())
        text = texts(document(), annotation)[SENTENCE]
        place = count(text[: text.index("ive")])
        divided = annotation.split(document(), span_of(annotation, SENTENCE), place)
        assert texts(document(), divided)[SENTENCE + 1] == "ive."

    def test_preformatted_text_keeps_its_indentation(self) -> None:
        annotation = suggested(document())
        divided = annotation.split(document(), span_of(annotation, PREFORMATTED), count("one"))
        assert texts(document(), divided)[PREFORMATTED : PREFORMATTED + 2] == ["one", "  two\nthree"]

    def test_only_parts_of_one_segment_are_joined(self) -> None:
        annotation = suggested(document())
        for number in (0, len(annotation.units) - 1):
            with pytest.raises(UsageError, match="only parts that were divided"):
                annotation.join(span_of(annotation, number))

    def test_a_stroke_on_what_another_window_has_divided_is_one_on_all_parts(self) -> None:
        annotation = suggested(document())
        span = span_of(annotation, SENTENCE)
        divided = annotation.split(document(), span, 5).keep([span], False)
        assert [unit.keep for unit in divided.units[SENTENCE : SENTENCE + 2]] == [False, False]
        assert divided.split(document(), span, 5) == divided
        again = divided.split(document(), span, 9)
        assert texts(document(), again)[SENTENCE : SENTENCE + 3][:2] == ["Boats", "come"]

    @pytest.mark.parametrize(
        "fields",
        [
            {},
            {"op": "replace", "value": "[]", "spans": []},
            {"op": "decide", "value": "[]", "spans": []},
            {"op": "keep"},
            {"op": "keep", "spans": [[1, 2]], "value": 1},
            {"op": "keep", "spans": [[1]], "value": True},
            {"op": "keep", "spans": [[1.5, 2]], "value": True},
            {"op": "keep", "spans": [[0, 1]] * (MOST_SPANS + 1), "value": True},
            {"op": "kind", "spans": [[1, 2]], "value": None},
            {"op": "split", "spans": [[1, 2]], "offset": True},
            {"op": "split", "spans": [[1, 2], [3, 4]], "offset": 1},
            {"op": "join", "spans": []},
        ],
    )
    def test_a_request_for_no_stroke_is_refused_with_a_sentence(self, fields: dict[str, object]) -> None:
        with pytest.raises(UsageError):
            requested(fields)

    def test_an_unknown_kind_is_refused(self) -> None:
        with pytest.raises(UsageError, match="there are: p, h, l"):
            requested({"op": "kind", "spans": [[0, 10**6]], "value": "x"}).apply(suggested(document()), document())


class TestRandomStrokes:
    """On the example pages: HTML and plain text, Latin and Japanese, Shift-JIS and UTF-8."""

    @pytest.mark.parametrize("name", sorted(examples()))
    def test_nothing_of_the_page_is_lost_and_no_two_units_overlap(self, name: str) -> None:
        page = examples()[name]
        annotation = after(page, strokes(page, 60, seed=1))
        whole, now = ("".join("".join(texts(page, found)).split()) for found in (suggested(page), annotation))
        assert now == whole
        bounds = [place for unit in annotation.units for place in unit.span]
        assert bounds == sorted(bounds)

    @pytest.mark.parametrize("name", sorted(examples()))
    def test_an_annotation_is_read_as_it_was_written(self, name: str) -> None:
        page = examples()[name]
        annotation = after(page, strokes(page, 60, seed=2))
        assert read_annotation(page, annotation.to_json()) == annotation

    @pytest.mark.parametrize("name", sorted(examples()))
    def test_strokes_are_logged_and_applied_again(self, name: str) -> None:
        page = examples()[name]
        made = strokes(page, 60, seed=3)
        assert after(page, [stroke(change.fields()) for change in made]) == after(page, made)

    @pytest.mark.parametrize("name", sorted(examples()))
    def test_the_annotated_document_has_the_texts_and_decisions(self, name: str) -> None:
        page = examples()[name]
        annotation = after(page, strokes(page, 60, seed=4))
        annotated = annotated_document(page, annotation)
        owners = block_units(page, annotation)
        visible = [n for n, (_, unit) in enumerate(owners) if unit is not None]
        assert [annotated.blocks.text(n) for n in visible] == texts(page, annotation)
        assert [annotated.decisions.keep[n] for n in visible] == [unit.keep for unit in annotation.units]
        assert numbers_of_units(page, annotation) == visible
        spans = annotated.blocks.spans()
        assert [spans[n] for n in visible] == [unit.span for unit in annotation.units]
        for format in ("txt", "cleaneval", "markdown", "json", "tei", "html"):
            assert annotated.to(format) is not None
        assert f'data-n="{visible[-1]}"' in frame(annotated, None, "")

    @pytest.mark.parametrize("name", sorted(examples()))
    def test_dividing_further_changes_no_text(self, name: str) -> None:
        page = examples()[name]
        annotation = after(page, strokes(page, 40, seed=5))
        chance = random.Random(6)
        finer = refined(page, annotation, [chance.randrange(len(page.page.text)) for _ in range(80)])
        assert len(finer.units) > len(annotation.units)
        words = [annotated_document(page, found).to("txt").split() for found in (annotation, finer)]
        assert "".join(words[0]) == "".join(words[1])

    @pytest.mark.parametrize("name", sorted(examples()))
    def test_what_changed_is_told_unit_by_unit_or_not_at_all(self, name: str) -> None:
        page = examples()[name]
        annotation = suggested(page)
        for change in strokes(page, 60, seed=7):
            before, annotation = annotation, change.apply(annotation, page)
            told = changes(page, before, annotation)
            if change.operation in ("split", "join"):
                assert told is None
            else:
                shown = {unit["n"]: unit for unit in described(page, before, 0)}
                for n, keep, kind, continues in told or []:
                    shown[n] |= {"keep": keep, "kind": kind, "continues": continues}
                assert list(shown.values()) == described(page, annotation, 0)


class TestDocuments:
    def test_inline_tags_are_closed_in_one_part_and_opened_in_the_next(self) -> None:
        annotation = everything(document())
        divided = annotation.split(document(), span_of(annotation, SENTENCE), count("Boats come and go & the"))
        markdown = annotated_document(document(), divided).to("markdown")
        assert "Boats **come and go \\&** [**the**](/tide)\n\n[**tide**](/tide) does not wait." in markdown

    def test_parts_have_the_facts_of_their_own_text(self) -> None:
        annotation = suggested(document())
        divided = annotation.split(document(), span_of(annotation, SENTENCE), count("Boats come"))
        blocks = annotated_document(document(), divided).blocks
        first, second = blocks.items[SENTENCE : SENTENCE + 2]
        assert (first.words, first.links, first.bold_chars) == (2, 0, 4)
        assert (second.links, second.link_chars) == (1, 7)
        assert first.words + second.words == document().blocks.items[SENTENCE].words

    def test_who_decided_is_the_reason(self) -> None:
        page = annotated_document(document(), everything(document()))
        assert page.engine == "annotator"
        assert {segment.reason for segment in page.segments} == {"kept by the annotator", "hidden from readers"}

    def test_continued_segments_are_lines_of_one(self) -> None:
        annotation = nothing(document())
        spans = [span_of(annotation, number) for number in (0, 2)]
        annotation = annotation.kind(spans, "l").continues(spans[1:], True)
        assert annotated_document(document(), annotation).to("cleaneval") == "<l>Home\nThe harbour\n"


class TestReading:
    @pytest.mark.parametrize("text", ["", "{}", "[[1,2]]", '[["a",2,1,"p",0,0]]', '[[0,9,1,"x",0,0]]', "null"])
    def test_what_is_no_annotation_is_refused_with_a_sentence(self, text: str) -> None:
        with pytest.raises(InputError, match="this is not an annotation"):
            read_annotation(document(), text)

    def test_other_blocks_get_the_decision_on_their_source(self) -> None:
        apart, together = ("<p>one two</p><p>three four</p>", "<p>one two<br></br>three four</p>")
        annotation = everything(document(apart)).kind([(0, 100)], "h")
        page = cleaner().clean(together)
        read = read_annotation(page, annotation.to_json())
        assert all(unit.keep and unit.kind == "h" for unit in read.units)

    def test_blocks_that_were_not_there_are_dropped(self) -> None:
        annotation = read_annotation(document(), "[]")
        assert not any(unit.keep for unit in annotation.units)
