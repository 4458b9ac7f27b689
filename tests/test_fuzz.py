"""The fuzzer's oracle, mutations and minimiser: the oracle finds what is planted, and nothing in ordinary pages."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from conftest import ROOT

import ncleaner.render
from attacks.fuzz import formats, html_grammar, oracle
from attacks.fuzz.broken import Broken
from attacks.fuzz.minimise import minimised
from attacks.fuzz.mutate import mutated
from attacks.fuzz.oracle import check_output, check_spans, examine
from attacks.fuzz.plan import HEADER, Plan, header, split
from attacks.fuzz.regressions import store, stored
from attacks.fuzz.seeds import LARGEST
from attacks.fuzz.signature import crash_signature, signature
from ncleaner.decode.encodings import LABELS
from ncleaner.render import FORMATS

pytestmark = pytest.mark.once

ALL = Plan(engine="heuristics", formats=tuple(FORMATS))
PAGE = b"<title>a</title><p>It rained <a href=x>all</a> day.<p>Nobody went out."


def test_examples_break_no_promise() -> None:
    for path in sorted((ROOT / "examples").glob("*.html"))[:3]:
        assert len(examine(ALL, path.read_bytes()).outputs) == len(FORMATS)


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_a_renderer_that_raises_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(document: Any, **options: Any) -> str:
        raise IndexError("planted")

    monkeypatch.setitem(ncleaner.render._RENDERERS, name, broken)
    with pytest.raises(IndexError) as caught:
        examine(ALL, PAGE)
    assert signature(caught.value)[0].startswith("IndexError")


@pytest.mark.parametrize(
    ("name", "output"),
    [
        ("txt", "a\x00b\n"),
        ("txt", "no end"),
        ("markdown", "a\x1bb\n"),
        ("cleaneval", "<p>\ud800\n"),
        ("json", '{"segments": [}'),
        ("json", '{"segments": [{"text": null}]}'),
        ("jsonl", '{"segments":[]}\n\n'),
        ("xml", "<doc><p>a</doc>"),
        ("xml", "<doc>\x0c</doc>"),
        ("tei", "<TEI>&nbsp;</TEI>"),
        ("vertical", "<doc>\na\tb\n</doc>\n"),
        ("vertical", "<doc>\n\n</doc>\n"),
        ("html", "<p>a<br></p>"),
        ("html", "<p>a</p><style></style>"),
        ("html", '<p style="a">a</p>'),
        ("html", '<p><a href="&#13;javascript:a">b</a></p>'),
        ("html", '<p><a href="data:a">b</a></p>'),
        ("html", '<input type="text" disabled="disabled"/>'),
        ("html", '<table><tr><td colspan="-1">a</td></tr></table>'),
        ("json", '{"segments": [], "tables": [{"rows": [[{"header": true}]]}]}'),
        ("decisions", "<p>no policy"),
    ],
)
def test_a_malformed_output_is_found(name: str, output: str) -> None:
    with pytest.raises(Broken):
        check_output(name, output, 100)


@pytest.mark.parametrize(
    "planted",
    [
        "<script>alert(1)</script>",
        "<p onclick=alert(1)>",
        "<iframe>",
        "<a href=' java\tscript:alert(1)'>",
        "<a href='data:text/html,x'>",
        "<svg/onload=alert(1)>",
        "<meta http-equiv=refresh content=0>",
        "<p style='background:url(x)'>",
    ],
)
def test_active_content_in_a_page_with_decisions_is_found(planted: str) -> None:
    page = examine(ALL, PAGE).outputs["decisions"]
    assert not formats.check_decisions(page)
    assert formats.check_decisions(page.replace("</body>", planted + "</body>"))


@pytest.mark.parametrize("spans", [[(0, 11)], [(5, 4)], [(-1, 3)], [(4, 6), (2, 3)]])
def test_a_wrong_span_is_found(spans: list[tuple[int, int]]) -> None:
    check_spans([(0, 4), (-1, -1), (4, 10)], 10, "bytes")
    with pytest.raises(Broken, match="spans"):
        check_spans(spans, 10, "bytes")


def test_a_span_inside_of_a_character_is_found() -> None:
    document = oracle.cleaned(ALL, "<p>äöü".encode())
    document.blocks.items[0].start += 1
    with pytest.raises(Broken, match="inside of a character"):
        oracle.check_segments(document)


def test_an_output_that_is_too_large_is_found() -> None:
    with pytest.raises(Broken, match="size"):
        check_output("txt", "a" * 2_000_000 + "\n", 10)


def test_inputs_choose_everything() -> None:
    rng = Random(1)
    plans = [split(header(rng))[0] for _ in range(6000)]
    assert {plan.kind for plan in plans} == {"html", "text"}
    assert {name for plan in plans for name in plan.formats} == set(FORMATS)
    assert {plan.encoding or plan.http_charset for plan in plans} - {None} == set(LABELS)
    assert {(plan.all, plan.details, plan.explain) for plan in plans} == {
        (a, b, c) for a in (False, True) for b in (False, True) for c in (False, True)
    }


def test_mutations_are_repeatable_and_keep_to_the_size() -> None:
    def by_bytes(data: bytes, largest: int) -> bytes:
        return (data + b"?")[:largest]

    for seed in range(300):
        page = html_grammar.generate(Random(seed))
        twice = [mutated(bytes(HEADER) + page, LARGEST, Random(seed), [PAGE], by_bytes) for _ in range(2)]
        assert twice[0] == twice[1]
        assert len(twice[0]) <= LARGEST


def test_pages_of_the_grammar_break_no_promise() -> None:
    for seed in range(40):
        examine(ALL, html_grammar.generate(Random(seed)))


def test_a_page_is_minimised_to_what_breaks_it() -> None:
    page = b"<div class=long>Some text\n<p>before</p>\n<table>cells &bad; and more</table>\n<p>after"
    assert minimised(page, lambda candidate: b"&bad;" in candidate) == b"&bad;"
    assert minimised(page, lambda candidate: candidate.count(b"<p>") == 2) == b"<p><p>"
    assert minimised(b"Secret", lambda candidate: len(candidate) >= 3) == b"aaa"


def test_a_regression_is_stored_and_read_again(tmp_path: Path) -> None:
    plan = Plan(engine="ngram", options=(("decode", "viterbi"),), formats=("txt",), encoding="koi8-r")
    path = store(tmp_path, plan, b"\x80<p>", "spans", "one is wrong")
    assert list(stored(tmp_path)) == [(path, plan, b"\x80<p>")]


def test_a_crash_is_named_by_what_the_sanitizer_says() -> None:
    log = "==1==ERROR\n    #0 0x7f in __pyx_f_scan scan.c\nSUMMARY: AddressSanitizer: heap-buffer-overflow"
    rule, message = crash_signature(log, 1)
    assert rule == "crash"
    assert "heap-buffer-overflow in __pyx_f_scan" in message
