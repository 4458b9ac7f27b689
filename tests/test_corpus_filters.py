"""The filters that decide whether a page or paragraph goes into a corpus."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from ncleaner import clean
from ncleaner.corpus.filters.detector import language, languages
from ncleaner.corpus.filters.hashes import page_hash, paragraph_hashes
from ncleaner.corpus.filters.seen import Seen
from ncleaner.corpus.run.work import word_counts
from ncleaner.errors import NCleanerError

pytestmark = pytest.mark.once

WORDS = [f"{first}{last}" for first in ("ba", "de", "ki", "lo", "mu", "so", "ta", "ve") for last in "bdfgklmnprst"]

SENTENCES = {
    "en": "The ferry to the island leaves twice a day, and in winter only when the captain feels like it.",
    "de": "Die Fähre zur Insel fährt zweimal am Tag, und im Winter nur, wenn der Kapitän Lust dazu hat.",
    "fr": "Le bac pour l'île part deux fois par jour, et en hiver seulement quand le capitaine en a envie.",
    "es": "El transbordador a la isla sale dos veces al día, y en invierno solo cuando le apetece al capitán.",
    "pl": "Prom na wyspę odpływa dwa razy dziennie, a zimą tylko wtedy, gdy kapitan ma na to ochotę.",
    "ru": "Паром на остров отходит два раза в день, а зимой только тогда, когда этого захочет капитан.",
    "fi": "Lautta saarelle lähtee kahdesti päivässä, ja talvella vain silloin, kun kapteenia huvittaa.",
    "tr": "Adaya giden feribot günde iki kez kalkar, kışın ise yalnızca kaptanın canı istediğinde.",
    "ja": "島への連絡船は一日に二度出る。冬には船長の気が向いたときだけである。",
    "zh": "开往岛上的渡轮每天两班，冬天只有船长愿意的时候才开。",
    "ko": "섬으로 가는 배는 하루에 두 번 떠나고, 겨울에는 선장이 마음이 내킬 때만 떠난다.",
    "th": "เรือข้ามฟากไปเกาะออกวันละสองครั้ง และในฤดูหนาวออกเฉพาะเมื่อกัปตันต้องการ",
}


def some_words(chance: random.Random, count: int) -> list[str]:
    return chance.choices(WORDS, k=count)


def edited(words: list[str], chance: random.Random, count: int) -> list[str]:
    words = list(words)
    for place in chance.sample(range(len(words)), count):
        words[place] = "another"
    return words


def near(first: list[str] | str, second: list[str] | str) -> bool:
    texts = [text if isinstance(text, str) else " ".join(text) for text in (first, second)]
    return not set(paragraph_hashes(texts[0])).isdisjoint(paragraph_hashes(texts[1]))


@pytest.mark.parametrize("code", SENTENCES)
def test_the_language_of_a_sentence_is_detected(code: str) -> None:
    assert language(SENTENCES[code]) == code
    assert code in languages()


@pytest.mark.parametrize("text", ["", " \n", "12 345 – 678", "Ok", "Menu Home Contact", "XK-500 2TB 50 %"])
def test_fragments_have_no_language(text: str) -> None:
    assert language(text) is None


def test_the_language_of_a_long_text_is_that_of_its_middle() -> None:
    text = SENTENCES["en"] + "\n" + (SENTENCES["de"] + "\n") * 40 + SENTENCES["en"]
    assert language(text) == "de"


def test_a_missing_detector_is_reported_with_the_package_to_install() -> None:
    code = """
import sys
sys.modules["fasttext"] = None
from ncleaner.corpus.filters.detector import language
from ncleaner.errors import NCleanerError
try:
    language("some text")
except NCleanerError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "pip install 'ncleaner[corpus]'" in done.stdout
    assert issubclass(NCleanerError, Exception)


def test_duplicate_pages_are_equal_to_the_character() -> None:
    assert page_hash("one\ntwo") == page_hash("one\ntwo")
    assert page_hash("one\ntwo") != page_hash("one two")


def test_hashes_are_the_same_on_every_machine() -> None:
    assert page_hash("Grüße") == 10566448050427439878
    assert paragraph_hashes("one two three four five") == (16668804351399435582,)
    assert paragraph_hashes(" ".join(WORDS)) == (
        2863998433460019496,
        10460729900672896261,
        14025753019140711828,
        1486573213498608651,
    )


