"""Hostile texts without blanks: with each segmenter that is installed, no text is lost, in time linear in the text."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from attacks.outcome import Outcome, skipped
from ncleaner.tokenize.segmenters import CANDIDATES, CHINESE, JAPANESE, LAO, THAI, segmenter
from ncleaner.tokenize.unspaced import WordSplitter

COUNT, QUICK_COUNT = 2000, 20  # texts for each language
LONG = 20_000  # characters; four times as many must not take more than `MOST` times as long
REPEATS = 3  # of which the fastest counts
MOST, FLOOR = 8.0, 0.2  # times, and seconds that do not count
RULE = f"the words are the text, and four times the text takes at most {MOST:.0f} times as long"
LETTERS = {
    CHINESE: "中文网页的清洗工具㐀𠀀",
    JAPANESE: "日本語のページをきれいにするーｶﾅゝ々",
    THAI: "ภาษาไทยเขียนไม่เว้นวรรคก็กำ์๎",
    LAO: "ພາສາລາວຂຽນບໍ່ເວັ້ນວັກຳໆ",
}
OTHERS = "aZ0 .,\u200b\u200d\ufeff\ufffd\u0301\u3000\t\U0001f600\ue000\uffff\x01"


def attack(quick: bool) -> Iterator[Outcome]:
    """Divide random texts and long ones, language by language."""
    for language in CANDIDATES:
        loaded = segmenter(language)
        what = f"hostile texts in {language}"
        if loaded is None:
            yield skipped(what, RULE, f"no segmenter for {language} is installed")
            continue
        count = QUICK_COUNT if quick else COUNT
        split = WordSplitter(japanese=language == JAPANESE)
        findings = [*_random(split, LETTERS[language], count), *_long(split, LETTERS[language])]
        yield Outcome(f"{what}, by {loaded.name}", count + len(_patterns(LETTERS[language])), RULE, tuple(findings))


def _random(split: WordSplitter, letters: str, count: int) -> Iterator[str]:
    rng = random.Random(letters)
    for number in range(count):
        text = "".join(rng.choice(letters if rng.random() < 0.9 else OTHERS) for _ in range(rng.randrange(200)))
        problem = _divided(split, text)
        if problem:
            yield f"text {number}: {problem}"


def _long(split: WordSplitter, letters: str) -> Iterator[str]:
    for name, pattern in _patterns(letters).items():
        seconds = []
        for size in (LONG, 4 * LONG):
            text = (pattern * (size // len(pattern) + 1))[:size]
            problems, times = zip(*(_timed(split, text) for _ in range(REPEATS)), strict=True)
            seconds.append(min(times))
            if any(problems):
                yield f"{size:,} characters of {name}: {max(problems)}"
        if seconds[1] > max(FLOOR, MOST * seconds[0]):
            yield f"{name}: {seconds[0]:.2f} s, then {seconds[1]:.2f} s for four times the text"


def _patterns(letters: str) -> dict[str, str]:
    return {
        "one letter": letters[0],
        "all letters": letters,
        "two letters": letters[:2],
        "marks": letters[-1],
        "letters and zero-width spaces": letters[0] + "\u200b",
    }


def _timed(split: WordSplitter, text: str) -> tuple[str, float]:
    """Divide a text; return what went wrong, or nothing, and the CPU time in seconds."""
    began = time.process_time()
    problem = _divided(split, text)
    return problem, time.process_time() - began


def _divided(split: WordSplitter, text: str) -> str:
    """Divide a text; return what went wrong, or nothing."""
    try:
        words = split(text)
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:200]
    return "" if "".join(words) == text else "the words are not the text"
