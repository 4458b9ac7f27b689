"""Kinds: the kind of segment that each kept block is, and which blocks continue the segment before."""

from __future__ import annotations

from array import array
from typing import Any

import pytest
from forest_examples import OPINION, PROSE, arrays, header

from ncleaner import Cleaner
from ncleaner.engines.forest.columns import COLUMNS
from ncleaner.engines.forest.engine import Forest
from ncleaner.engines.forest.features import Features
from ncleaner.engines.forest.kind_columns import COPIED, KIND_COLUMNS
from ncleaner.engines.forest.kinds import FARTHEST, KeptTable
from ncleaner.engines.forest.name_weights import NameWeights
from ncleaner.engines.forest.trees import EDGE, UNITS
from ncleaner.engines.ngram.engine import Ngram
from ncleaner.errors import ModelError
from ncleaner.models import load
from ncleaner.models.format import Model
from ncleaner.models.format import build as build_model
from ncleaner.page.blocks import Blocks
from ncleaner.read.html.reader import read


def features_of(blocks: Blocks) -> Features:
    return Features(blocks, Ngram(load("english")).scorer, NameWeights(), 0, True, blocks.hidden_bits())


def facts(html: str, name: str, drop: tuple[int, ...] = ()) -> list[int]:
    """Return a column of the table of a page of which all blocks but some are kept."""
    blocks = read(html.encode())
    keep = bytes(index not in drop for index in range(len(blocks)))
    kept = KeptTable(blocks, features_of(blocks), keep)
    start = KIND_COLUMNS.index(name) * kept.stride + EDGE
    return list(kept.data[start : start + kept.count])


class TestTable:
    def test_it_has_the_features_of_kept_blocks(self) -> None:
        blocks = read(b"<h1>Boats</h1><p>one two three</p><ul><li>four five</ul>")
        features = features_of(blocks)
        kept = KeptTable(blocks, features, bytes([1, 0, 1]))
        assert kept.count == 2
        for number, name in enumerate(COPIED):
            start = number * kept.stride + EDGE
            column = COLUMNS.index(name)
            expected = [features.value(column, 0), features.value(column, 2)]
            assert list(kept.data[start : start + 2]) == expected, name

    def test_how_a_block_is_set_off(self) -> None:
        assert facts("one<br>two<br><br>three<p>four", "breaks") == [0, 1, 2, 0]

    def test_what_was_dropped_before_it(self) -> None:
        assert facts("<p>one<p>two<p>three<p>four", "gap", drop=(0, 2)) == [1, 1]
        assert facts("<p>one<p>two<p>three<p>four", "number", drop=(0, 2)) == [0, 1]

    def test_the_steps_up_and_down_the_markup(self) -> None:
        page = "<div><p>one<br>two</p><p>three</p></div><ul><li>four</ul>"
        assert facts(page, "rise") == [0, 0, 1, 2]
        assert facts(page, "fall") == [0, 0, 1, 2]
        assert facts(page, "near") == [0, 2, 1, 0]

    def test_the_number_of_steps_is_limited(self) -> None:
        page = "<p>one</p>" + 100 * "<div>" + "two" + 100 * "</div>" + "<p>three</p>"
        steps = [rise + fall for rise, fall in zip(facts(page, "rise"), facts(page, "fall"), strict=True)]
        assert steps == [0, FARTHEST, FARTHEST]
        assert facts(page, "near") == [0, 0, 0]

    def test_whether_tags_are_the_same(self) -> None:
        page = "<div><p>one</p></div><div><p>two</p></div><section><p>three</p></section><h2>four</h2>"
        assert facts(page, "alike") == [0, 2, 1, 0]

    def test_the_part_that_two_blocks_are_in(self) -> None:
        page = "<ul><li><div><p>1<p>2</div><li>3</ul><table><tr><td>4<br>5<td>6<tr><td>7</table><p>8"
        assert facts(page, "within") == [0, 1, 0, 0, 2, 3, 0, 0]

    def test_how_a_text_begins(self) -> None:
        page = "<p>one<p>Two<p>3<p>- four<p>(five)<p>Über<p>_"
        assert facts(page, "beginning") == [1, 2, 3, 4, 5, 6, 0]

    def test_capitals(self) -> None:
        assert facts("<p>BOATS 7<p>Boat<p>boats<p>1999", "upper case") == [255, 63, 0, 0]

    def test_preformatted_and_quoted(self) -> None:
        page = "<pre>one</pre><blockquote>two</blockquote><p>three"
        assert facts(page, "preformatted") == [1, 0, 0]
        assert facts(page, "quoted") == [0, 1, 0]

    def test_the_text_as_a_whole(self) -> None:
        page = "<h2>one</h2><b>two</b><br>three<ul><li>four</ul><p>1 2 3 4 5 6 7 8 9"
        expected = {"mean words": 10, "short share": 204, "bold blocks": 51, "items": 51, "lines": 51, "headings": 51}
        assert {name: set(facts(page, name)) for name in expected} == {
            name: {value} for name, value in expected.items()
        }

    def test_it_may_be_empty(self) -> None:
        assert facts("<p>one", "words", drop=(0,)) == []


