"""The engine ``fiasco``: features, the support vector machine, decisions, reasons and invalid models."""

from __future__ import annotations

import builtins
import pickle
import sys
from array import array
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from test_fiasco_targets import ODD_PAGES, scanned

from ncleaner import Cleaner, EngineUnavailable, ModelError, NCleanerError, clean
from ncleaner.engines.fiasco import engine as engines
from ncleaner.engines.fiasco.engine import Fiasco
from ncleaner.engines.fiasco.features import (
    GROUPS,
    LINGUISTIC,
    MEASURES,
    POS,
    STRUCTURAL,
    VISUAL,
    features,
    names_of,
    scaled,
)
from ncleaner.engines.fiasco.linguistic import TokenizedText
from ncleaner.engines.fiasco.measurer import RegionMeasurer
from ncleaner.engines.fiasco.page_targets import PageTargets
from ncleaner.engines.fiasco.svm import Machine, rounded
from ncleaner.models import load
from ncleaner.models.format import Model, build

numpy = pytest.importorskip("numpy")
pytest.importorskip("selectolax")

pytestmark = pytest.mark.once

PROSE = "The ferry came in late that evening, and nobody was left on the quay. It had rained all day. Who would wait?"
PAGE = f"<ul><li><a href=a>Home</a><li><a href=b>News</a></ul><h1>The ferry</h1><p>{PROSE}</p><p>{PROSE}</p>"
EXAMPLES = sorted((ROOT / "examples").glob("*.html"))


def row(page: str, number: int, *groups: str, **more: Any) -> dict[str, float]:
    """Return the features of a target by name."""
    table = features(PageTargets(scanned(page)), groups, **more)
    return dict(zip(names_of(groups), table[number].tolist(), strict=True))


def tiny(**changes: Any) -> Model:
    """A model with one support vector: long texts are clean."""
    width = len(names_of([LINGUISTIC]))
    lowest, highest = [0.0] * width, [10.0, 10.0, 8.0, 8.0, 4.0, 8.0, 1.0, 1.0]
    part = {"groups": [LINGUISTIC], "gamma": 0.1, "intercept": -0.5, "slope": 4.0, "offset": 0.0}
    words = changes.pop("keywords", {"clean": ["ferry"], "dirty": ["home"]})
    part |= changes
    arrays: dict[str, array[Any]] = {
        "vectors": array("h", [32767] * 6 + [0, 0]),
        "coefficients": array("d", [1.0]),
        "lowest": array("d", lowest),
        "highest": array("d", highest),
        "means": array("d", [0.0] * width),
    }
    header = {"engine": "fiasco", "parameters": {"plain": part}, "keywords": words}
    return build(header, {f"plain.{name}": numbers for name, numbers in arrays.items()}, "mine")


class TestFeatures:
    def test_lengths(self) -> None:
        found = row(f"<p>{PROSE}</p>", 0, LINGUISTIC)
        counts = {name: round(2**value - 1) for name, value in found.items()}
        assert counts["characters"] == counts["characters of its own"] == len(PROSE)
        assert (counts["words"], counts["sentences"], counts["different words"]) == (22, 3, 21)

    def test_a_label_is_not_a_sentence(self) -> None:
        assert TokenizedText("Home").sentences == 0
        assert TokenizedText("He said: “It rains.” Nobody heard").sentences == 1

    def test_keywords(self) -> None:
        found = row("<p>The ferry home", 0, LINGUISTIC, clean=frozenset(["ferry"]), dirty=frozenset(["home", "the"]))
        assert (found["clean keywords"], found["dirty keywords"]) == (1 / 3, 2 / 3)

    def test_structure(self) -> None:
        found = row("<h2>One <a href=x>two</a> <img src=y></h2>", 0, STRUCTURAL)
        assert (found["in a heading"], found["in a paragraph"], found["in a list item"]) == (1, 0, 0)
        assert (found["links for each word"], found["images for each word"]) == (0.5, 0.5)
        assert found["share of link text"] == 0.5
        assert row("<ul><li><a href=x><b>Two</b></a></ul>", 0, STRUCTURAL)["share of link text"] == 1

    def test_parts_of_speech(self) -> None:
        pytest.importorskip("HanTa")
        found = row("<p>the ferry zxqwyy ©", 0, POS)
        assert list(found.values()) == [0.25, 0.25, 0.25, 0.25]
        german = row('<html lang="de"><p>Das Haus ist schön', 0, POS)
        assert (german["words of closed classes"], german["unknown words"]) == (0.5, 0)
        assert not any(row('<html lang="fi"><p>Talo on kaunis', 0, POS).values())

    def test_visual_features_of_a_target_and_its_neighbours(self) -> None:
        regions = {0: (1.0, 2.0, 3.0, 4.0, 5.0)}
        found = row("<p>one<p>two", 0, VISUAL, regions=regions)
        assert [found[name] for name in (*MEASURES, "on the picture")] == [1, 2, 3, 4, 5, 1]
        second = row("<p>one<p>two", 1, VISUAL, regions=regions)
        assert (second["on the picture"], second["headline, targets before"]) == (0, 5)

    def test_the_measures_are_those_of_the_visual_part(self) -> None:
        pytest.importorskip("cv2")
        from ncleaner.engines.fiasco.visual import NAMES

        assert MEASURES == NAMES

    @pytest.mark.parametrize("page", ODD_PAGES.values(), ids=list(ODD_PAGES))
    def test_there_is_a_row_for_each_target(self, page: bytes) -> None:
        page_targets = PageTargets(scanned(page))
        groups = [group for group in GROUPS if group != POS]
        table = features(page_targets, groups)
        assert table.shape == (len(page_targets.targets), len(names_of(groups)))
        assert numpy.isfinite(table).all()


