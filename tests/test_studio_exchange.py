"""Working together: agreement, merging by a third person, import of gold texts, and export."""

from __future__ import annotations

import io
import json
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

pytest.importorskip("starlette", reason="the studio needs the packages of the extra studio")
pytest.importorskip("uvicorn", reason="the studio needs the packages of the extra studio")
pytest.importorskip("rapidfuzz", reason="edit distances need rapidfuzz")

from annotated_pages import EXAMPLES, cleaner, document, examples, strokes
from studio_server import Client, studio

from ncleaner.errors import InputError
from ncleaner.evaluate.agreement import Decisions, compare
from ncleaner.gold.sets import read_set
from ncleaner.metrics.scores import score
from ncleaner.page.document import Document
from ncleaner.studio.agreeing import common_division, differences, table
from ncleaner.studio.annotated import annotated_document
from ncleaner.studio.annotation import Annotation, everything, nothing, suggested, unit_texts
from ncleaner.studio.exporting import export
from ncleaner.studio.importing import annotation_by, import_gold
from ncleaner.studio.merging import merged
from ncleaner.studio.opening import opened
from ncleaner.studio.project import Project

pytestmark = pytest.mark.once

PAGES = ("forum.html", "german.html", "mail.txt", "news.html")


def project_in(folder: Path, *annotators: str, gold: bool = False) -> Project:
    """Return a project of example pages."""
    folder.mkdir(exist_ok=True)
    for name in PAGES:
        shutil.copy(EXAMPLES / name, folder)
    if gold:
        shutil.copytree(EXAMPLES / "gold", folder / "gold", dirs_exist_ok=True)
    project = opened(str(folder)).project
    assert project is not None
    for annotator in annotators:
        project.store.add_annotator(annotator)
    return project


def annotate(project: Project, annotator: str, seed: int, *, state: str = "done", reason: str = "") -> None:
    """Make some strokes on all pages."""
    for page in project.pages.of_files.values():
        cleaned, _ = project.current(page, annotator)
        for change in strokes(cleaned.document, 5, seed):
            project.store.apply(cleaned, annotator, change)
        project.store.set_state(cleaned, annotator, state, reason)


def after(page: Document, seed: int, count: int = 25) -> Annotation:
    annotation = suggested(page)
    for change in strokes(page, count, seed):
        annotation = change.apply(annotation, page)
    return annotation


class TestKappa:
    def test_by_hand(self) -> None:
        # 100 words: A keeps 60 and B 50, so by chance both keep 30 % and both drop 20 %, and they agree on 50 %.
        # They agree on 45 + 35 = 80 words: (0.8 − 0.5) / (1 − 0.5).
        assert Decisions(45, 15, 5, 35).kappa == pytest.approx(0.6)

    @pytest.mark.parametrize(
        ("counts", "expected"),
        [((0, 0, 0, 0), 1), ((9, 0, 0, 0), 1), ((0, 0, 0, 9), 1), ((0, 5, 5, 0), -1), ((25, 25, 25, 25), 0),
         ((0, 9, 0, 0), 0)],
    )  # fmt: skip
    def test_extremes(self, counts: tuple[int, int, int, int], expected: float) -> None:
        assert Decisions(*counts).kappa == pytest.approx(expected)

    def test_the_words_of_a_page_by_hand(self) -> None:
        page = document("<p>one two three<p>four five<p>六七<p hidden>eight</p>")
        spans = [unit.span for unit in nothing(page).units]
        a, b = nothing(page).keep(spans[:2], True), nothing(page).keep([spans[0], spans[2]], True)
        assert table(page, common_division(page, a, b)) == Decisions(3, 2, 2, 0)

    def test_who_divides_a_block_disagrees_on_a_part_of_it(self) -> None:
        page = document("<p>one two three four</p>")
        whole = everything(page)
        divided = whole.split(page, whole.units[0].span, len("onetwo"))
        dropped = divided.keep([divided.units[1].span], False)
        assert table(page, common_division(page, whole, dropped)) == Decisions(2, 2, 0, 0)
        assert table(page, common_division(page, dropped, whole)) == Decisions(2, 0, 2, 0)


