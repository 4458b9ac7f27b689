"""A tokenizer for words, numbers, addresses and punctuation that does not need to know the language.

Strategy: every character is mapped to the letter of its class (`_classify`), which turns a text into a string of the
same length over a dozen ASCII characters; one regular expression over that string finds the tokens. Web and mail
addresses are found before, in the text itself. Every repetition in the expressions either consumes the characters that
it looks at or is bounded, so the time is linear.

Text that is written without blanks comes in runs, which a function divides: `characters` takes each character for a
word.

Nothing is lost: joining the tokens, with a space before each that is not glued to the previous one, gives the text with
its white space collapsed.

Whether a full stop belongs to the word before it depends on the language. It is assumed to do so after a single letter
(``J. S. Bach``, ``z. B.``), a number of up to two digits (``am 3. Oktober``), a short word before a lower-case letter
(``approx. five``), and the abbreviations listed below.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import groupby, pairwise
from typing import NamedTuple
from unicodedata import category

# A full stop after these never ends a sentence.
TITLES = frozenset(
    """bzw ca capt col dipl dr evtl fr gen ggf hon hr hrsg inkl lt messrs mlle mme mr mrs ms mt prof rev sen sgt sra st
    vgl vs""".split()
)
# A full stop after these does not end a sentence if a number follows.
BEFORE_NUMBERS = frozenset("abs art bd cap ch chap eq fig no nos nr num op p pag par pp ref s sec tab vol".split())
# These may also be the last word of a sentence.
PERHAPS_LAST = frozenset("al bros co corp etc ff inc jr ltd sr usw".split())

STOPS = frozenset(".!?…。！？｡．।॥؟۔։።။។‼⁇⁈⁉")

_APOSTROPHES = "'\u2019\u00b7"  # and the middle dot of Catalan
_HYPHENS = "-\u2010\u2011"
_JOINER = "\u200d"
_SKIN_TONES = "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"

_CJK = re.compile(
    "[\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303c\u3041-\u309f\u30a0-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff]"
)

# Thai, Lao, Burmese and Khmer; their letters and signs, not their marks, digits and punctuation.
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\ua9e0-\ua9ff\uaa60-\uaa7f]")
_STACKING = frozenset("\u1039\u17d2")  # signs of Burmese and Khmer that put the next letter below the last one

_CLASS_OF_CATEGORY = {
    "Ll": "l", "Lu": "u", "Lt": "u", "Lo": "w", "Lm": "w", "Nd": "d", "Nl": "w", "No": "w", "Pc": "w",
    "Mn": "m", "Mc": "m", "Me": "m", "Cf": "m",
    "Ps": "q", "Pe": "q", "Pi": "q", "Pf": "q", "Pd": "p", "Po": "p", "Sc": "p", "Sk": "p", "Sm": "p",
}  # fmt: skip

_TOKEN = re.compile(
    r"""
    (?: [luwt]{1,2} \. ){2,8} (?![luwdt])                                     # e.g.  U.S.A.  Ph.D.
  | (?P<word> (?<![ktmj]) t (?=\.[ ]) | [luwd] [luwdmj]*
        (?: (?: ['-](?=[luwd]) | \.(?=[ld]) | (?<=d)[,:](?=d) ) [luwdmj]+ )*  # don't  ex-wife  node.js  1,234.56  12:30
    )
  | (?P<unspaced> [kt] [ktmj]* )                                              # text without blanks, to be divided
  | s (?: m | j s? )*                                                         # an emoji, with the emoji joined to it
  | (?P<run> [.,:'p-]+ )                                                      # punctuation, to be split further
  | [qmj]
    """,
    re.VERBOSE,
)

_ADDRESS = re.compile(
    r"""
    (?<!\w) (?: [A-Za-z][A-Za-z0-9+-]{1,9}:// | www\. ) [!-~\u00a1-\u02ff\u0370-\u1fff]{1,2000}
  | (?<![\w.+-]) [\w.+-]{1,64} @ [\w-]{1,63} (?: \.[\w-]{1,63} ){1,8}
    """,
    re.VERBOSE,
)
_NOT_IN_ADDRESS = re.compile('[<>"«»]')
_NOT_AT_END_OF_ADDRESS = ".,;:!?'*"


class Token(NamedTuple):
    """A word, number, address or punctuation mark; ``glued`` if there is no white space before it.

    ``ending`` is ``"stop"`` for marks that end a sentence, and ``"perhaps"`` for abbreviations that may end one.
    """

    text: str
    glued: bool
    ending: str = ""


class _Classes(dict[int, str]):
    """A cache of the classes of code points."""

    def __missing__(self, code: int) -> str:
        self[code] = character_class = _classify(chr(code))
        return character_class


def _classify(character: str) -> str:
    """Return the class of a character.

    l u w    lower-case, upper-case and other word characters
    d m j    digits; combining marks, which belong to the previous character; the zero-width joiner
    k t s    ideographs and kana; letters of other scripts without blanks; emoji and other symbols
    q p      brackets and quotation marks; other punctuation and signs

    White space, apostrophes, hyphens, full stop, comma and colon have classes of their own.
    """
    if character.isspace():
        return " "
    if character in _APOSTROPHES:
        return "'"
    if character in _HYPHENS:
        return "-"
    if character in ".,:":
        return character
    if character == '"':
        return "q"
    if character == _JOINER:
        return "j"
    if character in _SKIN_TONES:
        return "m"
    if _CJK.match(character):
        return "k"
    if _UNSPACED.match(character) and category(character) in ("Lo", "Lm"):
        return "t"
    return _CLASS_OF_CATEGORY.get(category(character), "s")


_CLASSES = _Classes()


def class_of(token: Token) -> str:
    """Return the class of a token's first character."""
    return _CLASSES[ord(token.text[0])]


Divide = Callable[[str], list[str]]
"""Returns the words of a run of text that is written without blanks."""


def characters(run: str) -> list[str]:
    """Return the characters of a run, each with its marks and with the letters that are stacked below it."""
    starts = [at for at in range(len(run)) if not at or not _continues(run, at)]
    return [run[start:end] for start, end in pairwise([*starts, len(run)])]


def _continues(run: str, at: int) -> bool:
    return _CLASSES[ord(run[at])] in "mj" or run[at - 1] in _STACKING


def without_lone_marks(words: list[str]) -> list[str]:
    """Return the words of a run, those that begin with a mark joined to the words before."""
    result: list[list[str]] = []
    for word in words:
        if result and _CLASSES[ord(word[0])] in "mj":
            result[-1].append(word)
        else:
            result.append([word])
    return ["".join(parts) for parts in result]


def tokens(text: str, divide: Divide = characters) -> list[Token]:
    """Return the tokens of a text in order; ``divide`` returns the words of text that is written without blanks."""
    result: list[Token] = []
    at = 0
    for start, end in _addresses(text):
        _tokenize(text, at, start, divide, result)
        result.append(Token(text[start:end], _is_glued(text, start)))
        at = end
    _tokenize(text, at, len(text), divide, result)
    return result


def _addresses(text: str) -> list[tuple[int, int]]:
    """Return the spans of web and mail addresses, without the punctuation around them."""
    if "@" not in text and "://" not in text and "www." not in text:
        return []
    result = []
    for match in _ADDRESS.finditer(text):
        address = _NOT_IN_ADDRESS.split(match[0], maxsplit=1)[0].rstrip(_NOT_AT_END_OF_ADDRESS)
        for opening, closing in ("()", "[]", "{}"):
            if address.endswith(closing) and opening not in address:
                address = address.rstrip(_NOT_AT_END_OF_ADDRESS + closing)
        if address:
            result.append((match.start(), match.start() + len(address)))
    return result


def _is_glued(text: str, at: int) -> bool:
    return at > 0 and not text[at - 1].isspace()


def _tokenize(text: str, start: int, end: int, divide: Divide, result: list[Token]) -> None:
    """Add the tokens of a text from ``start`` to ``end`` to ``result``."""
    taken = start  # end of the last full stop that belongs to a word
    for match in _TOKEN.finditer(text[start:end].translate(_CLASSES)):
        first, last = match.span()
        first, last = start + first, start + last
        ending = ""
        kind = match.lastgroup
        if kind == "run":
            _split_run(text, max(first, taken), last, result)
            continue
        if kind == "unspaced":
            for word in divide(text[first:last]):
                result.append(Token(word, _is_glued(text, first)))
                first += len(word)
            continue
        if kind == "word" and text[last : last + 1] == ".":
            belongs, ending = _full_stop(text, first, last)
            if belongs:
                last = taken = last + 1
        result.append(Token(text[first:last], _is_glued(text, first), ending))


def _split_run(text: str, start: int, end: int, result: list[Token]) -> None:
    """Add a run of punctuation to ``result``: one token per mark, with repetitions of the same mark in one token."""
    if end - start == 1:  # the usual case, and faster
        result.append(Token(text[start], _is_glued(text, start), "stop" if text[start] in STOPS else ""))
        return
    for character, same in groupby(text[start:end]):
        run = "".join(same)
        result.append(Token(run, _is_glued(text, start), "stop" if character in STOPS else ""))
        start += len(run)


def _full_stop(text: str, start: int, stop: int) -> tuple[bool, str]:
    """Return whether the full stop at ``stop`` belongs to the word before it, and the ``ending`` of that token."""
    word = text[start:stop]
    small = word.lower()
    after = text[stop + 1 : stop + 2]
    if after == ".":
        return False, ""
    if word in (small, small.capitalize()):
        if small in TITLES:
            return True, ""
        if small in PERHAPS_LAST:
            return True, "perhaps"
    if not after.isspace():
        return False, ""
    following = text[stop + 1 : stop + 20].lstrip()[:1]
    belongs = (
        (len(word) == 1 and word.isalpha())
        or (len(word) <= 2 and word.isdecimal())
        or (len(word) <= 5 and following.islower())
        or (small in BEFORE_NUMBERS and following.isdecimal())
    )
    return belongs, ""