# One tree for each class, with one test: column, shift, threshold, and the bits below and above.
Tree = tuple[str, int, int, float, float]
BY_HAND: dict[str, Tree] = {
    "p": ("words", 0, 0, 0.0, 0.0),
    "h": ("upper case", 0, 254, -1.0, 1.0),
    "l": ("beginning", 0, 2, -1.0, 2.0),
    "continues": ("breaks", 0, 0, -1.0, 3.0),
}


def model(trees: dict[str, Tree] = BY_HAND) -> Model:
    """A model that keeps everything."""
    facts: dict[str, Any] = {"keep.start": 100 * UNITS, "marks": bool(trees)}
    numbers = arrays()
    for name, (column, shift, threshold, below, above) in trees.items():
        facts |= {f"mark.{name}.depth": 1, f"mark.{name}.start": 0}
        numbers |= {
            f"mark.{name}.columns": bytes([KIND_COLUMNS.index(column)]),
            f"mark.{name}.shifts": array("b", [shift]),
            f"mark.{name}.thresholds": bytes([threshold]),
            f"mark.{name}.leaves": array("h", [round(below * UNITS), round(above * UNITS)]),
            f"mark.{name}.covers": array("H", [1, 1]),
        }
    return build_model(header(**facts), numbers, "mine")


def kinds_of(html: str, trees: dict[str, Tree] = BY_HAND, **options: Any) -> str:
    """Return the kinds of the kept segments, in capitals if they continue."""
    segments = Cleaner(engine=Forest(model(trees), **options)).clean(html).segments
    kinds = (segment.kind.upper() if segment.continues else segment.kind for segment in segments if segment.keep)
    return "".join(kinds)


class TestKinds:
    def test_the_highest_score_wins(self) -> None:
        assert kinds_of("<p>Boats<p>NETS<p>7 ropes<p>nets") == "phlp"

    def test_a_block_that_continues_has_the_kind_of_the_segment(self) -> None:
        assert kinds_of("<p>Boats<br>NETS<p>7 ropes<br>and<br>nets<p>quay") == "pPlLLp"

    def test_heading_tags_and_bullets_decide_alone(self) -> None:
        assert kinds_of("<h2>7 ropes</h2><p>* NETS<p>1. BOATS") == "hll"
        assert kinds_of("<h2>7 ropes<br>and nets</h2>") == "hH"

    def test_list_items_may_be_of_any_kind(self) -> None:
        assert kinds_of("<ul><li>NETS<li>boats<br>quay<li>7 ropes</ul>") == "hpPl"

    def test_a_heading_continues_only_a_heading(self) -> None:
        assert kinds_of("<div>boats<br><h2>nets</h2></div>") == "ph"

    def test_the_first_block_continues_nothing(self) -> None:
        assert kinds_of("<p><br>boats") == "p"

    def test_dropped_blocks_have_the_kind_of_their_markup(self) -> None:
        html = "<div hidden><h2>NETS</h2></div><p>boats<ul hidden><li>one</ul>"
        segments = Cleaner(engine=Forest(model())).clean(html).segments
        assert [(segment.keep, segment.kind) for segment in segments] == [(False, "h"), (True, "p"), (False, "l")]
        assert not any(segment.continues for segment in segments)

    def test_without_trees_kinds_are_those_of_the_markup(self) -> None:
        assert kinds_of("<p>Boats<p>NETS<p>7) ropes<br>nets<ul><li>quay</ul>", {}) == "pplpl"

    def test_kept_comments_have_kinds_as_well(self) -> None:
        html = f'<p>{PROSE}<p>{PROSE}<div class="comment-list"><p>{OPINION}</div><p>{PROSE}'
        trees = {**BY_HAND, "continues": ("number", 0, 1, -1.0, 3.0)}
        assert kinds_of(html, trees, comments="drop") == "ppP"
        assert kinds_of(html, trees, comments="keep") == "ppPP"

    def test_pages_without_markup_and_without_text(self) -> None:
        assert kinds_of("") == ""
        document = Cleaner(engine=Forest(model())).clean(f"{PROSE}\n\n* {PROSE}", kind="text")
        assert [segment.kind for segment in document.segments] == ["p", "l"]


class TestModels:
    @pytest.mark.parametrize("array_name", ["columns", "shifts", "thresholds", "leaves", "covers"])
    def test_no_array_may_be_missing(self, array_name: str) -> None:
        whole = model()
        others = {name: numbers for name, numbers in whole.arrays.items() if name != f"mark.h.{array_name}"}
        with pytest.raises(ModelError, match="mine: "):
            Forest(build_model(whole.header, others, "mine"))

    def test_trees_with_unknown_columns_are_refused(self) -> None:
        whole = model()
        changed: dict[str, Any] = {**whole.arrays, "mark.h.columns": bytes([len(KIND_COLUMNS)])}
        with pytest.raises(ModelError, match=f"has the column {len(KIND_COLUMNS)}"):
            Forest(build_model(whole.header, changed, "mine"))


def test_the_shipped_model_knows_all_kinds() -> None:
    html = f"<b>The harbour</b><p>{PROSE}<p>{PROSE}<p><b>NETS AND BOATS</b><p>{PROSE}"
    document = Cleaner().clean(html)
    assert load("forest").parameters["marks"]
    assert [segment.kind for segment in document.segments] == ["h", "p", "p", "h", "p"]