class TestDifferences:
    @pytest.mark.parametrize("name", sorted(examples()))
    def test_both_are_divided_in_the_same_way_without_a_change(self, name: str) -> None:
        page = examples()[name]
        a, b = after(page, 1), after(page, 2)
        pieces = common_division(page, a, b)
        assert all(one.span == other.span for one, other in pieces)
        for side, before in ((0, a), (1, b)):
            now = annotated_document(page, Annotation(tuple(pair[side] for pair in pieces))).to("cleaneval")
            assert _joined(now) == _joined(annotated_document(page, before).to("cleaneval"))

    @pytest.mark.parametrize("name", sorted(examples()))
    def test_where_there_is_no_difference_both_have_the_same_text(self, name: str) -> None:
        page = examples()[name]
        a, b = after(page, 3), after(page, 4)
        pieces = common_division(page, a, b)
        found = differences(pieces)
        assert found
        other = [two.record for _, two in pieces if any(d.start <= two.start < d.end for d in found)]
        taken = merged(page, a, pieces).decide(page, other)
        assert not differences(common_division(page, taken, b))
        assert differences(common_division(page, a, a)) == []

    def test_the_kind_of_what_is_dropped_makes_no_difference(self) -> None:
        page = document()
        a = nothing(page)
        b = Annotation(tuple(unit._replace(kind="h") for unit in a.units))
        assert differences(common_division(page, a, b)) == []


def _joined(text: str) -> str:
    """Return a text without white space: a further line of a segment is no difference."""
    return "".join(text.split())


