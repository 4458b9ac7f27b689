"""Language: whether a page is in the language that the n-grams have learnt.

English is recognised by "the" and "of", which no other language has and which no English prose lacks. They are searched
in the middle of the page, where prose is likeliest. If there are few of them, the page may still be a list of names, so
its declared language decides. If it declares none, it is English if it is too short to need the two words and has few
letters beyond ASCII.

Compiled, the sample is read without bounds checks: its ends are within the text of the page.
"""

from __future__ import annotations

from ncleaner.page.blocks import Blocks

ENGLISH = "en"
UNDETERMINED = "und"  # ISO 639's code for an undetermined language

_ENOUGH = 0.015  # the least share of "the" and "of" among all words; in English prose it is about 0.08
_FOREIGN = 0.02  # a share of letters beyond ASCII among all bytes that English does not reach
_SAMPLE = 3000  # bytes
_MANY = 100  # words without the two are not English
_BLANK = 0x20
_E, _F, _H, _O, _T = b"efhot"


def is_in(language: str, blocks: Blocks, stated: str | None = None) -> bool:
    """Return whether a page is in a language, given by its code. Only English is recognised.

    ``stated`` is the code of the page's language if the user has stated it. Without a language, or with another than
    English, every page whose language is not stated is taken to be in it.
    """
    if not language:
        return True
    if stated is not None:
        return _primary(stated.lower()) == language
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
    """Return the number of characters beyond ASCII."""
    raw = buffer
    count = 0
    for i in range(start, end):
        count += raw[i] >= 0xC0
    return count


def _has_words(buffer: bytes, start: int, end: int, least: float) -> bool:
    """Return whether "the" and "of" occur at least ``least`` times.

    The space after a word is not also the space before the same word.
    """
    raw = buffer
    count = 0
    of = the = start  # where the next one may begin
    for i in range(start, end - 3):
        if raw[i] == _BLANK:
            c = raw[i + 1]
            if c == _O and raw[i + 2] == _F and raw[i + 3] == _BLANK and i >= of:
                of = i + 4
                count += 1
            elif c == _T and raw[i + 2] == _H and raw[i + 3] == _E and _is_blank(raw, i + 4, end) and i >= the:
                the = i + 5
                count += 1
            if count >= least:
                return True
    return False


def _is_blank(raw: bytes, i: int, end: int) -> bool:
    return i < end and raw[i] == _BLANK


def is_code(value: object) -> bool:
    """Return whether a value is a code of a language: two letters, with or without a region, or `UNDETERMINED`."""
    if not isinstance(value, str) or not value.isascii():
        return False
    code = _primary(value.lower())
    return code == UNDETERMINED or (len(code) == 2 and code.isalpha())


def _primary(code: str) -> str:
    """Return the first part of a code, without a region."""
    return code.replace("_", "-").partition("-")[0]
