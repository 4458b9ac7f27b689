"""The report as a whole: its content, that it is valid and loads nothing, and that no page text becomes markup."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from evaluation_examples import SEA, engine, page, three_engines

import ncleaner
from ncleaner.evaluate.report import report
from ncleaner.evaluate.results import EngineResult, Evaluation
from ncleaner.evaluate.summary import summarize

pytest.importorskip("rapidfuzz", reason="evaluations need rapidfuzz")
pytest.importorskip("scipy", reason="comparisons need scipy")

pytestmark = pytest.mark.once

VOID = {"meta", "br"}
SHAPES = {"path", "rect", "circle"}


class Reader(HTMLParser):
    """A strict HTML parser that records the problems, elements and text of a report."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.problems: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)
        self.close()
        if self.open:
            self.problems.append(f"never closed: {self.open}")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        if len(set(names)) < len(names):
            self.problems.append(f"an attribute twice in {tag}")
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in SHAPES:
            self.problems.append(f"closes itself: {tag}")
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"closed out of order: {tag}")

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text += data

    def of(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


def read(evaluation: Evaluation) -> Reader:
    reader = Reader(report(evaluation))
    assert reader.problems == []
    return reader


def one_page(output: str, gold: str, *, id: str = "a", name: str = "engine", error: str = "") -> Evaluation:
    return Evaluation("set", [EngineResult(name, [page(id, gold, output, error=error)])])


def test_the_heading_names_set_pages_engines_and_version() -> None:
    html = report(three_engines())
    assert "<h1>Evaluation on harbour</h1>" in html
    assert f"4 pages · 3 engines · ncleaner {ncleaner.__version__}" in html
    head = html[: html.index("<main>")]
    assert all(name in head for name in ("everything", "better", "forgetful"))


def test_cross_validation_is_said() -> None:
    assert "10-fold cross-validation" in report(replace(three_engines(), cross_validated=10))


def test_the_same_evaluation_gives_the_same_bytes() -> None:
    assert report(three_engines()) == report(three_engines())


def test_nothing_is_loaded_and_nothing_runs() -> None:
    reader = read(three_engines())
    tags = {tag for tag, _ in reader.elements}
    assert not tags & {"script", "link", "img", "iframe", "object", "embed", "base", "form", "image", "use"}
    for _, attributes in reader.elements:
        assert not any(name.startswith("on") or name in {"src", "srcset", "style"} for name in attributes)
        assert (attributes.get("href") or "#").startswith("#")
    html = report(three_engines())
    style = html[html.index("<style>") : html.index("</style>")]
    assert "url(" not in style
    assert "@import" not in style
    assert "//" not in style
    assert any(meta.get("content", "") and "default-src 'none'" in str(meta["content"]) for meta in reader.of("meta"))


def test_ids_are_unique_and_all_links_lead_somewhere() -> None:
    reader = read(three_engines())
    ids = [attributes["id"] for _, attributes in reader.elements if "id" in attributes]
    assert len(set(ids)) == len(ids)
    links = [str(attributes["href"]) for attributes in reader.of("a")]
    assert links
    assert {link[1:] for link in links} <= set(ids)


def test_every_picture_has_a_title_and_a_description() -> None:
    html = report(three_engines())
    pictures = re.findall(r"<svg[^>]*>(.*?)</svg>", html, re.DOTALL)
    assert pictures
    assert all(re.match(r"<title>[^<]+</title><desc>[^<]+</desc>", picture) for picture in pictures)


def test_every_heading_of_a_table_has_a_scope() -> None:
    heads = read(three_engines()).of("th")
    assert heads
    assert all(head.get("scope") in {"row", "col", "colgroup"} for head in heads)


def test_every_line_of_a_table_has_the_same_number_of_columns() -> None:
    for table in re.findall(r"<table.*?</table>", report(three_engines()), re.DOTALL):
        widths = {
            len(re.findall(r"<t[hd]\b", line))
            for line in re.findall(r"<tr.*?</tr>", table.split("<tbody>")[1], re.DOTALL)
        }
        last_heads = re.findall(r"<tr>.*?</tr>", table.split("<tbody>")[0], re.DOTALL)[-1]
        heads = len(re.findall(r"<th\b", last_heads)) + ('rowspan="2"' in table)
        assert widths == {heads}


def test_one_engine_is_compared_with_nothing() -> None:
    html = report(Evaluation("set", three_engines().engines[:1]))
    assert "Against" not in html
    assert "best" not in html[html.index("<main>") :]
    assert "engines differ" not in html
    assert "Worst pages" in html


def test_each_other_engine_has_a_card_with_its_sentence_and_charts() -> None:
    html = report(three_engines())
    cards = re.findall(r"<article.*?</article>", html, re.DOTALL)
    assert len(cards) == 2
    for name, card in zip(("better", "forgetful"), cards, strict=True):
        assert name in card
        assert card.count("<svg") == 2
        sentences = re.findall(r"<p><b>(\w+):</b> (.*?)</p>", card)
        assert [figure for figure, _ in sentences] == ["F", "Precision"]
        assert all(name in said and "everything" in said for _, said in sentences)
        assert "signed-rank test: p" in card


def test_a_summary_that_is_known_already_changes_nothing() -> None:
    evaluation = three_engines()
    assert report(evaluation, summary=summarize(evaluation)) == report(evaluation)


@pytest.mark.parametrize(
    "evaluation", [Evaluation("nothing", []), Evaluation("nothing", [EngineResult("dump", [])], ["x.html"])]
)
def test_an_evaluation_of_nothing_says_so(evaluation: Evaluation) -> None:
    assert "No page was evaluated" in read(evaluation).text


def test_a_page_of_nothing_at_all() -> None:
    assert "100.0" in read(one_page("", "")).text


def test_a_perfect_engine_has_no_worst_pages() -> None:
    assert "Worst pages" not in read(one_page(f"<p> {SEA}", f"<p> {SEA}")).text


def test_failures_and_files_without_partners_are_named() -> None:
    evaluation = replace(one_page("", SEA, error="ValueError: no <body>"), unpaired=["lonely.html", "widow.txt"])
    text = read(evaluation).text
    assert "engine failed on 1 page" in text
    assert "ValueError: no <body>" in text
    assert "2 files without a partner" in text
    assert "lonely.html" in text


def test_many_names_are_counted_instead_of_listed() -> None:
    evaluation = replace(three_engines(), unpaired=[f"file-{number}" for number in range(1000)])
    text = read(evaluation).text
    assert "file-199" in text
    assert "file-200" not in text
    assert "800 more" in text


HOSTILE = "</div></details></svg></style><script>alert(1)</script><img src=x onerror=alert(1)>\"'&amp;<!--"


@pytest.mark.parametrize("place", ["output", "gold", "id", "name", "error", "set", "type", "unpaired"])
def test_no_text_from_elsewhere_becomes_markup(place: str) -> None:
    texts = {key: HOSTILE if key == place else SEA for key in ("output", "gold", "id", "name", "error", "set", "type")}
    result = page(texts["id"], texts["gold"] + " x", texts["output"], type=texts["type"], error=texts["error"])
    engines = [EngineResult(texts["name"], [result]), EngineResult("other", [result])]
    reader = read(Evaluation(texts["set"], engines, [HOSTILE if place == "unpaired" else "x"]))
    tags = {tag for tag, _ in reader.elements}
    assert not tags & {"script", "img"}
    assert "alert(1)" in reader.text


def test_control_characters_become_visible_and_harmless() -> None:
    html = report(one_page("zero\0 bell\a turn\u202eround c1\x85x lone\ud800 non\uffff", "other"))
    assert "zero\u2400 bell\u2407" in html
    assert not re.search("[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\uffff]", html)
    html.encode("utf-8")


def test_page_types_have_tables_of_their_own() -> None:
    golds = [SEA, SEA, SEA]
    evaluation = Evaluation("set", [engine("dump", golds, golds, types=["forum", "article", "forum"])])
    text = read(evaluation).text
    assert "Page types" in text
    assert "2 pages" in text
    assert "Page types" not in read(three_engines()).text


def test_languages_have_a_table_of_their_own() -> None:
    pages = [page("a", SEA, SEA, language="el"), page("b", SEA, SEA, language="zh")]
    text = read(Evaluation("set", [EngineResult("dump", pages)])).text
    assert "Languages" in text
    assert "zh" in text
    assert "Languages" not in read(three_engines()).text


def test_marks_are_left_out_where_the_gold_texts_have_none() -> None:
    assert "unlabelled" in read(one_page(f"<p> {SEA}", f"<p> {SEA}")).text
    assert "unlabelled" not in read(one_page(f"<p> {SEA}", SEA)).text


def test_a_large_evaluation_stays_small() -> None:
    words = " ".join(f"word{number}" for number in range(5000))
    result = page("a", words, words[::-1])
    pages = [replace(result, id=str(number)) for number in range(374)]
    html = report(Evaluation("large", [EngineResult(f"engine-{number}", pages) for number in range(12)]))
    assert len(html.encode()) < 5_000_000
