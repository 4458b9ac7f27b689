"""Text that is written without blanks: what divides it into words, and that nothing is lost or left behind."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from corpus_jobs import job, write_pages
from hypothesis import given
from hypothesis import strategies as st
from render_documents import document
from test_render_vertical import folded, rejoined
from timing import seconds

from ncleaner.corpus import settings
from ncleaner.errors import FolderError
from ncleaner.page.metadata import Metadata
from ncleaner.render import vertical
from ncleaner.tokenize import segmenters
from ncleaner.tokenize.segmenters import (
    CANDIDATES,
    CHINESE,
    JAPANESE,
    KHMER,
    LANGUAGES,
    LAO,
    THAI,
    Candidate,
    Segmenter,
    installed,
    segmenter,
)
from ncleaner.tokenize.sentences import sentences
from ncleaner.tokenize.tokens import tokens
from ncleaner.tokenize.unspaced import CHARACTERS, LONGEST, WordSplitter, is_japanese

pytestmark = pytest.mark.once

Find = Callable[[str], Segmenter | None]

WORDS = {
    CHINESE: ("我们明天去图书馆。", "我们 明天 去 图书馆 。"),
    JAPANESE: ("昨日図書館へ行きました。", "昨日 図書 館 へ 行き まし た 。"),
    THAI: ("วันนี้ฝนตกทั้งวัน", "วันนี้ ฝนตก ทั้งวัน"),
    LAO: ("ພາສາລາວໃນປັດຈຸບັນ", "ພາສາລາວ ໃນ ປັດຈຸບັນ"),
}
MARKS = ("\u0301", "\ufe0f", "\u200d")
PIECES = (*MARKS, "日本", "語の", "カタ", "中国", "สวัสดี", "ครับ", "ພາສາ", "ខ្មែរ", "ဗုဒ္ဓ")
OTHERS = ("ab", "3.5", " ", "。", "、", ".", "-", "é", "😀", "한국")
mixed = st.lists(st.sampled_from(PIECES + OTHERS), max_size=12).map("".join)


def pairs(language: str) -> Segmenter:
    """Return a segmenter that says its language and takes two characters for a word."""
    return Segmenter(language, lambda run: [run[at : at + 2] for at in range(0, len(run), 2)])


def none(language: str) -> None:
    """Find no segmenter."""


def spelled(text: str, divide: WordSplitter) -> str:
    return " ".join(token.text for token in tokens(text, divide))


@pytest.fixture
def only_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have documents divided by `pairs`, whatever is installed."""
    monkeypatch.setattr(vertical, "WordSplitter", lambda japanese: WordSplitter(japanese, pairs))


@pytest.fixture
def fresh() -> Iterator[None]:
    """Forget segmenters that were loaded, before and after a test that changes the table."""
    segmenter.cache_clear()
    yield
    segmenter.cache_clear()


@pytest.mark.parametrize(
    ("text", "expected", "languages"),
    [
        ("中国人民用iPhone15花了3.5元。", "中国 人民 用 iPhone15 花了 3.5 元 。", [CHINESE]),
        ("今日は、Python3で。中国", "今日 は 、 Python3 で 。 中国", [JAPANESE, CHINESE]),
        ("คนไทย100คน", "คน ไท ย 100 คน", [THAI]),
        ("ລາວไทยខ្មែរ日本", "ລາ ວ ไท ย ខ្ មែ រ 日本", [LAO, THAI, KHMER, CHINESE]),
        ("Rain and 한국어 हिन्दी", "Rain and 한국어 हिन्दी", []),
    ],
)
def test_each_script_has_its_segmenter_and_other_words_stay_whole(
    text: str, expected: str, languages: list[str]
) -> None:
    words = WordSplitter(False, pairs)
    assert spelled(text, words) == expected
    assert words.used == languages


