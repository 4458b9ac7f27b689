"""The n-gram engine: decisions, models, explanations, options and confidence."""

from __future__ import annotations

import json
import pickle
import re
import sys
from array import array
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from ngram_examples import CLEAN, DIRTY, model

import ncleaner
from ncleaner.cleaner import Cleaner
from ncleaner.cli import main
from ncleaner.cli.explanation import View, explanation
from ncleaner.engines.ngram.confidence import FEATURES
from ncleaner.engines.ngram.describe import describe
from ncleaner.engines.ngram.engine import Ngram
from ncleaner.engines.ngram.explain import explain
from ncleaner.engines.ngram.scorer import Scorer
from ncleaner.errors import ModelError, NCleanerError, UnknownNameError
from ncleaner.models.format import Model, write
from ncleaner.models.format import build as build_model
from ncleaner.page.document import Document

PAGE = f"""
<p>Home<p>Contact us<p hidden>{CLEAN[3]}
<p>{CLEAN[0]}<p>Next page<p>{CLEAN[1]}
<p>News | Sport | Weather | Contact<p>Copyright 2024
""".encode()


def clean(page: bytes = PAGE, *, bias: float | None = None, decode: str | None = None, kind: str = "html") -> Document:
    return Cleaner(engine=Ngram(model(), bias=bias, decode=decode)).clean(page, kind=kind)


class TestDecisions:
    def test_body_text_is_kept_and_boilerplate_is_not(self) -> None:
        assert clean().text.splitlines() == [CLEAN[0], CLEAN[1]]

    def test_plain_text_is_cleaned_by_the_same_model(self) -> None:
        text = "\n\n".join(["Home", "Contact us", CLEAN[0], "Copyright 2024"])
        assert clean(text.encode(), kind="text").text.strip() == CLEAN[0]

    def test_the_reason_is_in_words_and_bits(self) -> None:
        segments = {segment.text: segment for segment in clean().segments}
        kept, dropped = segments[CLEAN[0]], segments["Home"]
        assert kept.reason == f"reads like body text, {kept.score:+.2f} bits per character"
        assert dropped.reason == f"reads like boilerplate, {dropped.score:+.2f} bits per character"
        assert kept.score > 0 > dropped.score

    def test_hidden_and_certain_boilerplate_is_not_scored(self) -> None:
        reasons = {segment.text: (segment.keep, segment.reason) for segment in clean().segments}
        assert reasons[CLEAN[3]] == (False, "hidden from readers")
        assert reasons["News | Sport | Weather | Contact"] == (False, "short fields separated by vertical bars")

    def test_a_higher_bias_keeps_fewer_segments(self) -> None:
        kept = [sum(segment.keep for segment in clean(bias=bias).segments) for bias in (-50.0, 0.0, 50.0)]
        assert kept == [6, 2, 0]

    def test_the_bias_is_part_of_the_score(self) -> None:
        plain, biased = (clean(bias=bias).segments[0].score for bias in (0.0, 1.0))
        assert biased == pytest.approx(plain - 1, abs=0.011)

    def test_runs_are_coherent(self) -> None:
        engine = Ngram(model(viterbi={"bias": 0.0, "switch": 50.0}), decode="viterbi")
        segments = {segment.text: segment for segment in Cleaner(engine=engine).clean(PAGE).segments}
        between = segments["Next page"]
        assert between.keep
        assert between.score < 0
        assert between.reason.endswith("bits per character, but stands among body text")
        assert not segments["Home"].keep

    @pytest.mark.parametrize("page", [b"", b"<p>", b"<p hidden>x", b"\xff\xfe\x00"])
    def test_pages_without_text(self, page: bytes) -> None:
        for decode in ("independent", "viterbi"):
            assert clean(page, decode=decode).text.strip() == ""

    def test_a_page_that_is_hidden_until_a_script_runs_is_scored(self) -> None:
        page = f"<div hidden><p>{' '.join(CLEAN)}<p>{' '.join(CLEAN)}<p>{' '.join(CLEAN)}<p>Home</div>".encode()
        assert [segment.keep for segment in clean(page).segments] == [True, True, True, False]