class TestMachine:
    def test_scores_follow_the_formula(self) -> None:
        machine = Machine(tiny(), "plain")
        table = numpy.array([[10.0, 10, 8, 8, 4, 8, 0.5, 0.5], [0.0] * 8])
        expected = [4 * (numpy.exp(-0.1 * distance) - 0.5) for distance in (0.0, 6 * 4 + 2)]
        assert machine.scores(table) == pytest.approx(expected, abs=1e-3)

    def test_scores_do_not_depend_on_the_number_of_rows(self) -> None:
        machine = Machine(tiny(), "plain")
        table = numpy.repeat(numpy.array([[5.0, 5, 4, 4, 2, 4, 0, 0]]), 1000, axis=0)
        assert set(machine.scores(table)) == set(machine.scores(table[:1]))

    @pytest.mark.parametrize(
        ("changes", "message"),
        [
            ({"groups": ["smell"]}, "groups of features"),
            ({"groups": [LINGUISTIC, POS]}, r"'lowest' has 8 numbers instead of 12"),
            ({"gamma": 1e300}, "should be a number from -1e9 to 1e9"),
            ({"gamma": "8"}, "of type float"),
            ({"keywords": {"clean": [1], "dirty": []}}, "list of strings"),
            ({"keywords": None}, "'keywords' is missing"),
        ],
    )
    def test_invalid_models(self, changes: dict[str, Any], message: str) -> None:
        with pytest.raises(ModelError, match=message):
            Fiasco(tiny(**changes))

    def test_a_model_without_machines(self) -> None:
        with pytest.raises(ModelError, match="'plain' is missing"):
            Cleaner(model=build({"engine": "fiasco", "parameters": {}}, {}))


class TestDecisions:
    def test_prose_is_kept_and_navigation_dropped(self) -> None:
        document = clean(PAGE, engine="fiasco")
        kept = [segment.text for segment in document.segments if segment.keep]
        assert kept[-2:] == [PROSE, PROSE]
        assert "Home" not in kept
        assert document.confidence is not None
        assert 0.5 < document.confidence <= 1

    def test_reasons_name_the_strongest_features(self) -> None:
        reasons = {segment.text: segment.reason for segment in clean(PAGE, model=tiny()).segments}
        assert reasons[PROSE].startswith("classified as clean (")
        assert ", mainly because of: " in reasons[PROSE]
        assert "characters 109" in reasons[PROSE] or "words 22" in reasons[PROSE]
        assert reasons["Home"].startswith("classified as dirty (")

    def test_contributions_are_differences_of_scores(self) -> None:
        machine = Machine(load("fiasco"), "plain")
        table = features(PageTargets(scanned(PAGE)), machine.groups, machine.clean, machine.dirty)
        own = rounded(scaled(table[:1], machine.lowest, machine.highest))
        for index, (name, value, bits) in enumerate(machine.contributions(table[0])):
            other = own.copy()
            other[0, index] = machine.means[index]
            score, changed = machine.scores_of_scaled(numpy.vstack([own, other]))
            assert (name, value) == (machine.names[index], table[0, index])
            assert bits == pytest.approx(score - changed, abs=1e-5)

    def test_on_pages_of_very_many_targets_later_reasons_name_no_features(self) -> None:
        count = 2 * engines.DESCRIBED
        reasons = [segment.reason for segment in clean("<p>It rained" * count, model=tiny()).segments]
        described = [", mainly because of: " in reason for reason in reasons]
        most = engines.DESCRIBED + len("<p>It rained") * count // engines.BYTES_PER_DESCRIBED
        assert len(reasons) == count
        assert all(described[:most])
        assert not any(described[most:])
        assert all(reason.startswith("classified as ") for reason in reasons)

    def test_scores_are_bits_less_the_bias(self) -> None:
        document = clean(PAGE, model=tiny())
        biased = clean(PAGE, model=tiny(), bias=1.5)
        for one, other in zip(document.segments, biased.segments, strict=True):
            assert other.score == pytest.approx(one.score - 1.5, abs=1e-3)
            assert other.keep == (one.score >= 1.5)

    def test_hidden_text_is_dropped(self) -> None:
        document = clean(f"<p hidden>{PROSE}</p><p>{PROSE}", model=tiny())
        assert [segment.keep for segment in document.segments] == [False, True]
        assert document.segments[0].reason == "hidden from readers"

    def test_text_that_is_not_in_the_tree_is_dropped(self) -> None:
        document = clean(f"<p>{PROSE}<iframe></iframe><frameset><noframes>{PROSE}", model=tiny())
        assert all(segment.reason for segment in document.segments)

    def test_plain_text(self) -> None:
        document = clean(f"Home\n\n{PROSE}\n", model=tiny(), kind="text")
        assert [segment.keep for segment in document.segments] == [False, True]

    @pytest.mark.parametrize("page", ODD_PAGES.values(), ids=list(ODD_PAGES))
    def test_odd_pages_are_cleaned(self, page: bytes) -> None:
        document = clean(page, engine="fiasco")
        assert len(document.decisions) == len(document.blocks)
        for index in range(0, len(document.blocks), 1000):
            assert document.decisions.reason(index)

    @pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
    def test_our_examples(self, path: Path) -> None:
        document = clean(path.read_bytes(), engine="fiasco")
        assert document.decisions.kept
        for format in ("json", "markdown", "tei", "html"):
            document.to(format)

    def test_an_engine_can_be_pickled(self) -> None:
        engine = pickle.loads(pickle.dumps(Fiasco(tiny(), bias=1.0)))
        assert engine.bias == 1.0
        assert Cleaner(engine=engine).clean(PAGE).text == clean(PAGE, model=tiny(), bias=1.0).text

    def test_a_model_can_be_described(self) -> None:
        shown = Fiasco.describe(tiny())
        assert shown["support vectors"] == ["1: linguistic"]
        assert shown["features"] == list(names_of([LINGUISTIC]))


