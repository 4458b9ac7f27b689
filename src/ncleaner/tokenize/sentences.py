"""The sentences of a text, found by their ends.

A sentence ends at a full stop, question mark or the like, with the quotation marks and brackets that close there, if
white space and then something follows that can begin a sentence: anything but a small letter or punctuation. Ideographs
have no small letters and no white space after a stop: there the stop alone is enough.
"""

from __future__ import annotations

from unicodedata import category

from ncleaner.tokenize.tokens import Token, class_of, tokens

_OF_IDEOGRAPHS = frozenset("。！？｡")
_BEGINNINGS = frozenset("udwkqs'-")  # classes of characters
_OTHER_BEGINNINGS = frozenset("¿¡•–—*")


def sentences(text: str) -> list[list[Token]]:
    """The sentences of a text, each the list of its tokens."""
    found = tokens(text)
    result = []
    start = after = 0  # of the sentence; of the stops and closing marks that were looked at last
    for at, token in enumerate(found):
        if token.ending and at >= after:
            after = _after_stop(found, at)
            if after < len(found) and _breaks(token, found[after - 1], found[after]):
                result.append(found[start:after])
                start = after
    if start < len(found):
        result.append(found[start:])
    return result


def _after_stop(found: list[Token], at: int) -> int:
    """Where the tokens go on after a stop, further stops glued to it, and marks that close."""
    ideographic = found[at].text[-1] in _OF_IDEOGRAPHS
    at += 1
    while at < len(found) and found[at].glued and (found[at].ending == "stop" or _closes(found[at], ideographic)):
        at += 1
    return at


def _closes(token: Token, ideographic: bool) -> bool:
    """Whether a mark that is glued to a stop closes something.

    In German, what opens a quotation elsewhere closes it; in Chinese it may open the next one.
    """
    kind = category(token.text[0])
    return kind in ("Pe", "Pf") or token.text in ('"', "'") or (kind == "Pi" and not ideographic)


def _breaks(stop: Token, last: Token, following: Token) -> bool:
    kind = class_of(following)
    if stop.ending == "perhaps":
        return kind == "u" and not following.glued
    if following.glued:
        mark = last.text[-1]
        return kind in "kqwlud" if mark in _OF_IDEOGRAPHS else kind == "k" and mark in "!?"
    return kind in _BEGINNINGS or following.text[0] in _OTHER_BEGINNINGS