@pytest.fixture(scope="module")
def both_done(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project in which two annotators have done all pages."""
    folder = tmp_path_factory.mktemp("both") / "pages"
    project = project_in(folder, "Anna", "Ben", "Cleo")
    for annotator, seed in (("Anna", 1), ("Ben", 2)):
        annotate(project, annotator, seed)
    project.store.close()
    return folder


@pytest.fixture(scope="module")
def refusing(both_done: Path) -> Iterator[Client]:
    """A studio to which only requests are sent that it refuses."""
    with studio(Path(shutil.copytree(both_done, both_done.parent / "refusing"))) as client:
        yield client


class TestMerging:
    @pytest.fixture
    def client(self, both_done: Path, tmp_path: Path) -> Iterator[Client]:
        with studio(Path(shutil.copytree(both_done, tmp_path / "pages"))) as client:
            yield client

    PAGE = "/api/pages/page-4"
    WHERE = f"{PAGE}/differences?a=Anna&b=Ben&annotator=Cleo"

    def take(self, client: Client, difference: dict[str, Any], side: str) -> dict[str, Any]:
        spans = [[difference["start"], difference["end"]]]
        request = {"annotator": "Cleo", "op": "take", "value": side, "a": "Anna", "b": "Ben", "spans": spans}
        answer: dict[str, Any] = client.post(f"{self.PAGE}/strokes", request).json
        return answer

    def test_it_begins_with_what_both_agree_on(self, client: Client) -> None:
        answer = client.get(self.WHERE).json
        units = {unit["n"]: unit for unit in answer["units"]}
        assert (answer["status"]["state"], answer["status"]["changes"]) == ("new", 0)
        assert answer["differences"]
        for difference in answer["differences"]:
            assert not difference["resolved"]
            assert len(difference["units"]) == len(difference["a"]) == len(difference["b"])
            assert difference["a"] != difference["b"]
            assert [_decision(units[n]) for n in difference["units"]] == difference["a"]

    @pytest.mark.parametrize("side", ["a", "b"])
    def test_taking_a_side_everywhere_gives_the_text_of_that_side(self, client: Client, side: str) -> None:
        found = client.get(self.WHERE).json["differences"]
        for difference in found:
            self.take(client, difference, side)
        answer = client.get(self.WHERE).json
        assert [difference["resolved"] for difference in answer["differences"]] == [True] * len(found)
        texts = [
            client.get(f"{self.PAGE}/text?annotator={name}").json["markdown"]
            for name in ("Cleo", "Anna" if side == "a" else "Ben")
        ]
        assert _joined(texts[0]) == _joined(texts[1])

    def test_taking_a_side_resolves_no_other_difference(self, client: Client) -> None:
        found = client.get(self.WHERE).json["differences"]
        for number, difference in enumerate(found):
            for side in ("a", "b", "a"):
                self.take(client, difference, side)
            now = client.get(self.WHERE).json["differences"]
            assert [one["resolved"] for one in now] == [at <= number for at in range(len(found))]

    def test_undoing_makes_a_difference_unresolved_again(self, client: Client) -> None:
        difference = client.get(self.WHERE).json["differences"][0]
        assert self.take(client, difference, "a")["status"]["changes"] == 1  # although it says so already
        assert client.get(self.WHERE).json["differences"][0]["resolved"]
        client.post(f"{self.PAGE}/undo", {"annotator": "Cleo"})
        assert not client.get(self.WHERE).json["differences"][0]["resolved"]
        client.post(f"{self.PAGE}/redo", {"annotator": "Cleo"})
        assert client.get(self.WHERE).json["differences"][0]["resolved"]

    def test_any_other_stroke_on_the_units_resolves_a_difference_too(self, client: Client) -> None:
        difference = client.get(self.WHERE).json["differences"][0]
        spans = [[difference["start"], difference["end"]]]
        client.post(f"{self.PAGE}/strokes", {"annotator": "Cleo", "op": "kind", "value": "h", "spans": spans})
        now = client.get(self.WHERE).json
        assert now["differences"][0]["resolved"]
        assert {unit["kind"] for unit in now["units"] if unit["n"] in difference["units"]} == {"h"}

    def test_a_page_that_was_only_opened_begins_again_with_the_agreement(self, client: Client) -> None:
        client.get(f"{self.PAGE}/annotation?annotator=Cleo")
        answer = client.get(self.WHERE).json
        units = {unit["n"]: unit for unit in answer["units"]}
        for difference in answer["differences"]:
            assert [_decision(units[n]) for n in difference["units"]] == difference["a"]

    @pytest.mark.parametrize(
        ("query", "sentence"),
        [
            ("a=Anna&b=Ben&annotator=Anna", "a third one resolves"),
            ("a=Anna&b=Anna&annotator=Cleo", "needs two annotators"),
            ("a=Anna&b=Cleo&annotator=Ben", "Cleo has not done news.html"),
            ("a=Anna&b=Eve&annotator=Cleo", "there is no annotator 'Eve'"),
        ],
    )
    def test_what_makes_no_sense_is_refused_with_a_sentence(self, refusing: Client, query: str, sentence: str) -> None:
        answer = refusing.get(f"{self.PAGE}/differences?{query}")
        assert answer.status == 400
        assert sentence in answer.json["error"]

    def test_a_third_person_with_work_of_their_own_is_refused(self, client: Client) -> None:
        client.get(f"{self.PAGE}/annotation?annotator=Cleo")
        client.post(f"{self.PAGE}/restart", {"annotator": "Cleo", "from": "everything"})
        client.post(f"{self.PAGE}/restart", {"annotator": "Cleo", "from": "nothing"})
        assert "need another person" in client.get(self.WHERE).json["error"]

    @pytest.mark.parametrize("fields", [{}, {"value": "c"}, {"a": 1}, {"spans": None}])
    def test_a_side_that_is_none_is_refused(self, refusing: Client, fields: dict[str, object]) -> None:
        refusing.get(self.WHERE)
        whole = {"annotator": "Cleo", "op": "take", "value": "a", "a": "Anna", "b": "Ben", "spans": [[0, 9]], **fields}
        request = whole if fields else {"annotator": "Cleo", "op": "take"}
        assert refusing.post(f"{self.PAGE}/strokes", request).status == 400

    def test_agreement_is_that_of_the_texts_and_the_worst_page_comes_first(self, client: Client) -> None:
        answer = client.get("/api/agreement?a=Anna&b=Ben").json
        assert answer["annotators"] == ["Anna", "Ben"]
        assert set(answer["agreement"]) == {"words", "words+marks", "marks"}
        assert set(answer["agreement"]["words"]) == {"average", "all", "min", "max"}
        words = [page["words"] for page in answer["pages"]]
        assert words == sorted(words)
        assert len(words) == len(PAGES)
        exported = {
            name: ZipFile(io.BytesIO(client.get(f"/api/export?annotator={name}&format=cleaneval").body))
            for name in ("Anna", "Ben")
        }
        for page in answer["pages"]:
            name = page["name"].partition(".")[0] + ".txt"
            texts = (exported[annotator].read(name).decode() for annotator in ("Anna", "Ben"))
            assert page["words"] == pytest.approx(100 * compare("", *texts).words.agreement, abs=0.001)
            assert -1 <= page["kappa"] <= 1
        other = client.get("/api/agreement?a=Ben&b=Anna").json
        assert other["kappa"] == answer["kappa"]
        assert {page["id"]: page["only_a"] for page in other["pages"]} == {
            page["id"]: page["only_b"] for page in answer["pages"]
        }

    def test_agreement_of_people_without_a_common_page(self, client: Client) -> None:
        answer = client.get("/api/agreement?a=Anna&b=Cleo").json
        assert (answer["agreement"], answer["kappa"], answer["pages"]) == (None, None, [])
        assert client.get("/api/agreement?a=Anna&b=Anna").status == 400


def _decision(unit: dict[str, Any]) -> list[Any]:
    return [unit["keep"], unit["kind"], unit["continues"]]


class TestImport:
    def test_a_block_is_kept_if_half_of_its_words_are_in_the_gold_text(self) -> None:
        page = document("<p>one two three four<p>five six seven eight<p>nine ten eleven twelve")
        found = annotation_by(page, "<p>one two\n<h>nine ten eleven thirteen fourteen\n")
        assert [(unit.keep, unit.kind) for unit in found.annotation.units] == [(True, "p"), (False, "p"), (True, "h")]
        assert (found.gold_words, found.aligned_words, found.missing) == (7, 5, ["thirteen fourteen"])

    def test_a_block_is_divided_where_the_gold_text_ends(self) -> None:
        page = document(
            "<p>It rains in the north today, and snows in the south. Print Share Mail Save Rate Subscribe</p>"
        )
        found = annotation_by(page, "<p>It rains in the north today, and snows in the south.\n")
        assert [unit.keep for unit in found.annotation.units] == [True, False]
        assert list(unit_texts(page, found.annotation))[1].startswith("Print Share")

    def test_a_block_is_divided_where_the_gold_text_has_marks(self) -> None:
        page = document("<p>Weather for the weekend It rains in the north. First item Second item</p>")
        gold = "<h>Weather for the weekend\n<p>It rains in the north.\n<l>First item\n<l>Second item\n"
        found = annotation_by(page, gold)
        assert [unit.kind for unit in found.annotation.units] == ["h", "p", "l", "l"]
        assert annotated_document(page, found.annotation).to("cleaneval") == gold

    def test_a_bullet_is_not_divided_from_its_item(self) -> None:
        page = document("<p>§ Prepare a talk of five minutes.</p><p>o Summer money</p>")
        found = annotation_by(page, "<p>§\n<l>Prepare a talk of five minutes.\n<p>o\n<l>Summer money\n")
        assert [(unit.keep, unit.kind) for unit in found.annotation.units] == [(True, "l"), (True, "l")]

    def test_blocks_of_one_segment_continue_it(self) -> None:
        page = document("<p>The sea is grey<p>Anzeige<p>and the sky is blue.<p>The end is near.")
        found = annotation_by(page, "<p>The sea is grey\n and the sky is blue.\n<p>The end is near.\n")
        assert [unit.continues for unit in found.annotation.units if unit.keep] == [False, True, False]

    def test_a_text_without_marks_says_nothing_of_kinds(self) -> None:
        page = document("<h2>Storm on the coast</h2><p>The storm took the roof of the old mill.</p><p>Unrelated</p>")
        found = annotation_by(page, "Storm on the coast The storm took the roof of the old mill.")
        assert [(unit.keep, unit.kind) for unit in found.annotation.units][:2] == [(True, "h"), (True, "p")]

    @pytest.mark.parametrize("gold", ["", "URL: http://example.org/\n"])
    def test_an_empty_gold_text_drops_everything(self, gold: str) -> None:
        found = annotation_by(document(), gold)
        assert not any(unit.keep for unit in found.annotation.units)
        assert (found.gold_words, found.missing) == (0, [])

    def test_texts_without_blanks_are_aligned_by_characters(self) -> None:
        page = cleaner().clean("<p>灯台守の猫は海を見る。</p><p>本文へ移動</p>")
        found = annotation_by(page, "灯台守の猫は海を見る。そして寝る。")
        assert [unit.keep for unit in found.annotation.units] == [True, False]
        assert found.missing == ["そして寝る。"]

    def test_the_gold_texts_of_the_folder(self, tmp_path: Path) -> None:
        project = project_in(tmp_path, "Anna", "Ben", gold=True)
        (tmp_path / "gold" / "mail.txt").unlink()
        (tmp_path / "gold" / "german.txt").write_text("<p>Davon steht nichts auf der Seite.\n")
        found = import_gold(project, "Anna")
        assert [page["name"] for page in found["pages"]] == ["forum.html", "german.html", "news.html"]
        assert found["unpaired"] == ["blog-1999.txt", "dump.txt", "japanese.txt", "recipe.txt", "shop.txt"]
        assert found["pages"][1]["missing"]
        states = {page.name: project.status(page, "Anna").state for page in project.pages.of_files.values()}
        assert states == {"forum.html": "done", "german.html": "started", "mail.txt": "new", "news.html": "done"}
        again = import_gold(project, "Anna")
        assert all("annotated this page already" in page["skipped"] for page in again["pages"])
        news = next(page for page in project.pages.of_files.values() if page.name == "news.html")
        counts, _ = score(project.annotated(news, "Anna").to("cleaneval"), (tmp_path / "gold" / "news.txt").read_text())
        assert counts["words"].f > 0.95
        cleaned, _ = project.current(news, "Anna")
        assert project.store.undo(cleaned, "Anna").annotation == suggested(cleaned.document)

    def test_a_folder_without_gold_texts(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match="no folder of gold texts"):
            import_gold(project_in(tmp_path, "Anna"), "Anna")


class TestExport:
    @pytest.fixture
    def project(self, tmp_path: Path) -> Project:
        project = project_in(tmp_path / "pages", "Anna", "Ben")
        annotate(project, "Anna", 5)
        return project

    def test_a_set_that_evaluates_to_what_was_annotated(self, project: Project, tmp_path: Path) -> None:
        (Path(project.folder) / "urls.tsv").write_text("news\thttps://example.org/a\n")
        project = opened(project.folder).project or project
        _unzipped(project, "set", tmp_path / "set")
        found = read_set(tmp_path / "set")
        assert ([pair.id for pair in found.pages], found.unpaired) == (["forum", "german", "mail", "news"], [])
        assert found.pages[3].url == "https://example.org/a"
        documents = {page.name.partition(".")[0]: document for page, document in project.annotated_documents("Anna")}
        for pair in found.pages:
            assert pair.page() == (EXAMPLES / f"{pair.id}.{'txt' if pair.kind == 'text' else 'html'}").read_bytes()
            counts, _ = score(documents[pair.id].to("cleaneval"), pair.gold())
            assert (counts["words"].f, counts["words+marks"].f, counts["marks"].f) == (1, 1, 1)

    def test_spans_that_find_the_text_in_the_source(self, project: Project) -> None:
        lines = _exported(project, "jsonl").decode().splitlines()
        records = [json.loads(line) for line in lines]
        assert [record["name"] for record in records] == list(PAGES)
        news = records[-1]
        assert {"id", "url", "text", "units", "annotator", "state", "suggestion", "encoding", "sha256"} <= set(news)
        assert news["suggestion"] == {"engine": "forest", "model": ""}
        source = examples()["news.html"].page.text
        for unit in news["units"]:
            assert set(unit) == {"start", "end", "keep", "kind", "continues"}
            first = source[unit["start"] : unit["end"]].split()[0].partition("<")[0].partition("&")[0]
            assert not unit["keep"] or first in news["text"]

    def test_texts_are_imported_again_with_the_same_decisions(self, tmp_path: Path) -> None:
        same = total = 0
        for name, page in examples().items():
            annotation = suggested(page)
            for change in strokes(page, 10, 6, between_words=True):
                annotation = change.apply(annotation, page)
            found = annotation_by(page, annotated_document(page, annotation).to("cleaneval"))
            for a, b in common_division(page, annotation, found.annotation):
                total += 1
                same += a.keep == b.keep
            assert found.missing == [], name
        assert same / total >= 0.99

    def test_pages_that_are_not_exported_are_listed_with_the_reason(self, project: Project, tmp_path: Path) -> None:
        pages = list(project.pages.of_files.values())
        cleaned, _ = project.current(pages[0], "Anna")
        project.store.set_state(cleaned, "Anna", "unusable", "an error message")
        (Path(project.folder) / "german.html").write_text("<p>Something else.")
        (Path(project.folder) / "mail.txt").unlink()
        project = opened(project.folder).project or project
        _unzipped(project, "set", tmp_path / "set")
        assert [pair.id for pair in read_set(tmp_path / "set").pages] == ["news"]
        table = dict(line.split("\t") for line in (tmp_path / "set" / "unusable.tsv").read_text().splitlines())
        assert table["forum.html"] == "an error message"
        assert "has changed" in table["german.html"]
        assert "not in the folder any more" in table["mail.txt"]
        records = [json.loads(line) for line in _exported(project, "jsonl").splitlines()]
        assert [record["state"] for record in records] == ["done", "unusable", "unusable", "unusable"]

    def test_pages_of_one_name_with_two_endings_are_both_exported(self, tmp_path: Path) -> None:
        (tmp_path / "pages").mkdir()
        shutil.copy(EXAMPLES / "news.html", tmp_path / "pages" / "news.htm")
        project = project_in(tmp_path / "pages", "Anna")
        annotate(project, "Anna", 7)
        _unzipped(project, "set", tmp_path / "set")
        assert len(read_set(tmp_path / "set").pages) == len(PAGES) + 1

    def test_the_same_annotations_give_the_same_bytes(self, project: Project) -> None:
        for format in ("cleaneval", "jsonl", "set"):
            first, second = (_exported(project, format) for _ in range(2))
            assert first == second

    def test_downloads(self, project: Project) -> None:
        project.store.add_annotator('Zoë "x"')
        annotate(project, 'Zoë "x"', random.Random(8).randrange(9))
        project.store.close()
        with studio(Path(project.folder)) as client:
            for format, type in (("cleaneval", "zip"), ("set", "zip"), ("jsonl", "jsonl")):
                answer = client.get(f"/api/export?annotator=Zo%C3%AB%20%22x%22&format={format}")
                assert (answer.status, answer.headers["content-type"]) == (200, f"application/{type}")
                name = answer.headers["content-disposition"]
                assert name.startswith('attachment; filename="pages-Zo-x')
                assert "Zo%C3%AB%20%22x%22" in name
            for query, sentence in (
                ("annotator=Ben&format=set", "Ben has done no page"),
                ("annotator=Anna&format=exe", "there is no export format 'exe'"),
                ("annotator=Eve&format=set", "there is no annotator"),
            ):
                answer = client.get(f"/api/export?{query}")
                assert answer.status == 400
                assert sentence in answer.json["error"]


def _exported(project: Project, format: str) -> bytes:
    with export(project, "Anna", format).content as content:
        return content.read()


def _unzipped(project: Project, format: str, folder: Path) -> None:
    with ZipFile(io.BytesIO(_exported(project, format))) as archive:
        archive.extractall(folder)