class TestModels:
    def test_decoding_and_bias_default_to_those_of_the_model(self) -> None:
        engine = Ngram(model(decode="viterbi", viterbi={"bias": 0.25, "switch": 4.0}))
        assert (engine.decode, engine.bias, engine.switch) == ("viterbi", 0.25, 4.0)
        engine = Ngram(model(bias=-0.5))
        assert (engine.decode, engine.bias) == ("independent", -0.5)

    def test_an_unknown_decoding_is_refused(self) -> None:
        with pytest.raises(UnknownNameError, match="independent, viterbi"):
            Ngram(model(), decode="greedy")

    @pytest.mark.parametrize(
        "facts",
        [
            {"decode": "greedy"},
            {"decode": 3},
            {"bias": "0"},
            {"bias": True},
            {"decode": "viterbi", "viterbi": {}},
            {"decode": "viterbi", "viterbi": []},
            {"decode": "viterbi", "viterbi": {"bias": None, "switch": 3}},
        ],
    )
    def test_a_model_with_invalid_parameters_is_refused(self, facts: dict[str, Any]) -> None:
        with pytest.raises(ModelError):
            Ngram(model(**facts))

    def test_the_most_distinctive_n_grams_are_described(self) -> None:
        sides = describe(model(CLEAN * 3, DIRTY * 3))
        clean_side, dirty_side = sides["clean n-grams"], sides["dirty n-grams"]
        assert {"the", "␣th"} <= {entry["n-gram"] for entry in clean_side[:30]}
        assert ">>¶" in {entry["n-gram"] for entry in dirty_side}
        assert all(entry["bits"] > 0 for entry in clean_side)
        assert all(entry["bits"] < 0 for entry in dirty_side)

    def test_invalid_n_grams_are_not_described(self) -> None:
        good = model()
        arrays: dict[str, Any] = {
            "table": good.arrays["table"],
            "telling": array("Q", [0, 1, 0xFFFFFF, 0xFFFFFFFFFFFFFFFF, 0x22_00_22]),
        }
        assert describe(build_model(good.header, arrays)) == {"clean n-grams": [], "dirty n-grams": []}