class TestOptions:
    @pytest.mark.parametrize("option", [{"bias": "much"}, {"share": 2}, {"share": float("nan")}, {"visual": "perhaps"}])
    def test_invalid_values(self, option: dict[str, Any]) -> None:
        with pytest.raises(NCleanerError, match=next(iter(option))):
            Cleaner(engine="fiasco", **option)

    def test_no_browser(self, monkeypatch: pytest.MonkeyPatch) -> None:
        pytest.importorskip("cv2")
        from ncleaner.engines.fiasco.visual import browser

        monkeypatch.setattr(browser, "find_browser", lambda: None)
        with pytest.raises(EngineUnavailable, match="needs a browser"):
            Cleaner(engine="fiasco", visual="yes")
        document = clean(PAGE, engine="fiasco", visual="auto")
        assert document.text == clean(PAGE, engine="fiasco").text

    def test_a_page_that_cannot_be_rendered_falls_back_to_the_plain_machine(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        pytest.importorskip("cv2")
        monkeypatch.setattr(engines, "_measurer", lambda visual: RegionMeasurer())
        monkeypatch.setattr(RegionMeasurer, "regions", lambda self, page: (None, "the page was not rendered"))
        document = clean(PAGE, engine="fiasco", visual="yes")
        assert document.warnings == ("the page was not rendered",)
        assert document.text == clean(PAGE, engine="fiasco").text

    def test_visual_features_come_from_a_browser(self) -> None:
        pytest.importorskip("cv2")
        from ncleaner.engines.fiasco.visual import find_browser

        if find_browser() is None:
            pytest.skip("no Chromium is installed")
        document = clean(PAGE, engine="fiasco", visual="yes")
        assert PROSE in document.text
        grounds = document.decisions.grounds
        assert isinstance(grounds, engines.TargetGrounds)
        assert "solidity 3" in grounds.machine.names
        assert not document.warnings

    @pytest.mark.parametrize("package", ["selectolax", "numpy"])
    def test_a_package_that_is_missing_is_named(self, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
        real = builtins.__import__

        def without(name: str, *args: Any, **more: Any) -> Any:
            if name.partition(".")[0] == package:
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)
            return real(name, *args, **more)

        monkeypatch.setattr(builtins, "__import__", without)
        with pytest.raises(EngineUnavailable, match=rf"needs the package {package}.*ncleaner\[fiasco\]"):
            Fiasco(tiny())


def test_the_installed_model_has_both_machines() -> None:
    model = load("fiasco")
    assert {entry["set"] for entry in model.training} == {"cleaneval-dev", "wcxb-dev"}
    assert Machine(model, "plain").groups == (LINGUISTIC, STRUCTURAL)
    assert Machine(model, VISUAL).groups == (LINGUISTIC, STRUCTURAL, VISUAL)


def test_cleaning_needs_neither_scikit_learn_nor_opencv(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("sklearn", "cv2", "wordfreq", "HanTa"):
        monkeypatch.setitem(sys.modules, name, None)
    assert clean(PAGE, model=tiny()).decisions.kept