def test_ideographs_are_japanese_in_a_japanese_document_and_beside_kana() -> None:
    words = WordSplitter(True, pairs)
    assert spelled("東京都", words) == "東京 都"
    assert words.used == [JAPANESE]
    assert is_japanese(["静かな村の図書館。", "東京都千代田区"])
    assert not is_japanese(["东京都千代田区，日本国首都。今天我们去图书馆看书。", "可爱の"])
    assert not is_japanese(["Rain", ""])


@pytest.mark.parametrize("find", [pairs, none])
@given(text=mixed)
def test_nothing_is_lost_and_no_word_begins_with_a_mark(find: Find, text: str) -> None:
    result = tokens(text, WordSplitter(False, find))
    joined = "".join(("" if token.glued else " ") + token.text for token in result)
    assert joined.strip() == " ".join(text.split())
    unspaced = [
        token for token in result if token.text[0] in "\u0301\ufe0f\u200d" and token.glued and token is not result[0]
    ]
    for token in unspaced:
        before = result[result.index(token) - 1].text
        assert before[-1] in "".join(OTHERS) + "\u0301\ufe0f\u200d"


@given(mixed)
def test_documents_give_back_their_text_whatever_is_installed(text: str) -> None:
    cleaned = document(f"<p>{text}")
    expected = [folded(segment.text) for segment in cleaned.segments]
    assert [line for line in rejoined(cleaned.to("vertical").split("\n")[:-1]) if line] == [
        line for line in expected if line
    ]


def test_without_a_segmenter_each_character_is_a_word() -> None:
    words = WordSplitter(False, none)
    assert spelled("日本語のABC。กำลังดี ခြင်္သေ့", words) == "日 本 語 の ABC 。 กำ ลั ง ดี ခြ င်္သေ့".replace("กำ", "ก ำ")
    assert words.used == [CHARACTERS]


def broken(run: str) -> list[str]:
    raise ValueError(run)


@pytest.mark.parametrize("split", [broken, lambda run: [run[1:]], lambda run: [run, run], lambda run: []])
def test_a_segmenter_that_fails_or_changes_the_text_is_not_heard(split: Callable[[str], list[str]]) -> None:
    words = WordSplitter(False, lambda language: Segmenter("wild", split))
    assert spelled("日本 語", words) == "日 本 語"
    assert words.used == [CHARACTERS]


def test_long_runs_are_given_to_segmenters_in_parts() -> None:
    asked: list[int] = []

    def split(run: str) -> list[str]:
        asked.append(len(run))
        return [run]

    WordSplitter(False, lambda language: Segmenter("", split))("日" * (2 * LONGEST + 1))
    assert asked == [LONGEST, LONGEST, 1]


@pytest.mark.usefixtures("only_pairs")
def test_the_document_says_how_it_was_divided_if_it_was() -> None:
    def first_line(page: str, language: str | None = None, **options: bool) -> str:
        return document(page, metadata=Metadata(language=language)).to("vertical", **options).split("\n")[0]

    assert first_line("<p>中国人民, ภาษาไทย") == '<doc segmentation="Chinese; Thai">'
    assert first_line("<p>東京都", language="ja-JP") == '<doc language="ja-JP" segmentation="Japanese">'
    assert first_line("<p>中国人民", language="zh") == '<doc language="zh" segmentation="Chinese">'
    assert first_line("<p>It rained.") == "<doc>"
    assert first_line("<p>It rained.<p hidden>中国") == "<doc>"
    assert first_line("<p>It rained.<p hidden>中国", all=True) == '<doc segmentation="Chinese">'


@pytest.mark.usefixtures("fresh")
def test_the_first_segmenter_that_works_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    there = Candidate(("hypothesis",), lambda: list)
    missing = Candidate(("hypothesis", "there-is-no-such-package"), lambda: list)

    def fail() -> segmenters.Split:
        raise OSError("no dictionary")

    monkeypatch.setitem(CANDIDATES, CHINESE, (missing, Candidate(("pytest",), fail), there))
    monkeypatch.setitem(CANDIDATES, JAPANESE, (missing,))
    found = segmenter(CHINESE)
    assert found is not None
    assert found.name == there.name()
    assert segmenter(JAPANESE) is None
    assert JAPANESE not in installed()
    assert set(installed()) <= set(LANGUAGES)


