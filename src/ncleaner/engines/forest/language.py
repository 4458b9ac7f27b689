"""Whether a page is in the language that n-grams have learnt.

English is known by two words that no other language has and that no English prose is without. They are looked for in
the middle of the page, where the prose is if there is any. Where there are few of them, the page may still be a list of
names: then it is believed what it says of itself. If it says nothing and is too short for the two words to be missed,
its letters are believed.

The sample is read without bounds when compiled: it is cut from the text of the page before.
"""

from __future__ import annotations

from ncleaner.page.blocks import Blocks

ENGLISH = "en"
ENOUGH = 0.015  # of all words are "the" or "of"; in English prose it is 0.08
FOREIGN = 0.02  # of all bytes, as letters beyond ASCII; English has less
SAMPLE = 3000  # bytes
MANY = 100  # words without either of the two are not English
UNDETERMINED = "und"  # what ISO 639 calls a language that nobody knows

_ENOUGH = ENOUGH
_FOREIGN = FOREIGN
_SAMPLE = SAMPLE
_MANY = MANY
_BLANK = 0x20
_E, _F, _H, _O, _T = b"efhot"


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
    buffer = blocks.buffer
    start = (len(buffer) - _SAMPLE) // 2 if len(buffer) > _SAMPLE else 0
    end = min(len(buffer), start + _SAMPLE)
    spaces = _count_spaces(buffer, start, end)
    if spaces and _has_words(buffer, start, end, _ENOUGH * spaces):
        return True
    declared: str = blocks.langs[1] if len(blocks.langs) > 1 else ""
    if declared:
        return _primary(declared) == language
    letters = _count_letters(buffer, start, end)
    return spaces < _MANY and (not letters or letters < _FOREIGN * (end - start))


def _count_spaces(buffer: bytes, start: int, end: int) -> int:
    raw = buffer
    count = 0
    for i in range(start, end):
        count += raw[i] == _BLANK
    return count


def _count_letters(buffer: bytes, start: int, end: int) -> int:
    """How many letters or signs beyond ASCII there are."""
    raw = buffer
    count = 0
    for i in range(start, end):
        count += raw[i] >= 0xC0
    return count


def _has_words(buffer: bytes, start: int, end: int, least: float) -> bool:
    """Whether so many of the two words are found. The same space does not end one and begin the same one again."""
    raw = buffer
    found = 0
    of = the = start  # where the next one may begin
    for i in range(start, end - 3):
        if raw[i] == _BLANK:
            c = raw[i + 1]
            if c == _O and raw[i + 2] == _F and raw[i + 3] == _BLANK and i >= of:
                of = i + 4
                found += 1
            elif c == _T and raw[i + 2] == _H and raw[i + 3] == _E and _is_blank(raw, i + 4, end) and i >= the:
                the = i + 5
                found += 1
            if found >= least:
                return True
    return False


def _is_blank(raw: bytes, i: int, end: int) -> bool:
    return i < end and raw[i] == _BLANK


def is_code(value: object) -> bool:
    """Whether this is a code of a language that one can tell: two letters, and perhaps a region, or `UNDETERMINED`."""
    if not isinstance(value, str) or not value.isascii():
        return False
    code = _primary(value.lower())
    return code == UNDETERMINED or (len(code) == 2 and code.isalpha())


def _primary(code: str) -> str:
    """A code without what comes after its first part, such as a region."""
    return code.replace("_", "-").partition("-")[0]
