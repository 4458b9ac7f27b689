"""Words, numbers, addresses and punctuation, for any language as far as that goes without knowing which.

Strategy: every character is mapped to the letter of its class (`_classify`), which turns a text into a string of the
same length over a dozen ASCII characters; one regular expression over that string finds the tokens. Addresses of the
web and of mail are looked for before, in the text itself. Every repetition in the expressions either consumes what it
looked at or is bounded, so the time is linear.

Nothing is lost: the tokens in their order, with a blank before each that is not glued to the one before it, are the
text with its white space folded.

Whether a full stop belongs to the word before it cannot be known without the language. It is taken to do so after a
single letter (``J. S. Bach``, ``z. B.``), a number of up to two digits (``am 3. Oktober``), a short word that a small
letter follows (``approx. five``) and the abbreviations listed below.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import NamedTuple
from unicodedata import category

# After these a full stop does not end a sentence, whatever follows.
TITLES = frozenset(
    """bzw ca capt col dipl dr evtl fr gen ggf hon hr hrsg inkl lt messrs mlle mme mr mrs ms mt prof rev sen sgt sra st
    vgl vs""".split()
)
# The same, but only before a number.
BEFORE_NUMBERS = frozenset("abs art bd cap ch chap eq fig no nos nr num op p pag par pp ref s sec tab vol".split())
# These may well be the last word of a sentence.
PERHAPS_LAST = frozenset("al bros co corp etc ff inc jr ltd sr usw".split())

STOPS = frozenset(".!?…。！？｡．।॥؟۔։።။។‼⁇⁈⁉")

_APOSTROPHES = "'\u2019\u00b7"  # and the point in the middle of Catalan words
_HYPHENS = "-\u2010\u2011"
_JOINER = "\u200d"
_SKIN_TONES = "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"

_CJK = re.compile(
    "[\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303c\u3041-\u309f\u30a0-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff]"
)

_CLASS_OF_CATEGORY = {
    "Ll": "l", "Lu": "u", "Lt": "u", "Lo": "w", "Lm": "w", "Nd": "d", "Nl": "w", "No": "w", "Pc": "w",
    "Mn": "m", "Mc": "m", "Me": "m", "Cf": "m",
    "Ps": "q", "Pe": "q", "Pi": "q", "Pf": "q", "Pd": "p", "Po": "p", "Sc": "p", "Sk": "p", "Sm": "p",
}  # fmt: skip

_TOKEN = re.compile(
    r"""
    (?: [luw]{1,2} \. ){2,8} (?![luwd])                                       # e.g.  U.S.A.  Ph.D.
  | (?P<word> [luwd] [luwdmj]*
        (?: (?: ['-](?=[luwd]) | \.(?=[ld]) | (?<=d)[,:](?=d) ) [luwdmj]+ )*  # don't  ex-wife  node.js  1,234.56  12:30
    )
  | k m*                                                                      # an ideograph or kana
  | s (?: m | j s? )*                                                         # an emoji, with what is joined to it
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
_NOT_AT_ITS_END = ".,;:!?'*"


class Token(NamedTuple):
    """A word, number, address or punctuation mark; ``glued`` if no white space stood before it."""

    text: str
    glued: bool
    ending: str = ""  # of a sentence: "stop" what ends one, "perhaps" an abbreviation that may stand last


class _Classes(dict[int, str]):
    """From code points to classes, filled as characters are met."""

    def __missing__(self, code: int) -> str:
        self[code] = found = _classify(chr(code))
        return found


def _classify(character: str) -> str:
    """The class of a character.

    l u w    small, capital and other letters, and what else makes words
    d m j    digits; marks, which belong to the character before; the joiner
    k s      ideographs and kana; emoji and the like
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
    return _CLASS_OF_CATEGORY.get(category(character), "s")


_CLASSES = _Classes()


def class_of(token: Token) -> str:
    """The class of a token's first character."""
    return _CLASSES[ord(token.text[0])]


def tokens(text: str) -> list[Token]:
    """The tokens of a text in their order."""
    result: list[Token] = []
    at = 0
    for start, end in _addresses(text):
        _tokenize(text, at, start, result)
        result.append(Token(text[start:end], _is_glued(text, start)))
        at = end
    _tokenize(text, at, len(text), result)
    return result


def _addresses(text: str) -> list[tuple[int, int]]:
    """Where addresses of the web and of mail stand, without the punctuation of the sentence around them."""
    if "@" not in text and "://" not in text and "www." not in text:
        return []
    result = []
    for match in _ADDRESS.finditer(text):
        address = _NOT_IN_ADDRESS.split(match[0], maxsplit=1)[0].rstrip(_NOT_AT_ITS_END)
        for opening, closing in ("()", "[]", "{}"):
            if address.endswith(closing) and opening not in address:
                address = address.rstrip(_NOT_AT_ITS_END + closing)
        if address:
            result.append((match.start(), match.start() + len(address)))
    return result


def _is_glued(text: str, at: int) -> bool:
    return at > 0 and not text[at - 1].isspace()


def _tokenize(text: str, start: int, end: int, result: list[Token]) -> None:
    """Add the tokens between two places of a text."""
    taken = start  # up to where words have taken the full stop after them
    for match in _TOKEN.finditer(text[start:end].translate(_CLASSES)):
        first, last = start + match.start(), start + match.end()
        ending = ""
        if match.lastgroup == "run":
            _split_run(text, max(first, taken), last, result)
            continue
        if match.lastgroup == "word" and text[last : last + 1] == ".":
            belongs, ending = _full_stop(text, first, last)
            if belongs:
                last = taken = last + 1
        result.append(Token(text[first:last], _is_glued(text, first), ending))


def _split_run(text: str, start: int, end: int, result: list[Token]) -> None:
    """Add punctuation marks: repeated ones together, different ones apart."""
    for character, same in groupby(text[start:end]):
        run = "".join(same)
        result.append(Token(run, _is_glued(text, start), "stop" if character in STOPS else ""))
        start += len(run)


def _full_stop(text: str, start: int, stop: int) -> tuple[bool, str]:
    """Whether the full stop at ``stop`` belongs to the word before it, and whether a sentence may end there then."""
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
