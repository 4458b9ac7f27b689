"""Whether a page is in the language that n-grams have learnt.

English is known by two words that no other language has and that no English prose is without. They are looked for in
the middle of the page, where the prose is if there is any. Where there are few of them, the page may still be a list of
names: then it is believed what it says of itself. If it says nothing and is too short for the two words to be missed,
its letters are believed.
"""

from __future__ import annotations

from ncleaner.blocks import Blocks

ENGLISH = "en"
WORDS = (b" the ", b" of ")
ENOUGH = 0.015  # of all words; in English prose it is 0.08
FOREIGN = 0.02  # of all bytes, as letters beyond ASCII; English has less
SAMPLE = 3000  # bytes
MANY = 100  # words without either of the two are not English
UNDETERMINED = "und"  # what ISO 639 calls a language that nobody knows


def is_in(language: str, blocks: Blocks, told: str | None = None) -> bool:
    """Whether a page is in a language, given by its code; only English can be told from others.

    ``told`` is the code of the page's language where somebody has told it. Whatever has no language has all of them.
    """
    if not language:
        return True
    if told is not None:
        return _primary(told.lower()) == language
    if language != ENGLISH:
        return True
    start = max(0, (len(blocks.buffer) - SAMPLE) // 2)
    sample = blocks.buffer[start : start + SAMPLE]
    spaces = sample.count(b" ")
    if spaces and sum([sample.count(word) for word in WORDS]) >= ENOUGH * spaces:
        return True
    declared = blocks.langs[1] if len(blocks.langs) > 1 else ""
    if declared:
        return _primary(declared) == language
    return spaces < MANY and (sample.isascii() or sum(byte >= 0xC0 for byte in sample) < FOREIGN * len(sample))


def is_code(value: object) -> bool:
    """Whether this is a code of a language that one can tell: two letters, and perhaps a region, or `UNDETERMINED`."""
    if not isinstance(value, str) or not value.isascii():
        return False
    code = _primary(value.lower())
    return code == UNDETERMINED or (len(code) == 2 and code.isalpha())


def _primary(code: str) -> str:
    """A code without what comes after its first part, such as a region."""
    return code.replace("_", "-").partition("-")[0]