class TestExplanation:
    @pytest.mark.parametrize(("n", "mode"), [(3, 1), (6, 3), (4, 0), (2, 2)])
    @pytest.mark.parametrize("text", ["It rained.", " two  blanks ", "é漢 字 😀!", "", "\n\t", "a\u00a0\u00a0b"])
    def test_the_characters_add_up_to_the_score(self, n: int, mode: int, text: str) -> None:
        scorer = Scorer(model(n=n, mode=mode))
        explained = explain(scorer, text)
        data = text.encode()
        total = scorer.score(data, 0, len(data)) * scorer.length
        assert [character for character, _ in explained] == [*text, ""]
        assert sum(bits for _, bits in explained) == pytest.approx(total)

    def test_a_segment_explains_itself(self) -> None:
        segment = clean().segments[0]
        explained = segment.explain()
        assert "".join(character for character, _ in explained) == segment.text == "Home"
        assert sum(bits for _, bits in explained) / 5 == pytest.approx(segment.score, abs=0.006)

    def test_other_engines_and_unpickled_segments_cannot_explain(self) -> None:
        with pytest.raises(NCleanerError, match="'dump' does not score characters"):
            Cleaner(engine="dump").clean(PAGE).segments[0].explain()
        segment = clean().segments[0]
        copy = pickle.loads(pickle.dumps(segment))
        assert copy == segment
        with pytest.raises(NCleanerError, match="of a document"):
            copy.explain()

    def test_the_command_shows_scores_and_texts(self, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
        one = model()
        write(tmp_path / "my.model", one.header, one.arrays)
        (tmp_path / "page.html").write_bytes(PAGE)
        assert main(["explain", "--model", str(tmp_path / "my.model"), str(tmp_path / "page.html")]) == 0
        _, *blocks = capfd.readouterr().out.rstrip("\n").split("\n\n")
        first, kept = blocks[0].split("\n"), next(block for block in blocks if CLEAN[0][:30] in block).split("\n")
        assert first[0].startswith("- ")
        assert first[0].endswith(" paragraph  Home · Contact us")
        assert first[1].strip().startswith("2 blocks like this: reads like boilerplate, -")
        assert kept[0].startswith("+ ")
        assert kept[1].strip().startswith("reads like body text, +")

    def test_on_a_terminal_the_command_colours_characters(self) -> None:
        *_, text, reason = explanation(clean(b"<p>Home"), "page.html", View(80, coloured=True))
        assert re.search("\x1b\\[(1;)?3[12]m[Home]", text)
        assert reason.strip().startswith("\x1b[2mreads like boilerplate")

    @pytest.mark.parametrize(("arguments", "status"), [(["no such file"], 1), (["--model", "nothing", "x"], 2)])
    def test_misuse_of_the_command_is_an_error(
        self, arguments: list[str], status: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        one = model()
        write(tmp_path / "my.model", one.header, one.arrays)
        given = arguments if "--model" in arguments else ["--model", str(tmp_path / "my.model"), *arguments]
        assert main(["explain", *given]) == status
        assert capfd.readouterr().err


class TestOptions:
    @pytest.fixture
    def file(self, tmp_path: Path) -> str:
        one = model(viterbi={"bias": 0.0, "switch": 50.0})
        write(tmp_path / "my.model", one.header, one.arrays)
        (tmp_path / "page.html").write_bytes(PAGE)
        return str(tmp_path / "my.model")

    def test_options_are_passed_with_the_model(self, file: str) -> None:
        engine = Cleaner(model=file, bias=0.25, decode="viterbi").engine
        assert isinstance(engine, Ngram)
        assert (engine.bias, engine.decode) == (0.25, "viterbi")

    def test_options_of_clean_and_extract_reach_the_engine(self, file: str) -> None:
        assert ncleaner.clean(PAGE, model=file, bias=50).text == ""
        assert ncleaner.extract(PAGE, model=file, bias=50) is None
        assert "Next page" in ncleaner.clean(PAGE, model=file, decode="viterbi").text

    @pytest.mark.parametrize("bias", [float("nan"), float("inf"), "much", True])
    def test_a_bias_is_a_number(self, bias: Any) -> None:
        with pytest.raises(NCleanerError, match="the bias must be a number of bits"):
            Ngram(model(), bias=bias)

    def test_an_unknown_option_is_an_error_that_lists_the_options(self, file: str) -> None:
        with pytest.raises(NCleanerError, match="'ngram' has no option 'speed'; there are: bias, decode"):
            Cleaner(model=file, speed=3)
        with pytest.raises(NCleanerError, match="'dump' has no option 'bias'; it has none"):
            Cleaner(engine="dump", bias=0)

    def test_an_engine_that_is_ready_takes_none(self) -> None:
        with pytest.raises(NCleanerError, match="is loaded already"):
            Cleaner(engine=Ngram(model()), bias=0.5)

    def test_on_the_command_line(self, file: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
        page = str(tmp_path / "page.html")
        assert main(["--model", file, "--decode", "viterbi", page]) == 0
        assert "Next page\n" in capfd.readouterr().out
        assert main(["--model", file, "--bias", "-50", "--decode", "independent", page]) == 0
        assert "Home\n" in capfd.readouterr().out
        assert main(["explain", "--model", file, "--decode", "viterbi", page]) == 0
        block = next(part for part in capfd.readouterr().out.split("\n\n") if "Next page" in part)
        assert " ".join(block.split()).endswith("but stands among body text")

    @pytest.mark.parametrize(
        ("arguments", "complaint"),
        [
            (["--decode", "greedy"], "--decode: there is no value 'greedy'; there are: independent, viterbi"),
            (["--bias", "nan"], "ncleaner: the bias must be a number of bits, not nan"),
        ],
    )
    def test_invalid_values_on_the_command_line(
        self, arguments: list[str], complaint: str, file: str, capfd: pytest.CaptureFixture[str]
    ) -> None:
        for command in ([], ["explain"]):
            assert main([*command, "--model", file, *arguments, "page.html"]) == 2
            out, err = capfd.readouterr()
            assert out == ""
            assert complaint in err


class TestConfidence:
    """With a model whose confidence is the kept share of a page."""

    @pytest.fixture
    def file(self, tmp_path: Path) -> str:
        one = model()
        trust = {"coefficients": {name: float(name == "kept") for name in FEATURES}}
        write(tmp_path / "my.model", {**one.header, "confidence": trust}, one.arrays)
        (tmp_path / "good.html").write_bytes(f"<p>{CLEAN[0]}<p>{CLEAN[1]}".encode())
        (tmp_path / "poor.html").write_bytes(f"<p>{CLEAN[0]}{'<p>Contact us' * 9}".encode())
        (tmp_path / "none.html").write_bytes(b"<p>Home<p>Contact us")
        return str(tmp_path / "my.model")

    def clean_all(self, file: str, *options: str) -> int:
        pages = [str(Path(file).with_name(f"{name}.html")) for name in ("good", "poor", "none")]
        return main(["--model", file, *options, *pages])

    def test_pages_that_cannot_be_trusted_are_left_out(self, file: str, capfd: pytest.CaptureFixture[str]) -> None:
        assert self.clean_all(file, "--min-confidence", "0.9") == 0
        out, err = capfd.readouterr()
        assert out.splitlines() == [CLEAN[0], CLEAN[1]]
        poor, none = err.splitlines()
        assert "poor.html: left out: its confidence is 0." in poor
        assert none.endswith("none.html: left out: no text is kept")

    def test_they_get_no_file_and_no_record(self, file: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
        assert self.clean_all(file, "--min-confidence", "0.9", "-q", "-o", str(tmp_path / "out")) == 0
        assert [path.name for path in (tmp_path / "out").iterdir()] == ["good.txt"]
        assert self.clean_all(file, "--min-confidence", "0.9", "-q", "-f", "jsonl") == 0
        out, err = capfd.readouterr()
        assert len(out.splitlines()) == 1
        assert err == ""

    def test_from_0_on_only_pages_without_text_are_left_out(self, file: str, capfd: pytest.CaptureFixture[str]) -> None:
        assert self.clean_all(file, "--min-confidence", "0") == 0
        out, err = capfd.readouterr()
        assert out.splitlines() == [CLEAN[0], CLEAN[1], CLEAN[0]]
        assert err.count("\n") == 1

    def test_a_minimum_needs_an_engine_with_confidence(
        self, file: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        one = model()
        write(tmp_path / "my.model", one.header, one.arrays)
        for arguments, who in ((["--model", file], "this model"), (["--engine", "dump"], "the engine 'dump'")):
            assert main([*arguments, "--min-confidence", "0.5", str(tmp_path / "good.html")]) == 2
            complaint = f"ncleaner: --min-confidence cannot be used: {who} reports no confidence; leave it out, or use"
            complaint += " forest or ngram\n"
            assert capfd.readouterr() == ("", complaint)

    @pytest.mark.parametrize("least", ["1.5", "-0.1", "nan", "much"])
    def test_it_is_a_number_from_0_to_1(self, file: str, least: str, capfd: pytest.CaptureFixture[str]) -> None:
        assert self.clean_all(file, f"--min-confidence={least}") == 2
        assert "is not a number from 0 to 1" in capfd.readouterr().err

    def test_it_is_in_json_if_the_engine_has_a_confidence(self, file: str) -> None:
        cleaner = Cleaner(model=file)
        assert json.loads(cleaner.clean(b"<p>" + CLEAN[0].encode()).to("json"))["confidence"] == 1.0
        assert "confidence" not in json.loads(cleaner.clean(b"<p>Home").to("json"))
        assert "confidence" not in json.loads(Cleaner(engine="dump").clean(PAGE).to("jsonl"))


def test_threads_can_share_an_engine() -> None:
    cleaner = Cleaner(engine=Ngram(model()))
    pages = [f"<p>{text}<p>{text} and more of {number}" for number, text in enumerate([*CLEAN, *DIRTY])]
    expected = [cleaner.clean(page).segments for page in pages]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            found = list(pool.map(lambda page: cleaner.clean(page).segments, pages * 20))
    finally:
        sys.setswitchinterval(interval)
    assert found == expected * 20


@pytest.mark.parametrize("decode", ["independent", "viterbi"])
def test_an_engine_can_be_pickled(decode: str) -> None:
    cleaner = Cleaner(engine=Ngram(model(), bias=0.05, decode=decode))
    twin = pickle.loads(pickle.dumps(cleaner))
    assert twin.clean(PAGE).segments == cleaner.clean(PAGE).segments


@pytest.mark.parametrize("value", [10**400, float("1e300"), "much", None, True])
@pytest.mark.parametrize("decode", ["independent", "viterbi"])
def test_a_model_with_an_invalid_number_is_refused(decode: str, value: object) -> None:
    good = model()
    parameters = {**good.parameters, "bias": value, "viterbi": {"bias": 0.0, "switch": value}}
    with pytest.raises(ModelError, match="number of bits"):
        Ngram(Model({**good.header, "parameters": parameters}, good.arrays, "mine"), decode=decode)


def test_a_model_with_invalid_coefficients_is_refused() -> None:
    good = model()
    learnt = {"coefficients": dict.fromkeys(FEATURES, 1e308)}
    with pytest.raises(ModelError, match="coefficient"):
        Ngram(Model({**good.header, "confidence": learnt}, good.arrays, "mine"))


def test_a_lone_surrogate_can_be_explained() -> None:
    assert [char for char, _ in Ngram(model()).explain("a\ud800b")] == ["a", "\ud800", "b", ""]