def test_paragraphs_may_differ_in_case_and_punctuation() -> None:
    assert near("One, two: THREE - four (five)!", "one two three four five")
    assert near(SENTENCES["ru"], SENTENCES["ru"].upper())


def test_short_paragraphs_must_have_the_same_words() -> None:
    assert not near("one two three four five six", "one two three four five seven")
    assert not near("one two three four fivesix", "one two three four five six")


def test_headings_and_names_have_no_hashes() -> None:
    assert paragraph_hashes("About the author") == ()
    assert paragraph_hashes("") == ()
    assert paragraph_hashes("* * * * * * *") == ()


@pytest.mark.parametrize(("edits", "least", "most"), [(0, 1.0, 1.0), (1, 0.95, 1.0), (2, 0.75, 0.95), (25, 0.0, 0.01)])
def test_long_paragraphs_may_differ_in_some_words(edits: int, least: float, most: float) -> None:
    chance = random.Random(2)
    cases = [some_words(chance, 50) for _ in range(300)]
    share = sum(near(words, edited(words, chance, edits)) for words in cases) / len(cases)
    assert least <= share <= most


def test_paragraphs_that_share_half_of_their_words_are_mostly_kept() -> None:
    chance = random.Random(3)
    halves = [[some_words(chance, 40) for _ in range(3)] for _ in range(300)]
    assert sum(near(same + first, same + second) for same, first, second in halves) < 0.2 * len(halves)


def test_paragraphs_with_other_words_are_never_near() -> None:
    chance = random.Random(4)
    hashes = [value for _ in range(2000) for value in paragraph_hashes(" ".join(some_words(chance, 40)))]
    assert len(set(hashes)) == len(hashes) == 8000


def test_languages_without_spaces_are_compared_by_characters() -> None:
    text = SENTENCES["ja"] * 2 + SENTENCES["zh"]
    assert near(text, text.replace("冬", "夏", 1))
    assert not near(text, SENTENCES["zh"] * 4)


def test_hashes_that_were_added_are_known() -> None:
    seen = Seen(1 << 16)
    values = [page_hash(str(number)) for number in range(2000)]
    assert not any(seen.add(value) for value in values)
    assert all(seen.add(value) for value in values)


def test_one_known_hash_is_enough_and_all_are_added() -> None:
    seen = Seen(1 << 16)
    assert not seen.add_all([1 << 40, 2 << 40])
    assert seen.add_all([2 << 40, 3 << 40, 4 << 40])
    assert seen.add_all([4 << 40])
    assert not seen.add_all([])


def test_a_full_table_forgets_the_hashes_not_seen_for_longest() -> None:
    seen = Seen(1 << 14)  # 4096 hashes
    kept = page_hash("again and again")
    for number in range(50_000):
        seen.add(page_hash(str(number)))
        if number % 100 == 0:
            assert seen.add(kept) == (number > 0)
    assert sum(seen.add(page_hash(str(number))) for number in range(49_000, 50_000)) > 990
    assert sum(seen.add(page_hash(str(number))) for number in range(1000)) == 0


@pytest.mark.parametrize("code", SENTENCES)
def test_a_sentence_has_about_as_many_words_in_every_language(code: str) -> None:
    page = f"<p>{SENTENCES[code]}"
    assert 12 <= words_of(page) <= 20
    assert 1200 <= words_of(page * 100) <= 2000


@pytest.mark.parametrize(
    ("text", "words"),
    [("", 0), ("one", 1), ("one two<br>three", 3), ("Über “Größe” – €", 4), ("भाषा बदलती है", 3)],
)
def test_words_are_counted(text: str, words: int) -> None:
    assert words_of(text) == words


def test_kept_words_are_counted_among_all_words() -> None:
    assert word_counts(clean("<p>一二三四<nav>五六</nav><p hidden>七八", engine="dump"))[0] > 3
    document = clean(f"<p hidden>{SENTENCES['ja']}<p>{SENTENCES['ja'] * 20}", engine="dump")
    words, kept = word_counts(document)
    assert words == pytest.approx(kept * 21 / 20, rel=0.1)


def words_of(page: str) -> int:
    words, kept = word_counts(clean(page, engine="dump"))
    assert words == kept
    return words