@pytest.mark.parametrize("language", WORDS)
def test_words_of_real_segmenters(language: str) -> None:
    text, expected = WORDS[language]
    found = segmenter(language)
    if found is None:
        pytest.skip(f"no segmenter for {language} is installed: pip install 'ncleaner[segmentation]'")
    words = WordSplitter(False)
    assert spelled(text, words) == expected
    assert words.used == [found.name] == [installed()[language]]
    for run in (text[:1] * 3000, "\u0301".join(text), text * 300):
        assert "".join(words(run)) == run


def test_every_candidate_that_is_installed_divides_text() -> None:
    those = [(language, each) for language in CANDIDATES for each in CANDIDATES[language] if each.name()]
    if not those:
        pytest.skip("no segmenter is installed: pip install 'ncleaner[segmentation]'")
    for language, candidate in those:
        text = WORDS[language][0].rstrip("。")
        words = candidate.load()(text)
        assert "".join(words) == text
        assert 1 < len(words) < len(text)


ALL = """
import sys
import ncleaner
ncleaner.clean("<p>It rained all day, and 한국어.").to("vertical")
names = ("rjieba", "jieba", "sudachipy", "pythainlp", "laonlp", "importlib.metadata")
print([name for name in names if name in sys.modules])
from ncleaner.tokenize.segmenters import CANDIDATES
for candidates in CANDIDATES.values():
    for candidate in candidates:
        if candidate.name():
            candidate.load()
"""


def test_segmenters_are_imported_only_when_needed_and_leave_nothing_behind(tmp_path: Path) -> None:
    places = {name: str(tmp_path) for name in ("HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP", "XDG_CACHE_HOME")}
    paths = os.pathsep.join(filter(None, sys.path))
    environment = {**os.environ, **places, "PYTHONPATH": paths}
    done = subprocess.run(
        [sys.executable, "-c", ALL], env=environment, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
    assert done.stderr == ""
    assert list(tmp_path.iterdir()) == []


def test_a_vertical_corpus_is_resumed_only_with_the_same_segmenters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = write_pages(tmp_path / "pages", 2)
    for names in ({CHINESE: "rjieba 1"}, {CHINESE: "rjieba 2"}):
        monkeypatch.setattr(settings, "installed", lambda names=names: names)
        job(pages, tmp_path / "tables", sink="jsonl")
    with pytest.raises(FolderError, match=r"segmenters \(Chinese 'rjieba 1', now 'rjieba 2'\)"):  # noqa: PT012
        for names in ({CHINESE: "rjieba 1"}, {CHINESE: "rjieba 1"}, {CHINESE: "rjieba 2"}):
            monkeypatch.setattr(settings, "installed", lambda names=names: names)
            job(pages, tmp_path / "corpus", sink="vertical")


def test_threads_divide_text_alike() -> None:
    texts = [text * 40 for text, _ in WORDS.values()] * 6
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda text: spelled(text, WordSplitter(False)), texts))
    assert found == [spelled(text, WordSplitter(False)) for text in texts]


UNITS = ["日", "ア", "中国", "ก", "เ", "ตากลม", "ກ", "ນາລາ", "ການພົບປະ", "က", "日a", "ก ", "日\u0301", "၁"]


@pytest.mark.parametrize("unit", UNITS)
def test_the_time_is_linear(unit: str) -> None:
    words = WordSplitter(False)
    sentences(unit * 1000, words)
    short = min(seconds(lambda: sentences(unit * 2500, words)) for _ in range(3))
    assert seconds(lambda: sentences(unit * 20_000, words)) < 8 * 4 * short + 0.25
